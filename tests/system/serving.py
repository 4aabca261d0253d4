"""The whole server as people run it: `stammtisch serve` in a process of its own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.system.warm import Warm

#: No gaps between lines and no limit on them: these clients read as they should, and fast.
OPTIONS = (
    *("--set", "tiles.pace_ms=0", "--set", "limits.messages_per_second=0"),
    *("--log-level", "warning"),
)
SERVE = ("stammtisch.cli", "serve")
#: Bots move at once, and passwords cost nothing.
HASTY = ("tests.system.hasty_house",)

_PORTS = re.compile(r"http://\S+:(\d+)/.*tiles tcp://\S+:(\d+), cg tcp://\S+:(\d+)")
#: Far more than anything here takes: whoever waits so long waits for something that never comes.
PATIENCE = 60.0


@dataclass
class Server:
    """One house on its data folder. It can be killed and started again on the same ports."""

    data: Path
    options: Sequence[str] = ()
    #: The module that Python is to run, and its first words; it takes the options of
    #: `stammtisch serve`.
    program: Sequence[str] = SERVE
    #: It starts its writer process itself, as it does wherever it is run.
    own_writer_process: bool = False
    web: int = 0
    tiles: int = 0
    cg: int = 0
    _process: Warm | None = field(default=None, repr=False)
    _names: int = 0

    async def start(self) -> None:
        module, *words = self.program
        words += ["--port", str(self.web or "auto"), "--tiles-port", str(self.tiles or "auto")]
        words += ["--cg-port", str(self.cg or "auto"), "--data", str(self.data)]
        self._process = Warm(
            module, [*words, *OPTIONS, *self.options], writer_process=self.own_writer_process
        )
        said = await self.line()
        found = _PORTS.search(said)
        assert found is not None, f"the server did not start: {said!r}"
        self.web, self.tiles, self.cg = map(int, found.groups())

    def fresh(self, name: str) -> str:
        """The name with a number that makes it one which nobody has had here."""
        self._names += 1
        return f"{name}{self._names}"

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.status is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def line(self) -> str:
        """The next line that it prints."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.line()

    async def ended(self) -> int:
        """Wait until it has; its exit status."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.ended()

    async def kill(self) -> None:
        """As if somebody had pulled the plug of the process."""
        await self._sent(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end; its exit status."""
        return await self._sent(signal.SIGTERM)

    async def _sent(self, sign: signal.Signals) -> int:
        if self.alive:
            os.kill(self.pid, sign)
        return await self.ended()


@asynccontextmanager
async def serving(
    data: Path, *options: str, program: Sequence[str] = SERVE, own_writer_process: bool = False
) -> AsyncIterator[Server]:
    server = Server(data, options, program, own_writer_process)
    try:
        await server.start()
        yield server
    finally:
        await server.kill()


async def until(reached: Callable[[], bool], tasks: Sequence[asyncio.Task[None]] = ()) -> None:
    """Wait for something while the tasks go on; if one of them fails, so does this."""
    async with asyncio.timeout(PATIENCE):
        while not reached():
            for task in tasks:
                assert not task.done() or task.exception() is None, task.exception()
            await asyncio.sleep(0.005)


async def stammtisch(*words: str) -> tuple[int, str]:
    """Run a command; its exit status and what it printed."""
    process = Warm("stammtisch.cli", words, errors=True)
    async with asyncio.timeout(PATIENCE):
        printed = await process.rest()
        return await process.ended(), printed
