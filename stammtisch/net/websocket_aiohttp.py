"""A WebSocket served by aiohttp, behind the same seam, if the operator says so
(`--websockets aiohttp`)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from aiohttp import WSMsgType, web

from stammtisch.net.connection import Backpressure, Close, Connection
from stammtisch.net.http import ApiError, address_of
from stammtisch.net.registry import (
    ConnectionInfo,
    ConnectionRegistry,
    Refused,
    WebSocketRoute,
    milliseconds,
)
from stammtisch.net.request_head import BadUpgrade, Head, joined, websocket_key
from stammtisch.net.websocket import reason_bytes
from stammtisch.protocols.session import NO_STATUS

#: Characters in the queue from which on no more is done for the client, until so many are left.
QUEUE, LEFT = 65_536, 16_384
#: Seconds after which it is looked again whether the other side has read.
AGAIN = 0.02


class QueueTransport:
    """Sends from a task of its own, because aiohttp's sending has to be awaited."""

    def __init__(
        self, registry: ConnectionRegistry, socket: web.WebSocketResponse, stream: asyncio.Transport
    ) -> None:
        self._registry = registry
        self._socket = socket
        self._stream = stream
        self._queued = 0
        self._reading = Backpressure(registry.settings.write_buffer_bytes)
        #: Told to hold back while much waits; known once there is one.
        self.link: Connection[str] | None = None
        self._queue: asyncio.Queue[str | tuple[int, str]] = asyncio.Queue()
        self._closing = False
        self._lingered = 0

    def send(self, messages: list[str]) -> None:
        if self._closing:
            return
        self._reading.before(self._waiting())
        for message in messages:
            self._queued += len(message)
            self._queue.put_nowait(message)
        if self._reading.too_slow(self._waiting()):
            self._cut()
        elif self._queued > QUEUE and self.link is not None:
            self.link.hold()

    def close(self, code: int, reason: str) -> None:
        if not self._closing:
            self._closing = True
            self._queue.put_nowait((code, reason))

    def abort(self) -> None:
        self._closing = True
        self._stream.abort()

    def pause_reading(self) -> None:
        """aiohttp's own queue of messages is bounded."""

    def resume_reading(self) -> None:
        pass

    def tick(self) -> None:
        if self._closing:
            self._lingered += 1
            if self._lingered > self._registry.settings.linger_seconds:
                self.abort()
        elif self._reading.tick(self._waiting(), held=self.link is not None and self.link.held):
            self._cut()

    def _waiting(self) -> int:
        """What has not left yet."""
        return self._queued + self._stream.get_write_buffer_size()

    def _cut(self) -> None:
        self._registry.counters.slow_readers += 1
        self.abort()

    async def write(self) -> None:
        """Send what is queued, until the connection ends."""
        with contextlib.suppress(ConnectionError):
            while True:
                match await self._queue.get():
                    case str(message):
                        data = message.encode(errors="replace")
                        await self._socket.send_frame(data, WSMsgType.TEXT)
                        while self._stream.get_write_buffer_size() > QUEUE:  # noqa: ASYNC110
                            # aiohttp itself waits for the other side only now and then.
                            await asyncio.sleep(AGAIN)
                        self._queued -= len(message)
                        if self._queued <= LEFT and self.link is not None:
                            self.link.go_on()
                    case (code, _) if code == NO_STATUS:
                        await self._socket.send_frame(b"", WSMsgType.CLOSE)
                    case (code, reason):
                        await self._socket.close(code=code, message=reason_bytes(reason))


def head_of(request: web.Request) -> Head:
    return Head(
        request.method,
        request.path_qs,
        f"HTTP/{request.version.major}.{request.version.minor}",
        joined(request.headers.items()),
    )


class Sockets:
    """Serves the entrances' WebSockets as an aiohttp handler."""

    def __init__(self, registry: ConnectionRegistry, entrances: Sequence[WebSocketRoute]) -> None:
        self._registry = registry
        self._entrances = entrances

    def entrance(self, request: web.Request) -> WebSocketRoute | None:
        return next((each for each in self._entrances if each.path == request.path), None)

    async def serve(self, request: web.Request, entrance: WebSocketRoute) -> web.StreamResponse:
        head = head_of(request)
        settings = self._registry.settings
        stream = request.transport
        if stream is None or stream.is_closing():
            raise ConnectionResetError("whoever asked for a WebSocket has gone")
        address = address_of(request, settings)
        try:
            websocket_key(head, ("*",) if entrance.any_origin else settings.origins)
            self._registry.admit(address, entrance.protocol)
        except BadUpgrade as bad:
            self._registry.counters.refused[bad.code] += 1
            raise ApiError(bad.status, bad.code, bad.sentence) from None
        except Refused as refused:
            status = 429 if refused.code == "address" else 503
            raise ApiError(status, refused.code, refused.sentence) from None
        try:
            return await self._talk(request, stream, entrance, address)
        finally:
            self._registry.dismiss(address, entrance.protocol)

    async def _talk(
        self,
        request: web.Request,
        stream: asyncio.Transport,
        entrance: WebSocketRoute,
        address: str,
    ) -> web.StreamResponse:
        settings = self._registry.settings
        socket = web.WebSocketResponse(
            # aiohttp refuses what is as large as this.
            max_msg_size=settings.message_bytes + 1,
            heartbeat=settings.ping_seconds + settings.pong_seconds,
            timeout=settings.linger_seconds,
            compress=False,
        )
        await socket.prepare(request)
        arrival = ConnectionInfo(
            address=address,
            now=milliseconds(),
            query=dict(request.query),
            members_only=settings.members_only,
            cheats=settings.cheats,
        )
        wire = QueueTransport(self._registry, socket, stream)
        link = Connection(
            self._registry, entrance.session(arrival), wire, address, entrance.protocol
        )
        wire.link = link
        writing = asyncio.create_task(wire.write())
        try:
            link.open()
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    link.received(message.data)
                elif message.type is WSMsgType.BINARY and entrance.takes_binary:
                    link.received(message.data.decode(errors="replace"))
                elif message.type is WSMsgType.BINARY:
                    link.close(Close.NOT_TEXT, "Only text messages are understood here.")
        finally:
            link.lost()
            wire.link = None
            writing.cancel()
        return socket
