"""Who asks over HTTP: from which address, over TLS or not, and whether it is the operator.

The form of HTTP answers: JSON of typed records, and errors as a code and a sentence.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from typing import Any

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from stammtisch.accounts.limits import TokenBuckets, address_key, is_loopback
from stammtisch.net.registry import ConnectionRegistry, host_of
from stammtisch.net.request_head import forwarded_address
from stammtisch.net.settings import Settings
from stammtisch.store.errors import Closed
from stammtisch.tables.bot_executor import MOST_WAITING, Busy

log = logging.getLogger(__name__)


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done."""

    code: str
    message: str


class ApiError(Exception):
    """Raised by a handler to answer with an error."""

    def __init__(self, status: int, code: str, message: str, wait: float = 0) -> None:
        """`wait`: seconds after which it may be tried again, if that is known."""
        super().__init__(message)
        self.status = status
        self.wait = ceil(wait)
        self.error = Error(code=code, message=message)


def answer(record: Any, status: int = 200) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(record), status=status, content_type="application/json"
    )


#: For every answer: nothing from elsewhere is loaded, and nobody else may frame or guess.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "Stammtisch",
    "X-Content-Type-Options": "nosniff",
}

#: Half a year in which browsers that have met the server over TLS ask for it only so.
_ONLY_TLS = {"Strict-Transport-Security": "max-age=15552000"}


def headers_for(settings: Settings) -> dict[str, str]:
    """The headers that every answer has."""
    return {**HEADERS, **(_ONLY_TLS if settings.tls_cert else {})}


_CODES = {404: "not_found", 405: "bad_method", 413: "too_big"}


@web.middleware
async def errors_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except ApiError as problem:
        response = answer(problem.error, problem.status)
        if problem.wait:
            response.headers["Retry-After"] = str(problem.wait)
        if problem.status == 401:
            # RFC 9110, 15.5.2: with what one would be known.
            response.headers["WWW-Authenticate"] = "Bearer"
        return response
    except web.HTTPRedirection:
        raise
    except web.HTTPException as error:
        sentence = {
            404: f"There is nothing at {request.path}.",
            405: f"{request.method} is not possible at {request.path}.",
            413: "The body of the request is too large.",
        }.get(error.status, f"{error.reason}.")
        response = answer(
            Error(code=_CODES.get(error.status, "bad_request"), message=sentence), error.status
        )
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
        return response
    except ConnectionError:
        # The client has gone.
        raise
    except Closed:
        return answer(Error(code="stopping", message="This server is stopping."), 503)
    except Exception:
        log.exception("%s %s could not be answered.", request.method, request.path)
        return answer(Error(code="our_fault", message="Something went wrong here."), 500)


async def add_headers(
    headers: Mapping[str, str], request: web.Request, response: web.StreamResponse
) -> None:
    """A signal that every response passes before its head is sent."""
    if response.status != 101:
        response.headers.update(headers)
        response.headers.setdefault("Cache-Control", "no-store")


# --- compression -------------------------------------------------------------------------------

#: Bytes from which on it is worth it.
WORTH = 1_024


def best_coding(request: web.BaseRequest, offered: Sequence[str]) -> str | None:
    """RFC 9110 12.5.3: which of the content codings, best first, the client likes most; None if it
    is to get the plain bytes."""
    weights: dict[str, float] = {}
    for part in ",".join(request.headers.getall("Accept-Encoding", ())).lower().split(","):
        coding, _, parameter = part.partition(";")
        name, _, value = parameter.partition("=")
        try:
            weights[coding.strip()] = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            weights[coding.strip()] = 0.0
    others = weights.get("*", 0.0)
    best = max(offered, key=lambda coding: weights.get(coding, others), default=None)
    if best is None or weights.get(best, others) <= weights.get("identity", 0.0):
        return None
    return best


