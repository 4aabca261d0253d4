"""The web port: reads a connection's first request and lets in who should answer it.

A request for a WebSocket stays with us, any other goes to aiohttp (`HttpConnection`), and bytes
that are not HTTP are told so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from typing import Any, cast

import msgspec
from aiohttp import StreamReader, web
from aiohttp.http_exceptions import LineTooLong
from aiohttp.web_protocol import RequestHandler

from stammtisch.accounts.limits import address_key, is_loopback
from stammtisch.net.connection import DISCARDED
from stammtisch.net.http import TOO_SLOW, Error, answer, headers_for
from stammtisch.net.registry import (
    TOO_OFTEN_YOURS,
    ConnectionRegistry,
    Refused,
    WebSocketRoute,
    host_of,
)
from stammtisch.net.request_head import (
    END,
    BadUpgrade,
    Head,
    forwarded_for,
    is_passed_on,
    joined,
    looks_like_http,
    parse_head,
    websocket_key,
    wrong_host,
)
from stammtisch.net.websocket import SocketTransport

log = logging.getLogger(__name__)

NO_HTTP = "This port speaks HTTP and WebSocket; what came is neither."
TLS_HERE = "This port speaks plain HTTP; what came is the beginning of TLS."
TOO_LONG = "The head of the request is too long."
CROWD = (
    "Too many connections wait to send a request, and yours has waited longest; try again later."
)
NO_ROUTE = "No WebSocket is served at that path."

#: What status a refusal of the registry has in HTTP.
STATUS = {"address": 429, "connects": 429, "full": 503, "stopping": 503}


class Web:
    """What all connections of one web port share."""

    def __init__(
        self,
        registry: ConnectionRegistry,
        routes: Sequence[WebSocketRoute],
        http: Callable[[RequestSniffer], asyncio.Protocol],
    ) -> None:
        self.registry = registry
        self.routes = routes
        #: Makes the protocol that serves one HTTP connection.
        self.http = http
        #: Sniffers whose request has not fully come, oldest first, with their age in seconds.
        self._waiting: dict[RequestSniffer, int] = {}
        #: The same of each address for which it counts.
        self._by_address: dict[str, dict[RequestSniffer, None]] = {}
        #: Those behind which HTTP is spoken; the one that was heard last stands last.
        self._http: dict[RequestSniffer, None] = {}
        registry.make_room = self.make_room
        self._warned = False

    def route(self, head: Head) -> WebSocketRoute | None:
        return next((each for each in self.routes if each.path == head.path), None)

    def look_for_proxy(self, head: Head, address: str) -> None:
        """Say once that somebody names other addresses and is not believed."""
        if self._warned or address in self.registry.settings.proxies or not is_passed_on(head):
            return
        self._warned = True
        log.warning(
            "%s passes on what others ask, and --proxies does not name it: if it is your proxy, "
            "everybody behind it has its address, for limits and for bans.",
            address,
        )

    def wait_for(self, sniffer: RequestSniffer, age: int = 0) -> None:
        """It has yet to send its request. If that makes too many, of its address or in all, the
        one that has stood there longest goes: who means it well sends a request at once."""
        settings = self.registry.settings
        self.forget(sniffer)
        if len(self._waiting) >= settings.handshakes:
            next(iter(self._waiting)).crowded_out()
        self._waiting[sniffer] = age
        if self._counts(sniffer.address):
            alike = self._by_address.setdefault(address_key(sniffer.address), {})
            if len(alike) >= settings.handshakes_per_address:
                next(iter(alike)).crowded_out()
            # It may have been the last one, whose going took the address away.
            self._by_address.setdefault(address_key(sniffer.address), alike)[sniffer] = None

    def forget(self, sniffer: RequestSniffer) -> None:
        """It has sent its request, or has gone."""
        self._waiting.pop(sniffer, None)
        address = address_key(sniffer.address)
        alike = self._by_address.get(address)
        if alike is not None:
            alike.pop(sniffer, None)
            if not alike:
                del self._by_address[address]

    def heard(self, sniffer: RequestSniffer) -> None:
        """Something came in over HTTP."""
        self._http.pop(sniffer, None)
        self._http[sniffer] = None

    def left(self, sniffer: RequestSniffer) -> None:
        self._http.pop(sniffer, None)

    def make_room(self) -> bool:
        """The server is full: end the HTTP connection that has been silent longest, if there is
        one. Without this, connections that ask for nothing could keep everybody else out."""
        for sniffer in self._http:
            sniffer.cut()
            return True
        return False

    def _counts(self, address: str) -> bool:
        """Behind a proxy are many, and who they are stands in the request."""
        settings = self.registry.settings
        spared = settings.spare_loopback and is_loopback(address)
        return not spared and address not in settings.proxies

    def tick(self) -> None:
        """A second has passed: a request that has not come in time ends its connection."""
        most = self.registry.settings.handshake_seconds
        for sniffer, age in list(self._waiting.items()):
            if age >= most:
                sniffer.late()
            elif sniffer in self._waiting:
                self._waiting[sniffer] = age + 1
        for sniffer in list(self._http):
            sniffer.tick(most)


class RequestSniffer(asyncio.Protocol):
    """One connection until its first request is known; afterwards, of HTTP, its accounts."""

    __slots__ = (
        "_counted",
        "_data",
        "_discarded",
        "_inner",
        "_said",
        "_stalled",
        "_transport",
        "_unread",
        "_web",
        "address",
    )

    def __init__(self, web: Web) -> None:
        self._web = web
        self._data = b""
        self._inner: asyncio.Protocol | None = None
        #: It has been refused, and only takes the answer.
        self._said = False
        #: Bytes that came after that.
        self._discarded = 0
        #: Under which address the registry has counted this connection.
        self._counted: str | None = None
        #: What the other side had yet to read a second ago, and seconds since it has read.
        self._unread = 0
        self._stalled = 0

    # --- what asyncio calls ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self.address = host_of(transport.get_extra_info("peername"))
        self._web.wait_for(self)

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._web.heard(self)
            self._inner.data_received(data)
        elif not self._said:
            self._data += data
            self._look()
        else:
            self._discarded += len(data)
            if self._discarded > DISCARDED:
                self._transport.abort()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._web.forget(self)
        self._dismiss()
        if self._inner is not None:
            self._inner.connection_lost(error)
            self._inner = None

    def tick(self, most: int) -> None:
        """A second has passed for a connection over HTTP: an answer that nobody reads must not
        hold its place. (aiohttp minds the time between requests.)"""
        unread = self._transport.get_write_buffer_size()
        self._stalled = self._stalled + 1 if unread and unread >= self._unread else 0
        self._unread = unread
        if self._stalled > most:
            self._web.registry.counters.slow_readers += 1
            self.cut()

    def cut(self) -> None:
        """End it at once; its place is free from now on."""
        self._dismiss()
        self._transport.abort()

    def _dismiss(self) -> None:
        self._web.left(self)
        if self._counted is not None:
            self._web.registry.dismiss(self._counted, "http")
            self._counted = None

    # --- who is it? ------------------------------------------------------------------------------

    def _look(self) -> None:
        data = self._data
        if not looks_like_http(data):
            self.refuse(400, "no_http", TLS_HERE if data[0] == 0x16 else NO_HTTP)
            return
        end = data.find(END)
        if max(end, len(data) if end < 0 else 0) > self._web.registry.settings.header_bytes:
            self.refuse(431, "size", TOO_LONG)
            return
        if end < 0:
            return
        self._web.forget(self)
        self._data = b""
        head = parse_head(data[:end])
        if head is None:
            self.refuse(400, "no_http", NO_HTTP)
            return
        try:
            self._let_in(head, data, data[end + len(END) :])
        except Refused as refused:
            self._answer(STATUS[refused.code], refused.code, refused.sentence)
        except BadUpgrade as bad:
            self.refuse(bad.status, bad.code, bad.sentence)

    def _let_in(self, head: Head, data: bytes, rest: bytes) -> None:
        web = self._web
        settings = web.registry.settings
        web.look_for_proxy(head, self.address)
        address = forwarded_for(head, self.address, settings.proxies)
        if not head.wants_websocket:
            web.registry.admit(address, "http")
            self._counted = address
            web.heard(self)
            self._inner = web.http(self)
            self._inner.connection_made(self._transport)
            self._inner.data_received(data)
            return
        self._open_socket(head, address, lambda: rest)

    def open_later_socket(self, head: Head, leave: Callable[[], bytes]) -> None:
        """A request for a WebSocket on a connection that has carried others before, as proxies
        reuse them. `leave` ends what was spoken here so far, and returns what came after it."""
        address = forwarded_for(head, self.address, self._web.registry.settings.proxies)
        self._open_socket(head, address, lambda: self._leave_http(leave))

    def refuse_later_head(self, leave: Callable[[], bytes]) -> None:
        """The head of a request grows too long on such a connection."""
        self._leave_http(leave)
        self.refuse(431, "size", TOO_LONG)

    def _leave_http(self, leave: Callable[[], bytes]) -> bytes:
        self._inner = None
        self._dismiss()
        return leave()

    def _open_socket(self, head: Head, address: str, leave: Callable[[], bytes]) -> None:
        """Raises `BadUpgrade` or `Refused` before anything is done."""
        web = self._web
        settings = web.registry.settings
        host = head.headers.get("host")
        if not web.registry.names.have(host):
            raise BadUpgrade(421, "wrong_host", wrong_host(host))
        route = web.route(head)
        if route is None:
            raise BadUpgrade(404, "not_found", NO_ROUTE)
        key = websocket_key(head, ("*",) if route.any_origin else settings.origins)
        if address != self.address and not web.registry.may_connect(address):
            raise Refused("connects", TOO_OFTEN_YOURS)
        web.registry.admit(address, route.protocol)
        socket = SocketTransport(web.registry, route, address)
        socket.open(self._transport, head.query, key, leave())

    # --- no ------------------------------------------------------------------------------------

    def refuse(self, status: int, code: str, sentence: str) -> None:
        self._web.registry.counters.refused[code] += 1
        self._answer(status, code, sentence)

    def late(self) -> None:
        """The time to send a request, or to take its refusal, is over."""
        if self._said:
            self._transport.abort()
        else:
            self.refuse(408, "handshake", TOO_SLOW)

    def crowded_out(self) -> None:
        """Others need the place of this one, which has stood here longest."""
        self._web.forget(self)
        if not self._said:
            self._said = True
            self._data = b""
            self._web.registry.counters.refused["handshakes"] += 1
            self._transport.write(plain_answer(503, "handshakes", CROWD))
        self._transport.close()

    def _answer(self, status: int, code: str, sentence: str) -> None:
        self._data = b""
        self._said = True
        self._transport.write(plain_answer(status, code, sentence))
        if not self._transport.can_write_eof():
            self._web.forget(self)
            self._transport.close()
            return
        # Closing while the other side still sends would reset the connection, and the answer
        # would be lost: it gets a little time to read and to close.
        settings = self._web.registry.settings
        self._transport.write_eof()
        self._web.wait_for(self, settings.handshake_seconds - settings.linger_seconds)


def plain_answer(status: int, code: str, sentence: str) -> bytes:
    """A whole HTTP answer in the form that all errors have here."""
    body = msgspec.json.encode({"code": code, "message": sentence})
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n"
        + ("Sec-WebSocket-Version: 13\r\n" if status == 426 else "")
        + "Connection: close\r\n\r\n"
    )
    return head.encode() + body


# --- HTTP, as aiohttp serves it -------------------------------------------------------------------


NOT_READABLE = "The request is no HTTP that can be understood."
BAD_HOST = "The Host of the request cannot be read."
NO_EXPECTATION = 'Nothing but "100-continue" can be expected here.'

Handle = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class HttpConnection(RequestHandler):
    """`registry` counts what cannot be read, `sniffer` is where the connection came in."""

    __slots__ = ("_body", "_head_bytes", "_registry", "sniffer")

    def __init__(
        self,
        registry: ConnectionRegistry,
        sniffer: RequestSniffer,
        server: web.Server,
        loop: asyncio.AbstractEventLoop,
        **how: Any,
    ) -> None:
        most = registry.settings.header_bytes
        super().__init__(
            server, loop=loop, max_line_size=most, max_field_size=most, max_headers=most, **how
        )
        self._registry = registry
        self.sniffer = sniffer
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
            self.sniffer.cut()
        else:
            self.sniffer.refuse_later_head(self.leave)

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
            # The client has gone: aiohttp then ends the connection without a word.
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
    return lambda sniffer: HttpConnection(registry, sniffer, server, loop, **how)


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
