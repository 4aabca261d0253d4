"""A client of the Mao protocol over a real WebSocket, which knows when it has heard everything."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import aiohttp

from tests.system.serving import PATIENCE

#: RFC 6455 7.4.1: how an end without a status, and one without a close frame, are called.
NO_STATUS, ABNORMAL = 1005, 1006

DECK = {"source": "deck"}
HAND = {"source": "hand"}


def pile(index: int) -> dict[str, Any]:
    return {"source": "pile", "pileIndex": 0, "cardIndex": index}


def hand(index: int) -> dict[str, Any]:
    return {"source": "hand", "cardIndex": index}


class MaoClient:
    """`events` is everything it was ever told, `closed` the code and reason of the end."""

    def __init__(
        self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._session = session
        self._socket = socket
        self._pings = itertools.count(1)
        self._taken = 0
        self.events: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None

    @classmethod
    async def come(cls, port: int, path: str) -> MaoClient:
        session = aiohttp.ClientSession()
        try:
            # Pings are for `hear_all`, and are answered by hand, as is the end.
            socket = await session.ws_connect(
                f"http://127.0.0.1:{port}{path}", autoping=False, autoclose=False
            )
        except BaseException:
            await session.close()
            raise
        return cls(session, socket)

    async def go(self) -> None:
        await self._socket.close()
        await self._session.close()

    # --- saying ----------------------------------------------------------------------------------

    async def send(self, name: str, *args: Any) -> None:
        await self.send_text(json.dumps(action(name, *args)))

    async def move(self, source: dict[str, Any], target: dict[str, Any]) -> None:
        await self.send("moveCard", {"from": source, "to": target})

    async def send_text(self, text: str) -> None:
        await self._socket.send_str(text)

    async def send_bytes(self, data: bytes) -> None:
        await self._socket.send_bytes(data)

    # --- hearing ---------------------------------------------------------------------------------

    async def hear(self) -> dict[str, Any] | None:
        """The next event; None is the end of the connection."""
        before = len(self.events)
        async with asyncio.timeout(PATIENCE):
            while len(self.events) == before and self.closed is None:
                await self._receive()
        return self.events[-1] if len(self.events) > before else None

    async def hear_until(self, *names: str) -> dict[str, Any]:
        """Hear on until there is an event of one of those names."""
        while (event := await self.hear()) is not None:
            if event["name"] in names:
                return event
        raise AssertionError(f"closed with {self.closed} before any of {names}")

    async def hear_all(self) -> None:
        """Hear everything that was sent before now: the answer to a ping comes after it."""
        if self.closed is not None:
            return
        mark = str(next(self._pings)).encode()
        try:
            await self._socket.ping(mark)
        except aiohttp.ClientError:
            # The server has closed; what it said before is still to be read.
            mark = b""
        async with asyncio.timeout(PATIENCE):
            while self.closed is None and await self._receive() != mark:
                pass

    async def _receive(self) -> bytes | None:
        """Take one frame. If it is the answer to a ping, its mark."""
        message = await self._socket.receive()
        if message.type is aiohttp.WSMsgType.TEXT:
            self.events.append(json.loads(message.data))
        elif message.type is aiohttp.WSMsgType.PING:
            await self._socket.pong(message.data)
        elif message.type is aiohttp.WSMsgType.PONG:
            mark: bytes = message.data
            return mark
        elif message.type is aiohttp.WSMsgType.CLOSE:
            # The library calls a close frame without a status 0.
            self.closed = message.data or NO_STATUS, message.extra or ""
            await self.go()
        else:
            self.closed = ABNORMAL, ""
            await self.go()
        return None

    def taken(self) -> list[dict[str, Any]]:
        """The events that came since this was last asked."""
        new, self._taken = self.events[self._taken :], len(self.events)
        return new

    @property
    def uuid(self) -> str:
        you: str = self.events[0]["data"]["you"]
        return you


def action(name: str, *args: Any) -> dict[str, Any]:
    return {"type": "action", "name": name} | ({"args": args[0]} if args else {})
