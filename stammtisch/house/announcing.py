"""What the house itself says to everybody, and says again: that it is about to be restarted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stammtisch.house.crier import Crier
from stammtisch.house.letters import SENDER
from stammtisch.house.requests import Heard
from stammtisch.house.visitor import Visitor
from stammtisch.tables.clock import Clock, Timer

MINUTE = 60_000
#: Minutes before a restart at which it is said again.
REMINDERS = (10, 5, 1)


class Announcer:
    """`visitors` are all connections. Kept in memory: a restart is what it is about."""

    def __init__(
        self, clock: Clock, crier: Crier, visitors: Callable[[], Iterable[Visitor]]
    ) -> None:
        self._clock = clock
        self._crier = crier
        self._visitors = visitors
        self._text: str | None = None
        #: House time of the restart.
        self._due: int | None = None
        self._timer: Timer | None = None

    def announce(self, text: str | None, minutes: int | None) -> int:
        """Say it to everybody; how many hear it. A later restart takes the place of an earlier."""
        if minutes is None:
            return self._say(text or "")
        self._text, self._due = text, self._clock.now() + minutes * MINUTE
        self._plan()
        return self._say(self._sentence())

    def tell_newcomer(self, visitor: Visitor) -> None:
        """Somebody has come in: they are told what all others know."""
        if self._due is not None and self._clock.now() < self._due:
            visitor.deliver(_heard(self._sentence()))

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _say(self, text: str) -> int:
        listeners = [one for one in self._visitors() if one.account is not None]
        self._crier.tell(_heard(text), listeners)
        return len(listeners)

    def _sentence(self) -> str:
        assert self._due is not None
        left = max(0, -(-(self._due - self._clock.now()) // MINUTE))
        when = {0: "now", 1: "in a minute"}.get(left, f"in {left} minutes")
        also = f" {self._text}" if self._text else ""
        return f"The server is restarted {when}; tables and seats come back as they are.{also}"

    def _plan(self) -> None:
        """Say it again at the next of the usual moments."""
        self.close()
        assert self._due is not None
        now = self._clock.now()
        moments = [self._due - minutes * MINUTE for minutes in REMINDERS]
        moment = min((one for one in moments if one > now), default=None)
        self._timer = None if moment is None else self._clock.call_at(moment, self._remind)

    def _remind(self) -> None:
        self._say(self._sentence())
        self._plan()


def _heard(text: str) -> Heard:
    return Heard(reach="person", text=text, sender=SENDER)
