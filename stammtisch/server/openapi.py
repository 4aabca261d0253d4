"""The OpenAPI document, made from the table of routes and the types of their answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from stammtisch.server.answers import Error
from stammtisch.server.api import Route

_SCHEMA = "#/components/schemas/{name}"


def openapi(routes: Sequence[Route], version: str) -> dict[str, Any]:
    types = [Error, *(route.answer for route in routes)]
    schemas, components = msgspec.json.schema_components(types, ref_template=_SCHEMA)
    error, *answers = schemas
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stammtisch",
            "version": version,
            "description": "What the house shows: tables, games, finished matches, scores.",
        },
        "paths": {
            route.path: {"get": _operation(route, schema, error)}
            for route, schema in zip(routes, answers, strict=True)
        },
        "components": {"schemas": components},
    }


def _operation(route: Route, schema: dict[str, Any], error: dict[str, Any]) -> dict[str, Any]:
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
    if route.query:
        responses["400"] = _response("A parameter cannot be so.", error)
    if route.may_miss or any(parameter.name == "game" for parameter in route.query):
        responses["404"] = _response("There is none.", error)
    return {
        "operationId": route.handler.__name__,
        "summary": route.meaning,
        "parameters": parameters,
        "responses": responses,
    }


def _response(meaning: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": meaning, "content": {"application/json": {"schema": schema}}}
