"""A house of one's own, in this process: no sockets."""

from __future__ import annotations

import asyncio
import os
from random import Random

from stammtisch.client import Lost
from stammtisch.fabric.local import LocalFabric
from stammtisch.games.game import Match
from stammtisch.house.house import House, HouseRules
from stammtisch.house.requests import Request
from stammtisch.protocols.driving import Driver
from stammtisch.protocols.table.session import TableSession
from stammtisch.records import MatchRow
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.answers import NO_TABLE
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import Clock, LoopClock
from stammtisch.tables.thinking import InlineThinker, Thinker

ADDRESS = "terminal"


async def open_house(
    seed: int | None,
    bot_pace_ms: int,
    store: SqliteStore | None = None,
    clock: Clock | None = None,
    thinker: Thinker | None = None,
) -> House:
    """A house, in memory unless it is given a store. With a seed, its random things repeat."""
    house = House(
        store or SqliteStore(None),
        LocalFabric(NO_TABLE),
        clock or LoopClock(),
        thinker or InlineThinker(Random(seed)),
        HouseRules(patience=Patience(bot_pace=bot_pace_ms)),
        random_bytes=os.urandom if seed is None else Random(seed).randbytes,
    )
    await house.open()
    return house


class LocalLine(Driver[str]):
    """A session of the table protocol, as the server would have it, but within this process."""

    def __init__(self, house: House, *, alone: bool = False) -> None:
        """`alone`: nobody else comes to this house, so it closes with the line."""
        super().__init__(TableSession(ADDRESS), self._said)
        self._house = house
        self._alone = alone
        self._visitor = house.arrive(ADDRESS, "table", self.notified)
        self._from_house: asyncio.Queue[str | None] = asyncio.Queue()
        self._settle()

    async def send(self, text: str) -> None:
        self.received(text)

    async def receive(self) -> str:
        text = await self._from_house.get()
        if text is None:
            raise Lost(self.session.closing or "The line was closed.")
        return text

    async def close(self) -> None:
        self._finish()
        self._house.depart(self._visitor)
        if self._alone and self._house.is_open:
            await self._house.close()

    @property
    def match(self) -> Match | None:
        if not self._alone:
            return None
        return next((keeper.table.match for keeper in self._house.lobby.keepers()), None)

    async def archived(self, match: str) -> MatchRow | None:
        if not (self._alone and self._house.is_open):
            return None
        return await self._house.library.match(match, None, None)

    def _said(self, messages: list[str]) -> None:
        for text in messages:
            self._from_house.put_nowait(text)

    def _ask(self, request: Request) -> None:
        self._house.ask(self._visitor, request, self.answered)

    def _finish(self) -> None:
        self.stop()
        self._from_house.put_nowait(None)
