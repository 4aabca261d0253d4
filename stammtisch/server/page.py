"""The page at `/`, and the plain one at `/about`: what runs here, how to connect, open tables.

Where the page was not built (a checkout without Node), the plain one stands in for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files

from aiohttp import web

from stammtisch.games.games import GAMES
from stammtisch.server.arrivals import Entrance
from stammtisch.server.callers import came_by_tls
from stammtisch.server.files import Built
from stammtisch.server.settings import Settings

#: What the protocols are called and are good for, by name.
_MEANINGS = {
    "table": "Our own protocol: JSON texts, every game. Spoken by the page and by bots.",
    "tiles": "The tiles line protocol: one command a line.",
    "tarock": "The Tarock protocol: JSON texts.",
    "mao": "The Mao protocol: JSON texts.",
    "cg": "The cg packet protocol.",
}


#: Every path that the page itself finds its way by: the one document is served at all of them.
PATHS = (
    "/",
    "/t/{invite}",
    "/j/{table}",
    "/w/{table}",
    "/m/{match}",
    "/new",
    "/new/{game}",
    "/ranking",
    "/ranking/{game}",
    "/settings",
    "/account",
    "/admin",
)

_NOT_BUILT = (
    '<p class="missing"><strong>The page to play on is not built here.</strong> '
    "Run <code>make run</code> where there is Node; until then, bots, the terminal and other "
    "programs can play.</p>"
)


class Page:
    """`tcp_ports` are the ports of protocols that are spoken over plain TCP, by protocol."""

    def __init__(
        self, entrances: Sequence[Entrance], settings: Settings, built: Built | None = None
    ) -> None:
        self._entrances = entrances
        self._settings = settings
        self.tcp_ports: dict[str, int] = {}
        self._html = files("stammtisch.server").joinpath("plain", "index.html").read_text("utf-8")
        self._built = Built() if built is None else built

    async def show(self, request: web.Request) -> web.Response:
        if index := self._built.get("index.html"):
            return index.answer(request)
        return await self.about(request)

    async def file(self, request: web.Request) -> web.Response:
        """A part of the page, under `/static/`."""
        found = self._built.get(request.match_info["path"])
        if found is None:
            raise web.HTTPNotFound
        return found.answer(request)

    async def worker(self, request: web.Request) -> web.Response:
        """The service worker: at the root, because it may serve only what lies below it."""
        found = self._built.get("sw.js")
        if found is None:
            raise web.HTTPNotFound
        return found.answer(request)

    async def about(self, request: web.Request) -> web.Response:
        html = self._html
        for mark, text in (
            ("<!--games-->", ", ".join(name.capitalize() for name in GAMES)),
            ("<!--addresses-->", self._rows(request.host, came_by_tls(request, self._settings))),
            ("<!--version-->", escape(version("stammtisch"))),
            ("<!--built-->", "" if self._built else _NOT_BUILT),
        ):
            html = html.replace(mark, text)
        return web.Response(text=html, content_type="text/html")

    def _rows(self, host: str, secure: bool) -> str:
        """A row of the list for each address, as seen from where the request came."""
        scheme = "wss" if secure else "ws"
        name = host.rsplit(":", 1)[0] if ":" in host and not host.endswith("]") else host
        rows = [
            (each.protocol, f"{scheme}://{host}{each.path}{each.query}") for each in self._entrances
        ]
        rows += [(protocol, f"tcp://{name}:{port}") for protocol, port in self.tcp_ports.items()]
        return "\n".join(
            f"<li><code>{escape(address)}</code><span>{_MEANINGS[protocol]}</span></li>"
            for protocol, address in rows
        )
