"""The writer in a process of its own, the writer process: nothing of its work takes the event
loop's time.

In a thread, a commit and the event loop take the interpreter's lock from each other; that cost as
much as rules and texts together (`docs/performance.md`).

Who writes: one queue of changes, of which many become durable by one commit.

While one commit is on its way to the disk, changes gather; the next commit takes all of them. So
the disk's pace decides how large a group is, and nobody waits for more than two commits.

The event loop steps aside for the store's threads.

An event loop that is never idle gives the interpreter's lock away for a moment in every round, and
takes it again before a waiting thread has woken up; and as long as a round is shorter than the
switch interval, the interpreter does not notice that the thread waits in vain. Commits in a thread
then took up to seconds (`python -m bench.journal --thread --other 100` shows it once the pause is
taken out). A real pause now and then ends that; it takes a tenth of the loop's time at most, and
only while somebody waits.

The writer in a thread: for stores in memory, and for programs that end soon.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, cast

import apsw

from stammtisch.records import OutcomeUnknown
from stammtisch.store.changes import Barrier, Call, Change
from stammtisch.store.connections import Synchronous
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.group_commit import GroupCommit
from stammtisch.store.store import Done
from stammtisch.store.writer_process import Frames, answers_of, framed_change


class Writer(Protocol):
    """All of it is called in the event loop."""

    def submit(self, change: Change | Call, answered: Done) -> None:
        """Queue a change; all are done in the order they were submitted."""

    @property
    def idle(self) -> bool:
        """Everything queued has been answered."""

    async def close(self) -> None:
        """Commit what is queued, tell everybody, end. Nothing may be queued after."""


def tell(
    loop: asyncio.AbstractEventLoop, callbacks: Iterable[Done], answers: Iterable[Any]
) -> None:
    """A callback that fails keeps no other from being told."""
    for answered, answer in zip(callbacks, answers, strict=True):
        try:
            answered(answer)
        except Exception as error:
            loop.call_exception_handler(
                {"message": "A callback of the store failed.", "exception": error}
            )


#: How often the loop steps aside while somebody waits, and for how long, in seconds.
EVERY = 0.001
PAUSE = 0.00002


class GilYield:
    """Counts who waits for a thread. All of it is called in the event loop."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._loop = loop
        self._pause = pause
        self._waiting = 0
        self._running = False

    def begin(self) -> None:
        self._waiting += 1
        if not self._running:
            self._running = True
            self._loop.call_later(EVERY, self._step_aside)

    def end(self, count: int = 1) -> None:
        self._waiting -= count

    def _step_aside(self) -> None:
        if self._waiting == 0:
            self._running = False
            return
        self._pause(PAUSE)
        self._loop.call_later(EVERY, self._step_aside)


log = logging.getLogger(__name__)

#: While groups are as large as this, the next one gathers for so long, in seconds: then a commit's
#: fixed cost (the disk, and the interpreter's lock handed to and fro) is shared by more changes.
BUSY = 8
GATHER = 0.002

_Queued = tuple[Change | Call, Done]


