"""Messages over TCP: a wire for every protocol that says how its messages lie in a stream.

Frames to a client that loses those it finds in one read: one at a time, with a gap.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar, cast

from stammtisch.net.connection import DISCARDED, SAID, Backpressure, Connection
from stammtisch.net.frames import Close
from stammtisch.net.registry import (
    ConnectionInfo,
    ConnectionRegistry,
    Refused,
    SessionFactory,
    host_of,
    milliseconds,
)
from stammtisch.protocols.framing import BadFrame, Framing, TooBig

#: Loops count time in milliseconds or finer: a frame that is early by less than that is in time.
SLACK = 0.0005


class Pace:
    """The frames that wait for their turn. Knows no clock but the one it is told."""

    __slots__ = ("_frames", "_gap", "_hurried", "_left_at", "bytes")

    def __init__(self, gap: float) -> None:
        self._gap = gap
        #: Each with the time that is to pass after the one before.
        self._frames: deque[tuple[bytes, float]] | None = None
        self._left_at = float("-inf")
        self._hurried = False
        #: How much waits.
        self.bytes = 0

    def add(self, frame: bytes, pause: float = 0.0) -> None:
        """`pause` is a wait before this frame that is longer than the gap."""
        if self._frames is None:
            self._frames = deque()
        self._frames.append((frame, max(pause, self._gap)))
        self.bytes += len(frame)

    def due(self, now: float) -> bytes | None:
        """The next frame, if it may leave now (and then nothing else for the length of the gap)."""
        if self._frames is None or self._next_at() - SLACK > now:
            return None
        self._left_at = now
        frame, _ = self._frames.popleft()
        self.bytes -= len(frame)
        if not self._frames:
            # An idle connection keeps nothing.
            self._frames = None
        return frame

    def wait(self, now: float) -> float | None:
        """Seconds until a frame is due; None if none waits."""
        return None if self._frames is None else max(0.0, self._next_at() - now)

    def hurry(self) -> None:
        """The end is near: from now on there are gaps, but no longer pauses."""
        self._hurried = True

    def rest(self) -> bytes:
        """All that waits, at once."""
        joined = b"".join(frame for frame, _ in self._frames or ())
        self._frames = None
        self.bytes = 0
        return joined

    def _next_at(self) -> float:
        assert self._frames is not None
        return self._left_at + (self._gap if self._hurried else self._frames[0][1])


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


class StreamTransport(asyncio.Protocol, Generic[M]):
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
        "_connection",
        "_discarded",
        "_factory",
        "_framing",
        "_lingered",
        "_name",
        "_nameless",
        "_pace",
        "_reading",
        "_refused",
        "_registry",
        "_timer",
        "_transport",
    )

    def __init__(
        self,
        registry: ConnectionRegistry,
        protocol: str,
        factory: SessionFactory,
        framing: Framing[M],
        pace: float,
        clock: Clock | None = None,
        backlog: int | None = None,
    ) -> None:
        self._registry = registry
        self._name = protocol
        self._factory = factory
        self._framing = framing
        self._pace = Pace(pace) if pace else None
        self._reading = Backpressure(registry.settings.write_buffer_bytes)
        self._backlog = backlog
        self._admitted = False
        self._connection: Connection[M] | None = None
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
            self._registry.admit(self._address, self._name)
            self._admitted = True
        except Refused as refused:
            self.close(Close.TRY_LATER, refused.sentence)
            return
        session = self._factory(ConnectionInfo(address=self._address, now=milliseconds()))
        self._connection = Connection(
            self._registry, session, self, self._address, self._name, backlog=self._backlog
        )
        self._connection.open()

    def data_received(self, data: bytes) -> None:
        connection = self._connection
        if connection is None or self._closing:
            self._discarded += len(data)
            if self._discarded > DISCARDED:
                self.abort()
            return
        try:
            for message in self._framing.read(data):
                connection.received(message)
                if connection.closed:
                    # The rest is not even cut into messages.
                    return
        except BadFrame as bad:
            self._refuse(connection, bad)

    def eof_received(self) -> bool:
        if self._connection is None or self._closing:
            return False
        self._connection.ended()
        return True

    def pause_writing(self) -> None:
        if self._connection is not None:
            self._connection.hold()

    def resume_writing(self) -> None:
        if self._connection is not None and not self._queue_is_long():
            self._connection.go_on()

    def connection_lost(self, error: Exception | None) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        if self._admitted:
            self._registry.dismiss(self._address, self._name)
        if self._connection is not None:
            self._connection.lost()
            self._connection = None

    def _refuse(self, connection: Connection[M], bad: BadFrame) -> None:
        big = isinstance(bad, TooBig)
        self._registry.counters.refused["size" if big else "frame"] += 1
        connection.close(Close.TOO_BIG if big else Close.BROKE_PROTOCOL, bad.sentence)

    # --- what the connection calls ----------------------------------------------------------------

    def send(self, messages: list[M]) -> None:
        if self._closing:
            return
        if self._reading.waited:
            self._reading.before(self._waiting())
        self._put(messages)
        if self._reading.too_slow(self._waiting()):
            self._cut()
        elif self._queue_is_long() and self._connection is not None:
            self._connection.hold()

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
            if self._lingered > self._registry.settings.linger_seconds:
                self._transport.abort()
        elif self._reading.tick(
            self._waiting(), held=self._connection is not None and self._connection.held
        ):
            self._cut()
        elif self._connection is not None:
            self._expect_login(self._connection)

    def _expect_login(self, connection: Connection[M]) -> None:
        self._nameless = self._nameless + 1 if connection.peer.account is None else 0
        if self._nameless > LOGIN:
            self._registry.counters.refused["handshake"] += 1
            connection.close(Close.NOT_ALLOWED, NAMELESS)

    def _waiting(self) -> int:
        """What has not left yet."""
        queued = self._pace.bytes if self._pace is not None else 0
        return self._transport.get_write_buffer_size() + queued

    def _queue_is_long(self) -> bool:
        return self._pace is not None and self._pace.bytes > QUEUE

    def _cut(self) -> None:
        self._registry.counters.slow_readers += 1
        self.abort()

    # --- one after the other ---------------------------------------------------------------------

    def _put(self, messages: list[M]) -> None:
        framing = self._framing
        if self._pace is None:
            # uvloop hands each write to the system at once: what is said together goes together.
            self._transport.write(framing.encode_all(messages))
        elif self._connection is not None and self._connection.session.unpaced:
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
            if left <= QUEUE < left + len(frame) and self._connection is not None:
                self._connection.go_on()
        wait = self._pace.wait(self._clock.time())
        if wait is not None:
            self._timer = self._clock.call_later(wait, self._next)
        elif self._closing:
            self._end()

    def _end(self) -> None:
        """All has been said. Closing while the other side still sends would reset the connection,
        and a refusal would be lost: then the other side gets a little time to read and to close."""
        # Over TLS one cannot stop speaking and still listen.
        half_open = (
            self._refused and self._connection is not None and self._transport.can_write_eof()
        )
        if half_open:
            self._transport.write_eof()
        else:
            self._transport.close()


def without_delay(transport: asyncio.BaseTransport) -> None:
    """Send small packets at once: Nagle's algorithm would hold them for the other side's ack."""
    sock = transport.get_extra_info("socket")
    if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
