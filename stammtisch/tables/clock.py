"""Time, as an edge.

Server time is the milliseconds that the server has been open in all its life. It goes on after a
restart where it stopped, so a clock that was running at a table has what was left of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def now(self) -> int:
        """Server time in milliseconds; it never runs backwards."""

    def wall(self) -> float:
        """Seconds since 1970."""

    def begin_at(self, server_time: int) -> None:
        """Set the server time, once, before anything is timed."""

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        """Call `what` when `now()` has reached `when`."""


class LoopClock:
    """The clock of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = -int(self._loop.time() * 1000)

    def begin_at(self, server_time: int) -> None:
        """Go on from the server time at which the server was last known to be open."""
        self._offset = server_time - int(self._loop.time() * 1000)

    def now(self) -> int:
        return int(self._loop.time() * 1000) + self._offset

    def wall(self) -> float:
        return time.time()

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        # One millisecond later than asked, so that `now()` has surely reached `when`.
        return self._loop.call_at((when - self._offset + 1) / 1000, what)
