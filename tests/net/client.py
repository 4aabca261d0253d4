"""A client of the tests: raw bytes, so that it can do what a proper client never would."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass

KEY = "dGhlIHNhbXBsZSBub25jZQ=="

#: Seconds after which a test that waits for nothing fails instead of hanging.
PATIENCE = 20

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


def upgrade(path: str, headers: Mapping[str, str | None] | None = None) -> bytes:
    """A request for a WebSocket; None leaves a header out."""
    all_headers: dict[str, str | None] = {
        "Host": "example.org",
        "Upgrade": "websocket",
        "Connection": "keep-alive, Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
        **(headers or {}),
    }
    lines = [f"{name}: {value}" for name, value in all_headers.items() if value is not None]
    return "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode()


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, rsv: int = 0) -> bytes:
    """A masked frame, as clients send them."""
    head = bytes([fin << 7 | rsv << 4 | opcode])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    elif len(payload) < 65536:
        head += bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + len(payload).to_bytes(8, "big")
    mask = b"\x1f\x2e\x3d\x4c"
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class Client:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def connect(cls, port: int, tls: ssl.SSLContext | None = None) -> Client:
        return cls(
            *await asyncio.open_connection(
                "127.0.0.1", port, ssl=tls, server_hostname="localhost" if tls else None
            )
        )

    @classmethod
    async def websocket(
        cls,
        port: int,
        path: str = "/parrot",
        headers: Mapping[str, str | None] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> Client:
        client = await cls.connect(port, tls)
        client.send(upgrade(path, headers))
        answer = await client.answer()
        assert answer.status == 101, answer
        assert answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        return client

    def send(self, *data: bytes) -> None:
        self.writer.write(b"".join(data))

    def say(self, text: str) -> None:
        self.send(frame(TEXT, text.encode()))

    async def answer(self) -> Answer:
        """The head of an HTTP answer, and its body if it has a length."""
        head = (await self._until(b"\r\n\r\n")).decode()
        first, *lines = head.rstrip("\r\n").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await self._exactly(int(headers.get("content-length", "0")))
        return Answer(int(first.split(" ")[1]), headers, body)

    async def frame(self) -> tuple[int, bytes]:
        first, second = await self._exactly(2)
        assert first & 0x80, "the server sends whole messages"
        assert not second & 0x80, "servers do not mask"
        size = second
        if second == 126:
            size = int.from_bytes(await self._exactly(2), "big")
        elif second == 127:
            size = int.from_bytes(await self._exactly(8), "big")
        return first & 15, await self._exactly(size)

    async def text(self) -> str:
        opcode, payload = await self.frame()
        assert opcode == TEXT, (opcode, payload)
        return payload.decode()

    async def closed(self) -> tuple[int, str]:
        """The close frame that comes next: code and reason. Answers it."""
        opcode, payload = await self.frame()
        assert opcode == CLOSE, (opcode, payload)
        self.send(frame(CLOSE, payload[:2]))
        return int.from_bytes(payload[:2], "big"), payload[2:].decode()

    async def line(self) -> str:
        data = await self._until(b"\r\n")
        return data[:-2].decode()

    async def reply(self) -> str:
        """The next line that is no PING."""
        while (line := await self.line()) == "PING":
            pass
        return line

    async def end(self) -> bytes:
        """Whatever comes until the server closes."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.reader.read()
        except ConnectionError:
            return b""

    async def _exactly(self, count: int) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readexactly(count)

    async def _until(self, end: bytes) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readuntil(end)

    def close(self) -> None:
        self.writer.close()
