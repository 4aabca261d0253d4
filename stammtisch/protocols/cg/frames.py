"""Packets in a stream: each a length, an id, flags, and one map as msgpack, maybe compressed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stammtisch.protocols.cg import bodies
from stammtisch.protocols.cg.bodies import TooMuch, Unreadable
from stammtisch.protocols.cg.registry import CLOSECONN
from stammtisch.protocols.framing import BadFrame, Framing, TooBig

#: Of what follows the length; also of a body once it is inflated.
LIMIT = 1 << 20

COMPRESSED = 1
ENCRYPTED = 2
#: A longer body goes out compressed, as the original does it.
COMPRESS_OVER = 8_192
LEVEL = 6

_LENGTH = struct.Struct(">I")
_HEAD = struct.Struct(">IH")
_WHOLE_HEAD = struct.Struct(">IIH")


class Packet(msgspec.Struct, frozen=True):
    """What one frame holds. `pause` is a wait before it, in milliseconds, and not on the wire."""

    id: int
    body: dict[str, Any]
    pause: int = 0


class Frames(Framing[Packet]):
    """One connection's frames. Keeps at most one unfinished frame."""

    __slots__ = ("_bad", "_limit", "_may_inflate", "_rest")

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._rest = bytearray()
        self._may_inflate = limit
        #: Why nothing can be read any more.
        self._bad: tuple[type[BadFrame], str] | None = None

    def read(self, data: bytes) -> Iterator[Packet]:
        if self._bad is None:
            self._rest += data
            # Many small bombs in one chunk are no better than a large one.
            self._may_inflate = self._limit
            try:
                yield from self._cut()
            except TooMuch as error:
                self._bad = TooBig, str(error)
            except Unreadable as error:
                self._bad = BadFrame, str(error)
        if self._bad is not None:
            self._rest = bytearray()
            kind, sentence = self._bad
            raise kind(sentence)

    def encode(self, message: Packet) -> bytes:
        body = bodies.encode(message.body)
        flags = 0
        if len(body) > COMPRESS_OVER:
            flags = COMPRESSED
            body = zlib.compress(body, LEVEL)
        return _WHOLE_HEAD.pack(_HEAD.size + len(body), message.id, flags) + body

    def encode_all(self, messages: Sequence[Packet]) -> bytes:
        # A deal is a hundred small packets, which go without a call of ours for each.
        frames: list[bytes] = []
        pack, encode = _WHOLE_HEAD.pack, bodies.encode_sayable
        try:
            for message in messages:
                body = encode(message.body)
                if len(body) > COMPRESS_OVER:
                    frames.append(self.encode(message))
                else:
                    frames.append(pack(_HEAD.size + len(body), message.id, 0))
                    frames.append(body)
        except UnicodeEncodeError:
            return super().encode_all(messages)
        return b"".join(frames)

    def farewell(self, reason: str) -> Packet:
        return Packet(CLOSECONN, {"reason": reason})

    def pause(self, message: Packet) -> int:
        return message.pause

    # --- reading ---------------------------------------------------------------------------------

    def _cut(self) -> Iterator[Packet]:
        """Take the complete frames out of what has come."""
        rest, at = self._rest, 0
        while len(rest) - at >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(rest, at)
            if length < _HEAD.size:
                raise Unreadable(
                    f"A frame has at least {_HEAD.size} bytes after its length, not {length}."
                )
            if length > self._limit:
                raise TooMuch(f"A frame must not be longer than {self._limit} bytes.")
            start, end = at + _LENGTH.size, at + _LENGTH.size + length
            if len(rest) < end:
                break
            yield self._read(bytes(rest[start:end]))
            at = end
        # What is cut off at the front would be kept by the bytearray for a while.
        self._rest = rest[at:] if at else rest

    def _read(self, frame: bytes) -> Packet:
        number, flags = _HEAD.unpack_from(frame)
        body = frame[_HEAD.size :]
        if flags & ENCRYPTED:
            raise Unreadable("Encrypted frames are not understood here.")
        if flags & COMPRESSED:
            body = self._inflate(body)
        return Packet(number, bodies.decode(body))

    def _inflate(self, body: bytes) -> bytes:
        inflating = zlib.decompressobj()
        try:
            inflated = inflating.decompress(body, self._may_inflate + 1)
        except zlib.error:
            raise Unreadable("The frame's body is not what zlib compresses to.") from None
        if len(inflated) > self._may_inflate:
            raise TooMuch(f"What was compressed must not be longer than {self._limit} bytes.")
        if not inflating.eof:
            raise Unreadable("The frame's compressed body is cut off.")
        self._may_inflate -= len(inflated)
        # Whatever follows the compressed stream is padding.
        return inflated
