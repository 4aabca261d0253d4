"""Messages over TCP: a wire for every protocol that says how its messages lie in a stream."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar, cast

from stammtisch.protocols.framing import BadFrame, Framing, TooBig
from stammtisch.server.arrivals import Arrival, SessionFactory
from stammtisch.server.hall import Hall, Refused, milliseconds
from stammtisch.server.limits import host_of
from stammtisch.server.link import Link
from stammtisch.server.pace import Pace
from stammtisch.server.reading import Reading
from stammtisch.server.wire import DISCARDED, SAID, Close

M = TypeVar("M")

#: Bytes in the queue of one whose messages leave with gaps, from which on no more is done for it
#: until they have left. Of others the system's own marks are taken.
QUEUE = 65_536


#: Seconds in which somebody must sign in. The desktop client of cg connects before it asks for name
#: and password, so that people may look at its login screen for a while.
LOGIN = 600
NAMELESS = "You did not sign in; this connection ends."


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """As much of an event loop as the gaps need."""

    def time(self) -> float: ...

    def call_later(self, delay: float, callback: Callable[[], None], /) -> Timer: ...


class StreamWire(asyncio.Protocol, Generic[M]):
    """One TCP connection, whose messages the framing cuts out of the bytes.

    Messages leave one write each with a gap (`pace` seconds, or longer if a message asks for a
    pause) between them; without a gap, or for a session that says it is `unpaced`, the messages of
    one turn of the loop leave in one write.
    """

    __slots__ = (
        "_address",
        "_admitted",
        "_backlog",
        "_clock",
        "_closing",
        "_discarded",
        "_factory",
        "_framing",
        "_hall",
        "_lingered",
        "_link",
        "_name",
        "_nameless",
        "_pace",
        "_reading",
        "_refused",
        "_timer",
        "_transport",
    )

    def __init__(
        self,
        hall: Hall,
        protocol: str,
        factory: SessionFactory,
        framing: Framing[M],
        pace: float,
        clock: Clock | None = None,
        backlog: int | None = None,
    ) -> None:
        self._hall = hall
        self._name = protocol
        self._factory = factory
        self._framing = framing
        self._pace = Pace(pace) if pace else None
        self._reading = Reading(hall.settings.write_buffer_bytes)
        self._backlog = backlog
        self._admitted = False
        self._link: Link[M] | None = None
        self._closing = False
        self._discarded = 0
        self._refused = False
        self._lingered = 0
        #: Seconds in which nobody has signed in.
        self._nameless = 0
        self._timer: Timer | None = None
        #: Only for the gaps between messages.
        self._clock = clock or asyncio.get_running_loop()

    # --- what asyncio calls ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        without_delay(self._transport)
        self._address = host_of(transport.get_extra_info("peername"))
        try:
            self._hall.admit(self._address, self._name)
            self._admitted = True
        except Refused as refused:
            self.close(Close.TRY_LATER, refused.sentence)
            return
        session = self._factory(Arrival(address=self._address, now=milliseconds()))
        self._link = Link(
            self._hall, session, self, self._address, self._name, backlog=self._backlog
        )
        self._link.open()

    def data_received(self, data: bytes) -> None:
        link = self._link
        if link is None or self._closing:
            self._discarded += len(data)
            if self._discarded > DISCARDED:
                self.abort()
            return
        try:
            for message in self._framing.read(data):
                link.received(message)
                if link.closed:
                    # The rest is not even cut into messages.
                    return
        except BadFrame as bad:
            self._refuse(link, bad)

    def eof_received(self) -> bool:
        if self._link is None or self._closing:
            return False
        self._link.ended()
        return True

    def pause_writing(self) -> None:
        if self._link is not None:
            self._link.hold()

    def resume_writing(self) -> None:
        if self._link is not None and not self._queue_is_long():
            self._link.go_on()

    def connection_lost(self, error: Exception | None) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        if self._admitted:
            self._hall.dismiss(self._address, self._name)
        if self._link is not None:
            self._link.lost()
            self._link = None

    def _refuse(self, link: Link[M], bad: BadFrame) -> None:
        big = isinstance(bad, TooBig)
        self._hall.counters.refused["size" if big else "frame"] += 1
        link.close(Close.TOO_BIG if big else Close.BROKE_PROTOCOL, bad.sentence)

    # --- what the link calls ---------------------------------------------------------------------

    def send(self, messages: list[M]) -> None:
        if self._closing:
            return
        if self._reading.waited:
            self._reading.before(self._waiting())
        self._put(messages)
        if self._reading.too_slow(self._waiting()):
            self._cut()
        elif self._queue_is_long() and self._link is not None:
            self._link.hold()

    def close(self, code: int, reason: str) -> None:
        if self._closing:
            return
        if code not in SAID:
            self._refused = True
            last_words = self._framing.farewell(reason)
            if last_words is not None:
                self._put([last_words])
        self._closing = True
        if code == Close.NOT_ALLOWED:
            # It may still read why; nothing is read from it.
            self.pause_reading()
        if self._timer is None:
            self._end()
        elif self._pace is not None:
            self._pace.hurry()
            self._timer.cancel()
            self._next()

    def abort(self) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._transport.abort()

    def pause_reading(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        # The other side may have gone meanwhile.
        with contextlib.suppress(RuntimeError):
            self._transport.resume_reading()

    def tick(self) -> None:
        if self._closing:
            self._lingered += 1
            if self._lingered > self._hall.settings.linger_seconds:
                self._transport.abort()
        elif self._reading.tick(self._waiting(), held=self._link is not None and self._link.held):
            self._cut()
        elif self._link is not None:
            self._expect_login(self._link)

    def _expect_login(self, link: Link[M]) -> None:
        self._nameless = self._nameless + 1 if link.visitor.account is None else 0
        if self._nameless > LOGIN:
            self._hall.counters.refused["handshake"] += 1
            link.close(Close.NOT_ALLOWED, NAMELESS)

    def _waiting(self) -> int:
        """What has not left yet."""
        queued = self._pace.bytes if self._pace is not None else 0
        return self._transport.get_write_buffer_size() + queued

    def _queue_is_long(self) -> bool:
        return self._pace is not None and self._pace.bytes > QUEUE

    def _cut(self) -> None:
        self._hall.counters.slow_readers += 1
        self.abort()

    # --- one after the other ---------------------------------------------------------------------

    def _put(self, messages: list[M]) -> None:
        framing = self._framing
        if self._pace is None:
            # uvloop hands each write to the system at once: what is said together goes together.
            self._transport.write(framing.encode_all(messages))
        elif self._link is not None and self._link.session.unpaced:
            # It has just said so: what waits goes before, and nothing waits from now on.
            waited, self._pace = self._pace.rest(), None
            self._transport.write(waited + framing.encode_all(messages))
        else:
            for message in messages:
                self._pace.add(framing.encode(message), framing.pause(message) / 1000)
            if self._timer is None:
                self._next()

    def _next(self) -> None:
        """Send the frame whose time has come, and come again for the one after it."""
        self._timer = None
        if self._pace is None:
            if self._closing:
                self._end()
            return
        frame = self._pace.due(self._clock.time())
        if frame is not None:
            self._transport.write(frame)
            left = self._pace.bytes
            if left <= QUEUE < left + len(frame) and self._link is not None:
                self._link.go_on()
        wait = self._pace.wait(self._clock.time())
        if wait is not None:
            self._timer = self._clock.call_later(wait, self._next)
        elif self._closing:
            self._end()

    def _end(self) -> None:
        """All has been said. Closing while the other side still sends would reset the connection,
        and a refusal would be lost: then the other side gets a little time to read and to close."""
        # Over TLS one cannot stop speaking and still listen.
        half_open = self._refused and self._link is not None and self._transport.can_write_eof()
        if half_open:
            self._transport.write_eof()
        else:
            self._transport.close()


def without_delay(transport: asyncio.BaseTransport) -> None:
    """Send small packets at once: Nagle's algorithm would hold them for the other side's ack."""
    sock = transport.get_extra_info("socket")
    if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
