"""What tells a busy machine from a slow server: an echo beside the table, and real-time priority.

The echo is a process of its own that sends back what it is sent. It has the same priority as the
server and is asked from the same process as the table; when its answers take longer, too, it is
the machine that is busy.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import cast

import uvloop

from bench.load.serving import CHECKOUT, Served

#: Seconds between two words to the echo.
PAUSE = 0.01
WORD = b"x" * 64
PRIORITY = 10


def hurry(pid: int) -> bool:
    """Give all threads of a process real-time priority; False if the system does not allow it."""
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setscheduler(int(thread.name), os.SCHED_RR, os.sched_param(PRIORITY))
    except (OSError, AttributeError):
        return False
    return True


def usual_priority() -> None:
    """For a process that inherits ours, and is to have none of it."""
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def hurry_server(served: Served) -> None:
    """The server's loop and its writer process. Threads that hash passwords and processes in which
    bots think inherit a priority that is not theirs: they are given back the usual one."""
    for pid in served.processes():
        with contextlib.suppress(OSError):
            bots = b"multiprocessing" in Path(f"/proc/{pid}/cmdline").read_bytes()
            for thread in (int(path.name) for path in Path(f"/proc/{pid}/task").iterdir()):
                if bots or (pid == served.pid and thread != pid):
                    os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
                else:
                    os.sched_setscheduler(thread, os.SCHED_RR, os.sched_param(PRIORITY))


class Echo(asyncio.Protocol):
    """One end of the echo: the client's, which takes the times."""

    def __init__(self) -> None:
        #: Seconds.
        self.took: list[float] = []
        self._sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._send()

    def _send(self) -> None:
        self._sent_at = perf_counter()
        self._transport.write(WORD)

    def data_received(self, data: bytes) -> None:
        self.took.append(perf_counter() - self._sent_at)
        asyncio.get_running_loop().call_later(PAUSE, self._send)


class _Answers(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._transport.write(data)


@contextmanager
def echoing() -> Iterator[int]:
    """The port of an echo in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.abuse.control"],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        hurry(process.pid)
        yield port
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def _answer() -> None:
    server = await asyncio.get_running_loop().create_server(_Answers, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(_answer())
