"""Time, as an edge: the real one, and one that tests move.

House time is the milliseconds that the house has been open in all its life. It goes on after a
restart where it stopped, so a clock that was running at a table has what was left of it.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def now(self) -> int:
        """House time in milliseconds; it never runs backwards."""

    def wall(self) -> float:
        """Seconds since 1970."""

    def begin_at(self, house_time: int) -> None:
        """Set the house time, once, before anything is timed."""

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        """Call `what` when `now()` has reached `when`."""


class LoopClock:
    """The clock of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = -int(self._loop.time() * 1000)

    def begin_at(self, house_time: int) -> None:
        """Go on from the house time at which the house was last known to be open."""
        self._offset = house_time - int(self._loop.time() * 1000)

    def now(self) -> int:
        return int(self._loop.time() * 1000) + self._offset

    def wall(self) -> float:
        return time.time()

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        # One millisecond later than asked, so that `now()` has surely reached `when`.
        return self._loop.call_at((when - self._offset + 1) / 1000, what)


class _HandTimer:
    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class HandClock:
    """A clock that stands still until `advance` moves its hands."""

    def __init__(self, wall: float = 1_800_000_000.0) -> None:
        self._now = 0
        self._wall = wall
        self._count = itertools.count()
        self._timers: list[tuple[int, int, _HandTimer, Callable[[], None]]] = []

    def now(self) -> int:
        return self._now

    def wall(self) -> float:
        return self._wall + self._now / 1000

    def begin_at(self, house_time: int) -> None:
        self._now = max(self._now, house_time)

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        timer = _HandTimer()
        heapq.heappush(self._timers, (when, next(self._count), timer, what))
        return timer

    def advance(self, milliseconds: int) -> None:
        """Let time pass; whatever is due happens in order, each at its own moment."""
        until = self._now + milliseconds
        while self._timers and self._timers[0][0] <= until:
            when, _, timer, what = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if not timer.cancelled:
                what()
        self._now = until
