"""Many clients of the Mao protocol who have a seat in a running match, and do nothing there.

Only 140 table ids can be opened by coming to them. The other tables are opened through our own
protocol; then they have numbers of their own, and Mao clients fill them.
"""

from __future__ import annotations

import asyncio
from time import perf_counter

import aiohttp

from bench.load.figures import Value
from bench.load.mao import Seated, sit_down
from bench.load.serving import Served

SEATS = 4
#: Tables that are being filled at once.
AT_ONCE = 20


class Opener:
    """Opens one table after the other, stays until it is full, and leaves."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def ask(self, kind: str, **fields: object) -> dict[str, object]:
        await self._socket.send_json({"type": kind, "id": kind, **fields})
        while (heard := await self._socket.receive_json()).get("id") != kind:
            pass
        if heard["type"] == "error":
            raise SystemExit(f"The server would not {kind}: {heard['message']}")
        answer: dict[str, object] = heard
        return answer

    async def open(self) -> int:
        """The number of a new table, at which the opener looks on."""
        opened = await self.ask("open", game="mao", profile="free", seats=SEATS, sit=False)
        table = opened["table"]
        assert isinstance(table, dict)
        number: int = table["number"]
        return number


async def fill(served: Served, left: list[int], clients: list[Seated]) -> None:
    """Fill tables as long as any are left to be filled."""
    url = f"ws://127.0.0.1:{served.port}/table"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        opener = Opener(socket)
        await opener.ask("enter")
        while left:
            left.pop()
            number = await opener.open()
            seated = [Seated() for _ in range(SEATS)]
            for seat, client in enumerate(seated):
                await sit_down(client, served.port, number, f"p{number}_{seat}")
            await asyncio.gather(*(client.dealt for client in seated))
            await opener.ask("leave")
            clients += seated


async def idle(served: Served, connections: int, seconds: float) -> dict[str, Value]:
    before = served.memory()["VmRSS"]
    clients: list[Seated] = []
    left = list(range(connections // SEATS))
    began = perf_counter()
    await asyncio.gather(*(fill(served, left, clients) for _ in range(AT_ONCE)))
    arrived = perf_counter() - began
    cpu = served.cpu_seconds()
    await asyncio.sleep(seconds)
    cpu = served.cpu_seconds() - cpu
    memory = served.memory()
    return {
        "seated": sum(not client.lost for client in clients),
        "tables": connections // SEATS,
        "joins/s": len(clients) / arrived,
        "MB with nobody": before,
        "MB with all": memory["VmRSS"],
        "MB at most": memory["VmHWM"],
        "KB/connection": (memory["VmRSS"] - before) * 1024 / len(clients),
        "idle CPU share": cpu / seconds,
    }
