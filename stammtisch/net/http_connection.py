"""One HTTP connection as aiohttp serves it, with answers and a log as they are everywhere here.

What strangers send that is no HTTP is counted and answered like any other error; it writes nothing
into the log, and no answer tells which versions of which programs run here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.http_exceptions import LineTooLong
from aiohttp.web_protocol import RequestHandler

from stammtisch.net.http import Error, answer, headers_for
from stammtisch.net.registry import ConnectionRegistry
from stammtisch.net.request_head import Head, joined, wrong_host
from stammtisch.net.sniffer import TOO_LONG, RequestSniffer

log = logging.getLogger(__name__)

NOT_READABLE = "The request is no HTTP that can be understood."
BAD_HOST = "The Host of the request cannot be read."
NO_EXPECTATION = 'Nothing but "100-continue" can be expected here.'

Handle = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class HttpConnection(RequestHandler):
    """`hall` counts what cannot be read, `door` is where the connection came in."""

    __slots__ = ("_body", "_head_bytes", "_registry", "door")

    def __init__(
        self,
        registry: ConnectionRegistry,
        door: RequestSniffer,
        server: web.Server,
        loop: asyncio.AbstractEventLoop,
        **how: Any,
    ) -> None:
        most = registry.settings.header_bytes
        super().__init__(
            server, loop=loop, max_line_size=most, max_field_size=most, max_headers=most, **how
        )
        self._registry = registry
        self.door = door
        #: The body of the last request whose head is known.
        self._body: StreamReader | None = None
        #: How much has come of the next one's head.
        self._head_bytes = 0

    def data_received(self, data: bytes) -> None:
        """aiohttp bounds each line of a head; here the whole is bounded, as that of the first."""
        before = self._messages[-1] if self._messages else None
        in_body = self._body is not None and not self._body.is_eof()
        super().data_received(data)
        newest = self._messages[-1] if self._messages else None
        if newest is not None and newest is not before:
            self._body = newest[1]
            self._head_bytes = 0
        elif not in_body and not self._upgraded:
            self._head_bytes += len(data)
            if self._head_bytes > self._registry.settings.header_bytes:
                self._refuse_head()

    def _refuse_head(self) -> None:
        if self._messages or self._current_request is not None:
            # An answer is under way: there is no place for another one.
            self.door.cut()
        else:
            self.door.refuse_later_head(self.leave)

    def leave(self) -> bytes:
        """Serve this connection no longer, but do not end it: what has come after the request."""
        rest, self._message_tail = self._message_tail, b""
        # What aiohttp no longer has it cannot close.
        self.transport = None
        self.connection_lost(None)
        return rest

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if isinstance(exc, ConnectionError):
            # Whoever asked has gone: aiohttp then ends the connection without a word.
            raise exc
        if request.writer.output_size > 0:
            raise ConnectionError("an answer was under way already")
        if status >= 500:
            log.error("A request could not be answered.", exc_info=exc)
            said = Error(code="our_fault", message="Something went wrong here.")
        elif isinstance(exc, LineTooLong):
            self._registry.counters.refused["size"] += 1
            status, said = 431, Error(code="size", message=TOO_LONG)
        else:
            self._registry.counters.refused["http"] += 1
            said = Error(code="no_http", message=NOT_READABLE)
        response = answer(said, status)
        response.headers.update(headers_for(self._registry.settings))
        response.force_close()
        return response


def head_of(request: web.Request) -> Head:
    """The head of a request that aiohttp has read."""
    return Head(
        request.method,
        request.path_qs,
        f"HTTP/{request.version.major}.{request.version.minor}",
        joined(request.headers.items()),
    )


def connections(
    registry: ConnectionRegistry, server: web.Server, **how: Any
) -> Callable[[RequestSniffer], HttpConnection]:
    """Makes connections for the requests that the server of an application handles."""
    loop = asyncio.get_running_loop()
    server.request_handler = _checked(registry, server.request_handler)
    return lambda door: HttpConnection(registry, door, server, loop, **how)


def _checked(registry: ConnectionRegistry, handle: Handle) -> Handle:
    """Refuse who asks for another server, and what aiohttp itself trips over: these headers go
    into texts of its own, or ours."""

    async def handled(request: web.BaseRequest) -> web.StreamResponse:
        if _head_size(request) > registry.settings.header_bytes:
            registry.counters.refused["size"] += 1
            return _refused(registry, 431, "size", TOO_LONG)
        expected = request.headers.get("Expect", "100-continue")
        if expected.lower() != "100-continue":
            return _refused(registry, 417, "bad_expectation", NO_EXPECTATION)
        host = request.headers.get("Host")
        if not (host or "").isascii():
            return _refused(registry, 400, "bad_host", BAD_HOST)
        if not registry.names.have(host):
            registry.counters.refused["wrong_host"] += 1
            return _refused(registry, 421, "wrong_host", wrong_host(host))
        return await handle(request)

    return handled


def _head_size(request: web.BaseRequest) -> int:
    """In bytes, about."""
    headers = sum(len(name) + len(value) + 4 for name, value in request.raw_headers)
    return len(request.method) + len(str(request.rel_url)) + headers


def _refused(registry: ConnectionRegistry, status: int, code: str, sentence: str) -> web.Response:
    response = answer(Error(code=code, message=sentence), status)
    response.headers.update(headers_for(registry.settings))
    return response
