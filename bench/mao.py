"""Free tables of Mao over WebSocket: four clients at each, who draw and discard in a closed loop.

Three servers one after the other: the real one with a journal that survives the loss of power
(FULL), the same with one that survives the loss of the process (NORMAL), and a bare one that only
moves the texts: the ceiling that the WebSockets and this load generator set. With --idle, instead,
the memory of the real one while so many clients have seats and do nothing.

example: python -m bench.mao --tables 20 --seconds 10
example: python -m bench.mao --idle 5000
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager

import uvloop

from bench.load.figures import Value, quantile, show
from bench.load.mao import Counts, Player, Table, sit_down
from bench.load.mao_idle import idle
from bench.load.mao_serving import bare, stammtisch
from bench.load.serving import Served, allow_files

SEATS = 4
#: The first table id of four seats.
FIRST = 40
WARM_UP = 1.0
#: Whoever waits so long for cards waits in vain.
PATIENCE = 20.0


async def play(served: Served, tables: int, seconds: float) -> dict[str, Value]:
    """Seat everybody, warm up, then measure."""
    counts = Counts()
    players = []
    for number in range(FIRST, FIRST + tables):
        table = Table()
        for seat in range(SEATS):
            players.append(player := Player(counts, table))
            await sit_down(player, served.port, number, f"p{number}_{seat}")
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(player.dealt for player in players))
    for player in players:
        player.start()
    await asyncio.sleep(WARM_UP)
    loop = asyncio.get_running_loop()
    counts.begin()
    cpu, began = served.cpu_seconds(), loop.time()
    await asyncio.sleep(seconds)
    took, cpu = loop.time() - began, served.cpu_seconds() - cpu
    counts.running = False
    if lost := sum(player.lost for player in players):
        raise SystemExit(f"{lost} of the players lost their connection.")
    return figures(counts, took, cpu)


def figures(counts: Counts, seconds: float, cpu: float) -> dict[str, Value]:
    took = sorted(counts.took)
    return {
        "actions": len(took),
        "seconds": seconds,
        "actions/s": len(took) / seconds,
        "events/s": counts.events / seconds,
        "p50 ms": quantile(took, 0.5) * 1000,
        "p99 ms": quantile(took, 0.99) * 1000,
        "server CPU µs/action": cpu / len(took) * 1e6,
        "server CPU share": cpu / seconds,
    }


def measure(
    serving: Callable[[], AbstractContextManager[Served]],
    measured: Callable[[Served], Coroutine[None, None, dict[str, Value]]],
) -> dict[str, Value]:
    with serving() as served, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(measured(served))


def closed_loop(asked: argparse.Namespace) -> dict[str, dict[str, Value]]:
    allow_files(asked.tables * SEATS + 100)
    servers: dict[str, Callable[[], AbstractContextManager[Served]]] = {
        "full": lambda: stammtisch(folder=asked.folder),
        "normal": lambda: stammtisch("--set", "journal.synchronous=normal", folder=asked.folder),
        "bare": bare,
    }
    chosen = [asked.only] if asked.only else list(servers)
    rows = {
        name: measure(servers[name], lambda served: play(served, asked.tables, asked.seconds))
        for name in chosen
    }
    if "bare" in rows and len(rows) > 1:
        for row in rows.values():
            row["part of bare"] = float(row["actions/s"]) / float(rows["bare"]["actions/s"])
    return rows


def idlers(asked: argparse.Namespace) -> dict[str, dict[str, Value]]:
    allow_files(asked.idle + 200)
    room = str(asked.idle + 200)
    row = measure(
        lambda: stammtisch("--set", f"limits.connections={room}", folder=asked.folder),
        lambda served: idle(served, asked.idle, asked.seconds),
    )
    return {"stammtisch": row}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.mao",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=20, help="tables at once, at most 20 (20)")
    parser.add_argument("--seconds", type=float, default=10, help="to be measured (10)")
    parser.add_argument("--idle", type=int, default=0, help="measure the memory of so many clients")
    parser.add_argument("--only", choices=("full", "normal", "bare"), help="one of the three")
    parser.add_argument("--folder", help="a folder on the disk to be measured")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    show(idlers(asked) if asked.idle else closed_loop(asked), asked.json)


if __name__ == "__main__":
    main()
