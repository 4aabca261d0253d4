"""The OpenAPI document, made from the table of routes and the types of their answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from stammtisch.protocols.table.describing import described
from stammtisch.protocols.table.glossary import WORDS
from stammtisch.server.answers import Error
from stammtisch.server.api import Route

_SCHEMA = "#/components/schemas/{name}"


def openapi(routes: Sequence[Route], version: str) -> dict[str, Any]:
    bodies = [route.body for route in routes if route.body is not None]
    types = [Error, *bodies, *(route.answer for route in routes)]
    schemas, components = msgspec.json.schema_components(types, ref_template=_SCHEMA)
    components = described(components, types, WORDS)
    error, *answers = schemas
    taken = dict(zip(bodies, answers, strict=False))
    del answers[: len(bodies)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stammtisch",
            "version": version,
            "description": "What the house shows: tables, games, finished matches, scores.",
        },
        "paths": {
            route.path: {
                route.method.lower(): _operation(route, schema, error, taken.get(route.body))
            }
            for route, schema in zip(routes, answers, strict=True)
        },
        "components": {"schemas": components},
    }


def _operation(
    route: Route,
    schema: dict[str, Any],
    error: dict[str, Any],
    body: dict[str, Any] | None,
) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    parameters += [
        {
            "name": parameter.name,
            "in": "query",
            "required": False,
            "description": parameter.meaning,
            "schema": msgspec.json.schema(parameter.type),
        }
        for parameter in route.query
    ]
    responses = {"200": _response(route.meaning, schema)}
    if body is not None:
        responses["400"] = _response("The body cannot be understood.", error)
        responses["403"] = _response("One may not do that.", error)
        responses["409"] = _response("It cannot be done.", error)
    if route.query:
        responses["400"] = _response("A parameter cannot be so.", error)
    if route.may_miss or any(parameter.name == "game" for parameter in route.query):
        responses["404"] = _response("There is none.", error)
    return {
        "operationId": route.handler.__name__,
        "summary": route.meaning,
        "parameters": parameters,
        **({} if body is None else {"requestBody": {"required": True, "content": _json(body)}}),
        "responses": responses,
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _response(meaning: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": meaning, "content": _json(schema)}
