"""The files of the page as it was built: read when the server starts, so that they stay one page
whatever is built meanwhile; compressed when first asked for; sent with the right head.

Files in `assets/` have a hash in their name, so that a browser may keep them for ever; the rest is
asked about each time, and answered with "not modified" where nothing has changed.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import web

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

FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"


@dataclass(frozen=True)
class File:
    body: bytes
    content_type: str
    caching: str

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'

    @cached_property
    def gzipped(self) -> bytes | None:
        """None where it would save nothing."""
        if self.content_type in _TIGHT:
            return None
        small = gzip.compress(self.body, 6, mtime=0)
        return small if len(small) < len(self.body) else None

    def answer(self, request: web.Request) -> web.Response:
        head = {"Cache-Control": self.caching, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=head)
        if "gzip" in request.headers.get("Accept-Encoding", "") and self.gzipped is not None:
            head["Content-Encoding"] = "gzip"
            return self._response(self.gzipped, head)
        return self._response(self.body, head)

    def _response(self, body: bytes, head: dict[str, str]) -> web.Response:
        charset = None if self.content_type in _TIGHT else "utf-8"
        return web.Response(
            body=body, content_type=self.content_type, charset=charset, headers=head
        )


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
            yield path + each.name, _file(each.read_bytes(), suffix, path)


def _file(body: bytes, suffix: str, folder: str) -> File:
    return File(body, TYPES[suffix], FOR_EVER if folder.startswith("assets/") else EACH_TIME)
