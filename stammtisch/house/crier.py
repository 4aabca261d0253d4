"""Tells everybody something: a few at a time, so that tables go first.

With thousands inside, telling all of them in one go would let every table wait. The first few hear
it at once, the others after pauses in which whatever else there is to do is done. All hear
everything in the same order, and what comes from one address in the order in which it was said.
Addresses take turns: who floods the house only makes their own words wait.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from stammtisch.games.game import Refusal
from stammtisch.house.requests import Notice
from stammtisch.house.visitor import Visitor
from stammtisch.tables.clock import Clock

#: How many hear it between two pauses: a millisecond's work, about.
SLICE = 40
#: Milliseconds between them.
PAUSE = 3
#: What may wait to be told: from one address, and in all.
MOST_FROM_ONE = 20
MOST_WAITING = 200


class Crier:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        #: What waits, by the address it comes from. The first is being told.
        self._waiting: dict[str, deque[tuple[Notice, Iterator[Visitor]]]] = {}

    def check(self, source: str) -> None:
        """Refuse if there is too much to be told already."""
        from_it = len(self._waiting.get(source, ()))
        if from_it >= MOST_FROM_ONE or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise Refusal(
                "too_loud", "Too many speak to everybody just now; try again in a moment."
            )

    def tell(self, notice: Notice, listeners: Sequence[Visitor], source: str = "") -> None:
        """Tell all of them. Those who have gone when it is their turn do not hear it: their drivers
        have stopped."""
        idle = not self._waiting
        self._waiting.setdefault(source, deque()).append((notice, iter(listeners)))
        if idle:
            self._go_on()

    def _go_on(self) -> None:
        left = SLICE
        while self._waiting:
            source, lines = next(iter(self._waiting.items()))
            notice, listeners = lines[0]
            for listener in islice(listeners, left):
                left -= 1
                listener.deliver(notice)
            if not left:
                self._clock.call_at(self._clock.now() + PAUSE, self._go_on)
                return
            lines.popleft()
            del self._waiting[source]
            if lines:
                self._waiting[source] = lines
