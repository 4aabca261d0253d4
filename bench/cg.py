"""Rounds of Doppelkopf over cg: four socket clients at each table, unpaced, journal on the disk.

A round is 48 cards, and about 280 packets to each of the four. Every card is told only when it is
durable.

example: python -m bench.cg --tables 50 --rounds 1000
"""

from __future__ import annotations

import argparse
import asyncio
from time import perf_counter

import uvloop

from bench.load.cg_clients import READY, Rounds, seat_four
from bench.load.figures import Value, quantile, show
from bench.load.serving import Served, allow_files, stammtisch


async def play(served: Served, tables: int, count: int, seconds: float) -> dict[str, Value]:
    """Seat everybody, play one round at each table to warm up, then measure so many."""
    rounds = Rounds()
    seated = [await seat_four(served.cg, number, rounds) for number in range(tables)]
    rounds.expect(tables)
    for clients in seated:
        for client in clients:
            client.send(READY, ready=True)
    await asyncio.wait_for(rounds.over.wait(), seconds)
    rounds.expect(count)
    cpu, began = served.cpu_seconds(), perf_counter()
    try:
        await asyncio.wait_for(rounds.over.wait(), seconds)
    except TimeoutError:
        raise SystemExit(
            f"Only {rounds.finished} of {count} rounds were finished in {seconds:g} seconds."
        ) from None
    took, cpu = perf_counter() - began, served.cpu_seconds() - cpu
    cards = sorted(rounds.took)
    return {
        "rounds": rounds.finished,
        "seconds": took,
        "rounds/s": rounds.finished / took,
        "cards/s": len(cards) / took,
        "packets/s": rounds.packets / took,
        "refused": rounds.refused,
        "p50 ms": quantile(cards, 0.5) * 1000,
        "p99 ms": quantile(cards, 0.99) * 1000,
        "server CPU ms/round": cpu / rounds.finished * 1000,
        "server CPU share": cpu / took,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.cg",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=50, help="tables at once (50)")
    parser.add_argument("--rounds", type=int, default=1000, help="rounds to be measured (1000)")
    parser.add_argument("--seconds", type=float, default=90, help="give up after that (90)")
    parser.add_argument("--folder", help="a folder on the disk to be measured")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    allow_files(asked.tables * 4 + 100)
    with (
        stammtisch(folder=asked.folder) as served,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        figures = runner.run(play(served, asked.tables, asked.rounds, asked.seconds))
    show({"full": figures}, asked.json)


if __name__ == "__main__":
    main()
