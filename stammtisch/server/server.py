"""The server: listens, and stops so that nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

from stammtisch.server.arrivals import Entrance
from stammtisch.server.door import Door, Web
from stammtisch.server.hall import Hall
from stammtisch.server.http import make_app
from stammtisch.server.listening import Listener
from stammtisch.server.page import Page
from stammtisch.server.protocols import ENTRANCES, STREAM_PORTS, StreamPort
from stammtisch.server.requests import connections
from stammtisch.server.settings import BadSetting, Settings
from stammtisch.server.tcp import StreamWire

if TYPE_CHECKING:
    from stammtisch.house.house import House

log = logging.getLogger(__name__)

CLOSING = "The house closes; come back soon."


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the server can be reached once it listens."""

    host: str
    web: int
    secure: bool
    #: Ports of the protocols in plain streams, by protocol.
    streams: dict[str, int]
    #: The same over TLS.
    tls_streams: dict[str, int]

    @property
    def url(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self._host}:{self.web}/"

    @property
    def _host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        streams = [
            f"{protocol} {scheme}://{self._host}:{port}"
            for scheme, ports in (("tcp", self.streams), ("tls", self.tls_streams))
            for protocol, port in ports.items()
        ]
        return ", ".join([self.url, *streams])


class Server:
    """Serves a house that is open. `entrances` and `stream_ports` are tables of protocols."""

    addresses: Addresses

    def __init__(
        self,
        settings: Settings,
        house: House,
        entrances: Sequence[Entrance] = ENTRANCES,
        stream_ports: Sequence[StreamPort] = STREAM_PORTS,
    ) -> None:
        self._settings = settings
        self._house = house
        self.hall = Hall(house, settings)
        self._entrances = entrances
        self._stream_ports = stream_ports
        self._listening: list[Listener] = []
        self._web_listening: Listener | None = None
        self._runner: web.AppRunner | None = None
        self._stopped = False

    async def start(self) -> None:
        settings = self._settings
        tls = _tls(settings)
        page = Page(self._entrances, settings)
        self._runner = web.AppRunner(
            make_app(self.hall, self._entrances, page), handle_signals=False
        )
        await self._runner.setup()
        assert self._runner.server is not None
        http = connections(
            self.hall,
            self._runner.server,
            access_log=logging.getLogger("aiohttp.access"),
            keepalive_timeout=settings.keep_alive_seconds,
            # For bodies that no handler wanted.
            lingering_time=settings.linger_seconds,
        )
        at_the_door = Web(self.hall, self._entrances, http)
        self.hall.each_second.append(at_the_door.tick)
        self._web_listening = await self._listen(lambda: Door(at_the_door), settings.port, tls)
        streams: dict[str, int] = {}
        tls_streams: dict[str, int] = {}
        for each in self._stream_ports:
            wires = self._stream_wires(each)
            for port, ports, context in (
                (each.port(settings), streams, None),
                (each.tls_port(settings), tls_streams, tls),
            ):
                if port >= 0:
                    listening = await self._listen(wires, port, context)
                    self._listening.append(listening)
                    ports[each.protocol] = listening.port
        page.tcp_ports = streams
        self.addresses = Addresses(
            settings.host, self._web_listening.port, tls is not None, streams, tls_streams
        )
        self.hall.start()

    def _stream_wires(self, port: StreamPort) -> Callable[[], StreamWire[Any]]:
        pace = port.pace_ms(self._settings) / 1000
        sessions = port.sessions(self._settings)
        return lambda: StreamWire(
            self.hall,
            port.protocol,
            sessions,
            port.framing(self._settings),
            pace,
            backlog=port.backlog,
        )

    async def _listen(
        self,
        wire: Callable[[], asyncio.BaseProtocol],
        port: int,
        tls: ssl.SSLContext | None = None,
    ) -> Listener:
        listener = Listener(self.hall, wire, tls)
        await listener.open(self._settings.host, port)
        return listener

    async def stop(self) -> None:
        """Answer what was asked, say goodbye, close the house (and the store), then the sockets.

        Until the end the web port tells that the server is not ready.
        """
        if self._stopped:
            return
        self._stopped = True
        for each in self._listening:
            await each.close()
        await self.hall.finish_requests()
        await self._house.close(CLOSING)
        await self.hall.empty()
        self.hall.stop()
        if self._web_listening is not None:
            await self._web_listening.close()
        if self._runner is not None:
            # aiohttp waits for handlers of open WebSockets and slow requests, but not for long.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._runner.cleanup()


def _tls(settings: Settings) -> ssl.SSLContext | None:
    if not settings.tls_cert:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.tls_cert, settings.tls_key)
    except (OSError, ssl.SSLError) as error:
        raise BadSetting(
            f"The certificate {settings.tls_cert} with the key {settings.tls_key} "
            f"cannot be used: {error}."
        ) from None
    context.set_alpn_protocols(["http/1.1"])
    return context
