"""What the server and its writer process say to each other over a socket: frames of a length and a
body.

The server sends changes, one in a frame; the writer process answers them in order, those of one
commit in one frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Any, NoReturn

import apsw
import msgspec

from stammtisch.records import Doubtful, ReadOnly
from stammtisch.store.changes import Call, Change, Journal, Record
from stammtisch.store.store import NameTaken, StoreUnavailable, WriteConflict

#: Bytes of the length before each body.
HEAD = 4

#: Exceptions that arrive as what they were; any other arrives as a `Failed`.
_KINDS: tuple[type[Exception], ...] = (
    WriteConflict,
    NameTaken,
    StoreUnavailable,
    ReadOnly,
    Doubtful,
    apsw.ConstraintError,
    apsw.CorruptError,
)
_NAMED = {kind.__name__: kind for kind in _KINDS}


class Failed(Exception):
    """The writer process could not do it, and says why."""


class _Error(msgspec.Struct, frozen=True):
    kind: str
    sentence: str


_length = Struct(">I").unpack_from

_encoder = msgspec.msgpack.Encoder()
_change: msgspec.msgpack.Decoder[Record] = msgspec.msgpack.Decoder(Record)
_answers = msgspec.msgpack.Decoder(list[bool | int | _Error | None])


def change_of(body: bytes) -> Change:
    """A change that is not what its type says is refused in its turn, like any other."""
    try:
        return _change.decode(body)
    except msgspec.MsgspecError as error:
        return Call(_refuse, (error,))


def framed_change(change: Change) -> bytes:
    """Raises whatever is wrong with the change."""
    body = _encoder.encode(change)
    return len(body).to_bytes(HEAD, "big") + body


def framed_answers(answers: Sequence[Any]) -> bytes:
    body = _encoder.encode([_plain(answer) for answer in answers])
    return len(body).to_bytes(HEAD, "big") + body


def answers_of(body: bytes) -> list[Any]:
    return [_exception(one) if type(one) is _Error else one for one in _answers.decode(body)]


class Frames:
    """Cuts a stream into the bodies of its frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes | memoryview) -> Iterator[bytes]:
        buffer = self._buffer
        buffer += data
        start = 0
        while len(buffer) - start >= HEAD:
            end = start + HEAD + _length(buffer, start)[0]
            if len(buffer) < end:
                break
            yield bytes(buffer[start + HEAD : end])
            start = end
        del buffer[:start]


def _refuse(journal: Journal, error: Exception) -> NoReturn:
    raise error


def _plain(answer: Any) -> Any:
    if isinstance(answer, Exception):
        return _Error(type(answer).__name__, str(answer))
    return answer


def _exception(error: _Error) -> Exception:
    kind = _NAMED.get(error.kind)
    return Failed(f"{error.kind}: {error.sentence}") if kind is None else kind(error.sentence)
