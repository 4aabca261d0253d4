"""A recorded session: what several clients said and heard, line by line.

    # a comment
    anna ! connects
    anna > LOGI anna
    anna < +LOGI anna
    anna ! is cut

After everything that a client does come all lines that this made the server send, the client's own
first; PINGs are left out. The house deals from a fixed seed, so every tile is the same each time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from stammtisch.app import App, build_app
from stammtisch.bus.strict import StrictBus
from stammtisch.config import AppConfig
from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.encoding import pack, unpack
from tests.system.serving import until
from tests.system.wires import Gone, TcpWire

SEED = 20261115


class Line(NamedTuple):
    client: str
    #: ">" said, "<" heard, "!" done.
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{self.client} {self.mark} {self.text}"


def read(path: Path) -> list[Line]:
    lines = path.read_text().splitlines()
    return [Line(*line.split(" ", 2)) for line in lines if line and not line.startswith("#")]


def acts(lines: list[Line]) -> list[list[Line]]:
    """Each thing that a client does, with what is heard after it."""
    grouped: list[list[Line]] = []
    for line in lines:
        if line.mark == "<":
            grouped[-1].append(line)
        else:
            grouped.append([line])
    return grouped


class Room:
    """The clients of a session."""

    def __init__(self, server: Server, app: App) -> None:
        self._server = server
        self._app = app
        self._wires: dict[str, TcpWire] = {}

    async def do(self, act: Line) -> list[Line]:
        """Do what the line says; all that is heard then."""
        client = act.client
        if act.text == "connects":
            self._wires[client] = await TcpWire.open(self._server.addresses.streams["tiles"])
        elif act.text == "is cut":
            await self._wires.pop(client).close()
            await until(lambda: len(self._server.registry.connections()) == len(self._wires))
        else:
            await self._wires[client].send(act.text)
        # The answer comes first; what the others are told may still be on its way to the disk.
        heard = await self._listen(client) if client in self._wires else []
        await self._app.store.wait()
        everybody = sorted(self._wires, key=lambda other: other != client)
        return heard + [line for each in everybody for line in await self._listen(each)]

    async def _listen(self, client: str) -> list[Line]:
        """All lines up to the answer to a PING."""
        wire, heard = self._wires[client], []
        try:
            await wire.send("PING")
            while (text := await wire.hear()) != "+PING":
                heard.append(text)
        except Gone:
            del self._wires[client]
            heard.append("(the connection ends)")
        return [Line(client, "<", text) for text in heard if text != "PING"]

    async def close(self) -> None:
        for wire in self._wires.values():
            await wire.close()


@asynccontextmanager
async def room() -> AsyncIterator[Room]:
    """A room at a house that cheats, and deals from the seed."""
    app = build_app(
        SqliteStore(None),
        StrictBus(NO_TABLE, pack, unpack),
        LoopClock(),
        InlineExecutor(Random(SEED)),
        AppConfig(cheats=True),
        random_bytes=Random(SEED).randbytes,
    )
    await app.open()
    server = Server(
        Settings(port="auto", tiles_port="auto", cg_port="off", tiles_pace_ms=0, drain_seconds=0),
        app,
    )
    await server.start()
    clients = Room(server, app)
    try:
        yield clients
    finally:
        await clients.close()
        await server.stop()
