"""The writer in a process of its own, the scribe: nothing of its work takes the event loop's time.

In a thread, a commit and the event loop take the interpreter's lock from each other; that cost as
much as rules and texts together (`docs/performance.md`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast

from stammtisch.records import Unanswered
from stammtisch.store.changes import Change, Nothing
from stammtisch.store.connections import Synchronous
from stammtisch.store.frames import Frames, answers_of, framed_change
from stammtisch.store.store import Unusable
from stammtisch.store.writer import Answered, tell

log = logging.getLogger(__name__)

GONE = "The process that writes the store has ended."

#: How long the scribe may take to write what it was given and end, in seconds. What is left of it
#: then was acknowledged to nobody.
ENDING = 5.0

_NOTHING = framed_change(Nothing())


class Scribe(Protocol):
    """The process that writes."""

    @property
    def pid(self) -> int: ...

    def kill(self) -> None: ...

    async def wait(self) -> object:
        """Until it has ended."""


async def start_scribe(house: socket.socket, path: Path, synchronous: Synchronous) -> Scribe:
    """Let it write what comes from `house`, its end of the socket."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "stammtisch.store.scribe",
        str(house.fileno()),
        str(path),
        synchronous,
        pass_fds=(house.fileno(),),
        # It finds its modules where this process found them.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )


class ProcessWriter(asyncio.Protocol):
    """The house's end of the socket. `lost` is called if an open scribe ends before it should."""

    def __init__(self, lost: Callable[[], None]) -> None:
        self._lost = lost
        self._frames = Frames()
        self._unsent: list[bytes] = []
        self._waiting: deque[Answered] = deque()
        #: The scribe has the file open, and is to keep it.
        self._open = False
        self._scribe: Scribe
        self._transport: asyncio.Transport

    async def start(self, path: Path, synchronous: Synchronous) -> None:
        """Start the scribe; `Unusable` if it cannot open the file."""
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        ours, theirs = socket.socketpair()
        with theirs:
            self._scribe = await start_scribe(theirs, path, synchronous)
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

    def submit(self, change: Change, answered: Answered) -> None:
        if self._ended.done():
            self._loop.call_soon(answered, Unusable(GONE))
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
                self._scribe.kill()
            await asyncio.shield(self._ended)
        await self._scribe.wait()

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
        error = Unanswered(GONE) if self._open else Unusable(GONE)
        tell(self._loop, callbacks, [error] * len(callbacks))


def _in_place_of(answered: Answered, error: Exception, answer: object) -> None:
    """Tell the error, unless something worse has happened meanwhile."""
    answered(answer if isinstance(answer, Exception) else error)
