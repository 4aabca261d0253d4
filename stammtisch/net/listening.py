"""Where connections come in: a few at a time, and from one address not too often.

An event loop's own server accepts all that wait in one go, and makes a protocol of each. Somebody
who connects ten thousand times a second would then have the whole loop for themselves. Here an
address that comes too often is reset as soon as it is accepted, which costs a few system calls,
and accepting as such gets only a part of the time.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import Callable
from time import perf_counter

from stammtisch.net.registry import ConnectionRegistry, host_of

#: Connections that the system keeps until they are accepted.
WAITING = 1024
#: Of the kernel, for each connection and direction. It would otherwise keep megabytes for a reader
#: that has fallen asleep, and hand over megabytes of a flood at once.
SOCKET_BUFFER = 65_536

#: Seconds in which connections are accepted at once, and seconds until it is done again.
AT_ONCE = 0.0005
PAUSE = 0.002
#: Seconds until it is tried again when the system gives no more connections.
NONE_LEFT = 0.1

#: Closing sends a reset, and the system need not remember the connection.
_RESET = struct.pack("ii", 1, 0)


class Listener:
    """Takes the connections to one port."""

    def __init__(
        self,
        registry: ConnectionRegistry,
        protocol: Callable[[], asyncio.BaseProtocol],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._registry = registry
        self._protocol = protocol
        self._tls = tls
        self._sockets: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        #: Connections that are becoming transports. Over TLS that takes time; of too many the one
        #: that has taken longest goes.
        self._opening: dict[asyncio.Task[None], None] = {}

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        # It finds all addresses of the host, and binds to each.
        bound = await loop.create_server(self._protocol, host, port, start_serving=False)
        try:
            for each in bound.sockets:
                self._sockets.append(socket.fromfd(each.fileno(), each.family, each.type))
        finally:
            bound.close()
        for each in self._sockets:
            # Connections inherit these.
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER)
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SOCKET_BUFFER)
            each.setblocking(False)
            each.listen(WAITING)
            self._accepting.append(loop.create_task(self._accept(each)))

    @property
    def port(self) -> int:
        port: int = self._sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Accept no more; what is open stays so."""
        for task in (*self._accepting, *self._opening):
            task.cancel()
        await asyncio.gather(*self._accepting, *self._opening, return_exceptions=True)
        for each in self._sockets:
            each.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listening)
                until = perf_counter() + AT_ONCE
                self._take(connection, peer)
                while perf_counter() < until:
                    connection, peer = listening.accept()
                    self._take(connection, peer)
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                # All have been taken, or one has gone already.
                pass
            except OSError:
                # So many files are open that the system opens no more.
                await asyncio.sleep(NONE_LEFT)
            await asyncio.sleep(PAUSE)

    def _take(self, connection: socket.socket, peer: object) -> None:
        if not self._registry.may_connect(host_of(peer)):
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            connection.close()
            return
        connection.setblocking(False)
        if self._tls and len(self._opening) >= self._registry.settings.handshakes:
            next(iter(self._opening)).cancel()
        task = asyncio.get_running_loop().create_task(self._open(connection))
        self._opening[task] = None
        task.add_done_callback(self._opening.pop)

    async def _open(self, connection: socket.socket) -> None:
        timeout = self._registry.settings.handshake_seconds if self._tls else None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._protocol, connection, ssl=self._tls, ssl_handshake_timeout=timeout
            )
        except OSError:
            # It has gone, or what it speaks is no TLS.
            connection.close()
        except asyncio.CancelledError:
            connection.close()
            raise
