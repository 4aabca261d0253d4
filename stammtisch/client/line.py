"""A line to a server: texts of the table protocol in both directions, whatever carries them."""

from __future__ import annotations

from typing import Protocol, Self

import aiohttp

from stammtisch.client.errors import Lost

#: Seconds between signs of life; a server that does not answer one is gone.
_PING_EVERY = 20.0
_ENDS = (
    aiohttp.WSMsgType.CLOSE,
    aiohttp.WSMsgType.CLOSED,
    aiohttp.WSMsgType.CLOSING,
    aiohttp.WSMsgType.ERROR,
)


def _reason(error: Exception) -> str:
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"it answered with status {error.status}"
    return str(error)


class Line(Protocol):
    async def send(self, text: str) -> None: ...

    async def receive(self) -> str:
        """The next text from the server; `Lost` when there will be none."""

    async def close(self) -> None: ...


class SocketLine:
    """The server's WebSocket at `/table`."""

    def __init__(
        self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._http = http
        self._socket = socket

    @classmethod
    async def dial(cls, address: str) -> Self:
        http = aiohttp.ClientSession()
        try:
            socket = await http.ws_connect(address, heartbeat=_PING_EVERY)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await http.close()
            # Without the key of the house, if one was given.
            where = address.partition("?")[0]
            raise Lost(f"{where} cannot be reached: {_reason(error)}.") from None
        except BaseException:
            await http.close()
            raise
        return cls(http, socket)

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
            if message.type in _ENDS:
                raise Lost("The connection was lost.")

    async def close(self) -> None:
        await self._socket.close()
        await self._http.close()
