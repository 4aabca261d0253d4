"""A client of the Tarock protocol over a real WebSocket, and four of them that play."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

import aiohttp

from tests.protocols.tarock.document_player import DocumentPlayer
from tests.system.serving import PATIENCE, Server

Said = dict[str, Any]


class TarockClient:
    """`heard` is everything it was ever sent."""

    def __init__(
        self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._session = session
        self._socket = socket
        self.heard: list[Said] = []

    @classmethod
    async def come(cls, server: Server, **query: str) -> TarockClient:
        session = aiohttp.ClientSession()
        url = f"http://127.0.0.1:{server.web}/tarock"
        try:
            socket = await session.ws_connect(url, params=query)
        except BaseException:
            await session.close()
            raise
        client = cls(session, socket)
        assert (await client.hear())["event"] == "lobby.session"
        return client

    async def go(self) -> None:
        await self._socket.close()
        await self._session.close()

    async def send(self, command: str, **keys: Any) -> None:
        await self.send_text(json.dumps({"command": command, **keys}))

    async def send_text(self, text: str) -> None:
        await self._socket.send_str(text)

    async def send_bytes(self, data: bytes) -> None:
        await self._socket.send_bytes(data)

    async def hear(self) -> Said:
        async with asyncio.timeout(PATIENCE):
            text = await self._socket.receive_str()
        self.heard.append(json.loads(text))
        return self.heard[-1]

    async def until(self, event: str) -> Said:
        while (said := await self.hear()).get("event") != event:
            pass
        return said

    async def ask(self, command: str, **keys: Any) -> Said:
        """The answer to a command; what is heard before it is kept."""
        await self.send(command, **keys)
        while (said := await self.hear()).get("response") != command:
            pass
        return said

    def events(self, name: str) -> list[Said]:
        return [said for said in self.heard if said.get("event") == name]

    @property
    def token(self) -> str:
        token: str = self.heard[0]["token"]
        return token

    async def play(self, player: DocumentPlayer, until: str = "game.tarock.finished") -> None:
        """Play on until that is heard."""
        while True:
            said = await self.hear()
            for command in player.on(said):
                await self.send(**command)
            if said.get("event") == until:
                return


async def seated(server: Server, names: Sequence[str], **options: Any) -> list[TarockClient]:
    """These in one room, and the game has begun; nobody has heard of it yet."""
    clients = [await TarockClient.come(server, name=name, spelling="document") for name in names]
    options = {"deals": 2, "pause": 0, **options}
    made = await clients[0].ask("lobby.room.create", name="Miza", options=options)
    for client in clients[1:]:
        await client.ask("lobby.room.join", room_id=made["room"]["id"])
    await clients[0].ask("lobby.game.start")
    for client in clients[1:]:
        start = await client.until("lobby.game.start")
        await client.ask("lobby.player.ready", state=start["state"])
    return clients


async def play_out(clients: Sequence[TarockClient], rng: Random) -> list[DocumentPlayer]:
    """All play until the match is over."""
    players = [DocumentPlayer(rng) for _ in clients]
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        for client, player in zip(clients, players, strict=True):
            tasks.create_task(client.play(player))
    return players
