"""A harness to test in: a game on a screen, in a house whose clock only the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from stammtisch.requests import Open
from stammtisch.store.sqlite import SqliteStore
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.guest import JoinPlan, TableTransport
from stammtisch.terminal.local import LocalTransport, open_app
from tests.tables.hand_clock import HandClock

#: Milliseconds that a bot takes for a move.
PACE = 400

App = TypeVar("App", bound=TableApp)


class Harness(Generic[App]):
    def __init__(
        self,
        app: type[App],
        opening: Open,
        executor: Any,
        seed: int = 1,
        store: SqliteStore | None = None,
    ) -> None:
        self.clock = HandClock()
        #: Whether the clock was told to stand, or to go on. (Only the test moves it all the same.)
        self.stood: list[bool] = []

        async def connect() -> TableTransport:
            app = await open_app(seed, PACE, store, self.clock, executor)
            return LocalTransport(app, alone=True)

        self.app = app(
            connect,
            JoinPlan("you", opening, new=True),
            remote=False,
            own_nonce=False,
            clock=lambda: self.clock.now() / 1000,
            stand=self.stood.append,
        )

    @property
    def lines(self) -> list[str]:
        return self.app.top.lines

    def shown(self, id: str) -> str:
        return str(self.app.screen.query_one(f"#{id}", Static).render())

    def on_table(self, id: str) -> str:
        """What the table shows, also while a sheet lies over it."""
        return str(self.app.table.query_one(f"#{id}", Static).render())

    def over_it(self, kind: type[Screen[Any]]) -> bool:
        return isinstance(self.app.screen, kind)

    async def until(self, pilot: Pilot[str], true: Callable[[], bool], ms: int = PACE) -> None:
        """Let time pass in small steps until it is true."""
        for _ in range(2000):
            if true():
                await pilot.pause()
                return
            self.clock.advance(ms)
            # The journal is written by a thread.
            await asyncio.sleep(0.002)
        raise AssertionError("it never came true")
