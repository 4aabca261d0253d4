"""The writer process: a process that does nothing but write the server's file.

`python -m stammtisch.store.writer_process SOCKET FILE SYNCHRONOUS`, started by the server. It reads
changes from the socket, makes all that have come in durable by one commit, and answers. It ends
when the server closes its end of the socket, or is no more.

Both say frames of a length and a body: the server sends changes, one in a frame, and the process
answers them in order, those of one commit in one frame.

Signals that are meant for the server (Ctrl-C reaches all processes of a terminal, a service manager
may tell all processes of a service to end) do not end the writer process.
"""

from __future__ import annotations

import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_
from pathlib import Path
from struct import Struct
from typing import Any, NoReturn

import apsw
import msgspec

from stammtisch.records import Doubtful, ReadOnly
from stammtisch.store.changes import Call, Change
from stammtisch.store.connections import Synchronous, connect_writer, locked, mark_used
from stammtisch.store.errors import NameTaken, StoreUnavailable, WriteConflict
from stammtisch.store.group_commit import GroupCommit, Journal

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
_change: msgspec.msgpack.Decoder[Change] = msgspec.msgpack.Decoder(
    reduce(or_, Change.__subclasses__())
)
_answers = msgspec.msgpack.Decoder(list[bool | int | bytes | _Error | None])


def change_of(body: bytes) -> Change | Call:
    """A change that is not what its type says is refused in its turn, like any other."""
    try:
        return _change.decode(body)
    except msgspec.MsgspecError as error:
        return Call(_refuse, error)


def framed_change(change: Change | Call) -> bytes:
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


# --- the process -------------------------------------------------------------------------------

#: The most that is read at a time.
CHUNK = 1 << 20


def main() -> None:
    descriptor, path, synchronous = sys.argv[1:]
    server = socket.socket(fileno=int(descriptor))
    serve(server, Path(path), "FULL" if synchronous == "FULL" else "NORMAL")


def serve(server: socket.socket, path: Path, synchronous: Synchronous) -> None:
    """From the lock to the end."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    try:
        with locked(path):
            write(server, path, synchronous)
    except StoreUnavailable as error:
        with suppress(ConnectionError):
            server.sendall(framed_answers([error]))
    except ConnectionError:
        # The server was killed: nobody is left who waits for an answer.
        pass


def write(server: socket.socket, path: Path, synchronous: Synchronous) -> None:
    connection = connect_writer(path, synchronous)
    groups = GroupCommit(connection)
    try:
        mark_used(path)
        server.sendall(framed_answers([None]))
        checkpoints = groups.checkpoints
        for changes in gathered(server, checkpoints.due_in):
            if changes:
                server.sendall(framed_answers(groups.commit(changes)))
                checkpoints.after_commit()
            else:
                checkpoints.bring_home()
    finally:
        groups.close()


def gathered(
    server: socket.socket, timings: Callable[[], float | None] = lambda: None
) -> Iterator[list[Change | Call]]:
    """Wait for changes, then give all that have come in meanwhile; none if the patience, in
    seconds, is over before any has come."""
    frames = Frames()
    waiting = select.poll()
    waiting.register(server, select.POLLIN)
    # One buffer for all time: a new one for each read, of which hardly anything is used, leaves the
    # memory in pieces, and it grows for hours.
    buffer = memoryview(bytearray(CHUNK))
    flags = 0
    changes: list[Change | Call] = []
    while True:
        seconds = None if changes else timings()
        if seconds is not None and not waiting.poll(seconds * 1000):
            yield []
            continue
        try:
            size = server.recv_into(buffer, 0, flags)
        except BlockingIOError:
            yield changes
            changes = []
            flags = 0
            continue
        if not size:
            break
        changes += map(change_of, frames.feed(buffer[:size]))
        flags = socket.MSG_DONTWAIT if changes else 0
    if changes:
        yield changes


if __name__ == "__main__":
    main()
