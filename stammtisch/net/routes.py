"""Everything on the web port that is no WebSocket: the page, REST, and operators' paths."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from importlib.resources import files
from typing import NoReturn

from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from stammtisch.app import App
from stammtisch.net.api import MOST, ROUTES, Api
from stammtisch.net.http import (
    ApiError,
    Reviews,
    add_headers,
    answer,
    compressed,
    errors_as_json,
    headers_for,
    is_operator,
    sent_in_time,
    too_often,
)
from stammtisch.net.metrics import Metrics
from stammtisch.net.openapi import Document, openapi
from stammtisch.net.pages import PATHS, File, Page
from stammtisch.net.ports import Relay
from stammtisch.net.registry import ConnectionRegistry, Refused, WebSocketRoute
from stammtisch.net.request_head import BadUpgrade
from stammtisch.net.sniffer import STATUS, HttpConnection, head_of
from stammtisch.protocols.mao.session import lobbies
from stammtisch.protocols.table.schema import asyncapi

VERSION = version("stammtisch")

NOT_YOURS = "The metrics are for operators: from this machine, or with the token if there is one."

#: A store that takes longer to answer is as good as none.
STORE_SECONDS = 2

PLAIN = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}


def make_app(
    registry: ConnectionRegistry, routes: Sequence[WebSocketRoute], page: Page
) -> web.Application:
    paths = {route.path for route in routes}

    @web.middleware
    async def serve_sockets(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Upgrades come before routes: `/` is a page or a WebSocket."""
        if request.headers.get("Upgrade", "").lower() == "websocket" and request.path in paths:
            _open_later_socket(registry, request)
        return await handler(request)

    app = web.Application(
        middlewares=[
            compressed,
            too_often(registry),
            errors_as_json,
            sent_in_time(registry),
            serve_sockets,
        ],
        client_max_size=registry.settings.body_bytes,
    )
    app.on_response_prepare.append(partial(add_headers, headers_for(registry.settings)))
    operators = HealthRoutes(registry)
    app.router.add_get("/healthz", operators.health)
    app.router.add_get("/readyz", operators.ready)
    app.router.add_get("/metrics", operators.metrics)
    api = Api(registry.app, Reviews(registry))
    for route in ROUTES:
        # HEAD is possible wherever GET is.
        methods = ("GET", "HEAD") if route.method == "GET" else (route.method,)
        for method in methods:
            app.router.add_route(method, route.path, partial(route.serve, api))
    app.router.add_get("/api/openapi.json", Document(partial(openapi, ROUTES, VERSION)).show)
    app.router.add_get("/api/asyncapi.json", Document(asyncapi).show)
    app.router.add_get("/lobbies", partial(_mao_lobbies, registry.app))
    app.router.add_post("/relay", Relay(registry).take)
    for path in PATHS:
        app.router.add_get(path, page.show)
    app.router.add_get("/static/{path:.+}", page.file)
    app.router.add_get("/sw.js", page.worker)
    app.router.add_get("/about", page.about)
    for name, content_type in PLAIN.items():
        body = files("stammtisch.net").joinpath("plain", name).read_bytes()
        app.router.add_get(f"/plain/{name}", File(body, content_type, "max-age=300").show)
    return app


def _open_later_socket(registry: ConnectionRegistry, request: web.Request) -> NoReturn:
    """The connection has carried other requests; from now on it is a WebSocket like any other."""
    connection = request.protocol
    assert isinstance(connection, HttpConnection)
    stream = request.transport
    if stream is not None and not stream.is_closing():
        try:
            connection.sniffer.open_later_socket(head_of(request), connection.leave)
        except BadUpgrade as bad:
            registry.counters.refused[bad.code] += 1
            raise ApiError(bad.status, bad.code, bad.sentence) from None
        except Refused as refused:
            raise ApiError(STATUS[refused.code], refused.code, refused.sentence) from None
    # This is how aiohttp hears that there is nobody left to answer.
    raise ConnectionResetError("this connection is no longer HTTP's")


class HealthRoutes:
    """Alive, ready, and the numbers."""

    def __init__(self, registry: ConnectionRegistry) -> None:
        self._registry = registry
        self._collectors = CollectorRegistry()
        self._collectors.register(Metrics(registry.counters, registry.app))

    async def health(self, request: web.Request) -> web.Response:
        return answer({"status": "alive", "version": VERSION})

    async def ready(self, request: web.Request) -> web.Response:
        """200 only if the server takes peers, can write, and the store answers."""
        if self._registry.draining or not self._registry.app.is_open:
            return answer({"status": "stopping"}, 503)
        if self._registry.app.trouble is not None:
            return answer({"status": self._registry.app.trouble}, 503)
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await self._registry.app.store.last_beat()
        except Exception:
            return answer({"status": "the store does not answer"}, 503)
        return answer({"status": "ready"})

    async def metrics(self, request: web.Request) -> web.Response:
        if not is_operator(request, self._registry.settings):
            raise ApiError(403, "operators_only", NOT_YOURS)
        return web.Response(
            body=generate_latest(self._collectors),
            headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4},
        )


async def _mao_lobbies(app: App, request: web.Request) -> web.Response:
    return answer(lobbies(app.lobby.page("mao", 0, MOST)[0], app.lobby.taken_numbers("mao")))
