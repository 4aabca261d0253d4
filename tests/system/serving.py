"""The whole server as people run it: `stammtisch serve` in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

#: No gaps between lines and no limit on them: these clients read as they should, and fast.
OPTIONS = ("--tiles-pace-ms", "0", "--rate", "0", "--log-level", "warning")
SERVE = ("-m", "stammtisch.cli", "serve")

_PORTS = re.compile(r"http://\S+:(\d+)/.*tiles tcp://\S+:(\d+), cg tcp://\S+:(\d+)")
#: Far more than anything here takes: whoever waits so long waits for something that never comes.
PATIENCE = 60.0


@dataclass
class Server:
    """One house on its data folder. It can be killed and started again on the same ports."""

    data: Path
    options: Sequence[str] = ()
    #: What Python is to run; it takes the options of `stammtisch serve`.
    program: Sequence[str] = SERVE
    web: int = 0
    tiles: int = 0
    cg: int = 0
    _process: asyncio.subprocess.Process | None = field(default=None, repr=False)

    async def start(self) -> None:
        ports = ["--port", str(self.web), "--tiles-port", str(self.tiles)]
        ports += ["--cg-port", str(self.cg or -1)]
        words = (*self.program, *ports, "--data", str(self.data), *OPTIONS, *self.options)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            said = (await self._process.stdout.readline()).decode()
        found = _PORTS.search(said)
        assert found is not None, f"the server did not start: {said!r}"
        self.web, self.tiles, self.cg = map(int, found.groups())

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def ended(self) -> int:
        """Wait until it has; its exit status."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    async def kill(self) -> None:
        """As if somebody had pulled the plug of the process."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """Ask it to end; its exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await self.ended()


@asynccontextmanager
async def serving(
    data: Path, *options: str, program: Sequence[str] = SERVE
) -> AsyncIterator[Server]:
    server = Server(data, options, program)
    await server.start()
    try:
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            await server.kill()


async def until(reached: Callable[[], bool], tasks: Sequence[asyncio.Task[None]] = ()) -> None:
    """Wait for something while the tasks go on; if one of them fails, so does this."""
    async with asyncio.timeout(PATIENCE):
        while not reached():
            for task in tasks:
                assert not task.done() or task.exception() is None, task.exception()
            await asyncio.sleep(0.001)


async def stammtisch(*words: str) -> tuple[int, str]:
    """Run a command; its exit status and what it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "stammtisch.cli",
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(PATIENCE):
        printed, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode()
