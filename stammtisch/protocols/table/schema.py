"""The protocol as JSON Schema and AsyncAPI 3, made from the types that the server itself uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from stammtisch import __version__
from stammtisch.games.game import Game
from stammtisch.games.games import GAMES
from stammtisch.meanings import MEANINGS, described, summary_of
from stammtisch.protocols.table.messages import ANSWERS, ASKS, TELLS, UNASKED, WITH_ID
from stammtisch.replies import Refused
from stammtisch.tables.events import TableEvent

_SCHEMAS = "#/components/schemas/"


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """A JSON Schema for every message and every part of one, by name; they refer to each other."""
    kinds = [*WITH_ID.values(), *UNASKED, TableEvent]
    _, found = msgspec.json.schema_components(kinds, ref_template=_SCHEMAS + "{name}")
    found = _without_discriminators(found)
    found = described(found, kinds, MEANINGS)
    news = [kind.__name__ for kind in get_args(TableEvent)]
    actions, events, views = [], [], []
    for game in GAMES.values():
        words = _words_of(game)
        found.update(words)
        actions += [f"{game.name}.{kind.__name__}" for kind in game.actions.values()]
        events += [f"{game.name}.{kind.__name__}" for kind in game.events.values()]
        views.append(f"{game.name}.{game.view.__name__}")
    found["Action"] = _any_of("What a seat does, in the words of its game.", actions)
    found["Event"] = _any_of("News of the table, or an event of its game.", [*news, *events])
    found["View"] = _any_of("A match as one seat (or a spectator) sees it.", views)
    return found


def json_schema(message: type[Any]) -> dict[str, Any]:
    """One message's JSON Schema as a document of its own."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": _SCHEMAS + message.__name__,
        "components": {"schemas": schemas()},
    }


@cache
def asyncapi() -> dict[str, Any]:
    """The whole protocol as an AsyncAPI 3 document, from the server's point of view."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Stammtisch table protocol",
            "version": __version__,
            "description": "Spoken by the page and by bots: one JSON object in each text frame.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/table",
                "messages": {
                    message.__name__: {"$ref": f"#/components/messages/{message.__name__}"}
                    for message in (*ASKS, *TELLS)
                },
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            **{ask.__name__: _asked(ask) for ask in ASKS},
            "tell": {
                "action": "send",
                "summary": "What the server says unasked.",
                "channel": {"$ref": "#/channels/table"},
                "messages": _in_channel([Refused, *UNASKED]),
            },
        },
        "components": {
            "messages": {message.__name__: _message(message) for message in (*ASKS, *TELLS)},
            "schemas": schemas(),
        },
    }


def _words_of(game: Game) -> dict[str, dict[str, Any]]:
    """The schemas of a game's records, as `tiles.Draw`, in the plain form they have on the wire."""
    kinds = [*game.actions.values(), *game.events.values(), game.view]
    template = f"{_SCHEMAS}{game.name}.{{name}}"
    _, found = msgspec.json.schema_components(kinds, ref_template=template + PART)
    found = _without_discriminators(found)
    found = described(found, kinds, game.meanings)
    # A record that is part of another (of a view) stands there without its type.
    words = {f"{game.name}.{name}{PART}": schema for name, schema in found.items()}
    for kind in kinds:
        whole = found[kind.__name__]
        typed = _with_type(whole, kind.type) if hasattr(kind, "type") else whole
        words[f"{game.name}.{kind.__name__}"] = typed
    return words


#: How the schemas of parts are told from those of whole messages.
PART = ".part"


def _with_type(schema: dict[str, Any], type: str) -> dict[str, Any]:
    return {
        **schema,
        "properties": {
            "type": {"enum": [type], "description": MEANINGS["type"]},
            **schema["properties"],
        },
        "required": ["type", *schema["required"]],
        "additionalProperties": False,
    }


def _without_discriminators(schema: Any) -> Any:
    """OpenAPI's `discriminator` is an object that JSON Schema does not know, and AsyncAPI has a
    string of that name. The alternatives name their `type` themselves."""
    match schema:
        case dict():
            return {
                name: _without_discriminators(of)
                for name, of in schema.items()
                if not (name == "discriminator" and "propertyName" in of)
            }
        case list():
            return [_without_discriminators(of) for of in schema]
        case _:
            return schema


def _any_of(description: str, names: Iterable[str]) -> dict[str, Any]:
    return {"description": description, "anyOf": [{"$ref": _SCHEMAS + name} for name in names]}


def _message(message: type[Any]) -> Mapping[str, Any]:
    return {
        "name": message.__struct_config__.tag,
        "title": message.__name__,
        "summary": summary_of(message),
        "payload": {"$ref": _SCHEMAS + message.__name__},
    }


def _asked(ask: type[Any]) -> dict[str, Any]:
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/table"},
        "messages": _in_channel([ask]),
        "reply": {
            "channel": {"$ref": "#/channels/table"},
            "messages": _in_channel([*ANSWERS[ask], Refused]),
        },
    }


def _in_channel(messages: Iterable[type[Any]]) -> list[dict[str, str]]:
    return [{"$ref": f"#/channels/table/messages/{message.__name__}"} for message in messages]
