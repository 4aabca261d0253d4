"""Connections of the tests' clients: lines over TCP, and texts over a WebSocket."""

from __future__ import annotations

import asyncio
from typing import Protocol

import aiohttp


class Gone(Exception):
    """The other side has ended the connection. `code` is a WebSocket's close code."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(f"the connection has ended ({code})")
        self.code = code


class Wire(Protocol):
    async def send(self, text: str) -> None: ...

    async def hear(self) -> str:
        """The next line or message, or `Gone`."""

    async def close(self) -> None: ...


class TcpWire:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> TcpWire:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def send(self, text: str) -> None:
        await self.send_bytes(text.encode() + b"\r\n")

    async def send_bytes(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            raise Gone from None

    async def hear(self) -> str:
        try:
            line = await self._reader.readuntil(b"\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Gone from None
        return line[:-2].decode()

    async def close(self) -> None:
        self._writer.close()


class WebWire:
    def __init__(
        self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._session = session
        self._socket = socket

    @classmethod
    async def open(cls, port: int, path: str) -> WebWire:
        session = aiohttp.ClientSession()
        try:
            socket = await session.ws_connect(f"http://127.0.0.1:{port}{path}")
        except BaseException:
            await session.close()
            raise
        return cls(session, socket)

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_str(text)
        except (ConnectionError, aiohttp.ClientError):
            await self.close()
            raise Gone(self._socket.close_code) from None

    async def hear(self) -> str:
        message = await self._socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            await self.close()
            raise Gone(self._socket.close_code)
        text: str = message.data
        return text

    async def close(self) -> None:
        await self._socket.close()
        await self._session.close()
