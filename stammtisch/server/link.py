"""One connection: drives its session between the wire and the house."""

from __future__ import annotations

import asyncio
import logging
import time
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from stammtisch.house.rates import Rate
from stammtisch.house.requests import Act, Reply, Request
from stammtisch.protocols.driving import Driver
from stammtisch.protocols.session import Session
from stammtisch.server.hall import Hall
from stammtisch.server.wire import Close, Wire
from stammtisch.tables.answers import Refused
from stammtisch.tables.outbox import UNKNOWN

if TYPE_CHECKING:
    from stammtisch.house.visitor import Visitor

log = logging.getLogger(__name__)

M = TypeVar("M")

#: In milliseconds, as sessions count.
SECOND = 1000

TOO_FAST = "You send too many messages; this connection ends."
OUR_FAULT = "Something went wrong here; this connection ends."


class Link(Driver[M]):
    """Messages of one wire into one session, its requests to the house, the answers back.

    When the backlog is full the wire stops reading. An error in the session ends this connection
    and no other. (What every message passes names `Driver` where elsewhere one writes `super()`,
    which makes an object each time.)
    """

    __slots__ = (
        "_address",
        "_asked_at",
        "_deaf",
        "_hall",
        "_most_waiting",
        "_name",
        "_paused",
        "_rate",
        "visitor",
        "wire",
    )

    def __init__(
        self,
        hall: Hall,
        session: Session[M],
        wire: Wire[M],
        address: str,
        protocol: str,
        *,
        backlog: int | None = None,
    ) -> None:
        super().__init__(session, wire.send)
        self.wire = wire
        self.visitor: Visitor
        self._hall = hall
        self._address = address
        self._name = protocol
        self._asked_at = 0.0
        self._paused = False
        self._deaf = False
        settings = hall.settings
        self._most_waiting = backlog or settings.backlog
        self._rate = (
            Rate(settings.rate, settings.burst, time.monotonic()) if settings.rate else None
        )

    def open(self) -> None:
        """The wire is ready: come into the house, and say what the session says first."""
        self._hall.enter(self)
        self.visitor = self._hall.house.arrive(self._address, self._name, self.notified)
        self._settle()

    # --- from the wire ---------------------------------------------------------------------------

    def received(self, message: M) -> None:
        if not self._closed and not self._deaf and (self._rate is None or self.in_time()):
            Driver.received(self, message)

    def in_time(self) -> bool:
        """Count something that came in; False, and the end, if it comes too fast."""
        if self._rate is None or self._rate.allows(time.monotonic()):
            return True
        self._hall.counters.refused["rate"] += 1
        self.close(Close.NOT_ALLOWED, TOO_FAST)
        return False

    def lost(self) -> None:
        """The wire has ended, for whatever reason."""
        self.stop()
        self._hall.leave(self)
        self._hall.house.depart(self.visitor)

    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent has left."""
        if not self._closed:
            self.stop()
            self.wire.close(code, reason)
            # However long the other side takes to hear it: its seat is free now.
            self._hall.house.depart(self.visitor)

    def listen_no_more(self) -> None:
        """Whatever still comes in is not heard."""
        self._deaf = True
        self._backlog = None
        self._read_on()

    # --- from the house --------------------------------------------------------------------------

    def answered(self, reply: Reply) -> None:
        if type(self._request) is Act:
            counters = self._hall.counters
            counters.actions += 1
            if type(reply) is Refused:
                counters.actions_refused += 1
            counters.action_seconds.observe(perf_counter() - self._asked_at)
        if type(reply) is Refused and reply.code == UNKNOWN.code and not self.session.says_unknown:
            self._request = None
            self.close(Close.GOING_AWAY, UNKNOWN.message)
            return
        Driver.answered(self, reply)

    # --- time ------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        self.wire.tick()
        super().tick(now)
        due = self.session.due
        if due is not None and due < now + 2 * SECOND:
            # Sooner than the tick after next: a tick that is no longer needed does no harm.
            loop = asyncio.get_running_loop()
            loop.call_later((due - now) / SECOND, super().tick, due)

    # --- the session -----------------------------------------------------------------------------

    def _ask(self, request: Request) -> None:
        hall = self._hall
        hall.counters.requests[type(request)] += 1
        self._asked_at = perf_counter()
        hall.house.ask(self.visitor, request, self.answered)

    def _finish(self) -> None:
        usual = Close.GOING_AWAY if self._going else Close.DONE
        self.close(self.session.close_code or usual, self.session.closing or "")

    def _failed(self) -> None:
        self._hall.counters.failures += 1
        log.exception("A %s session failed; its connection ends.", self._name)
        self.close(Close.OUR_FAULT, OUR_FAULT)

    def _settle(self) -> None:
        super()._settle()
        self._read_on()

    def _keep(self, message: M) -> None:
        super()._keep(message)
        if not self._paused and len(self._backlog or ()) >= self._most_waiting:
            self._paused = True
            self.wire.pause_reading()

    def _read_on(self) -> None:
        """Read again once half of the backlog is done."""
        few = self._most_waiting // 2
        if self._paused and not self._closed and len(self._backlog or ()) <= few:
            self._paused = False
            self.wire.resume_reading()
