"""What a client shows of its lobby, whoever comes, goes and changes places at once."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.lobby import Lobby
from stammtisch.replies import TableInfo
from stammtisch.tables.events import SeatInfo
from tests.protocols.cg.mirror import NAMES, Mirror

OWN, *OTHERS = (f"{number:032x}" for number in range(1, 8))


def any_seats(rng: Random) -> list[SeatInfo]:
    """The client itself and up to three others; one of them is the host."""
    people: list[str | None] = [OWN, *rng.sample([*OTHERS, None, None, None], 3)]
    rng.shuffle(people)
    host = rng.choice([one for one in people if one is not None])
    return [
        SeatInfo(
            name=None if one is None else f"p{one[-1]}_{rng.randrange(2)}",
            person=one,
            host=one == host,
            ready=one is not None and rng.random() < 0.5,
        )
        for one in people
    ]


def table(seats: list[SeatInfo]) -> TableInfo:
    return TableInfo(
        id="t",
        number=1,
        game="doppelkopf",
        profile="house",
        options={},
        phase="open",
        seats=seats,
        private=False,
        leaver="bot",
        bots="easy",
        watch=True,
        spectators=0,
        created=0.0,
    )


def tell(client: Mirror, packets: Iterable[Packet]) -> None:
    for one in packets:
        client.take(NAMES[one.id - 64], dict(one.body))


@pytest.mark.parametrize("number", range(60))
def test_everybody_stands_in_the_line_of_his_seat(number: int) -> None:
    rng = Random(number)
    client = Mirror()
    client.state, client.uuid, client.users[OWN] = "active", OWN, "own"
    lobby = Lobby(table(any_seats(rng)), OWN)
    tell(client, lobby.welcome())
    for _ in range(30):
        if rng.random() < 0.2:
            # In a match the client takes nobody for ready.
            lobby.began()
            for known in client.members.values():
                known["ready"] = False
        lobby.seats = seats = any_seats(rng)
        tell(client, lobby.news())
        here = [one for one in seats if one.person is not None]
        empty = [None] * (4 - len(here))
        assert client.buttons == [*(one.person for one in here), *empty]
        for one in here:
            assert one.person is not None
            known = client.members[one.person]
            assert known["ready"] == one.ready and (known["role"] >= 50) == one.host
            assert client.shown_roles[one.person] == known["role"]
            assert one.person == OWN or client.users[one.person] == one.name
    tell(client, lobby.emptied())
    assert list(client.members) == [OWN]
