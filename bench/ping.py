"""PING round trips: many connections, each sends the next PING when it hears the last one's answer.

The bare server of `bench.games` answers the same afterwards, as the ceiling.

example: python -m bench.ping --connections 100
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from time import perf_counter

import uvloop

from bench.load.clients import Client
from bench.load.figures import Value, quantile, show
from bench.load.serving import Served, allow_files, bare, stammtisch

WARM_UP = 0.5


class Pinging(Client):
    """Never more than one PING under way."""

    def __init__(self) -> None:
        super().__init__()
        self.took: list[float] = []
        self._sent_at = 0.0
        self._going = True

    def start(self) -> None:
        self._sent_at = perf_counter()
        self.transport.write(b"PING\r\n")

    def heard(self, line: bytes) -> None:
        if line == b"+PING" and self._going:
            now = perf_counter()
            self.took.append(now - self._sent_at)
            self._sent_at = now
            self.transport.write(b"PING\r\n")

    def stop(self) -> None:
        self._going = False
        self.transport.close()


async def ping(served: Served, connections: int, seconds: float) -> dict[str, Value]:
    loop = asyncio.get_running_loop()
    clients = []
    for _ in range(connections):
        _, client = await loop.create_connection(Pinging, "127.0.0.1", served.port)
        clients.append(client)
    for client in clients:
        client.start()
    await asyncio.sleep(WARM_UP)
    for client in clients:
        client.took.clear()
    cpu, began = served.cpu_seconds(), perf_counter()
    await asyncio.sleep(seconds)
    took, cpu = perf_counter() - began, served.cpu_seconds() - cpu
    trips = sorted(one for client in clients for one in client.took)
    for client in clients:
        client.stop()
    return {
        "round trips": len(trips),
        "seconds": took,
        "round trips/s": len(trips) / took,
        "p50 ms": quantile(trips, 0.5) * 1000,
        "p99 ms": quantile(trips, 0.99) * 1000,
        "server CPU µs/trip": cpu / len(trips) * 1e6,
        "server CPU share": cpu / took,
    }


def measure(
    serving: Callable[[], AbstractContextManager[Served]], asked: argparse.Namespace
) -> dict[str, Value]:
    with serving() as served, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(ping(served, asked.connections, asked.seconds))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.ping",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--connections", type=int, default=100, help="at once (100)")
    parser.add_argument("--seconds", type=float, default=5, help="to measure (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    allow_files(asked.connections + 100)
    rows = {"stammtisch": measure(stammtisch, asked), "bare": measure(bare, asked)}
    ceiling = float(rows["bare"]["round trips/s"])
    for row in rows.values():
        row["part of bare"] = float(row["round trips/s"]) / ceiling
    show(rows, asked.json)


if __name__ == "__main__":
    main()
