"""Packets in a stream: each a length, an id, flags, and one map as msgpack, maybe compressed.

The packets' ids and names.

A client compares the whole table with its own and goes if one name is missing or too many. It
also breaks if ids are exchanged, so these are the ones it has itself.

A packet's body: one map as msgpack, with texts as keys, and nothing but plain values.

Maps within it may have whole numbers for keys, which are read as texts: the protocol's own page
has the moves of a complaint so.

A value takes many times the memory that it has on the wire (an empty map 64 bytes for one). So a
collection is taken apart only after its own count of values was found to be within the bounds.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from stammtisch.protocols.framing import BadFrame, Framing, TooBig

HELLO = 1
SETTYPE = 2
HANDSHAKE = 3
ACCEPT = 4
CLOSECONN = 16

VERSION_CHECK = 64
AUTH_PRECHECK = 65
AUTH = 66
STATUS_USER = 67
STATUS_MESSAGE = 68
LOBBY_CREATE = 69
LOBBY_JOIN = 70
LOBBY_CHANGE = 71
LOBBY_READY = 72
LOBBY_INVITE = 73
LOBBY_INVITE_ACCEPT = 74
LOBBY_KICK = 75
LOBBY_LEAVE = 76
GAME_START = 77
GAME_END = 78
GAME_LOAD = 79
GAME_SAVE = 80
DK_QUESTION = 81
DK_ANNOUNCE = 82
DK_CARD_INTENT = 83
DK_CARD_TRANSFER = 84
DK_COMPLAINT = 85
DK_TURN = 86
DK_SCOREBOARD = 87
DK_ROUND_CHANGE = 88

#: On a connection that only pings, two of the ids mean something else.
PING = 64
PONG = 65

#: In the order in which the handshake lists them.
REGISTRY: Mapping[str, int] = {
    "cg:version.check": VERSION_CHECK,
    "cg:auth.precheck": AUTH_PRECHECK,
    "cg:auth": AUTH,
    "cg:status.user": STATUS_USER,
    "cg:status.message": STATUS_MESSAGE,
    "cg:lobby.create": LOBBY_CREATE,
    "cg:lobby.join": LOBBY_JOIN,
    "cg:lobby.change": LOBBY_CHANGE,
    "cg:lobby.ready": LOBBY_READY,
    "cg:lobby.invite": LOBBY_INVITE,
    "cg:lobby.invite.accept": LOBBY_INVITE_ACCEPT,
    "cg:lobby.kick": LOBBY_KICK,
    "cg:lobby.leave": LOBBY_LEAVE,
    "cg:game.start": GAME_START,
    "cg:game.end": GAME_END,
    "cg:game.load": GAME_LOAD,
    "cg:game.save": GAME_SAVE,
    "cg:game.dk.question": DK_QUESTION,
    "cg:game.dk.announce": DK_ANNOUNCE,
    "cg:game.dk.card.intent": DK_CARD_INTENT,
    "cg:game.dk.card.transfer": DK_CARD_TRANSFER,
    "cg:game.dk.complaint": DK_COMPLAINT,
    "cg:game.dk.turn": DK_TURN,
    "cg:game.dk.scoreboard": DK_SCOREBOARD,
    "cg:game.dk.round.change": DK_ROUND_CHANGE,
    "peng3dnet:internal.hello": HELLO,
    "peng3dnet:internal.settype": SETTYPE,
    "peng3dnet:internal.handshake": HANDSHAKE,
    "peng3dnet:internal.handshake.accept": ACCEPT,
    "peng3dnet:internal.closeconn": CLOSECONN,
}

NAMES: Mapping[int, str] = {number: name for name, number in REGISTRY.items()}


def name_of(id: int) -> str:
    """The packet's name, or something to call it by in a log."""
    return NAMES.get(id, f"packet {id}")


#: How many values a body has at most in all, and how deep they are nested. Real ones have a few
#: hundred and four.
VALUES = 10_000
DEPTH = 16

