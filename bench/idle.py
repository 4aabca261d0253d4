"""The server's memory while many tiles clients are logged in and do nothing but stay.

Each client says PING every few seconds, as the 15 seconds' rule wants it.

example: python -m bench.idle --connections 5000
"""

from __future__ import annotations

import argparse
import asyncio
from time import perf_counter

import uvloop

from bench.load.clients import Asking
from bench.load.figures import Value, show
from bench.load.serving import Served, allow_files, stammtisch

#: Logins under way at once.
AT_ONCE = 50
STAY_AWAKE = 5.0


async def come_in(served: Served, names: list[int], clients: list[Asking]) -> None:
    loop = asyncio.get_running_loop()
    while names:
        number = names.pop()
        _, client = await loop.create_connection(Asking, "127.0.0.1", served.port)
        clients.append(client)
        await client.ask(b"LOGI guest%d" % number)


async def stay_awake(clients: list[Asking]) -> None:
    while True:
        await asyncio.sleep(STAY_AWAKE)
        for client in list(clients):
            client.transport.write(b"PING\r\n")


async def idle(served: Served, connections: int, seconds: float) -> dict[str, Value]:
    before = served.memory()["VmRSS"]
    clients: list[Asking] = []
    names = list(range(connections))
    awake = asyncio.ensure_future(stay_awake(clients))
    began = perf_counter()
    await asyncio.gather(*(come_in(served, names, clients) for _ in range(AT_ONCE)))
    arrived = perf_counter() - began
    cpu = served.cpu_seconds()
    await asyncio.sleep(seconds)
    cpu = served.cpu_seconds() - cpu
    memory = served.memory()
    awake.cancel()
    return {
        "connections": sum(not client.lost for client in clients),
        "logins/s": connections / arrived,
        "MB with nobody": before,
        "MB with all": memory["VmRSS"],
        "MB at most": memory["VmHWM"],
        "KB/connection": (memory["VmRSS"] - before) * 1024 / connections,
        "idle CPU share": cpu / seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.idle",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--connections", type=int, default=5000, help="at once (5000)")
    parser.add_argument("--seconds", type=float, default=8, help="to stay after the last login (8)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    allow_files(asked.connections + 200)
    room = str(asked.connections + 100)
    with (
        stammtisch("--set", f"limits.connections={room}") as served,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        row = runner.run(idle(served, asked.connections, asked.seconds))
    show({"stammtisch": row}, asked.json)


if __name__ == "__main__":
    main()
