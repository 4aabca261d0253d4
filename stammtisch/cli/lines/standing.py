"""A clock that can stand still, for a house in which one person plays alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from stammtisch.tables.clock import Timer


class StandingClock:
    """A `Clock` of the running event loop. While it stands nothing in the house is due: no turn
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

    # --- as the house wants it ------------------------------------------------------------------

    def begin_at(self, house_time: int) -> None:
        self._offset = house_time - int(self.seconds() * 1000)

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
