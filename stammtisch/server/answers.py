"""The form of HTTP answers: JSON of typed records, and errors as a code and a sentence."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from stammtisch.server.settings import Settings
from stammtisch.store.store import Closed

log = logging.getLogger(__name__)


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done."""

    code: str
    message: str


class Problem(Exception):
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
    except Problem as problem:
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
        # Whoever asked has gone.
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
