"""A clock that tests move."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable

from stammtisch.tables.clock import Timer


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

    def begin_at(self, server_time: int) -> None:
        self._now = max(self._now, server_time)

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        timer = _HandTimer()
        heapq.heappush(self._timers, (when, next(self._count), timer, what))
        return timer

    def skip(self, milliseconds: int) -> None:
        """As on a machine that slept: whatever is due happens late, and once."""
        self._now += milliseconds
        self.advance(0)

    def advance(self, milliseconds: int) -> None:
        """Let time pass; whatever is due happens in order, each at its own moment."""
        until = self._now + milliseconds
        while self._timers and self._timers[0][0] <= until:
            when, _, timer, what = heapq.heappop(self._timers)
            self._now = max(self._now, when)
            if not timer.cancelled:
                what()
        self._now = until