#: First bytes of msgpack's types.
_FIXMAPS, _FIXARRAYS = range(0x80, 0x90), range(0x90, 0xA0)
_ARRAY16, _ARRAY32, _MAP16, _MAP32 = 0xDC, 0xDD, 0xDE, 0xDF
_EXTENSIONS = frozenset((0xC7, 0xC8, 0xC9, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8))

_maps: msgspec.msgpack.Decoder[dict[str, msgspec.Raw]] = msgspec.msgpack.Decoder(
    dict[str, msgspec.Raw]
)
_numbered: msgspec.msgpack.Decoder[dict[str | int, msgspec.Raw]] = msgspec.msgpack.Decoder(
    dict[str | int, msgspec.Raw]
)
_lists: msgspec.msgpack.Decoder[list[msgspec.Raw]] = msgspec.msgpack.Decoder(list[msgspec.Raw])
_scalars: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder()
_encoder = msgspec.msgpack.Encoder()


class Unreadable(Exception):
    """Bytes are not what they should be; the sentence says why."""


class TooMuch(Unreadable):
    """There is more in them than may be."""


def decode(data: bytes) -> dict[str, Any]:
    """The map that these bytes are, all of them. Raises `Unreadable`, and nothing else."""
    if not data or (data[0] not in _FIXMAPS and data[0] not in (_MAP16, _MAP32)):
        raise Unreadable("A body must be a map.")
    try:
        body: dict[str, Any] = _Reading().value(memoryview(data), DEPTH)
    except msgspec.ValidationError:
        raise Unreadable("The keys of a map must be texts.") from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The body is no msgpack: {error}.") from None
    return body


#: Raises UnicodeEncodeError where `encode` knows a way.
encode_sayable = _encoder.encode


def encode(body: dict[str, Any]) -> bytes:
    try:
        return _encoder.encode(body)
    except UnicodeEncodeError:
        # Half a surrogate pair, which JSON can bring in, is no UTF-8.
        return _encoder.encode(_sayable(body))


class _Reading:
    """One body being taken apart."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = VALUES

    def value(self, data: memoryview | msgspec.Raw, depth: int) -> Any:
        view = memoryview(data)
        first = view[0]
        if first in _EXTENSIONS:
            raise Unreadable("The extension types of msgpack are not understood here.")
        count = _count(first, view)
        if count is None:
            return _scalars.decode(data)
        if not depth:
            raise TooMuch(f"The values of a body are nested at most {DEPTH} deep.")
        self._left -= count
        if self._left < 0:
            raise TooMuch(f"A body has at most {VALUES} values.")
        if first in _FIXMAPS or first in (_MAP16, _MAP32):
            inside = _maps.decode(data) if depth == DEPTH else _numbered.decode(data)
            return {str(key): self.value(one, depth - 1) for key, one in inside.items()}
        return [self.value(one, depth - 1) for one in _lists.decode(data)]


def _count(first: int, view: memoryview) -> int | None:
    """How many values a collection says it has; None if it is none."""
    if first in _FIXMAPS or first in _FIXARRAYS:
        return first & 0x0F
    if first in (_ARRAY16, _MAP16):
        return int.from_bytes(view[1:3], "big")
    if first in (_ARRAY32, _MAP32):
        return int.from_bytes(view[1:5], "big")
    return None


def _sayable(value: Any) -> Any:
    """The same with texts that UTF-8 has bytes for."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {_sayable(key): _sayable(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_sayable(inside) for inside in value]
    return value


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
        body = encode(message.body)
        flags = 0
        if len(body) > COMPRESS_OVER:
            flags = COMPRESSED
            body = zlib.compress(body, LEVEL)
        return _WHOLE_HEAD.pack(_HEAD.size + len(body), message.id, flags) + body

    def encode_all(self, messages: Sequence[Packet]) -> bytes:
        # A deal is a hundred small packets, which go without a call of ours for each.
        frames: list[bytes] = []
        pack, encode = _WHOLE_HEAD.pack, encode_sayable
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
        return Packet(number, decode(body))

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
