"""Attacks on a server, and what a healthy table notices: its p99 beside each, as a ratio to quiet.

For each attack a server is started as it comes (but this machine is not spared what holds for one
address), with its data in memory. Four people play at a table; the attack prepares itself (guests
come in, tables are opened), the table's moves are timed, the attack begins, and they are timed
again. Server, table and an echo as control have real-time priority, if the system allows it: when
the echo's p99 grows as well, the machine was busy. What the server's process itself computes (CPU)
depends less on the machine.

example: python -m bench.abuse everybody onlooker --seconds 10
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

from bench.abuse.attacks import ATTACKS
from bench.abuse.control import Echo, echoing, hurry, hurry_server, usual_priority
from bench.abuse.healthy import seat_four, watch
from bench.load.clients import Games
from bench.load.figures import Value, quantile, show
from bench.load.serving import CHECKOUT, Served, allow_files, stammtisch

#: As it comes, and no address is spared.
OPTIONS = ("--set", "limits.messages_per_second=200", "--set", "limits.spare_loopback=no")


#: Where no disk is waited for, if there is such a place.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


@contextmanager
def attacker(name: str, web: int, tiles: int, count: int) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "bench.abuse.attack", name, str(web), str(tiles), str(count)]
    process = subprocess.Popen(
        words,
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=usual_priority,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


async def measure(
    served: Served, name: str, web: int, echo: Echo, asked: argparse.Namespace
) -> dict[str, Value]:
    games = await seat_four(served.port)
    with attacker(name, web, served.port, asked.guests) as process:
        assert process.stdin is not None and process.stdout is not None
        ready = await asyncio.to_thread(process.stdout.readline)
        if ready != "ready\n":
            raise SystemExit(f"The attack {name} could not be prepared.")
        # What came of the preparation is over.
        await asyncio.sleep(1)
        quiet = await watched(served, games, echo, asked.seconds)
        process.stdin.write("go\n")
        process.stdin.flush()
        attacked = await watched(served, games, echo, asked.seconds)
        memory = served.memory()["VmHWM"]
        if process.poll() is not None:
            raise SystemExit(f"The attack {name} ended by itself.")
    return {
        "quiet p99 ms": quiet["p99 ms"],
        "attacked p50 ms": attacked["p50 ms"],
        "attacked p99 ms": attacked["p99 ms"],
        "worst ms": attacked["worst ms"],
        "actions/s": attacked["actions/s"],
        "memory MB": memory,
        "quiet CPU ms/s": quiet["CPU ms/s"],
        "attacked CPU ms/s": attacked["CPU ms/s"],
        "echo p99 ms": attacked["echo p99 ms"],
        "echo p99 ratio": _ratio(attacked, quiet, "echo p99 ms"),
        "p99 ratio": _ratio(attacked, quiet, "p99 ms"),
    }


async def watched(served: Served, games: Games, echo: Echo, seconds: float) -> dict[str, float]:
    """Figures of the table, of the server and of the echo in the next seconds."""
    echo.took.clear()
    before = served.own_cpu_seconds()
    priority = asyncio.create_task(_keep_priority(served))
    figures = await watch(games, seconds)
    priority.cancel()
    took = sorted(echo.took)
    return {
        **figures,
        "echo p99 ms": quantile(took, 0.99) * 1000,
        "CPU ms/s": (served.own_cpu_seconds() - before) / seconds * 1000,
    }


async def _keep_priority(served: Served) -> None:
    while True:
        hurry_server(served)
        await asyncio.sleep(0.2)


def _ratio(attacked: dict[str, float], quiet: dict[str, float], figure: str) -> float:
    return attacked[figure] / max(quiet[figure], 0.001)


async def run(served: Served, name: str, web: int, asked: argparse.Namespace) -> dict[str, Value]:
    with echoing() as port:
        loop = asyncio.get_running_loop()
        _, echo = await loop.create_connection(Echo, "127.0.0.1", port)
        return await measure(served, name, web, echo, asked)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.abuse",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="attacks:\n"
        + "\n".join(f"  {name:10} {each.__doc__}" for name, each in ATTACKS.items()),
    )
    parser.add_argument("names", nargs="*", metavar="ATTACK", help="all of them unless said")
    parser.add_argument("--seconds", type=float, default=10, help="for each of both times (10)")
    parser.add_argument("--guests", type=int, default=1000, help="guests or connections (1000)")
    parser.add_argument(
        "--folder", default=MEMORY, help="a folder on the disk to be used (one in memory)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in ATTACKS]
    if unknown:
        raise SystemExit(f"There is no attack {unknown[0]!r}; there is {', '.join(ATTACKS)}.")
    allow_files(200)
    if not hurry(os.getpid()):
        print("no real-time priority here: read the echo's figures first", file=sys.stderr)
    rows: dict[str, dict[str, Value]] = {}
    for name in asked.names or ATTACKS:
        web = free_port()
        options = (*OPTIONS, "--port", str(web))
        with (
            stammtisch(*options, folder=asked.folder) as served,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            rows[name] = runner.run(run(served, name, web, asked))
    show(rows, asked.json)


if __name__ == "__main__":
    main()
