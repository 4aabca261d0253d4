"""A WebSocket whose messages are texts: fragments, pings, limits and closing."""

from __future__ import annotations

import asyncio
import contextlib

from stammtisch.net.connection import DISCARDED, Backpressure, Connection
from stammtisch.net.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    BadFrame,
    Close,
    FrameReader,
    accepted,
    close_frame,
    control_frame,
    read_close,
    text_frames,
)
from stammtisch.net.registry import ConnectionInfo, ConnectionRegistry, WebSocketRoute, milliseconds
from stammtisch.net.tcp import without_delay
from stammtisch.protocols.session import NO_STATUS

#: So many messages wait for the end of a round; with more it is time to see whether they are read.
MOST_UNSENT = 16

#: Frames that may still come from one that was told that the connection ends: they were under way.
MOST_LATE = 100


class SocketTransport(asyncio.Protocol):
    """One WebSocket, from the moment its request has been read."""

    __slots__ = (
        "_address",
        "_closing",
        "_connection",
        "_deaf",
        "_discarded",
        "_fragments",
        "_frames",
        "_heard",
        "_late",
        "_lingered",
        "_pongs",
        "_reading",
        "_registry",
        "_route",
        "_silent",
        "_stream",
        "_unsent",
        "_whole",
    )

    def __init__(self, registry: ConnectionRegistry, route: WebSocketRoute, address: str) -> None:
        self._registry = registry
        self._route = route
        self._address = address
        self._stream: asyncio.Transport
        self._connection: Connection[str] | None = None
        self._frames = FrameReader(registry.settings.message_bytes)
        self._fragments: bytearray | None = None
        #: What the fragments make: a text, or a binary message.
        self._whole = TEXT
        #: We have said that the connection ends.
        self._closing = False
        #: Nothing more is parsed, not even what has arrived.
        self._deaf = False
        self._discarded = 0
        self._late = 0
        self._lingered = 0
        self._heard = False
        self._silent = 0
        #: What was said in this round of the loop.
        self._unsent: list[str] = []
        #: Answers to the pings of this round: hundreds of them leave by one write.
        self._pongs: list[bytes] = []
        self._reading = Backpressure(registry.settings.write_buffer_bytes)

    def open(self, stream: asyncio.Transport, query: dict[str, str], key: str, rest: bytes) -> None:
        """Take the connection over, whose request had that key; `rest` came after it."""
        self._stream = stream
        stream.set_protocol(self)
        without_delay(stream)
        self._write(accepted(key))
        settings = self._registry.settings
        arrival = ConnectionInfo(
            address=self._address,
            now=milliseconds(),
            query=query,
            members_only=settings.members_only,
            cheats=settings.cheats,
        )
        session = self._route.session(arrival)
        self._connection = Connection(
            self._registry, session, self, self._address, self._route.protocol
        )
        self._connection.open()
        if rest:
            self.data_received(rest)

    # --- what asyncio calls ----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._closing:
            self._discarded += len(data)
            if self._discarded > DISCARDED:
                self.abort()
        if self._deaf:
            return
        self._heard = True
        self._frames.feed(data)
        while not self._deaf:
            try:
                frame = self._frames.next()
                if frame is None:
                    return
                self._frame(*frame)
            except BadFrame as bad:
                self._refuse(bad.code, bad.reason)

    def connection_lost(self, error: Exception | None) -> None:
        self._closing = True
        self._fragments = None
        self._registry.dismiss(self._address, self._route.protocol)
        if self._connection is not None:
            self._connection.lost()
            self._connection = None

    def pause_writing(self) -> None:
        if self._connection is not None:
            self._connection.hold()

    def resume_writing(self) -> None:
        if self._connection is not None:
            self._connection.go_on()

    # --- messages in -----------------------------------------------------------------------------

    def _frame(self, kind: int, fin: bool, payload: bytes) -> None:
        if kind == CLOSE:
            self._closed_by_peer(payload)
        elif self._closing:
            self._count_late()
        elif kind == TEXT and fin and self._fragments is None:
            self._message(kind, payload)
        elif kind == BINARY and not self._route.takes_binary:
            self._refuse(Close.NOT_TEXT, "Only text messages are understood here.")
        elif kind in (TEXT, BINARY, CONTINUATION):
            self._fragment(kind, fin, payload)
        elif self._in_time() and kind == PING:
            if not self._pongs and not self._unsent:
                self._registry.at_end_of_round(self._flush)
            self._pongs.append(control_frame(PONG, payload))

    def _fragment(self, kind: int, fin: bool, payload: bytes) -> None:
        """RFC 6455 5.4: a first frame that says what it is, then continuations, the last of them
        with `fin`."""
        if not fin and not self._in_time():
            return
        if (kind == CONTINUATION) == (self._fragments is None):
            raise BadFrame(Close.BROKE_PROTOCOL, "A fragment stands where none can be.")
        if self._fragments is None:
            self._fragments = bytearray()
            self._whole = kind
        self._fragments += payload
        most = self._registry.settings.message_bytes
        if len(self._fragments) > most:
            raise BadFrame(Close.TOO_BIG, f"A message must not be longer than {most} bytes.")
        if fin:
            message, self._fragments = bytes(self._fragments), None
            self._message(self._whole, message)

    def _message(self, kind: int, message: bytes) -> None:
        try:
            # RFC 6455 5.6: only a text must be UTF-8.
            text = message.decode() if kind == TEXT else message.decode(errors="replace")
        except UnicodeDecodeError:
            self._refuse(Close.BAD_TEXT, "A text message must be UTF-8.")
            return
        if self._connection is not None:
            self._connection.received(text)

    def _in_time(self) -> bool:
        return self._connection is not None and self._connection.in_time()

    def _refuse(self, code: Close, reason: str) -> None:
        if self._closing or self._connection is None:
            self._count_late()
            return
        self._fragments = None
        self._registry.counters.refused[code.name.lower()] += 1
        self._connection.close(code, reason)

    def _count_late(self) -> None:
        self._late += 1
        if self._late > MOST_LATE:
            self._read_no_more()

    def _closed_by_peer(self, payload: bytes) -> None:
        # RFC 6455 1.4: nothing counts after a close.
        self._deaf = True
        if not self._closing:
            self._flush()
            try:
                code = read_close(payload)
            except BadFrame as bad:
                self._refuse(bad.code, bad.reason)
            else:
                self._closing = True
                self._write(close_frame(code))
        self._stream.close()

    # --- what the connection calls ----------------------------------------------------------------

    def send(self, messages: list[str]) -> None:
        """What is said in one round of the loop leaves at its end, together: at a busy table that
        is several messages for each, and to ask the system costs more than to make a message."""
        if self._closing:
            return
        if self._unsent:
            self._unsent += messages
        else:
            self._unsent = messages
            if not self._pongs:
                self._registry.at_end_of_round(self._flush)
        if len(self._unsent) > MOST_UNSENT:
            self._flush()

    def _flush(self) -> None:
        messages, self._unsent = self._unsent, []
        pongs, self._pongs = self._pongs, []
        if self._closing or not (messages or pongs):
            return
        if self._reading.waited:
            self._reading.before(self._stream.get_write_buffer_size())
        frames = text_frames(messages)
        self._write(b"".join(pongs) + frames if pongs else frames)
        if self._reading.too_slow(self._stream.get_write_buffer_size()):
            self._cut()

    def close(self, code: int, reason: str) -> None:
        """Say why, and wait a little for the other side's answer."""
        if self._closing:
            return
        self._flush()
        self._closing = True
        self._write(close_frame(None if code == NO_STATUS else code, reason))
        if code == Close.NOT_ALLOWED:
            self.pause_reading()
            self._read_no_more()

    def _write(self, data: bytes) -> None:
        if not self._stream.is_closing():
            self._stream.write(data)

    def _read_no_more(self) -> None:
        """Thousands of frames may have arrived and wait to be parsed, and as many again while the
        other side takes its time to close. It may still read why it ends."""
        self._deaf = True
        self._fragments = None
        if self._stream.can_write_eof() and not self._stream.is_closing():
            self._stream.write_eof()

    def abort(self) -> None:
        self._closing = True
        self._stream.abort()

    def pause_reading(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._stream.pause_reading()

    def resume_reading(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._stream.resume_reading()

    def tick(self) -> None:
        settings = self._registry.settings
        if self._closing:
            self._lingered += 1
            if self._lingered > settings.linger_seconds:
                self.abort()
            return
        held = self._connection is not None and self._connection.held
        if self._reading.tick(self._stream.get_write_buffer_size(), held=held):
            self._cut()
            return
        if self._heard:
            self._heard = False
            self._silent = 0
            return
        self._silent += 1
        if self._silent == settings.ping_seconds:
            self._write(control_frame(PING))
        elif self._silent > settings.ping_seconds + settings.pong_seconds and self._connection:
            self._connection.close(Close.GOING_AWAY, "Nothing was heard from you for too long.")

    def _cut(self) -> None:
        """Too much waits for a reader that is too slow."""
        self._registry.counters.slow_readers += 1
        self.abort()
