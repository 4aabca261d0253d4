"""A client that may have lost its STAT is told again that it is its turn."""

from __future__ import annotations

from stammtisch.games.tiles.records import Dealt, Drawn, Emptied, Status
from stammtisch.protocols.tiles.lines import encode, rack_text
from tests.protocols.tiles.house_script import Client, accepted, playing, rack, seated, tile

EMPTIES = r'"\"%\" \"%\" \"%\" \"%\"%"'
OWN_TURN = f"STAT {EMPTIES} 1"
FOURTEEN = rack(*14 * ["1:RED"])
NOTHING_ON_THE_STACKS = (None,) * 4


def each_second(client: Client, *seconds: int) -> list[str]:
    lines = []
    for second in seconds:
        client.session.receive("PING")
        client.taken()
        client.session.tick(1000 * second)
        lines += client.taken()
    return lines


def on_turn() -> Client:
    client = playing(1, FOURTEEN, turn=0)
    client.hears(Status(NOTHING_ON_THE_STACKS, 1))
    return client


def test_status_is_repeated_every_two_seconds_until_the_client_moves() -> None:
    client = on_turn()
    assert each_second(client, *range(1, 7)) == ["PING", "PING", OWN_TURN, "PING", OWN_TURN, "PING"]
    drawn = accepted(Drawn(1, "main", tile("2:RED"), 4), Status(NOTHING_ON_THE_STACKS, 1))
    assert client.gets("DRAW m", drawn) == ["+DRAW 2:RED", OWN_TURN]
    assert each_second(client, *range(7, 20)) == 13 * ["PING"]


def test_refused_put_is_a_sign_of_life_too() -> None:
    client = on_turn()
    client.gets(encode(["PUTT", "", rack_text(FOURTEEN)]))
    assert each_second(client, *range(1, 7)) == 6 * ["PING"]


def test_starter_and_whoever_comes_back_are_reminded() -> None:
    starter = seated(1)
    starter.hears(Dealt((None, FOURTEEN, None, None), starter=1), Status(NOTHING_ON_THE_STACKS, 1))
    assert each_second(starter, 1, 2, 3)[-1] == OWN_TURN
    assert each_second(playing(1, FOURTEEN, turn=1), 1, 2, 3)[-1] == OWN_TURN


def test_every_turn_is_waited_for_from_its_beginning() -> None:
    client = on_turn()
    each_second(client, 1, 2)
    client.hears(Status(NOTHING_ON_THE_STACKS, 2))
    assert each_second(client, *range(3, 10)) == 7 * ["PING"]
    client.hears(Status(NOTHING_ON_THE_STACKS, 1))
    assert each_second(client, 10, 11, 12) == ["PING", "PING", OWN_TURN]


def test_nobody_is_reminded_after_the_end_or_elsewhere() -> None:
    client = on_turn()
    client.hears(Emptied())
    assert each_second(client, *range(1, 7)) == 6 * ["PING"]
    away = on_turn()
    away.gets("LLOB", accepted())
    assert each_second(away, *range(1, 7)) == 6 * ["PING"]


def test_client_that_reads_properly_is_not_reminded() -> None:
    client = on_turn()
    client.session.unpaced = True
    assert each_second(client, *range(1, 7)) == 6 * ["PING"]