@web.middleware
async def compressed(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Texts that are made for each request; files are compressed once, by `File`."""
    response = await handler(request)
    if (
        isinstance(response, web.Response)
        and isinstance(response.body, bytes)
        and len(response.body) >= WORTH
        and "Vary" not in response.headers
    ):
        response.headers["Vary"] = "Accept-Encoding"
        if best_coding(request, ("gzip",)) is not None:
            # aiohttp does it in a thread, so that no table waits for it.
            response.enable_compression(web.ContentCoding.gzip)
    return response


TOO_OFTEN = "Too many requests come from your address; wait {seconds} s."
BUSY = "Much is being computed just now; try again in a moment."
#: Seconds after which there may be a place again.
BUSY_SECONDS = 2
#: What one address may have under way: half of what may wait, so that others find a place.
UNDER_WAY = MOST_WAITING // 2
TOO_SLOW = "The request took too long to arrive."

#: What proxies add, whether they are believed or not.
_FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via")


def address_of(request: web.BaseRequest, settings: Settings) -> str:
    """Behind a proxy that is believed, the address that it names."""
    named = _lines(request, "X-Forwarded-For")
    return forwarded_address(named, _peer(request), settings.proxies)


def too_often(registry: ConnectionRegistry) -> Middleware:
    """A middleware that refuses what an address asks for too often."""
    settings = registry.settings
    rates = TokenBuckets(settings.requests)

    @web.middleware
    async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
        address = address_of(request, settings)
        if settings.spare_loopback and is_loopback(address):
            return await handler(request)
        wait = rates.wait(address_key(address), time.monotonic())
        if not wait:
            return await handler(request)
        registry.counters.refused["requests"] += 1
        seconds = ceil(wait)
        response = answer(Error(code="too_often", message=TOO_OFTEN.format(seconds=seconds)), 429)
        response.headers["Retry-After"] = str(seconds)
        return response

    return counted


class Reviews:
    """How often an address may ask for what other processes have to compute, and how much of it
    may be under way."""

    def __init__(self, registry: ConnectionRegistry) -> None:
        self._registry = registry
        self._rates = TokenBuckets(registry.settings.reviews)
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def counted(self, request: web.Request) -> Iterator[None]:
        """While that is done; a `ApiError` if it may not be, or if too much waits already."""
        settings = self._registry.settings
        address = address_of(request, settings)
        spared = settings.spare_loopback and is_loopback(address)
        address = address_key(address)
        if not spared and (wait := self._rates.wait(address, time.monotonic())):
            self._registry.counters.refused["reviews"] += 1
            raise ApiError(429, "too_often", TOO_OFTEN.format(seconds=ceil(wait)), wait)
        if not spared and self._under_way[address] >= UNDER_WAY:
            raise self._busy()
        self._under_way[address] += 1
        try:
            yield
        except Busy:
            raise self._busy() from None
        finally:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]

    def _busy(self) -> ApiError:
        self._registry.counters.refused["busy"] += 1
        return ApiError(503, "busy", BUSY, BUSY_SECONDS)


def sent_in_time(registry: ConnectionRegistry) -> Middleware:
    """A middleware that ends the wait for a body that does not come."""
    seconds = registry.settings.handshake_seconds

    @web.middleware
    async def timed(request: web.Request, handler: Handler) -> web.StreamResponse:
        body = request.content
        if body.is_eof():
            return await handler(request)
        # aiohttp, too, expects this error of a body, when it throws away what nobody has read.
        late = TimeoutError()

        def give_up() -> None:
            if not body.is_eof():
                body.set_exception(late)

        timer = asyncio.get_running_loop().call_later(seconds, give_up)
        try:
            return await handler(request)
        except TimeoutError as error:
            if error is not late:
                raise
            registry.counters.refused["handshake"] += 1
            raise ApiError(408, "handshake", TOO_SLOW) from None
        finally:
            timer.cancel()

    return timed


def came_by_tls(request: web.BaseRequest, settings: Settings) -> bool:
    """Did the caller speak TLS, with this port or with a proxy that is believed?"""
    if settings.tls_cert:
        return True
    said = (_lines(request, "X-Forwarded-Proto") or "").split(",")[-1].strip().lower()
    return said in ("https", "wss") and _peer(request) in settings.proxies


def is_operator(request: web.BaseRequest, settings: Settings) -> bool:
    """Does the caller bring the operators' token? If there is none: is it this machine itself?"""
    if settings.metrics_token:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        token = settings.metrics_token.encode()
        return hmac.compare_digest(given.encode(errors="replace"), token)
    # A proxy on this machine that was not named would make everybody look like it.
    passed_on = any(name in request.headers for name in _FORWARDED)
    if passed_on and _peer(request) not in settings.proxies:
        return False
    return is_loopback(address_of(request, settings))


def _lines(request: web.BaseRequest, header: str) -> str | None:
    """All lines of a header as one: of several the first may be a stranger's."""
    lines = request.headers.getall(header, ())
    return ", ".join(lines) if lines else None


def _peer(request: web.BaseRequest) -> str:
    stream = request.transport
    return host_of(stream.get_extra_info("peername")) if stream is not None else ""
