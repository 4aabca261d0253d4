"""Mao tables that people of our own protocol share with clients of Mao's."""

from __future__ import annotations

import asyncio
from typing import Any

from stammtisch import requests as req
from stammtisch.replies import AtTable
from stammtisch.tables.settings import Settings
from stammtisch.vocabulary import Notice, Request
from tests.lobby.driver import opening
from tests.protocols.mao.harness import Harness, open_harness


class Person:
    """Somebody at the page."""

    def __init__(self, harness: Harness) -> None:
        self._harness = harness
        self.heard: list[Notice] = []
        self._peer = harness.app.arrive("192.0.2.9", "table", self.heard.append)

    async def ask(self, request: Request) -> Any:
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._harness.app.ask(self._peer, request, reply.set_result)
        return await reply


async def person(harness: Harness) -> Person:
    person = Person(harness)
    await person.ask(req.Enter(name="Hilde"))
    return person


async def test_a_client_that_leaves_is_out_whatever_the_table_does_about_others() -> None:
    async with open_harness() as harness:
        hilde = await person(harness)
        opened = await hilde.ask(opening(Settings(game="mao", profile="free", seats=3)))
        assert isinstance(opened, AtTable) and opened.joined.snapshot.info.leaver == "bot"
        number = opened.joined.snapshot.info.number
        a, b = await harness.seat(number, 2)
        b.send("accuse", a.uuid)
        await harness.quiet()
        b.taken()
        a.hang_up()
        await harness.quiet()
        assert b.told() == [("playerLeft", a.uuid), ("accusationCancelled", "play")]
        late = await harness.come(tableID=str(number))
        assert late.closed == (4001, "Could not join table.")


async def test_a_table_at_which_somebody_stays_begins_again_when_it_is_full() -> None:
    async with open_harness() as harness:
        (a,) = await harness.seat(2, 1)
        hilde = await person(harness)
        await hilde.ask(req.JoinNumber(game="mao", number=2, keep=True))
        assert "2" not in harness.lobbies()
        a.hang_up()
        await harness.quiet()
        assert harness.lobbies()["2"] == {"numPlayers": 1, "maxPlayers": 2}
        (b,) = await harness.seat(2, 1)
        assert [event[0] for event in b.told()] == ["joinedTable", "roundStarted"]


async def test_a_private_table_has_no_number_that_is_known_to_all() -> None:
    async with open_harness() as harness:
        hilde = await person(harness)
        settings = Settings(game="mao", profile="free", seats=2, private=True)
        opened = await hilde.ask(opening(settings))
        number = opened.joined.snapshot.info.number
        assert number >= 140
        assert harness.lobbies()["0"] == {"numPlayers": 0, "maxPlayers": 2}
        assert str(number) not in harness.lobbies()
        stranger = await harness.come(tableID=str(number))
        assert stranger.closed == (4001, "Could not join table.")
        *_, b = await harness.seat(0, 2)
        assert b.told()[-1][0] == "roundStarted"


async def test_the_id_of_a_table_that_became_private_leads_nobody_to_another_one() -> None:
    async with open_harness() as harness:
        hilde = await person(harness)
        await hilde.ask(req.JoinNumber(game="mao", number=2, seats=2, keep=True))
        await hilde.ask(req.Configure(private=True))
        assert "2" not in harness.lobbies(), "like a table in a game"
        stranger = await harness.come(tableID="2")
        assert stranger.closed == (4001, "Could not join table.")
        assert len(list(harness.app.lobby.runners())) == 1
        await hilde.ask(req.Configure(private=False))
        assert harness.lobbies()["2"] == {"numPlayers": 1, "maxPlayers": 2}
        (b,) = await harness.seat(2, 1)
        assert b.told()[-1][0] == "roundStarted"
