"""`stammtisch serve`: one process from its start to its end.

The server: listens, and stops so that nothing acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from aiohttp import web

from stammtisch.app import App, build_app
from stammtisch.bus.local import LocalBus
from stammtisch.config import AppConfig, Timings
from stammtisch.net.admin_socket import AdminSocket, admin_socket_beside
from stammtisch.net.logs import start_logging
from stammtisch.net.pages import Page
from stammtisch.net.ports import STREAM_PORTS, WEBSOCKET_ROUTES, StreamPort
from stammtisch.net.registry import ConnectionRegistry, Listener, WebSocketRoute
from stammtisch.net.routes import make_app
from stammtisch.net.settings import BadSetting, Port, Settings, port_number
from stammtisch.net.sniffer import RequestSniffer, Web, connections
from stammtisch.net.tcp import StreamTransport
from stammtisch.replies import NO_TABLE
from stammtisch.store.connections import Synchronous
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import file_of, open_store
from stammtisch.store.store import Store
from stammtisch.tables.bot_executor import PoolExecutor
from stammtisch.tables.clock import LoopClock

if TYPE_CHECKING:
    from stammtisch.app import App


log = logging.getLogger(__name__)

#: Hosts that mean every address, and by which this machine reaches itself.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}

CLOSING = "The house closes; come back soon."


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the server can be reached once it listens."""

    host: str
    #: The web port; 0 where it is off.
    web: int
    secure: bool
    #: Ports of the protocols in plain streams, by protocol.
    streams: dict[str, int]
    #: The same over TLS.
    tls_streams: dict[str, int]

    @property
    def url(self) -> str:
        return self._url(self.host)

    def _url(self, host: str) -> str:
        return f"{'https' if self.secure else 'http'}://{_in_url(host)}:{self.web}/"

    @property
    def network_url(self) -> str:
        """How others in the network reach the page; "" if they do not, or it is not known."""
        address = _network_address() if self.web and self.host in EVERYWHERE else ""
        return self._url(address) if address else ""

    def __str__(self) -> str:
        host = _in_url(self.host)
        streams = [
            f"{protocol} {scheme}://{host}:{port}"
            for scheme, ports in (("tcp", self.streams), ("tls", self.tls_streams))
            for protocol, port in ports.items()
        ]
        return ", ".join([self.url, *streams] if self.web else streams)


def _in_url(host: str) -> str:
    host = EVERYWHERE.get(host, host)
    return f"[{host}]" if ":" in host else host


def _network_address() -> str:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        # Nothing is sent: the system only says from which of its addresses it would go.
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return ""


class Server:
    """Serves a server that is open. `routes` and `stream_ports` are tables of protocols."""

    addresses: Addresses

    def __init__(
        self,
        settings: Settings,
        app: App,
        routes: Sequence[WebSocketRoute] = WEBSOCKET_ROUTES,
        stream_ports: Sequence[StreamPort] = STREAM_PORTS,
    ) -> None:
        self._settings = settings
        self._app = app
        self.registry = ConnectionRegistry(app, settings)
        self._routes = routes
        self._stream_ports = stream_ports
        self._listening: list[Listener] = []
        self._web_listening: Listener | None = None
        self._runner: web.AppRunner | None = None
        self._stopped = False

    async def start(self) -> None:
        settings = self._settings
        tls = _tls(settings)
        page = Page(self._routes, settings)
        self._runner = web.AppRunner(
            make_app(self.registry, self._routes, page), handle_signals=False
        )
        await self._runner.setup()
        assert self._runner.server is not None
        http = connections(
            self.registry,
            self._runner.server,
            access_log=logging.getLogger("aiohttp.access"),
            keepalive_timeout=settings.keep_alive_seconds,
            # For bodies that no handler wanted.
            lingering_time=settings.linger_seconds,
        )
        web_port_state = Web(self.registry, self._routes, http)
        self.registry.each_second.append(web_port_state.tick)
        self._web_listening = await self._listen(
            lambda: RequestSniffer(web_port_state), settings.port, "the page", "--port ", tls
        )
        web_port = self._web_listening.port if self._web_listening is not None else 0
        streams: dict[str, int] = {}
        tls_streams: dict[str, int] = {}
        for each in self._stream_ports:
            transports = self._stream_transports(each)
            name = each.protocol
            for port, option, ports, context in (
                (each.port(settings), f"--{name}-port ", streams, None),
                (each.tls_port(settings), f"--set {name}.tls_port=", tls_streams, tls),
            ):
                listening = await self._listen(transports, port, name, option, context)
                if listening is not None:
                    self._listening.append(listening)
                    ports[name] = listening.port
        page.tcp_ports = streams
        self.addresses = Addresses(settings.host, web_port, tls is not None, streams, tls_streams)
        self.registry.start()

    def _stream_transports(self, port: StreamPort) -> Callable[[], StreamTransport[Any]]:
        pace = port.pace_ms(self._settings) / 1000
        sessions = port.sessions(self._settings)
        return lambda: StreamTransport(
            self.registry,
            port.protocol,
            sessions,
            port.framing(self._settings),
            pace,
            backlog=port.backlog,
        )

    async def _listen(
        self,
        protocol: Callable[[], asyncio.BaseProtocol],
        port: Port,
        what: str,
        option: str,
        tls: ssl.SSLContext | None = None,
    ) -> Listener | None:
        """None where that port is off. `what` is spoken there, and `option` names another port."""
        number = port_number(port)
        if number is None:
            return None
        listener = Listener(self.registry, protocol, tls)
        try:
            await listener.open(self._settings.host, number)
        except OSError as error:
            other = f"{option}{(number + 100) % 65_536 or 8_500}"
            match error.errno:
                case errno.EADDRINUSE:
                    sentence = (
                        f"Port {number} ({what}) is in use. Is Stammtisch already running? "
                        f"Otherwise choose another: {other}."
                    )
                case errno.EACCES:
                    sentence = f"You may not open port {number} ({what}). Choose another: {other}."
                case _:
                    reason = error.strerror or error
                    sentence = f"Cannot listen on {self._settings.host}, --host ({reason})."
            raise BadSetting(sentence) from None
        return listener

    async def stop(self) -> None:
        """Answer what was asked, say goodbye, close the server (and the store), then the sockets.

        Until the end the web port tells that the server is not ready.
        """
        if self._stopped:
            return
        self._stopped = True
        for each in self._listening:
            await each.close()
        await self.registry.finish_requests()
        await self._app.close(CLOSING)
        await self.registry.empty()
        self.registry.stop()
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


