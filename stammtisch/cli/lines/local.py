"""A house of one's own, in this process: no sockets."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from random import Random

from stammtisch.cli.lines.line import Lost
from stammtisch.fabric.local import LocalFabric
from stammtisch.games.game import Match
from stammtisch.house.house import House, HouseRules
from stammtisch.house.requests import Notice, Reply
from stammtisch.protocols.table.session import TableSession
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


class LocalLine:
    """Drives a session of the table protocol as the server would, but within this process."""

    def __init__(self, house: House, *, alone: bool = False) -> None:
        """`alone`: nobody else comes to this house, so it closes with the line."""
        self._house = house
        self._alone = alone
        self._session = TableSession(ADDRESS)
        self._visitor = house.arrive(ADDRESS, "table", self._notified)
        self._to_house: deque[str] = deque()
        self._from_house: asyncio.Queue[str | None] = asyncio.Queue()
        self._asking = False
        self._settle()

    async def send(self, text: str) -> None:
        self._to_house.append(text)
        self._settle()

    async def receive(self) -> str:
        text = await self._from_house.get()
        if text is None:
            raise Lost(self._session.closing or "The line was closed.")
        return text

    async def close(self) -> None:
        self._house.depart(self._visitor)
        self._from_house.put_nowait(None)
        if self._alone and self._house.is_open:
            await self._house.close()

    @property
    def match(self) -> Match | None:
        if not self._alone:
            return None
        return next((keeper.table.match for keeper in self._house.lobby.keepers()), None)

    def _notified(self, notice: Notice) -> None:
        self._session.notified(notice)
        self._settle()

    def _answered(self, reply: Reply) -> None:
        self._asking = False
        self._session.answered(reply)
        self._settle()

    def _settle(self) -> None:
        """Take away what the session wants until it wants nothing more (or waits)."""
        session = self._session
        while True:
            for text in session.outbox:
                self._from_house.put_nowait(text)
            session.outbox.clear()
            if session.closing is not None:
                self._from_house.put_nowait(None)
                return
            if self._asking:
                return
            if session.asking is not None:
                request, session.asking = session.asking, None
                self._asking = True
                self._house.ask(self._visitor, request, self._answered)
            elif self._to_house:
                session.receive(self._to_house.popleft())
            else:
                return
