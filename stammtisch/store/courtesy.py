"""The event loop steps aside for the store's threads.

An event loop that is never idle gives the interpreter's lock away for a moment in every round, and
takes it again before a waiting thread has woken up; and as long as a round is shorter than the
switch interval, the interpreter does not notice that the thread waits in vain. Commits in a thread
then took up to seconds (`python -m bench.journal --thread --other 100` shows it once the pause is
taken out). A real pause now and then ends that; it takes a tenth of the loop's time at most, and
only while somebody waits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

#: How often the loop steps aside while somebody waits, and for how long, in seconds.
EVERY = 0.001
PAUSE = 0.00002


class Courtesy:
    """Counts who waits for a thread. All of it is called in the event loop."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._loop = loop
        self._pause = pause
        self._waiting = 0
        self._running = False

    def begin(self) -> None:
        self._waiting += 1
        if not self._running:
            self._running = True
            self._loop.call_later(EVERY, self._step_aside)

    def end(self, count: int = 1) -> None:
        self._waiting -= count

    def _step_aside(self) -> None:
        if self._waiting == 0:
            self._running = False
            return
        self._pause(PAUSE)
        self._loop.call_later(EVERY, self._step_aside)
