"""Which protocols are spoken, and where; and the commands of Tarock over HTTP."""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import Any
from weakref import WeakValueDictionary

from aiohttp import web

from stammtisch.net.connection import Connection
from stammtisch.net.http import ApiError
from stammtisch.net.registry import (
    ConnectionInfo,
    ConnectionRegistry,
    SessionFactory,
    WebSocketRoute,
    milliseconds,
)
from stammtisch.net.settings import Port, Settings
from stammtisch.protocols.cg.frames import Frames
from stammtisch.protocols.cg.session import CgSession
from stammtisch.protocols.cg.shared import Shared
from stammtisch.protocols.framing import Framing
from stammtisch.protocols.mao.session import MaoSession
from stammtisch.protocols.table.session import TableSession
from stammtisch.protocols.tarock.messages import Relayed
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.protocols.tiles.lines import Lines
from stammtisch.protocols.tiles.session import TilesSession

log = logging.getLogger(__name__)


def tiles_session(arrival: ConnectionInfo) -> TilesSession:
    return TilesSession(arrival.address, arrival.now)


def tiles_frame_session(arrival: ConnectionInfo) -> TilesSession:
    # No two frames of a WebSocket share a read.
    return TilesSession(arrival.address, arrival.now, unpaced=True)


def table_session(arrival: ConnectionInfo) -> TableSession:
    return TableSession(
        arrival.address,
        arrival.query.get("key") or None,
        members_only=arrival.members_only,
        cheats=arrival.cheats,
    )


def mao_session(arrival: ConnectionInfo) -> MaoSession:
    return MaoSession(arrival.address, arrival.query, time.time)


def tarock_session(arrival: ConnectionInfo) -> TarockSession:
    return TarockSession(arrival.address, arrival.query, time.time_ns, os.urandom, milliseconds)


def tiles_framing(settings: Settings) -> Lines:
    return Lines(settings.line_bytes)


def cg_sessions(settings: Settings) -> SessionFactory:
    queries = Shared(
        wall=time.time,
        random=SystemRandom(),
        log=log.debug,
        log_arrival=log.info,
        hidden="" if settings.cg_hidden_card == "empty" else settings.cg_hidden_card,
        number_keys=settings.cg_move_keys == "int",
        most_players=settings.connections,
        speakers=WeakValueDictionary(),
    )
    return lambda arrival: CgSession(queries, arrival.now)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamPort:
    """A TCP port on which a protocol is spoken in a plain stream."""

    protocol: str
    sessions: Callable[[Settings], SessionFactory]
    #: One for each connection.
    framing: Callable[[Settings], Framing[Any]]
    port: Callable[[Settings], Port]
    #: The same over TLS.
    tls_port: Callable[[Settings], Port]
    pace_ms: Callable[[Settings], int]
    #: Messages of one connection that wait before reading pauses, if not as many as elsewhere.
    backlog: int | None = None


WEBSOCKET_ROUTES: tuple[WebSocketRoute, ...] = (
    WebSocketRoute(path="/table", protocol="table", session=table_session),
    WebSocketRoute(path="/tiles", protocol="tiles", session=tiles_frame_session),
    # Like those of Mao, its clients may live on pages of other hosts.
    WebSocketRoute(
        path="/tarock",
        protocol="tarock",
        session=tarock_session,
        takes_binary=True,
        any_origin=True,
    ),
    # The clients of its day open the page's own address, and live on pages of other hosts.
    *(
        WebSocketRoute(
            path=path,
            protocol="mao",
            session=mao_session,
            takes_binary=True,
            any_origin=True,
            query="?tableID=",
        )
        for path in ("/", "/mao")
    ),
)

STREAM_PORTS: tuple[StreamPort, ...] = (
    StreamPort(
        protocol="tiles",
        sessions=lambda settings: tiles_session,
        framing=tiles_framing,
        port=lambda settings: settings.tiles_port,
        tls_port=lambda settings: settings.tiles_tls_port,
        pace_ms=lambda settings: settings.tiles_pace_ms,
    ),
    StreamPort(
        protocol="cg",
        sessions=cg_sessions,
        framing=lambda settings: Frames(),
        port=lambda settings: settings.cg_port,
        tls_port=lambda settings: settings.cg_tls_port,
        pace_ms=lambda settings: settings.cg_pace_ms,
        # Packets may be large.
        backlog=8,
    ),
)


# --- commands of Tarock by HTTP -------------------------------------------------------------------

_BEARER = "Bearer "
#: A table whose disk stands still answers late; nobody waits longer here.
SECONDS = 30


class Relay:
    def __init__(self, registry: ConnectionRegistry) -> None:
        self._registry = registry

    async def take(self, request: web.Request) -> web.Response:
        connection = self._connection(_token(request))
        body = await request.read()
        response: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def answer(text: str) -> None:
            if not response.done():
                response.set_result(text)

        connection.received(Relayed(body.decode(errors="replace"), answer))
        try:
            async with asyncio.timeout(SECONDS):
                text = await response
        except TimeoutError:
            sentence = "There was no answer in time; it is not known whether the command was done."
            raise ApiError(504, "no_answer", sentence) from None
        return web.Response(text=text, content_type="application/json")

    def _connection(self, token: str) -> Connection[Any]:
        """The WebSocket that was given the token, or brought it; of several, one in a room."""
        theirs = [
            (connection.session.room is not None, connection)
            for connection in self._registry.connections()
            if isinstance(connection.session, TarockSession)
            and _same(connection.session.token, token)
        ]
        if not theirs:
            sentence = "There is no WebSocket at /tarock with that token."
            raise ApiError(401, "unknown_token", sentence)
        return max(theirs, key=lambda one: one[0])[1]


def _same(known: str | None, given: str) -> bool:
    return known is not None and hmac.compare_digest(
        known.encode(), given.encode(errors="surrogateescape")
    )


def _token(request: web.Request) -> str:
    header = request.headers.get("Authorization", "")
    token = request.query.get("token", "")
    if header.startswith(_BEARER):
        token = header.removeprefix(_BEARER)
    if not token:
        sentence = "Say who you are: Authorization: Bearer and the token of your session."
        raise ApiError(401, "no_token", sentence)
    return token
