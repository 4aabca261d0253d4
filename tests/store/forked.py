"""A writer process that begins where the imports are done.

Hundreds of them are started in these tests, and nine tenths of a start are the same imports. So
this one is forked from a process that has done them; from there on it does what any does. That a
server starts its own is the matter of `test_writer_process.py`, here and in `tests/system`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import traceback
from pathlib import Path
from typing import NoReturn

from stammtisch.store import writer_process, writers
from stammtisch.store.connections import Synchronous

#: More than any process of these tests has open.
DESCRIPTORS = 1 << 20


class Forked:
    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._ended = False

    def kill(self) -> None:
        if not self._ended:
            os.kill(self.pid, signal.SIGKILL)

    async def wait(self) -> None:
        if not self._ended:
            await asyncio.to_thread(os.waitpid, self.pid, 0)
            self._ended = True


async def fork_writer_process(
    server: socket.socket, path: Path, synchronous: Synchronous
) -> Forked:
    pid = os.fork()
    if pid == 0:
        _be(server, path, synchronous)
    return Forked(pid)


def _be(server: socket.socket, path: Path, synchronous: Synchronous) -> NoReturn:
    status = 1
    try:
        # Nothing of the process that was forked along may go on, or be kept open.
        signal.set_wakeup_fd(-1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.closerange(3, server.fileno())
        os.closerange(server.fileno() + 1, DESCRIPTORS)
        writer_process.serve(server, path, synchronous)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def use_forked() -> None:
    """Every store that is opened in this process has such a writer process."""
    writers.start_writer_process = fork_writer_process
