"""One attack, in a process of its own, so that its work does not count as the healthy table's wait.

It says "ready" when it has prepared itself, begins at the first line it reads, and goes on until it
is ended.
"""

from __future__ import annotations

import asyncio
import sys

import uvloop

from bench.abuse.attacks import ATTACKS
from bench.abuse.clients import Target
from bench.load.serving import allow_files


async def _begin() -> None:
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)


def main() -> None:
    name, web, tiles, count = sys.argv[1], *map(int, sys.argv[2:])
    allow_files(count + 2000)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(ATTACKS[name](Target(web, tiles), count, _begin))


if __name__ == "__main__":
    main()
