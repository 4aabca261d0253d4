"""One connection: drives its session between its transport and the server.

A `Transport` is what a `Connection` sees of its socket: a plain TCP stream, a WebSocket, or a list
in a test. `Backpressure` says how well the other side reads: however much a client asks for, one
that reads is not cut off, because nothing more is done for it until it has read the last answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, TypeVar

from stammtisch.accounts.limits import TokenBucket
from stammtisch.net.frames import Close
from stammtisch.net.registry import ConnectionRegistry
from stammtisch.protocols.session import Session
from stammtisch.protocols.session_runner import SessionRunner
from stammtisch.replies import Refused
from stammtisch.requests import Act
from stammtisch.tables.outbox import UNKNOWN
from stammtisch.vocabulary import Reply, Request

if TYPE_CHECKING:
    from stammtisch.accounts.peers import Peer


M = TypeVar("M")


#: The session itself ends the connection and has said all there is to say.
SAID: frozenset[int] = frozenset({Close.DONE, Close.GOING_AWAY})

#: Bytes that are still taken from one that was refused: closing while the other side sends would
#: reset the connection, and it could not read why.
DISCARDED = 262_144


class Transport(Protocol[M]):
    def send(self, messages: list[M]) -> None:
        """Send them in order, without waiting; a reader that is too slow is cut off."""

    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent has left, with the reason in its protocol's form.

        The connection's `lost` is called when it has ended. Closing again changes nothing.
        """

    def abort(self) -> None:
        """End the connection at once, whatever still waits."""

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def tick(self) -> None:
        """About a second has passed: notice silence, and cut what lingers."""


#: How many times as much may wait for one who does read.
PATIENT = 4
#: Seconds in which nothing was taken, after which one does not read: networks have their moments.
STALLED = 5


class Backpressure:
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


log = logging.getLogger(__name__)


#: In milliseconds, as sessions count.
SECOND = 1000

TOO_FAST = "You send too many messages; this connection ends."
OUR_FAULT = "Something went wrong here; this connection ends."


class Connection(SessionRunner[M]):
    """Messages of one transport into one session, its requests to the server, the answers back.

    When the backlog is full the transport stops reading. An error in the session ends this
    connection and no other. (What every message passes names `SessionRunner` where elsewhere one
    writes `super()`, which makes an object each time.)
    """

    __slots__ = (
        "_address",
        "_asked_at",
        "_deaf",
        "_most_waiting",
        "_name",
        "_paused",
        "_rate",
        "_registry",
        "peer",
        "transport",
    )

    def __init__(
        self,
        registry: ConnectionRegistry,
        session: Session[M],
        transport: Transport[M],
        address: str,
        protocol: str,
        *,
        backlog: int | None = None,
    ) -> None:
        super().__init__(session, transport.send)
        self.transport = transport
        self.peer: Peer
        self._registry = registry
        self._address = address
        self._name = protocol
        self._asked_at = 0.0
        self._paused = False
        self._deaf = False
        settings = registry.settings
        self._most_waiting = backlog or settings.backlog
        self._rate = (
            TokenBucket(settings.rate, settings.burst, time.monotonic()) if settings.rate else None
        )

    def open(self) -> None:
        """The transport is ready: come into the server, and say what the session says first."""
        self._registry.enter(self)
        self.peer = self._registry.app.arrive(self._address, self._name, self.notified)
        self._settle()

    # --- from the transport -----------------------------------------------------------------------

    def received(self, message: M) -> None:
        if not self._closed and not self._deaf and (self._rate is None or self.in_time()):
            SessionRunner.received(self, message)

    def in_time(self) -> bool:
        """Count something that came in; False, and the end, if it comes too fast."""
        if self._rate is None or self._rate.allows(time.monotonic()):
            return True
        self._registry.counters.refused["rate"] += 1
        self.close(Close.NOT_ALLOWED, TOO_FAST)
        return False

    def lost(self) -> None:
        """The transport has ended, for whatever reason."""
        self.stop()
        self._registry.leave(self)
        self._registry.app.depart(self.peer)

    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent has left."""
        if not self._closed:
            self.stop()
            self.transport.close(code, reason)
            # However long the other side takes to hear it: its seat is free now.
            self._registry.app.depart(self.peer)

    def listen_no_more(self) -> None:
        """Whatever still comes in is not heard."""
        self._deaf = True
        self._backlog = None
        self._read_on()

    # --- from the server --------------------------------------------------------------------------

    def answered(self, reply: Reply) -> None:
        if type(self._request) is Act:
            counters = self._registry.counters
            counters.actions += 1
            if type(reply) is Refused:
                counters.actions_refused += 1
            counters.action_seconds.observe(perf_counter() - self._asked_at)
        if type(reply) is Refused and reply.code == UNKNOWN.code and not self.session.says_unknown:
            self._request = None
            self.close(Close.GOING_AWAY, UNKNOWN.message)
            return
        SessionRunner.answered(self, reply)

    # --- time ------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        self.transport.tick()
        super().tick(now)
        due = self.session.due
        if due is not None and due < now + 2 * SECOND:
            # Sooner than the tick after next: a tick that is no longer needed does no harm.
            loop = asyncio.get_running_loop()
            loop.call_later((due - now) / SECOND, super().tick, due)

    # --- the session -----------------------------------------------------------------------------

    def _ask(self, request: Request) -> None:
        registry = self._registry
        registry.counters.requests[type(request)] += 1
        self._asked_at = perf_counter()
        registry.app.ask(self.peer, request, self.answered)

    def _finish(self) -> None:
        usual = Close.GOING_AWAY if self._going else Close.DONE
        self.close(self.session.close_code or usual, self.session.closing or "")

    def _failed(self) -> None:
        self._registry.counters.failures += 1
        log.exception("A %s session failed; its connection ends.", self._name)
        self.close(Close.OUR_FAULT, OUR_FAULT)

    def _next(self) -> M:
        message = super()._next()
        self._read_on()
        return message

    def _keep(self, message: M) -> None:
        super()._keep(message)
        if not self._paused and len(self._backlog or ()) >= self._most_waiting:
            self._paused = True
            self.transport.pause_reading()

    def _read_on(self) -> None:
        """Read again once half of the backlog is done."""
        few = self._most_waiting // 2
        if self._paused and not self._closed and len(self._backlog or ()) <= few:
            self._paused = False
            self.transport.resume_reading()