#: A thread answers questions to the store: with the usual 5 ms, each of its steps would wait so
#: long for a busy loop.
SWITCH_INTERVAL = 0.0005

#: The writer process inherits its socket, and Windows has no such thing: there a thread writes.
SCRIBE = sys.platform != "win32"

#: Allocations before the collector looks at the youngest, and how often at the older ones.
COLLECT_AFTER = (20_000, 20, 20)


def run(settings: Settings) -> int:
    """Serve until SIGTERM or SIGINT; the exit status."""
    start_logging(settings.log_level, settings.log_format)
    sys.setswitchinterval(SWITCH_INTERVAL)
    _allow_many_files(settings.connections)
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings))
    except (BadSetting, StoreUnavailable) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The server cannot start: {error}.", file=sys.stderr)
        return 1
    return 0


async def _serve(settings: Settings) -> None:
    executor = PoolExecutor(settings.bot_processes)
    config = app_config(settings)
    app = build_app(
        _store(settings), LocalBus(NO_TABLE), LoopClock(), executor, config, worker=executor
    )
    server = Server(settings, app)
    path = file_of(settings.store_address())
    admin = AdminSocket(app, admin_socket_beside(path)) if path is not None else None
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        # Windows' loop has no handlers; there Ctrl-C ends the process at once.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(sign, stopping.set)
    try:
        await app.open()
        try:
            await server.start()
            if admin is not None:
                await admin.open()
            # What is there now stays, and is no garbage: the collector need not look through it,
            # now or again and again.
            gc.freeze()
            # Moves make no cycles, but many short-lived records: look for cycles less often.
            gc.set_threshold(*COLLECT_AFTER)
            for sentence in app.damaged:
                print(sentence, file=sys.stderr)
            print(f"Stammtisch is open: {server.addresses}", flush=True)
            if server.addresses.network_url:
                print(f"In your network: {server.addresses.network_url}", flush=True)
            await _first(stopping.wait(), _store_lost(app.store))
            log.info("stopping")
        finally:
            if admin is not None:
                await admin.close()
            await server.stop()
    finally:
        executor.close()


async def _first(*endings: Coroutine[Any, Any, object]) -> None:
    """Return, or raise, with whichever comes first."""
    tasks = [asyncio.ensure_future(ending) for ending in endings]
    done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    for task in done:
        task.result()


async def _store_lost(store: Store) -> NoReturn:
    """A supervisor may start the server again: then every table comes back."""
    await store.lost()
    raise StoreUnavailable("The store can no longer be written, so the house closes.")


def _store(settings: Settings) -> Store:
    synchronous: Synchronous = "FULL" if settings.synchronous == "full" else "NORMAL"
    path = file_of(settings.store_address())
    if path is not None and not settings.store:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BadSetting(
                f"Cannot write to the data folder {path.parent} ({reason}). "
                "Choose another with --data."
            ) from None
    return open_store(settings.store_address(), synchronous, writer_process=SCRIBE)


def app_config(settings: Settings) -> AppConfig:
    """What the settings say for the whole server: those of the same name as they are."""
    same = {one.name for one in fields(AppConfig)} & {one.name for one in fields(Settings)}
    return AppConfig(
        **{name: getattr(settings, name) for name in same},
        timings=Timings(settings.bot_pace_ms, settings.bot_pace_least_ms),
        rate_limits=settings.rate_limits(),
        password=_server_password(settings),
    )


def _server_password(settings: Settings) -> str:
    file = settings.password_file
    if not file:
        return ""
    try:
        password = Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(
            f"The password of the server cannot be read from {file}: {error}."
        ) from None
    if not password:
        raise BadSetting(f"The password of the server is to be in {file}, but there is none.")
    return password


def _loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    """uvloop where there is one: less than half the cost of a message."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop


def _allow_many_files(connections: int) -> None:
    """A connection is an open file, and systems start processes with few of them allowed."""
    if sys.platform == "win32":
        return
    import resource

    wanted = connections + 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if allowed > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if max(allowed, soft) < wanted:
        log.warning("The system allows only %d open files, so fewer connections.", allowed)
