"""The files of the page as it was built: read when the server starts, so that they stay one page
whatever is built meanwhile; sent with the right head, and compressed for those who can read that:
by brotli if the build has done so (`index.html.br`), else by gzip when it is first asked for.

Files in `assets/` have a hash in their name, so that a browser may keep them for ever; the rest is
asked about each time, and answered with "not modified" where nothing has changed.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import web

from stammtisch.server.answers import best_coding

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


class Built:
    """What `web/` was built into, by path (`assets/index-1a2b.js`); empty if it was not."""

    def __init__(self, folder: Traversable | None = None) -> None:
        where = folder or files("stammtisch.server").joinpath("static")
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
