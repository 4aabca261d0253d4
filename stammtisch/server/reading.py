"""How well the other side reads what it is sent.

Whoever reads is not cut off, however much there is to be read: only what was asked for comes in
large pieces, and nothing more is asked for somebody who has yet to read the last answer. Whoever
has stopped reading is cut off once too much waits for them.
"""

from __future__ import annotations

#: How many times as much may wait for one who does read.
PATIENT = 4
#: Seconds in which nothing was taken, after which one does not read: networks have their moments.
STALLED = 5


class Reading:
    """Is told how much waits in a connection's buffers, and says when it is too much."""

    __slots__ = ("_limit", "_seconds", "waited")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        #: What waited when it was last looked at.
        self.waited = 0
        #: Since something was taken.
        self._seconds = 0

    def before(self, waiting: int) -> None:
        """So much waits, and more is about to be added. (Where nothing has waited, nothing can have
        been taken: then nobody need be asked.)"""
        if waiting < self.waited:
            self._seconds = 0

    def too_slow(self, waiting: int) -> bool:
        """So much waits now: is that too much?"""
        self.waited = waiting
        if waiting <= self._limit:
            return False
        return self._seconds > STALLED or waiting > PATIENT * self._limit

    def tick(self, waiting: int, *, held: bool = False) -> bool:
        """A second has passed, and so much waits: is it too much? It is too long, however much it
        is, if what was asked for is not done because of it (`held`)."""
        self.before(waiting)
        self._seconds = self._seconds + 1 if waiting else 0
        return self.too_slow(waiting) or (held and self._seconds > STALLED)