class ThreadWriter:
    """All of a group's answers travel back to the event loop in one call."""

    def __init__(
        self,
        connection: apsw.Connection,
        loop: asyncio.AbstractEventLoop,
        gil_yield: GilYield,
    ) -> None:
        self._gil_yield = gil_yield
        self._groups = GroupCommit(connection)
        self._loop = loop
        self._queue: SimpleQueue[_Queued | None] = SimpleQueue()
        self._unanswered = 0
        self._ended = loop.create_future()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change | Call, answered: Done) -> None:
        self._unanswered += 1
        self._gil_yield.begin()
        self._queue.put((change, answered))

    @property
    def idle(self) -> bool:
        return self._unanswered == 0

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    # --- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        more = True
        group = 0
        while more:
            if group >= BUSY:
                time.sleep(GATHER)
            queued, more = self._take()
            group = len(queued)
            if queued:
                answers = self._groups.commit([change for change, _ in queued])
                self._call(self._deliver, [answered for _, answered in queued], answers)
                self._groups.checkpoints.after_commit()
        self._groups.close()
        self._call(self._ended.set_result, None)

    def _take(self) -> tuple[list[_Queued], bool]:
        """All that is queued, at least one change; and whether more may come."""
        queued: list[_Queued] = []
        take: Callable[[], _Queued | None] = self._queue.get
        try:
            while True:
                one = take()
                if one is None:
                    return queued, False
                queued.append(one)
                take = self._queue.get_nowait
        except Empty:
            return queued, True

    def _call(self, function: Callable[..., object], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            log.warning("The event loop was closed before the store was.")

    # --- in the event loop -----------------------------------------------------------------------

    def _deliver(self, callbacks: list[Done], answers: list[Any]) -> None:
        self._unanswered -= len(callbacks)
        self._gil_yield.end(len(callbacks))
        tell(self._loop, callbacks, answers)


GONE = "The process that writes the store has ended."

#: How long the writer process may take to write what it was given and end, in seconds. What is left
#: of it then was acknowledged to nobody.
ENDING = 5.0

_NOTHING = framed_change(Barrier())


class WriterProcess(Protocol):
    """The process that writes."""

    @property
    def pid(self) -> int: ...

    def kill(self) -> None: ...

    async def wait(self) -> object:
        """Until it has ended."""


async def start_writer_process(
    server: socket.socket, path: Path, synchronous: Synchronous
) -> WriterProcess:
    """Let it write what comes from `server`, its end of the socket."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "stammtisch.store.writer_process",
        str(server.fileno()),
        str(path),
        synchronous,
        pass_fds=(server.fileno(),),
        # It finds its modules where this process found them.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )


class WriterClient(asyncio.Protocol):
    """The server's end of the socket. `lost` is called if an open writer process ends before it
    should."""

    def __init__(self, lost: Callable[[], None]) -> None:
        self._lost = lost
        self._frames = Frames()
        self._unsent: list[bytes] = []
        self._waiting: deque[Done] = deque()
        #: The writer process has the file open, and is to keep it.
        self._open = False
        self._writer_process: WriterProcess
        self._transport: asyncio.Transport

    async def start(self, path: Path, synchronous: Synchronous) -> None:
        """Start the writer process; `StoreUnavailable` if it cannot open the file."""
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        ours, theirs = socket.socketpair()
        with theirs:
            self._writer_process = await start_writer_process(theirs, path, synchronous)
        opened: asyncio.Future[Any] = self._loop.create_future()

        def hello(error: Exception | None) -> None:
            self._open = error is None
            opened.set_result(error)

        self._waiting.append(hello)
        await self._loop.create_unix_connection(lambda: self, sock=ours)
        error = await opened
        if error is not None:
            await self.close()
            raise error

    def submit(self, change: Change | Call, answered: Done) -> None:
        if self._ended.done():
            self._loop.call_soon(answered, StoreUnavailable(GONE))
            return
        try:
            frame = framed_change(change)
        except Exception as error:
            # It has its turn among the answers all the same.
            frame, answered = _NOTHING, partial(_in_place_of, answered, error)
        if not self._unsent:
            # What comes up in the same round of the loop travels together.
            self._loop.call_soon(self._send)
        self._unsent.append(frame)
        self._waiting.append(answered)

    @property
    def idle(self) -> bool:
        return not self._waiting

    async def close(self) -> None:
        self._open = False
        self._send()
        if not self._ended.done() and self._transport.can_write_eof():
            self._transport.write_eof()
        try:
            async with asyncio.timeout(ENDING):
                await asyncio.shield(self._ended)
        except TimeoutError:
            log.error("The process that writes the store does not end, and is ended.")
            with contextlib.suppress(ProcessLookupError):
                self._writer_process.kill()
            await asyncio.shield(self._ended)
        await self._writer_process.wait()

    def _send(self) -> None:
        if self._unsent and not self._ended.done():
            frames, self._unsent = self._unsent, []
            self._transport.write(b"".join(frames))

    # --- what the loop calls ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        for body in self._frames.feed(data):
            answers = answers_of(body)
            callbacks = [self._waiting.popleft() for _ in answers]
            tell(self._loop, callbacks, answers)

    def connection_lost(self, error: Exception | None) -> None:
        self._ended.set_result(None)
        callbacks, self._waiting, self._unsent = list(self._waiting), deque(), []
        if self._open:
            log.critical(GONE)
            self._lost()
        # What it was given it may have written before it ended.
        error = OutcomeUnknown(GONE) if self._open else StoreUnavailable(GONE)
        tell(self._loop, callbacks, [error] * len(callbacks))


def _in_place_of(answered: Done, error: Exception, answer: object) -> None:
    """Tell the error, unless something worse has happened meanwhile."""
    answered(answer if isinstance(answer, Exception) else error)
