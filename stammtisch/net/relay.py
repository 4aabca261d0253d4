"""`POST /relay`: commands of the Tarock protocol by HTTP, for whoever is also there by WebSocket.

The token says whose session is meant. The command takes its turn behind those that came over the
WebSocket, its response is the answer to the request, and events are told over the WebSocket.
"""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

from aiohttp import web

from stammtisch.net.connection import Connection
from stammtisch.net.http import ApiError
from stammtisch.net.registry import ConnectionRegistry
from stammtisch.protocols.tarock.messages import Relayed
from stammtisch.protocols.tarock.session import TarockSession

_BEARER = "Bearer "
#: A table whose disk stands still answers late; nobody waits longer here.
SECONDS = 30


class Relay:
    def __init__(self, registry: ConnectionRegistry) -> None:
        self._registry = registry

    async def take(self, request: web.Request) -> web.Response:
        link = self._link(_token(request))
        body = await request.read()
        response: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def answer(text: str) -> None:
            if not response.done():
                response.set_result(text)

        link.received(Relayed(body.decode(errors="replace"), answer))
        try:
            async with asyncio.timeout(SECONDS):
                text = await response
        except TimeoutError:
            sentence = "There was no answer in time; it is not known whether the command was done."
            raise ApiError(504, "no_answer", sentence) from None
        return web.Response(text=text, content_type="application/json")

    def _link(self, token: str) -> Connection[Any]:
        """The WebSocket that was given the token, or brought it; of several, one in a room."""
        theirs = [
            (link.session.room is not None, link)
            for link in self._registry.links()
            if isinstance(link.session, TarockSession) and _same(link.session.token, token)
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
