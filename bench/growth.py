"""The server's memory over a long time: games that never end, and guests who come and go.

At each table four players play one match of tiles after the other, without haste. Meanwhile guests
log in, open a table of their own, say something, and leave. Every minute one line tells what the
server and its writer process hold, and how much has been written.

example: python -m bench.growth --minutes 60
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
from pathlib import Path
from time import perf_counter

from bench.load.clients import Asking, Games, Lobby, Player
from bench.load.serving import Served, allow_files, process

#: The numbers at which guests open their tables are above those of the players.
GUESTS_FROM = 1000


class Calm(Player):
    """Waits a while before it moves."""

    pace = 0.05

    def _move(self) -> None:
        # As long as it is not zero, no further STAT makes it move.
        self._sent_at = perf_counter()
        asyncio.get_running_loop().call_later(self.pace, super()._move)


async def come_and_go(served: Served, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    for number in itertools.count():
        _, guest = await loop.create_connection(Asking, "127.0.0.1", served.port)
        await guest.ask(b"LOGI passerby%d" % number)
        await guest.ask(b"JLOB %d" % (GUESTS_FROM + number % 500))
        guest.transport.write(b'CATC l "Hello, is anybody here?%"\r\n')
        await guest.ask(b"LLOB")
        guest.transport.close()
        await asyncio.sleep(seconds)


def resident(pid: int) -> float:
    """Megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def size_of(folder: Path) -> float:
    """Megabytes."""
    return sum(file.stat().st_size for file in folder.iterdir()) / (1 << 20)


def writer_process_of(pid: int) -> int:
    children = (
        int(child)
        for file in Path(f"/proc/{pid}/task").glob("*/children")
        for child in file.read_text().split()
    )
    return next(
        child
        for child in children
        if b"stammtisch.store.writer_process" in Path(f"/proc/{child}/cmdline").read_bytes()
    )


async def grow(served: Served, data: Path, tables: int, minutes: float, pace: float) -> None:
    Calm.pace = pace
    loop = asyncio.get_running_loop()
    games = Games()
    games.expect(1 << 60)
    for table in range(tables):
        players = []
        for seat in range(4):
            _, player = await loop.create_connection(lambda: Calm(games), "127.0.0.1", served.port)
            await player.ask(b"LOGI p%d_%d unpaced" % (table, seat))
            await player.ask(b"JLOB %d" % (table + 1))
            players.append(player)
        Lobby(games, list(players)).begin()
    passing = asyncio.ensure_future(come_and_go(served, 0.2))
    writer_process = writer_process_of(served.pid)
    print("minute  server MB  writer process MB  file MB  games", flush=True)
    for minute in range(int(minutes) + 1):
        print(
            f"{minute:6}  {resident(served.pid):9.1f}  {resident(writer_process):9.1f}"
            f"  {size_of(data):7.1f}"
            f"  {games.finished:5}",
            flush=True,
        )
        games.took.clear()
        await asyncio.sleep(60)
    passing.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--tables", type=int, default=10, help="of four players (10)")
    parser.add_argument("--pace", type=float, default=0.2, help="seconds before a move (0.2)")
    parser.add_argument("--data", required=True, help="a folder for the file; it stays")
    parser.add_argument("--program", default="stammtisch.cli", help="what is run (stammtisch.cli)")
    asked = parser.parse_args()
    allow_files(1000)
    data = Path(asked.data)
    data.mkdir(parents=True, exist_ok=True)
    ports = ("--port", "auto", "--tiles-port", "auto", "--cg-port", "off")
    words = [
        "-m",
        asked.program,
        "serve",
        *ports,
        "--set",
        "tiles.pace_ms=0",
        "--data",
        str(data),
        "--log-level",
        "warning",
    ]
    with process([*words, "--set", "limits.connections_per_address=1000"]) as served:
        asyncio.run(grow(served, data, asked.tables, asked.minutes, asked.pace))


if __name__ == "__main__":
    main()
