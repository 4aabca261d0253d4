"""The writer process: a process that does nothing but write the server's file.

`python -m stammtisch.store.writer_process SOCKET FILE SYNCHRONOUS`, started by the server. It reads
changes
from the socket, makes all that have come in durable by one commit, and answers. It ends when the
server closes its end of the socket, or is no more.

Signals that are meant for the server (Ctrl-C reaches all processes of a terminal, a service manager
may tell all processes of a service to end) do not end the writer process.
"""

from __future__ import annotations

import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from stammtisch.store.changes import Change
from stammtisch.store.connections import Synchronous, connect_writer, locked, mark_used
from stammtisch.store.frames import Frames, change_of, framed_answers
from stammtisch.store.group_commit import GroupCommit
from stammtisch.store.store import StoreUnavailable

#: The most that is read at a time.
CHUNK = 1 << 20


def main() -> None:
    descriptor, path, synchronous = sys.argv[1:]
    house = socket.socket(fileno=int(descriptor))
    serve(house, Path(path), "FULL" if synchronous == "FULL" else "NORMAL")


def serve(house: socket.socket, path: Path, synchronous: Synchronous) -> None:
    """From the lock to the end."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    try:
        with locked(path):
            write(house, path, synchronous)
    except StoreUnavailable as error:
        with suppress(ConnectionError):
            house.sendall(framed_answers([error]))
    except ConnectionError:
        # The server was killed: nobody is left who waits for an answer.
        pass


def write(house: socket.socket, path: Path, synchronous: Synchronous) -> None:
    connection = connect_writer(path, synchronous)
    groups = GroupCommit(connection)
    try:
        mark_used(path)
        house.sendall(framed_answers([None]))
        checkpoints = groups.checkpoints
        for changes in gathered(house, checkpoints.due_in):
            if changes:
                house.sendall(framed_answers(groups.commit(changes)))
                checkpoints.after_commit()
            else:
                checkpoints.bring_home()
    finally:
        groups.close()


def gathered(
    house: socket.socket, timings: Callable[[], float | None] = lambda: None
) -> Iterator[list[Change]]:
    """Wait for changes, then give all that have come in meanwhile; none if the patience, in
    seconds, is over before any has come."""
    frames = Frames()
    waiting = select.poll()
    waiting.register(house, select.POLLIN)
    # One buffer for all time: a new one for each read, of which hardly anything is used, leaves the
    # memory in pieces, and it grows for hours.
    buffer = memoryview(bytearray(CHUNK))
    flags = 0
    changes: list[Change] = []
    while True:
        seconds = None if changes else timings()
        if seconds is not None and not waiting.poll(seconds * 1000):
            yield []
            continue
        try:
            size = house.recv_into(buffer, 0, flags)
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
