"""All connections of the server: where they come in, how many there may be, and how they end.

`Listener` accepts them, a few at a time; `ConnectionRegistry` counts them, lets time pass for them,
refuses those that are too many, and ends them when the server stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import struct
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from stammtisch.accounts.limits import TokenBuckets, address_key, is_loopback
from stammtisch.net.metrics import Counters
from stammtisch.net.request_head import ServerNames
from stammtisch.net.settings import Settings
from stammtisch.protocols.session import Session

if TYPE_CHECKING:
    from stammtisch.app import App
    from stammtisch.net.connection import Connection


class Addresses:
    """Counts the connections from each address; loopback is exempt if it is to be spared."""

    def __init__(self, most: int, *, spare_loopback: bool = True) -> None:
        self._most = most
        self._spare_loopback = spare_loopback
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more, or answer False if there are too many already."""
        if self._spare_loopback and is_loopback(address):
            return True
        address = address_key(address)
        count = self._counts.get(address, 0)
        if count >= self._most:
            return False
        self._counts[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        """One that has entered is gone."""
        address = address_key(address)
        count = self._counts.pop(address, 0)
        if count > 1:
            self._counts[address] = count - 1


def host_of(peername: object) -> str:
    """The address without its port, as a transport's `peername` gives it; "" if it has none."""
    if isinstance(peername, tuple) and peername:
        # Scope ids (fe80::1%eth0) are this machine's own affair, and so is how it sees IPv4
        # through a socket of IPv6.
        return str(peername[0]).partition("%")[0].removeprefix("::ffff:")
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionInfo:
    """What is known of a connection before it says anything."""

    address: str
    #: Monotonic time in milliseconds.
    now: int
    #: The address's query, of a WebSocket.
    query: Mapping[str, str] = field(default_factory=dict)
    #: New people need an access code.
    members_only: bool = False
    #: Tables may allow cheats.
    cheats: bool = False


#: Never raises: a session that cannot be has its `closing` set.
SessionFactory = Callable[[ConnectionInfo], Session[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSocketRoute:
    """A path on which a protocol is spoken over WebSocket."""

    path: str
    protocol: str
    session: SessionFactory
    #: Texts may also come in binary frames.
    takes_binary: bool = False
    #: Pages of any origin may come in: they bring no right along but what the address says.
    any_origin: bool = False
    #: How the address goes on, for people.
    query: str = ""


log = logging.getLogger(__name__)

#: One timer serves all connections: in each of its steps it is this part of them whose second is
#: over, so that thousands of them do not all work in the same moment.
STEPS = 20

TOO_MANY = "There are too many connections here; try again later."
TOO_MANY_YOURS = "There are too many connections from your address."
TOO_OFTEN_YOURS = "Too many connections came from your address; wait a little."
LEAVING = "This server is stopping; try again later."


class Refused(Exception):
    """A connection may not come in: a code for the counters, and a sentence for the person."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class ConnectionRegistry:
    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.counters = Counters()
        self.names = ServerNames(socket.gethostname(), (settings.host, *settings.names))
        #: No new connections any more; readiness says so.
        self.draining = False
        self._addresses = Addresses(
            settings.connections_per_address, spare_loopback=settings.spare_loopback
        )
        self._connects = TokenBuckets(settings.connects)
        self._count = 0
        #: Ends a connection that need not be there; False if there is none.
        self.make_room: Callable[[], bool] = lambda: False
        self._connections: list[dict[Connection[Any], None]] = [{} for _ in range(STEPS)]
        self._next_step = 0
        #: What else wants to know that a second has passed.
        self.each_second: list[Callable[[], None]] = []
        self._at_end: list[Callable[[], None]] = []
        self._ticker: asyncio.TimerHandle | None = None

    # --- connections, whatever they speak --------------------------------------------------------

    def admit(self, address: str, protocol: str) -> None:
        """Count a connection in, or raise `Refused`. Each admitted one is dismissed once."""
        if self.draining:
            raise self.refuse("stopping", LEAVING)
        if self._count >= self.settings.connections and not self.make_room():
            raise self.refuse("full", TOO_MANY)
        if not self._addresses.enter(address):
            raise self.refuse("address", TOO_MANY_YOURS)
        self._count += 1
        self.counters.open[protocol] += 1
        self.counters.came[protocol] += 1

    def may_connect(self, address: str) -> bool:
        """Count that somebody connects from there; False if it is too often. Behind a proxy are
        many: they are counted by the address that it names."""
        settings = self.settings
        if address in settings.proxies or (settings.spare_loopback and is_loopback(address)):
            return True
        if not self._connects.wait(address_key(address), time.monotonic()):
            return True
        self.counters.refused["connects"] += 1
        return False

    def refuse(self, code: str, sentence: str) -> Refused:
        """The refusal, already counted."""
        self.counters.refused[code] += 1
        return Refused(code, sentence)

    def dismiss(self, address: str, protocol: str) -> None:
        self._addresses.leave(address)
        self._count -= 1
        self.counters.open[protocol] -= 1

    # --- connections ------------------------------------------------------------------------------

    def enter(self, connection: Connection[Any]) -> None:
        min(self._connections, key=len)[connection] = None

    def leave(self, connection: Connection[Any]) -> None:
        for connections in self._connections:
            if connections.pop(connection, connection) is None:
                return

    def connections(self) -> list[Connection[Any]]:
        return [connection for connections in self._connections for connection in connections]

    # --- time ------------------------------------------------------------------------------------

    def at_end_of_round(self, call: Callable[[], None]) -> None:
        """Call it once all that has come in is heard, before the loop waits for more."""
        if not self._at_end:
            asyncio.get_running_loop().call_soon(self._end_round)
        self._at_end.append(call)

    def _end_round(self) -> None:
        calls, self._at_end = self._at_end, []
        for call in calls:
            try:
                call()
            except Exception:
                # It keeps no other connection from being told.
                log.exception("A connection could not send what was said.")

    def start(self) -> None:
        self._ticker = asyncio.get_running_loop().call_later(1 / STEPS, self._step)

    def stop(self) -> None:
        if self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None

    def _step(self) -> None:
        self._ticker = asyncio.get_running_loop().call_later(1 / STEPS, self._step)
        self.tick(self._next_step, milliseconds())
        self._next_step = (self._next_step + 1) % STEPS

    def tick(self, step: int, now: int) -> None:
        """A second has passed for this part of the connections."""
        if step == 0:
            for call in self.each_second:
                call()
        for connection in list(self._connections[step]):
            connection.tick(now)

    # --- the end ---------------------------------------------------------------------------------

    async def finish_requests(self) -> None:
        """Hear nothing new, and wait until what was asked is answered."""
        self.draining = True
        for connection in self.connections():
            connection.listen_no_more()
        await self._until(lambda: not any(connection.busy for connection in self.connections()))

    async def empty(self) -> None:
        """Wait until everybody who was told to go has gone; cut the others off."""
        await self._until(lambda: not self.connections())
        for connection in self.connections():
            connection.transport.abort()
        # The sockets' own last callbacks come in the next turns of the loop.
        for _ in range(10):
            await asyncio.sleep(0)

    async def _until(self, reached: Callable[[], bool]) -> None:
        for _ in range(self.settings.drain_seconds * 100):
            if reached():
                return
            await asyncio.sleep(0.01)


def milliseconds() -> int:
    """Monotonic time as sessions count it."""
    return time.monotonic_ns() // 1_000_000


# --- where connections come in --------------------------------------------------------------------

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
