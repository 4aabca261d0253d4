"""A server in this process, without sockets, for a person who plays alone with bots.

Its clock can stand still, so that nobody is hurried.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from random import Random

from stammtisch.app import App, build_app
from stammtisch.bus.local import LocalBus
from stammtisch.client import Disconnected
from stammtisch.config import AppConfig, Timings
from stammtisch.games.game import Match
from stammtisch.protocols.session_runner import SessionRunner
from stammtisch.protocols.table.session import TableSession
from stammtisch.records import MatchRow
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import BotExecutor, InlineExecutor
from stammtisch.tables.clock import Clock, LoopClock, Timer
from stammtisch.vocabulary import Request


class StandingClock:
    """A `Clock` of the running event loop. While it stands nothing in the server is due: no turn
    runs out, and no bot moves."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        #: Seconds that it has stood in all, and since when it stands.
        self._stood = 0.0
        self._since: float | None = None
        self._offset = 0
        self._timers: set[_Timer] = set()

    def seconds(self) -> float:
        """What has passed while it ran."""
        now = self._monotonic() if self._since is None else self._since
        return now - self._stood

    def stand(self, still: bool) -> None:
        if still and self._since is None:
            self._since = self._monotonic()
            for timer in self._timers:
                timer.stop()
        elif not still and self._since is not None:
            self._stood += self._monotonic() - self._since
            self._since = None
            for timer in self._timers:
                timer.start(self.now())

    # --- as the server wants it ------------------------------------------------------------------

    def begin_at(self, server_time: int) -> None:
        self._offset = server_time - int(self.seconds() * 1000)

    def now(self) -> int:
        return int(self.seconds() * 1000) + self._offset

    def wall(self) -> float:
        return time.time()

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        timer = _Timer(when, what, self._timers)
        if self._since is None:
            timer.start(self.now())
        return timer


class _Timer:
    """Due at a time of the clock, whatever it stands in between."""

    def __init__(self, when: int, what: Callable[[], None], waiting: set[_Timer]) -> None:
        self._when = when
        self._what = what
        self._waiting = waiting
        self._handle: asyncio.TimerHandle | None = None
        waiting.add(self)

    def start(self, now: int) -> None:
        # One millisecond later than asked, so that the clock has surely come there.
        delay = max(0, self._when - now + 1) / 1000
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def cancel(self) -> None:
        self.stop()
        self._waiting.discard(self)

    def _fire(self) -> None:
        self._waiting.discard(self)
        self._what()


ADDRESS = "terminal"


async def open_app(
    seed: int | None,
    bot_pace_ms: int,
    store: SqliteStore | None = None,
    clock: Clock | None = None,
    executor: BotExecutor | None = None,
) -> App:
    """A server, in memory unless it is given a store. With a seed, its random things repeat."""
    app = build_app(
        store or SqliteStore(None),
        LocalBus(NO_TABLE),
        clock or LoopClock(),
        executor or InlineExecutor(Random(seed)),
        AppConfig(timings=Timings(bot_pace=bot_pace_ms)),
        random_bytes=os.urandom if seed is None else Random(seed).randbytes,
    )
    await app.open()
    return app


class LocalTransport(SessionRunner[str]):
    """A session of the table protocol, as the server would have it, but within this process."""

    def __init__(self, app: App, *, alone: bool = False) -> None:
        """`alone`: nobody else comes to this server, so it closes with the line."""
        super().__init__(TableSession(ADDRESS), self._said)
        self._app = app
        self._alone = alone
        self._peer = app.arrive(ADDRESS, "table", self.notified)
        self._from_server: asyncio.Queue[str | None] = asyncio.Queue()
        self._settle()

    async def send(self, text: str) -> None:
        self.received(text)

    async def receive(self) -> str:
        text = await self._from_server.get()
        if text is None:
            raise Disconnected(self.session.closing or "The line was closed.")
        return text

    async def close(self) -> None:
        self._finish()
        self._app.depart(self._peer)
        if self._alone and self._app.is_open:
            await self._app.close()

    @property
    def match(self) -> Match | None:
        if not self._alone:
            return None
        return next((runner.table.state.match for runner in self._app.lobby.runners()), None)

    async def archived(self, match: str) -> MatchRow | None:
        if not (self._alone and self._app.is_open):
            return None
        return await self._app.matches.match(match, None, None)

    def _said(self, messages: list[str]) -> None:
        for text in messages:
            self._from_server.put_nowait(text)

    def _ask(self, request: Request) -> None:
        self._app.ask(self._peer, request, self.answered)

    def _finish(self) -> None:
        self.stop()
        self._from_server.put_nowait(None)
