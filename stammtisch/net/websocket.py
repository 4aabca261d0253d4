"""A WebSocket served by picows: fragments, pings, limits and closing are ours to do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import lru_cache
from typing import Any, cast

from picows import WSAutoPingStrategy, WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

# Not in the library's public list: a test would notice if it changed.
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from stammtisch.net.connection import Backpressure, Close, Connection
from stammtisch.net.registry import ConnectionInfo, ConnectionRegistry, WebSocketRoute, milliseconds
from stammtisch.protocols.session import NO_STATUS

TEXT = WSMsgType.TEXT
BINARY = WSMsgType.BINARY
CONTINUATION = WSMsgType.CONTINUATION
PING = WSMsgType.PING
PONG = WSMsgType.PONG
CLOSE = WSMsgType.CLOSE

#: picows reports every misbehaviour of a client as an error of the server; we count them instead.
#: An adapter, because picows makes a new logger for each connection if it is given a logger.
_QUIET = logging.LoggerAdapter(logging.getLogger("picows.quiet"), {})
_QUIET.logger.setLevel(logging.CRITICAL)

#: RFC 6455 5.5: a control frame holds 125 bytes, two of them the code.
REASON_BYTES = 123

#: So many messages wait for the end of a round; with more it is time to see whether they are read.
MOST_UNSENT = 16

#: Frames that may still come from one that was told that the connection ends: they were under way.
MOST_LATE = 100


class _Unread(BaseException):
    """Leaves picows' parser in the middle of what has arrived: an `Exception` it would handle by
    itself, and go on with the next frame."""


class _Frames(WSProtocol):  # type: ignore[misc]
    """picows' parser, which can be left, and which ends with a close frame.

    RFC 6455 1.4: nothing counts after a close. But picows reads a frame ahead, and would complain
    about what follows the close before it has shown us the close itself.
    """

    __slots__ = ("_buffer", "_closes", "_ended", "_head", "_left")

    def __init__(self, before: int, *how: Any) -> None:
        """`before` bytes come before the first frame: the request."""
        super().__init__(*how)
        #: Bytes that the frame under way has yet to get, and whether it is a close.
        self._left = before
        self._closes = False
        #: What has come of a frame's head if it is not whole.
        self._head = b""
        #: The close has come.
        self._ended = False

    def get_buffer(self, size: int) -> memoryview:
        self._buffer = buffer = super().get_buffer(size)
        return buffer  # type: ignore[no-any-return]

    def buffer_updated(self, count: int) -> None:
        if self._ended:
            return
        try:  # noqa: SIM105 (every message passes here)
            super().buffer_updated(self._until_close(count))
        except _Unread:
            pass

    def _until_close(self, count: int) -> int:
        """How many of the bytes that have come belong to frames up to a close."""
        known = len(self._head)
        data = self._head + self._buffer[:count] if known else self._buffer[:count]
        size = known + count
        end = self._left
        while end <= size:
            if self._closes:
                self._ended = True
                return end - known
            head = _size_of_frame(data, end, size)
            if head is None:
                break
            self._closes = data[end] & 0x0F == CLOSE
            end += head
        self._head = bytes(data[end:size])
        self._left = max(0, end - size)
        return count


def _size_of_frame(data: memoryview | bytes, at: int, size: int) -> int | None:
    """RFC 6455 5.2: how long the masked frame is that begins there; None if that is not known."""
    if size - at < 2:
        return None
    length = data[at + 1] & 0x7F
    if length < 126:
        return 6 + length
    wide = 2 if length == 126 else 8
    if size - at < 2 + wide:
        return None
    return 6 + wide + int.from_bytes(data[at + 2 : at + 2 + wide], "big")


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair that somebody else has said must not end this connection.
        return text.encode(errors="replace")


def _frames(messages: list[str]) -> bytes:
    """A frame for each message, one after the other."""
    parts: list[bytes] = []
    for message in messages:
        text = _utf8(message)
        parts.append(_head(len(text)))
        parts.append(text)
    return b"".join(parts)


@lru_cache(maxsize=1024)
def _head(size: int) -> bytes:
    """RFC 6455 5.2: what comes before a whole text of that size in a server's frame."""
    if size < 126:
        return bytes((0x81, size))
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def reason_bytes(reason: str) -> bytes:
    """The reason as a close frame can hold it, cut between characters."""
    return reason.encode()[:REASON_BYTES].decode(errors="ignore").encode()


