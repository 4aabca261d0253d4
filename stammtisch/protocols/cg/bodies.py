"""A packet's body: one map as msgpack, with texts as keys, and nothing but plain values.

Maps within it may have whole numbers for keys, which are read as texts: the protocol's own page
has the moves of a complaint so.

A value takes many times the memory that it has on the wire (an empty map 64 bytes for one). So a
collection is taken apart only after its own count of values was found to be within the bounds.
"""

from __future__ import annotations

from typing import Any

import msgspec

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
