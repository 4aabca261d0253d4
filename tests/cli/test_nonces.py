"""A nonce of one's own is committed to and opened without anybody having to think of it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from stammtisch.cli.lines.guest import Errand, Guest
from stammtisch.cli.lines.line import Line
from stammtisch.cli.lines.local import LocalLine, open_house
from stammtisch.cli.lines.nonces import OwnNonces
from stammtisch.house.house import House
from stammtisch.protocols.table import messages as wire

OPENING = wire.Open(game="tiles", profile="classic", seats=4)


class Player:
    """Comes, is ready, and says what its nonces say."""

    def __init__(self, house: House, name: str, table: str | None = None) -> None:
        self.nonces = OwnNonces()
        self.seat: int | None = None
        self.told: list[dict[str, Any]] = []
        #: One event for each type of news; and "table".
        self.heard: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._tasks: set[asyncio.Task[Any]] = set()

        async def connect() -> Line:
            return LocalLine(house)

        errand = Errand(name, OPENING, table=table, new=True)
        self.guest = Guest(connect, errand, self._hear, lambda _: None)
        self._do(self.guest.attend())

    def _hear(self, tell: wire.Tell) -> None:
        if isinstance(tell, wire.Table):
            self.seat = tell.seat
            self.heard["table"].set()
            self._do(self.guest.ask(self.nonces.ready()))
        elif isinstance(tell, wire.Events):
            self.told += tell.events
        for ask in self.nonces.answers(tell, self.seat):
            self._do(self.guest.ask(ask))
        for event in self.told:
            self.heard[event["type"]].set()

    async def hears(self, type: str) -> None:
        await asyncio.wait_for(self.heard[type].wait(), 30)

    def _do(self, work: Any) -> None:
        self._tasks.add(asyncio.get_running_loop().create_task(work))

    def end(self) -> None:
        for task in self._tasks:
            task.cancel()


async def test_players_commit_and_open_by_themselves_also_when_one_of_them_goes() -> None:
    house = await open_house(None, 0)
    ada = Player(house, "Ada")
    await ada.hears("table")
    table = house.tables()[0].id
    bo = Player(house, "Bo", table)
    mute = LocalLine(house)
    await mute.receive()
    for text in (
        '{"type":"enter","name":"Mute"}',
        f'{{"type":"join","table":"{table}"}}',
        '{"type":"add_bot","level":"random"}',
        f'{{"type":"ready","hash":"{"0" * 64}"}}',
    ):
        await mute.send(text)
        while '"id":null' not in await mute.receive():
            pass
    await ada.hears("disclosed")
    await mute.send('{"type":"leave"}')
    await ada.guest.ask(wire.AddBot(level="random"))
    for player in (ada, bo):
        await player.hears("started")
    (started,) = [event for event in ada.told if event["type"] == "started"]
    assert sorted(started["nonces_from"]) == ["commitment", "commitment", "house", "house"]
    for player in (ada, bo):
        player.end()
    await house.close()
