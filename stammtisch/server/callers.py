"""Who asks over HTTP: from which address, over TLS or not, and whether it is the operator."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from stammtisch.house.rates import Rates, household, is_loopback
from stammtisch.server.answers import Error, Problem, answer
from stammtisch.server.hall import Hall
from stammtisch.server.limits import host_of
from stammtisch.server.settings import Settings
from stammtisch.server.upgrade import forwarded_address
from stammtisch.tables.thinking import MOST_WAITING, Busy

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
        response = answer(Error(code="too_often", message=TOO_OFTEN.format(seconds=seconds)), 429)
        response.headers["Retry-After"] = str(seconds)
        return response

    return counted


class Reviews:
    """How often an address may ask for what other processes have to compute, and how much of it
    may be under way."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._rates = Rates(hall.settings.reviews)
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def counted(self, request: web.Request) -> Iterator[None]:
        """While that is done; a `Problem` if it may not be, or if too much waits already."""
        settings = self._hall.settings
        address = address_of(request, settings)
        spared = settings.spare_loopback and is_loopback(address)
        address = household(address)
        if not spared and (wait := self._rates.wait(address, time.monotonic())):
            self._hall.counters.refused["reviews"] += 1
            raise Problem(429, "too_often", TOO_OFTEN.format(seconds=ceil(wait)), wait)
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

    def _busy(self) -> Problem:
        self._hall.counters.refused["busy"] += 1
        return Problem(503, "busy", BUSY, BUSY_SECONDS)


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
