"""Deals of Tarock over WebSocket: tables of four clients, who play one deal after the other.

Two servers one after the other: one with a journal that survives the loss of power (FULL), the
same with one that survives the loss of the process (NORMAL).

example: python -m bench.tarock_ws --tables 50 --seconds 15
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random

import uvloop

from bench.load.figures import Value, quantile, show
from bench.load.mao_serving import stammtisch
from bench.load.serving import Served, allow_files
from bench.load.tarock import Counts, Player, seat

SEATS = 4
#: More than any table plays in the time that is measured.
DEALS = 100
WARM_UP = 2.0


async def play(served: Served, tables: int, seconds: float) -> dict[str, Value]:
    """Seat everybody, warm up, then measure."""
    counts = Counts()
    rng = Random(1)
    players: list[Player] = []
    for number in range(tables):
        four = [Player(counts, rng) for _ in range(SEATS)]
        await seat(served.port, f"t{number}", four, DEALS)
        players += four
    await asyncio.sleep(WARM_UP)
    loop = asyncio.get_running_loop()
    counts.begin()
    cpu, began = served.cpu_seconds(), loop.time()
    await asyncio.sleep(seconds)
    took, cpu = loop.time() - began, served.cpu_seconds() - cpu
    if lost := sum(player.lost for player in players):
        raise SystemExit(f"{lost} of the players lost their connection.")
    return figures(counts, took, cpu)


def figures(counts: Counts, seconds: float, cpu: float) -> dict[str, Value]:
    took = sorted(counts.took)
    return {
        "deals": counts.deals,
        "seconds": seconds,
        "deals/s": counts.deals / seconds,
        "commands/s": len(took) / seconds,
        "texts/s": counts.texts / seconds,
        "refused": counts.refused,
        "p50 ms": quantile(took, 0.5) * 1000,
        "p99 ms": quantile(took, 0.99) * 1000,
        "server CPU ms/deal": cpu / max(counts.deals, 1) * 1000,
        "server CPU share": cpu / seconds,
    }


def measure(
    serving: Callable[[], AbstractContextManager[Served]], asked: argparse.Namespace
) -> dict[str, Value]:
    with serving() as served, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(play(served, asked.tables, asked.seconds))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.tarock_ws",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=50, help="tables at once (50)")
    parser.add_argument("--seconds", type=float, default=15, help="to be measured (15)")
    parser.add_argument("--only", choices=("full", "normal"), help="one of the two")
    parser.add_argument("--folder", help="a folder on the disk to be measured")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    allow_files(asked.tables * SEATS + 100)
    servers: dict[str, Callable[[], AbstractContextManager[Served]]] = {
        "full": lambda: stammtisch(folder=asked.folder),
        "normal": lambda: stammtisch("--set", "journal.synchronous=normal", folder=asked.folder),
    }
    chosen = [asked.only] if asked.only else list(servers)
    show({name: measure(servers[name], asked) for name in chosen}, asked.json)


if __name__ == "__main__":
    main()
