"""Connections of an attacker: from an address of its own, and without manners."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

#: Every 127.x.y.z is this machine; the server counts them as different addresses.
ATTACKER = "127.0.0.2"
#: Guests that come from one address.
AT_ONE_ADDRESS = 200


@dataclass(frozen=True)
class Target:
    web: int
    tiles: int


@dataclass
class Stream:
    """A plain TCP connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, port: int, address: str = ATTACKER) -> Stream:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        return cls(reader, writer)

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def until(self, word: bytes) -> bytes:
        """The next line that begins so."""
        while True:
            line = await self.reader.readuntil(b"\n")
            if line.startswith(word):
                return line

    async def ignore(self) -> None:
        """Read all that comes, and do nothing with it."""
        with suppress(OSError):
            while await self.reader.read(1 << 16):
                pass

    def close(self) -> None:
        with suppress(OSError):
            self.writer.close()


class Socket:
    """A WebSocket that speaks the table protocol."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self._session = session
        self._port = port
        self._socket: aiohttp.ClientWebSocketResponse

    async def open(self) -> Socket:
        self._socket = await self._session.ws_connect(f"ws://127.0.0.1:{self._port}/table")
        return self

    async def say(self, **message: Any) -> None:
        await self._socket.send_str(json.dumps({"id": 1, **message}))

    async def ask(self, **message: Any) -> Any:
        """Its answer, whatever else comes before."""
        await self.say(**message)
        while True:
            heard = await self._socket.receive_json()
            if heard.get("id") == 1:
                return heard

    async def ignore(self) -> None:
        async for _ in self._socket:
            pass

    async def close(self) -> None:
        await self._socket.close()


def session(address: str = ATTACKER) -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(limit=0, local_addr=(address, 0), force_close=True)
    return aiohttp.ClientSession(connector=connector)


async def guests(port: int, count: int) -> list[asyncio.Task[None]]:
    """So many guests inside, who only listen; many addresses, because one may not have so many."""
    listening = []
    for number in range(count):
        address = f"127.0.{1 + number // AT_ONE_ADDRESS}.1"
        guest = await Stream.open(port, address)
        await guest.send(b"LOGI g%d unpaced\r\n" % number)
        await guest.until(b"+LOGI")
        listening.append(asyncio.create_task(_stay(guest)))
    return listening


async def _stay(guest: Stream) -> None:
    hearing = asyncio.create_task(guest.ignore())
    with suppress(OSError):
        while not hearing.done():
            await guest.send(b"PING\r\n")
            await asyncio.sleep(5)
