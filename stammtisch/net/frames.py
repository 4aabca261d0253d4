"""RFC 6455: the frames of a WebSocket, as bytes in and out. Pure, no I/O.

It is written here because no library has a public way to take over a connection whose first
request somebody else has read, and to stop in the middle of what has arrived when it is too much.
"""

from __future__ import annotations

import base64
import hashlib
from enum import IntEnum
from functools import lru_cache

#: 1.3: what makes the answer to a key.
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_KINDS = frozenset((CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG))
#: 5.5: a control frame is whole and has at most 125 bytes, two of a close's are its code.
_CONTROL_BYTES = 125
REASON_BYTES = 123


class Close(IntEnum):
    """Why a connection ends: WebSocket's own codes (7.4.1), used for every transport."""

    DONE = 1000
    GOING_AWAY = 1001
    BROKE_PROTOCOL = 1002
    NOT_TEXT = 1003
    BAD_TEXT = 1007
    NOT_ALLOWED = 1008
    TOO_BIG = 1009
    OUR_FAULT = 1011
    TRY_LATER = 1013


class BadFrame(Exception):
    """A frame came that may not come: the code to close with, and why."""

    def __init__(self, code: Close, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class FrameReader:
    """Cuts what a client sends into frames. The largest payload is `most` bytes."""

    __slots__ = ("_at", "_data", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._data = b""
        #: Where the next frame begins; that may be beyond the data, after one that was refused.
        self._at = 0

    def feed(self, data: bytes) -> None:
        beyond = self._at - len(self._data)
        if beyond >= 0:
            self._data = data
            self._at = beyond
        else:
            self._data = self._data[self._at :] + data
            self._at = 0

    def next(self) -> tuple[int, bool, bytes] | None:
        """Kind, `fin` and payload of the next frame; None if it has not come whole.

        Raises `BadFrame`, for one that is too large as soon as its head is here, and passes over
        its payload.
        """
        data = self._data
        at = self._at + 2
        if len(data) < at:
            return None
        first, second = data[at - 2], data[at - 1]
        size = second & 0x7F
        if size > _CONTROL_BYTES:
            wide = 2 if size == 126 else 8
            if len(data) < at + wide:
                return None
            size = int.from_bytes(data[at : at + wide])
            at += wide
        kind = first & 0x0F
        if first & 0x70 or second < 0x80 or kind > TEXT or size > self._most:
            self._check(first, second, size, at)
        start = at + 4
        end = start + size
        if len(data) < end:
            return None
        self._at = end
        # 5.3: each byte is combined with one of the mask's four: quickest as one large number.
        mask = int.from_bytes((data[at:start] * (size // 4 + 1))[:size])
        payload = (int.from_bytes(data[start:end]) ^ mask).to_bytes(size)
        return kind, first >= 0x80, payload

    def _check(self, first: int, second: int, size: int, at: int) -> None:
        """Refuse the frame whose head ends at `at`, if one of these things is wrong."""
        kind = first & 0x0F
        code, reason = Close.BROKE_PROTOCOL, ""
        if first & 0x70:
            reason = "No extension was agreed upon."
        elif kind not in _KINDS:
            reason = f"There are no frames of kind {kind}."
        elif second < 0x80:
            reason = "A client masks its frames."
        elif kind >= CLOSE and (size > _CONTROL_BYTES or first < 0x80):
            reason = "A control frame is too long, or not whole."
        elif size > self._most:
            code, reason = Close.TOO_BIG, f"A message must not be longer than {self._most} bytes."
        if reason:
            self._at = at + size + (4 if second >= 0x80 else 0)
            raise BadFrame(code, reason)


def read_close(payload: bytes) -> int:
    """The code of a close frame, 1000 if it has none. Raises `BadFrame`."""
    if not payload:
        return Close.DONE
    code = int.from_bytes(payload[:2])
    # 7.4: these may be on the wire; 1004 to 1006 and 1015 may not.
    known = 1000 <= code < 1004 or 1006 < code < 1015 or 3000 <= code < 5000
    if len(payload) < 2 or not known:
        raise BadFrame(Close.BROKE_PROTOCOL, "A close frame has no code that it may have.")
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        raise BadFrame(Close.BAD_TEXT, "The reason of a close must be UTF-8.") from None
    return code


# --- what a server sends -------------------------------------------------------------------------


def accepted(key: str) -> bytes:
    """4.2.2: the answer that opens a WebSocket."""
    digest = base64.b64encode(hashlib.sha1(key.encode() + _MAGIC, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Accept: " + digest + b"\r\n\r\n"
    )


@lru_cache(maxsize=1024)
def text_head(size: int) -> bytes:
    """5.2: what comes before a whole text of that size."""
    if size < 126:
        return bytes((0x80 | TEXT, size))
    if size < 65_536:
        return bytes((0x80 | TEXT, 126)) + size.to_bytes(2)
    return bytes((0x80 | TEXT, 127)) + size.to_bytes(8)


def text_frames(messages: list[str]) -> bytes:
    """A frame for each message, one after the other."""
    if len(messages) == 1:
        text = _utf8(messages[0])
        return text_head(len(text)) + text
    parts: list[bytes] = []
    for message in messages:
        text = _utf8(message)
        parts.append(text_head(len(text)))
        parts.append(text)
    return b"".join(parts)


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair that somebody else has said must not end this connection.
        return text.encode(errors="replace")


def control_frame(kind: int, payload: bytes = b"") -> bytes:
    return bytes((0x80 | kind, len(payload))) + payload


def close_frame(code: int | None, reason: str = "") -> bytes:
    """None is a close without a code. A reason that is too long is cut between characters."""
    if code is None:
        return control_frame(CLOSE)
    return control_frame(CLOSE, code.to_bytes(2) + reason_bytes(reason))


def reason_bytes(reason: str) -> bytes:
    return reason.encode()[:REASON_BYTES].decode(errors="ignore").encode()
