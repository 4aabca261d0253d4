"""A client of our own protocol beside those of cg: it does what the first listed action says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp


class WebPlayer:
    """Follows by views. `events` has all that happened at its table."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.name = ""
        self.events: list[dict[str, Any]] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.observation: dict[str, Any] | None = None
        self.invited: list[dict[str, Any]] = []
        self.plays = False
        self._number = 0
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    @classmethod
    async def come(cls, session: aiohttp.ClientSession, port: int, name: str) -> WebPlayer:
        player = cls(await session.ws_connect(f"http://127.0.0.1:{port}/table"))
        player.name = (await player.ask("enter", name=name))["name"]
        return player

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        await self._socket.send_json({"type": type, "id": number, **fields})
        await self.until(lambda: number in self.answers)
        return self.answers[number]

    async def table_of(self, name: str) -> dict[str, Any]:
        """The only table of the list where somebody of that name sits."""
        (table,) = await self.tables_of(name)
        return table

    async def tables_of(self, name: str) -> list[dict[str, Any]]:
        listed = await self.ask("tables", game="doppelkopf", limit=100)
        assert listed["more"] is None
        return [table for table in listed["tables"] if name in _names(table)]

    async def until(self, reached: Callable[[], Any]) -> None:
        async with asyncio.timeout(60):
            while not reached():
                if self._task.done():
                    self._task.result()
                    raise AssertionError("the connection has ended")
                self._changed.clear()
                await self._changed.wait()

    async def close(self) -> None:
        self._task.cancel()
        await self._socket.close()

    async def _run(self) -> None:
        async for message in self._socket:
            told = message.json()
            if told.get("id") is not None:
                self.answers[told["id"]] = told
            if told["type"] == "invited":
                self.invited.append(told)
            self.events += told.get("events", [])
            self.observation = told.get("observation") or self.observation
            self._changed.set()
            if self.plays and told.get("observation"):
                await self._play(told["observation"])

    async def _play(self, observation: dict[str, Any]) -> None:
        own = observation["view"]["seat"]
        if own in observation["turn"] and observation["legal"]:
            words = [one["action"] for one in observation["legal"]]
            shy = [one for one in words if one.get("word", "").endswith(("_no", "continue_yes"))]
            self._number += 1
            action = (shy or words)[0]
            await self._socket.send_json({"type": "act", "id": self._number, "action": action})


def _names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]
