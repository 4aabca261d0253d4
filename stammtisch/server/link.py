"""One connection: drives its session between the wire and the house."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from stammtisch.house.requests import Act, Goodbye, Notice, Reply, Request
from stammtisch.protocols.session import Session
from stammtisch.server.hall import Hall
from stammtisch.server.limits import Rate
from stammtisch.server.wire import Close, Wire
from stammtisch.tables.answers import Refused

if TYPE_CHECKING:
    from stammtisch.house.visitor import Visitor

log = logging.getLogger(__name__)

M = TypeVar("M")
T = TypeVar("T")

TOO_FAST = "You send too many messages; this connection ends."
OUR_FAULT = "Something went wrong here; this connection ends."


class Link(Generic[M]):
    """Messages of one wire into one session, its requests to the house, the answers back.

    At most one request is under way; later messages wait in a backlog, and when that is full the
    wire stops reading. An error in the session ends this connection and no other.
    """

    __slots__ = (
        "_address",
        "_asked_at",
        "_backlog",
        "_closed",
        "_deaf",
        "_ended",
        "_going",
        "_hall",
        "_name",
        "_paused",
        "_rate",
        "_reply",
        "_request",
        "_settling",
        "session",
        "visitor",
        "wire",
    )

    def __init__(
        self, hall: Hall, session: Session[M], wire: Wire[M], address: str, protocol: str
    ) -> None:
        self.session = session
        self.wire = wire
        self.visitor: Visitor
        self._hall = hall
        self._address = address
        self._name = protocol
        #: What the house is working on.
        self._request: Request | None = None
        self._reply: Reply | None = None
        self._asked_at = 0.0
        self._backlog: list[M] | None = None
        self._settling = False
        self._paused = False
        self._closed = False
        self._deaf = False
        self._ended = False
        self._going = False
        settings = hall.settings
        self._rate = (
            Rate(settings.rate, settings.burst, time.monotonic()) if settings.rate else None
        )

    def open(self) -> None:
        """The wire is ready: come into the house, and say what the session says first."""
        self._hall.enter(self)
        self.visitor = self._hall.house.arrive(self._address, self._name, self.notified)
        self._settle()

    @property
    def busy(self) -> bool:
        return self._request is not None

    # --- from the wire ---------------------------------------------------------------------------

    def received(self, message: M) -> None:
        if self._closed or self._deaf:
            return
        if not self.in_time():
            return
        if self._request is not None or self._backlog or self._settling:
            self._keep(message)
            return
        self._do(self.session.receive, message)

    def in_time(self) -> bool:
        """Count something that came in; False, and the end, if it comes too fast."""
        if self._rate is None or self._rate.allows(time.monotonic()):
            return True
        self._hall.counters.refused["rate"] += 1
        self.close(Close.NOT_ALLOWED, TOO_FAST)
        return False

    def ended(self) -> None:
        """The other side sends no more: go once everything it sent is answered."""
        self._ended = True
        if not self._settling:
            self._settle()

    def lost(self) -> None:
        """The wire has ended, for whatever reason."""
        self._closed = True
        self._backlog = None
        self._hall.leave(self)
        self._hall.house.depart(self.visitor)

    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent has left."""
        if not self._closed:
            self._closed = True
            self._backlog = None
            self.wire.close(code, reason)
            # However long the other side takes to hear it: its seat is free now.
            self._hall.house.depart(self.visitor)

    # --- from the house --------------------------------------------------------------------------

    def notified(self, notice: Notice) -> None:
        if self._closed:
            return
        if isinstance(notice, Goodbye):
            self._going = True
        session = self.session
        try:
            session.notified(notice)
        except Exception:
            self._fail()
            return
        if self._settling:
            return
        if session.closing is None and session.asking is None:
            # The usual case: the session has only something to say.
            if session.outbox:
                messages, session.outbox = session.outbox, []
                self.wire.send(messages)
        else:
            self._settle()

    def _answered(self, reply: Reply) -> None:
        self._note(reply)
        if self._closed:
            self._request = None
        elif self._settling:
            self._reply = reply
        else:
            self._request = None
            self._do(self.session.answered, reply)

    def _note(self, reply: Reply) -> None:
        counters = self._hall.counters
        if isinstance(self._request, Act):
            counters.actions += 1
            if isinstance(reply, Refused):
                counters.actions_refused += 1
            counters.action_seconds.observe(time.perf_counter() - self._asked_at)

    # --- time ------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        self.wire.tick()
        if not self._closed:
            self._do(self.session.tick, now)

    def listen_no_more(self) -> None:
        """Whatever still comes in is not heard."""
        self._deaf = True
        self._backlog = None

    # --- the session -----------------------------------------------------------------------------

    def _do(self, call: Callable[[T], None], what: T) -> None:
        """Give the session something, then take away what it wants."""
        try:
            call(what)
        except Exception:
            self._fail()
            return
        if not self._settling:
            self._settle()

    def _settle(self) -> None:
        """Take away what the session wants until it wants nothing more (or waits)."""
        self._settling = True
        try:
            while not self._closed and self._step():
                pass
        except Exception:
            self._fail()
        finally:
            self._settling = False
        if self._paused and not self._closed and len(self._backlog or ()) <= self._low:
            self._paused = False
            self.wire.resume_reading()

    def _step(self) -> bool:
        """Send what the session says, then do one thing that it wants or that waits for it.

        False if there is none.
        """
        session = self.session
        if session.outbox:
            messages, session.outbox = session.outbox, []
            self.wire.send(messages)
        if session.closing is not None:
            usual = Close.GOING_AWAY if self._going else Close.DONE
            self.close(session.close_code or usual, session.closing)
            return False
        if self._reply is not None:
            reply, self._reply, self._request = self._reply, None, None
            session.answered(reply)
            return True
        if self._request is not None:
            return False
        if session.asking is not None:
            self._request, session.asking = session.asking, None
            self._hall.counters.requests[type(self._request).__name__] += 1
            self._asked_at = time.perf_counter()
            self._hall.house.ask(self.visitor, self._request, self._answered)
            return self._reply is not None
        if self._backlog:
            session.receive(self._backlog.pop(0))
            return True
        if self._ended:
            self.close(Close.DONE, "")
        return False

    def _keep(self, message: M) -> None:
        if self._backlog is None:
            self._backlog = []
        self._backlog.append(message)
        if not self._paused and len(self._backlog) >= self._hall.settings.backlog:
            self._paused = True
            self.wire.pause_reading()

    @property
    def _low(self) -> int:
        return self._hall.settings.backlog // 2

    def _fail(self) -> None:
        self._hall.counters.failures += 1
        log.exception("A %s session failed; its connection ends.", self._name)
        self.close(Close.OUR_FAULT, OUR_FAULT)
