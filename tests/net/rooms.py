"""What the tests of this room share: a house, a session that can be told to misbehave, a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from random import Random

from stammtisch.accounts.peers import Peer
from stammtisch.app import App, build_app
from stammtisch.bus.strict import StrictBus
from stammtisch.lobby import admin_commands
from stammtisch.net.ports import StreamPort
from stammtisch.net.registry import ConnectionInfo, WebSocketRoute
from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from stammtisch.protocols.session import Session
from stammtisch.protocols.tiles.lines import Lines
from stammtisch.replies import NO_TABLE, ChatMessage, Entered, Goodbye
from stammtisch.requests import AskPlayers, Enter, Register, Say
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.encoding import pack, unpack
from stammtisch.vocabulary import Notice, Reply, Request
from tests.tables.hand_clock import HandClock


class HoldingHouse(App):
    """A house that keeps its answers to itself for a while, if told so."""

    holding = False

    def __init__(self) -> None:
        app = build_app(
            SqliteStore(None),
            StrictBus(NO_TABLE, pack, unpack),
            HandClock(),
            InlineExecutor(Random(1)),
        )
        super().__init__(**{part.name: getattr(app, part.name) for part in fields(App)})
        self.held: list[Callable[[], None]] = []

    def ask(self, peer: Peer, request: Request, done: Callable[[Reply], None]) -> None:
        if not self.holding:
            super().ask(peer, request, done)
            return
        self.held.append(lambda: super(HoldingHouse, self).ask(peer, request, done))

    async def idle(self) -> None:
        """Return when everything that was asked is answered."""
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self.store.wait()

    def release(self) -> None:
        """Work on the oldest request that was kept."""
        self.held.pop(0)()


class Parrot(Session[str]):
    """Repeats what it hears, and does a few things when told so."""

    def __init__(self, arrival: ConnectionInfo) -> None:
        super().__init__()
        self.arrival = arrival
        self.ticks: list[int] = []

    def receive(self, message: str) -> None:
        word, _, rest = message.partition(" ")
        match word:
            case "fail":
                raise RuntimeError("told to fail")
            case "bye":
                self.outbox.append("goodbye")
                self.closing = "You said so."
            case "players":
                self.asking = AskPlayers()
            case "enter":
                self.asking = Enter(name=rest)
            case "shout":
                self.asking = Say(text=rest, reach="everyone")
            case "flood":
                self.outbox += ["x" * 1000] * int(rest)
            case "sizes":
                self.outbox += ["ä" + "x" * (int(size) - 2) for size in rest.split()]
            case "half":
                self.outbox.append("half \ud83c")
            case "unpaced":
                self.unpaced = True
                self.outbox.append("ok")
            case "where":
                self.outbox.append(f"{self.arrival.address} {dict(self.arrival.query)}")
            case _:
                self.outbox.append(message)

    def answered(self, reply: Reply) -> None:
        self.outbox.append(type(reply).__name__)

    def notified(self, notice: Notice) -> None:
        match notice:
            case ChatMessage():
                self.outbox.append(f"heard {notice.text}")
            case Goodbye():
                self.outbox.append(f"goodbye: {notice.reason}")
                self.closing = notice.reason

    def tick(self, now: int) -> None:
        self.ticks.append(now)


class RefusingLines(Lines):
    """Says plainly that the connection ends, and has a pause before lines that ask for one."""

    def farewell(self, reason: str) -> str:
        return f"REFUSED {reason}"

    def pause(self, message: str) -> int:
        word, _, rest = message.partition(" ")
        return int(rest) if word == "pause" else 0


WEBSOCKET_ROUTES = (
    WebSocketRoute(path="/parrot", protocol="table", session=Parrot),
    WebSocketRoute(
        path="/",
        protocol="mao",
        session=Parrot,
        takes_binary=True,
        any_origin=True,
        query="?tableID=",
    ),
)

STREAM_PORTS = (
    StreamPort(
        protocol="tiles",
        sessions=lambda settings: Parrot,
        framing=lambda settings: RefusingLines(settings.line_bytes),
        port=lambda settings: settings.tiles_port,
        tls_port=lambda settings: settings.tiles_tls_port,
        pace_ms=lambda settings: settings.tiles_pace_ms,
    ),
)

#: Settings for tests: free ports, no gaps between lines, no waiting at the end, and the names by
#: which the tests ask.
PLAIN: dict[str, object] = {
    "port": "auto",
    "tiles_port": "auto",
    "cg_port": "off",
    "tiles_pace_ms": 0,
    "drain_seconds": 0,
    "names": ("example.org", "play.example", "x"),
}


def plain_settings(**changes: object) -> Settings:
    return Settings(**{**PLAIN, **changes})  # type: ignore[arg-type]


@asynccontextmanager
async def serving(
    entrances: Sequence[WebSocketRoute] = WEBSOCKET_ROUTES,
    stream_ports: Sequence[StreamPort] = STREAM_PORTS,
    /,
    **changes: object,
) -> AsyncIterator[Server]:
    """A server with parrots, or other entrances, in a house of its own."""
    app = HoldingHouse()
    await app.open()
    server = Server(plain_settings(**changes), app, entrances, stream_ports)
    await server.start()
    try:
        yield server
    finally:
        app.holding = False
        while app.held:
            app.release()
        await server.stop()


def post(path: str, body: bytes, token: str = "", *, length: int | None = None) -> bytes:
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}"
    return f"{head}Content-Length: {length or len(body)}\r\n\r\n".encode() + body


async def an_administrator(server: Server) -> str:
    """Ada's token."""
    app = server.registry.app
    peer = app.arrive("192.0.2.7", "table", lambda notice: None)
    replies: asyncio.Queue[Reply] = asyncio.Queue()
    app.ask(peer, Register(name="ada", password="correct horse"), replies.put_nowait)
    entered = await replies.get()
    assert isinstance(entered, Entered) and entered.token is not None, entered
    await app.administer(admin_commands.GrantAdmin(name="ada"), "the operator")
    return entered.token
