"""A line to a server: its WebSocket at `/table`."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

import aiohttp

from stammtisch.cli.lines.line import Lost
from stammtisch.cli.trouble import USAGE, Trouble

_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_PING_EVERY = 20.0


def socket_address(url: str) -> str:
    """The WebSocket of the server at this address: `localhost:8400` and full URLs will do, also
    with `?key=` and what a house that is closed to strangers wants."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise Trouble(f"{url!r} is not the address of a server, as http://example.org:8400.", USAGE)
    path = parts.path.rstrip("/")
    path = path if path.endswith("/table") else f"{path}/table"
    return urlunsplit((_SCHEMES[parts.scheme], parts.netloc, path, parts.query, ""))


class RemoteLine:
    def __init__(
        self, client: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._client = client
        self._socket = socket

    @classmethod
    async def connect(cls, address: str) -> RemoteLine:
        client = aiohttp.ClientSession()
        try:
            socket = await client.ws_connect(address, heartbeat=_PING_EVERY)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await client.close()
            raise Lost(f"{address} cannot be reached: {error}.") from None
        return cls(client, socket)

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_str(text)
        except (aiohttp.ClientError, OSError) as error:
            raise Lost(f"The connection was lost: {error}.") from None

    async def receive(self) -> str:
        while True:
            message = await self._socket.receive()
            if message.type is aiohttp.WSMsgType.TEXT:
                return str(message.data)
            if message.type in (
                aiohttp.WSMsgType.CLOSE,
                aiohttp.WSMsgType.CLOSED,
                aiohttp.WSMsgType.CLOSING,
                aiohttp.WSMsgType.ERROR,
            ):
                raise Lost("The connection was lost.")

    @property
    def match(self) -> None:
        """A server keeps it."""

    async def close(self) -> None:
        await self._socket.close()
        await self._client.close()
