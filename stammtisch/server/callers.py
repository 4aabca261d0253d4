"""Who asks over HTTP: from which address, over TLS or not, and whether it is the operator."""

from __future__ import annotations

import asyncio
import hmac
import time
from math import ceil

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from stammtisch.house.rates import Rates, household, is_loopback
from stammtisch.server.answers import Error, Problem, answer
from stammtisch.server.hall import Hall
from stammtisch.server.limits import host_of
from stammtisch.server.settings import Settings
from stammtisch.server.upgrade import forwarded_address

TOO_SLOW = "The request took too long to arrive."

#: What proxies add, whether they are believed or not.
_FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via")


def address_of(request: web.BaseRequest, settings: Settings) -> str:
    """Behind a proxy that is believed, the address that it names."""
    named = _lines(request, "X-Forwarded-For")
    return forwarded_address(named, _peer(request), settings.proxies)


def too_often(hall: Hall) -> Middleware:
    """A middleware that refuses what an address asks for too often."""
    settings = hall.settings
    rates = Rates(settings.requests)

    @web.middleware
    async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
        address = address_of(request, settings)
        if settings.spare_loopback and is_loopback(address):
            return await handler(request)
        wait = rates.wait(household(address), time.monotonic())
        if not wait:
            return await handler(request)
        hall.counters.refused["requests"] += 1
        seconds = ceil(wait)
        sentence = f"Too many requests come from your address; wait {seconds} s."
        response = answer(Error(code="too_often", message=sentence), 429)
        response.headers["Retry-After"] = str(seconds)
        return response

    return counted


def sent_in_time(hall: Hall) -> Middleware:
    """A middleware that ends the wait for a body that does not come."""
    seconds = hall.settings.handshake_seconds

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
            hall.counters.refused["handshake"] += 1
            raise Problem(408, "handshake", TOO_SLOW) from None
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
