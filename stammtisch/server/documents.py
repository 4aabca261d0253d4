"""What the server says about itself to programs: the OpenAPI and the AsyncAPI document."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from stammtisch.server.files import EACH_TIME, File


class Document:
    """Made when it is first asked for: few ask, and making it takes a third of a server's start."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make
        self._made: asyncio.Future[File] | None = None

    async def show(self, request: web.Request) -> web.Response:
        # In a thread, so that no table waits for it, and once, however many ask meanwhile. The
        # shield keeps it for the others when one of them leaves.
        if self._made is None:
            self._made = asyncio.ensure_future(asyncio.to_thread(self._file))
        return (await asyncio.shield(self._made)).answer(request)

    def _file(self) -> File:
        file = File(msgspec.json.encode(self._make()), "application/json", EACH_TIME)
        file.prepare()
        return file
