"""The files of the page as it was built: read when the server starts, so that they stay one page
whatever is built meanwhile; sent with the right head, and compressed for those who can read that:
by brotli if the build has done so (`index.html.br`), else by gzip when it is first asked for.

Files in `assets/` have a hash in their name, so that a browser may keep them for ever; the rest is
asked about each time, and answered with "not modified" where nothing has changed.

The page at `/`, and the plain one at `/about`: what runs here, how to connect, open tables.

Where the page was not built (a checkout without Node), the plain one stands in for it.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import web

from stammtisch.games.games import GAMES
from stammtisch.net.http import best_coding, came_by_tls
from stammtisch.net.registry import WebSocketRoute
from stammtisch.net.settings import Settings

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
#: Compressed already.
_TIGHT = {"image/png"}
#: What says in which characters it is written; JSON is always UTF-8.
_TEXTS = {"text/css", "text/html", "text/javascript", "image/svg+xml"}

FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"


@dataclass(frozen=True)
class File:
    body: bytes
    content_type: str
    caching: str
    #: The same, compressed by brotli.
    brotli: bytes | None = None

    @cached_property
    def _digest(self) -> str:
        return hashlib.sha256(self.body).hexdigest()[:16]

    @cached_property
    def _gzipped(self) -> bytes | None:
        """None where it would save nothing."""
        if self.content_type in _TIGHT:
            return None
        small = gzip.compress(self.body, 6, mtime=0)
        return small if len(small) < len(self.body) else None

    def prepare(self) -> None:
        """Do now what takes some time, in a thread, not when it is first asked for."""
        _ = self._digest, self._gzipped

    async def show(self, request: web.Request) -> web.Response:
        return self.answer(request)

    def answer(self, request: web.Request) -> web.Response:
        coding, body = self._coded(request)
        # RFC 9110 8.8.3: other bytes have another tag.
        tag = f'"{self._digest}-{coding}"' if coding else f'"{self._digest}"'
        head = {"Cache-Control": self.caching, "ETag": tag, "Vary": "Accept-Encoding"}
        if _is_known(tag, request):
            return web.Response(status=304, headers=head)
        if coding is not None:
            head["Content-Encoding"] = coding
        charset = "utf-8" if self.content_type in _TEXTS else None
        return web.Response(
            body=body, content_type=self.content_type, charset=charset, headers=head
        )

    def _coded(self, request: web.Request) -> tuple[str | None, bytes]:
        """How it is compressed for that client, and the bytes."""
        offered = ("gzip",) if self.brotli is None else ("br", "gzip")
        coding = None if self.content_type in _TIGHT else best_coding(request, offered)
        if coding == "br" and self.brotli is not None:
            return coding, self.brotli
        if coding == "gzip" and self._gzipped is not None:
            return coding, self._gzipped
        return None, self.body


def _is_known(tag: str, request: web.Request) -> bool:
    """RFC 9110 13.1.2: has the client got what has this tag? (A proxy may have weakened it.)"""
    known = ",".join(request.headers.getall("If-None-Match", ()))
    return known.strip() == "*" or tag in re.findall(r'"[^"]*"', known)


class StaticFiles:
    """What `web/` was built into, by path (`assets/index-1a2b.js`); empty if it was not."""

    def __init__(self, folder: Traversable | None = None) -> None:
        where = folder or files("stammtisch.net").joinpath("static")
        self.files = dict(_found(where)) if where.is_dir() else {}

    def __bool__(self) -> bool:
        return "index.html" in self.files

    def get(self, path: str) -> File | None:
        return self.files.get(path)


def _found(folder: Traversable, path: str = "") -> Iterator[tuple[str, File]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _found(each, f"{path}{each.name}/")
            continue
        suffix = "." + each.name.rsplit(".", 1)[-1]
        if suffix in TYPES:
            small = folder.joinpath(f"{each.name}.br")
            yield (
                path + each.name,
                File(
                    each.read_bytes(),
                    TYPES[suffix],
                    FOR_EVER if path.startswith("assets/") else EACH_TIME,
                    small.read_bytes() if small.is_file() else None,
                ),
            )


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
        self,
        routes: Sequence[WebSocketRoute],
        settings: Settings,
        built: StaticFiles | None = None,
    ) -> None:
        self._routes = routes
        self._settings = settings
        self.tcp_ports: dict[str, int] = {}
        self._html = files("stammtisch.net").joinpath("plain", "index.html").read_text("utf-8")
        self._built = StaticFiles() if built is None else built

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
            (each.protocol, f"{scheme}://{host}{each.path}{each.query}") for each in self._routes
        ]
        rows += [(protocol, f"tcp://{name}:{port}") for protocol, port in self.tcp_ports.items()]
        return "\n".join(
            f"<li><code>{escape(address)}</code><span>{_MEANINGS[protocol]}</span></li>"
            for protocol, address in rows
        )
