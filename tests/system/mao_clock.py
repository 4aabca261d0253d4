"""`stammtisch serve` with a clock that the test moves: it can be killed at a given moment.

`python -m tests.system.mao_clock PIPE OPTION …` reads numbers from a named pipe, lets so many
milliseconds of house time pass for each, and prints the house time then.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from stammtisch.cli import main
from tests.system.serving import Server
from tests.tables.hand_clock import HandClock


class ClockServer(Server):
    async def advance(self, milliseconds: int) -> int:
        """Let house time pass; the house time then."""
        _write(self.program[-1], milliseconds)
        return int(await self.line())


def _write(pipe: str, number: int) -> None:
    Path(pipe).write_text(f"{number}\n")


@asynccontextmanager
async def serving_by_hand(folder: Path) -> AsyncIterator[ClockServer]:
    """A server with its data in the folder."""
    pipe = folder / "clock"
    os.mkfifo(pipe)
    server = ClockServer(folder / "data", program=("tests.system.mao_clock", str(pipe)))
    await server.start()
    try:
        yield server
    finally:
        if server.alive:
            await server.kill()


class PipedClock(HandClock):
    def __init__(self, pipe: str) -> None:
        super().__init__()
        # Open for writing, too: so there is no end of file between two writers.
        self._pipe = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._pipe, self._read)

    def _read(self) -> None:
        self.advance(int(os.read(self._pipe, 100)))
        print(self.now(), flush=True)


# Bots live in processes of their own, which import this module under another name.
if __name__ == "__main__":
    from stammtisch.net import server as run

    pipe = sys.argv.pop(1)
    vars(run)["LoopClock"] = lambda: PipedClock(pipe)
    sys.exit(main(["serve", *sys.argv[1:]]))
