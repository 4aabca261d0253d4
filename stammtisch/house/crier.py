"""Tells everybody something: a few at a time, so that tables go first.

With thousands inside, telling all of them in one go would let every table wait. The first few hear
it at once, the others after pauses in which whatever else there is to do is done. All hear
everything in the order in which it was said.
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
#: What may wait to be told.
MOST_WAITING = 20


class Crier:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[tuple[Notice, Iterator[Visitor]]] = deque()

    def check(self) -> None:
        """Refuse if there is too much to be told already."""
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal(
                "too_loud", "Too many speak to everybody just now; try again in a moment."
            )

    def tell(self, notice: Notice, listeners: Sequence[Visitor]) -> None:
        """Tell all of them. Those who have gone when it is their turn do not hear it: their drivers
        have stopped."""
        self._waiting.append((notice, iter(listeners)))
        if len(self._waiting) == 1:
            self._go_on()

    def _go_on(self) -> None:
        left = SLICE
        while self._waiting:
            notice, listeners = self._waiting[0]
            for listener in islice(listeners, left):
                left -= 1
                listener.deliver(notice)
            if not left:
                self._clock.call_at(self._clock.now() + PAUSE, self._go_on)
                return
            self._waiting.popleft()