class SocketTransport(WSListener):
    """One WebSocket whose messages are texts."""

    __slots__ = (
        "_address",
        "_closing",
        "_deaf",
        "_entrance",
        "_fragments",
        "_heard",
        "_late",
        "_lingered",
        "_link",
        "_pongs",
        "_query",
        "_reading",
        "_registry",
        "_silent",
        "_socket",
        "_stream",
        "_unsent",
        "_whole",
    )

    def __init__(
        self,
        registry: ConnectionRegistry,
        entrance: WebSocketRoute,
        address: str,
        query: dict[str, str],
    ) -> None:
        super().__init__()
        self._registry = registry
        self._entrance = entrance
        self._address = address
        self._query: dict[str, str] | None = query
        self._link: Connection[str] | None = None
        self._fragments: bytearray | None = None
        self._closing = False
        #: Nothing more is read, not even what has arrived.
        self._deaf = False
        self._late = 0
        self._lingered = 0
        self._heard = False
        self._silent = 0
        #: What was said in this round of the loop.
        self._unsent: list[str] = []
        #: Answers to the pings of this round: hundreds of them leave by one write.
        self._pongs: list[bytes] = []
        self._reading = Backpressure(registry.settings.write_buffer_bytes)

    # --- what picows calls -----------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._socket = transport
        self._stream = transport.underlying_transport
        settings = self._registry.settings
        arrival = ConnectionInfo(
            address=self._address,
            now=milliseconds(),
            query=self._query or {},
            members_only=settings.members_only,
            cheats=settings.cheats,
        )
        self._query = None
        session = self._entrance.session(arrival)
        self._link = Connection(
            self._registry, session, self, self._address, self._entrance.protocol
        )
        self._link.open()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._heard = True
        kind = frame.msg_type
        if not self._closing and transport.is_close_frame_sent:
            self._refused_below()
        if kind == CLOSE:
            self._closed_by_peer(frame)
        elif self._closing:
            self._late += 1
            if self._late > MOST_LATE:
                self._read_no_more()
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self._refuse(Close.BROKE_PROTOCOL, "No extension was agreed upon.")
        elif kind == TEXT and frame.fin and self._fragments is None:
            self._text(frame.get_payload_as_bytes())
        elif kind == BINARY and not self._entrance.takes_binary:
            self._refuse(Close.NOT_TEXT, "Only text messages are understood here.")
        elif kind == BINARY and frame.fin and self._fragments is None:
            self._binary(frame.get_payload_as_bytes())
        elif kind in (TEXT, BINARY, CONTINUATION):
            self._fragment(frame)
        elif not self._in_time():
            pass
        elif kind == PING:
            if not self._pongs and not self._unsent:
                self._registry.at_end_of_round(self._flush)
            payload = frame.get_payload_as_bytes()
            self._pongs.append(bytes((0x8A, len(payload))) + payload)
        if self._deaf:
            raise _Unread

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._closing and transport.is_close_frame_sent:
            self._refused_below()
        self._closing = True
        self._fragments = None
        self._registry.dismiss(self._address, self._entrance.protocol)
        if self._link is not None:
            self._link.lost()
            self._link = None

    def pause_writing(self) -> None:
        if self._link is not None:
            self._link.hold()

    def resume_writing(self) -> None:
        if self._link is not None:
            self._link.go_on()

    # --- messages in -----------------------------------------------------------------------------

    def _fragment(self, frame: WSFrame) -> None:
        """RFC 6455 5.4: a first frame that says what it is, then continuations, the last of them
        with `fin`."""
        if not frame.fin and not self._in_time():
            return
        if (frame.msg_type == CONTINUATION) == (self._fragments is None):
            self._refuse(Close.BROKE_PROTOCOL, "A fragment stands where none can be.")
            return
        if self._fragments is None:
            self._fragments = bytearray()
            self._whole = self._binary if frame.msg_type == BINARY else self._text
        self._fragments += frame.get_payload_as_memoryview()
        most = self._registry.settings.message_bytes
        if len(self._fragments) > most:
            self._refuse(Close.TOO_BIG, f"A message must not be longer than {most} bytes.")
        elif frame.fin:
            message, self._fragments = bytes(self._fragments), None
            self._whole(message)

    def _text(self, message: bytes) -> None:
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self._refuse(Close.BAD_TEXT, "A text message must be UTF-8.")
            return
        if self._link is not None:
            self._link.received(text)

    def _binary(self, message: bytes) -> None:
        # RFC 6455 5.6: only a text must be UTF-8.
        if self._link is not None:
            self._link.received(message.decode(errors="replace"))

    def _in_time(self) -> bool:
        return self._link is not None and self._link.in_time()

    def _refuse(self, code: Close, reason: str) -> None:
        self._fragments = None
        self._registry.counters.refused[code.name.lower()] += 1
        if self._link is not None:
            self._link.close(code, reason)

    def _refused_below(self) -> None:
        """picows itself found a bad frame and closes; it may still show us what follows."""
        self._closing = True
        self._registry.counters.refused["frame"] += 1

    def _closed_by_peer(self, frame: WSFrame) -> None:
        if not self._closing:
            self._flush()
            self._closing = True
            code = cast(int, frame.get_close_code()) if frame.payload_size else Close.DONE
            if frame.rsv1 or frame.rsv2 or frame.rsv3 or not _is_close_code(code):
                self._registry.counters.refused["frame"] += 1
                code = Close.BROKE_PROTOCOL
            self._socket.send_close(cast("WSCloseCode", code))
        self._socket.disconnect()

    # --- what the link calls ---------------------------------------------------------------------

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
        if len(messages) == 1 and not pongs:
            # picows gives it to the system at once.
            self._socket.send(TEXT, _utf8(messages[0]))
        else:
            self._stream.write(b"".join(pongs) + _frames(messages))
        self._check_buffer()

    def close(self, code: int, reason: str) -> None:
        """Say why, and wait a little for the other side's answer."""
        if self._closing:
            return
        self._flush()
        self._closing = True
        if code == NO_STATUS:
            self._socket.send(CLOSE, b"")
        else:
            # picows takes any number, though it names only the registered ones.
            self._socket.send_close(cast("WSCloseCode", code), reason_bytes(reason))
        if code == Close.NOT_ALLOWED:
            self._read_no_more()

    def _read_no_more(self) -> None:
        """Thousands of frames may have arrived and wait to be parsed, and as many again while the
        other side takes its time to close. It may still read why it ends."""
        self._deaf = True
        self._fragments = None
        self.pause_reading()
        if self._stream.can_write_eof():
            self._stream.write_eof()

    @property
    def deaf(self) -> bool:
        return self._deaf

    def abort(self) -> None:
        self._closing = True
        self._socket.disconnect(graceful=False)

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
        held = self._link is not None and self._link.held
        if self._reading.tick(self._stream.get_write_buffer_size(), held=held):
            self._cut()
            return
        if self._heard:
            self._heard = False
            self._silent = 0
            return
        self._silent += 1
        if self._silent == settings.ping_seconds:
            self._socket.send_ping()
        elif self._silent > settings.ping_seconds + settings.pong_seconds and self._link:
            self._link.close(Close.GOING_AWAY, "Nothing was heard from you for too long.")

    def _check_buffer(self) -> None:
        if self._reading.too_slow(self._stream.get_write_buffer_size()):
            self._cut()

    def _cut(self) -> None:
        """Too much waits for a reader that is too slow."""
        self._registry.counters.slow_readers += 1
        self.abort()


def _is_close_code(code: int) -> bool:
    """RFC 6455 7.4: may it be on the wire? (1004 to 1006 and 1015 may not.)"""
    return 1000 <= code < 1004 or 1006 < code < 1015 or 3000 <= code < 5000


def open_socket(
    wire: SocketTransport, transport: asyncio.Transport, request: bytes, rest: bytes, most: int
) -> None:
    """Hand a connection over to picows, with the request it has already sent and what follows."""
    protocol = _Frames(
        len(request),
        None,  # host and port: of clients only
        None,  # path: likewise
        False,  # client side
        lambda request: wire,
        _QUIET,
        True,  # disconnect on exception
        None,  # handshake timeout: the request is here already
        False,  # ping: one timer of ours serves all
        1,
        1,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        False,  # pong: ours, because a ping is a sign of life
        most,
        None,  # headers: of clients only
        2048,  # read buffer: 5,000 idle connections take 100 MB instead of 144
    )
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    data = request + rest
    while data and not wire.deaf and not transport.is_closing():
        buffer = protocol.get_buffer(-1)
        count = min(len(buffer), len(data))
        buffer[:count] = data[:count]
        protocol.buffer_updated(count)
        data = data[count:]
