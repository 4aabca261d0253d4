"""The OpenAPI document, made from the table of routes and the types of their answers.

What the server says about itself to programs: the OpenAPI and the AsyncAPI document.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from aiohttp import web

from stammtisch.meanings import MEANINGS, described
from stammtisch.net.api import Parameter, Route
from stammtisch.net.http import Error
from stammtisch.net.pages import EACH_TIME, File

_SCHEMA = "#/components/schemas/{name}"


def openapi(routes: Sequence[Route], version: str) -> dict[str, Any]:
    bodies = [route.body for route in routes if route.body is not None]
    types = [Error, *bodies, *(route.answer for route in routes)]
    schemas, components = msgspec.json.schema_components(types, ref_template=_SCHEMA)
    components = described(components, types, MEANINGS)
    error, *answers = schemas
    taken = dict(zip(bodies, answers, strict=False))
    del answers[: len(bodies)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stammtisch",
            "version": version,
            "description": "What the server shows: tables, games, finished matches, scores.",
        },
        # Wherever this document was found.
        "servers": [{"url": "/"}],
        "paths": {
            route.path: {
                route.method.lower(): _operation(route, schema, error, taken.get(route.body))
            }
            for route, schema in zip(routes, answers, strict=True)
        },
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of an account, as `entered` of `/table` gives it.",
                }
            },
        },
    }


_SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "unused": [],
    "may": [{}, {"token": []}],
    "must": [{"token": []}],
}


def _operation(
    route: Route,
    schema: dict[str, Any],
    error: dict[str, Any],
    body: dict[str, Any] | None,
) -> dict[str, Any]:
    problems = {
        str(status): _response(meaning, error)
        for status, meaning in sorted(_problems(route).items())
    }
    problems["429"]["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return {
        "operationId": route.handler.__name__,
        "summary": route.meaning,
        "parameters": [_parameter(route, parameter) for parameter in route.parameters],
        **({} if body is None else {"requestBody": {"required": True, "content": _json(body)}}),
        "security": _SECURITY[route.token],
        "responses": {
            "200": _response(route.meaning, schema),
            **problems,
        },
    }


def _parameter(route: Route, parameter: Parameter) -> dict[str, Any]:
    in_path = f"{{{parameter.name}}}" in route.path
    return {
        "name": parameter.name,
        "in": "path" if in_path else "query",
        "required": in_path,
        "description": parameter.meaning,
        "schema": parameter.schema,
    }


def _problems(route: Route) -> dict[int, str]:
    """Every status but 200 that the route may answer with."""
    found = dict(_ANYWHERE)
    for parameter in route.parameters:
        status, _ = parameter.refused
        found[status] = _REFUSED[status]
    if route.token == "must":
        found[401] = "The token is missing, or nobody has it."
    if route.body is not None:
        found |= {400: "The body cannot be understood.", 413: "The body is too large."}
    return {**found, **route.problems}


_REFUSED = {400: "A parameter cannot be so.", 404: "There is none."}
#: What any request may be answered with.
_ANYWHERE = {
    429: "Too many requests come from this address: `Retry-After` says how many seconds to wait.",
    503: "The server stops, is busy, or cannot write just now: try again later.",
}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _response(meaning: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": meaning, "content": _json(schema)}


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
