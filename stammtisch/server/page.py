"""The small page at `/`: what runs here, how to connect, which tables are open."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files

from aiohttp import web

from stammtisch.games.games import GAMES
from stammtisch.server.arrivals import Entrance

#: What the protocols are called and are good for, by name.
_MEANINGS = {
    "table": "Our own protocol: JSON texts, every game. Spoken by the page and by bots.",
    "tiles": "The tiles line protocol: one command a line.",
    "tarock": "The Tarock protocol: JSON texts.",
    "mao": "The Mao protocol: JSON texts.",
    "cg": "The cg packet protocol.",
}


class Page:
    """`tcp_ports` are the ports of protocols that are spoken over plain TCP, by protocol."""

    def __init__(self, entrances: Sequence[Entrance], secure: bool) -> None:
        self._entrances = entrances
        self._secure = secure
        self.tcp_ports: dict[str, int] = {}
        self._html = files("stammtisch.server").joinpath("static", "index.html").read_text("utf-8")

    async def show(self, request: web.Request) -> web.Response:
        html = self._html
        for mark, text in (
            ("<!--games-->", ", ".join(name.capitalize() for name in GAMES)),
            ("<!--addresses-->", self._rows(request.host)),
            ("<!--version-->", escape(version("stammtisch"))),
        ):
            html = html.replace(mark, text)
        return web.Response(text=html, content_type="text/html")

    def _rows(self, host: str) -> str:
        """A row of the list for each address, as seen from where the request came."""
        scheme = "wss" if self._secure else "ws"
        name = host.rsplit(":", 1)[0] if ":" in host and not host.endswith("]") else host
        rows = [
            (each.protocol, f"{scheme}://{host}{each.path}{each.query}") for each in self._entrances
        ]
        rows += [(protocol, f"tcp://{name}:{port}") for protocol, port in self.tcp_ports.items()]
        return "\n".join(
            f"<li><code>{escape(address)}</code><span>{_MEANINGS[protocol]}</span></li>"
            for protocol, address in rows
        )
