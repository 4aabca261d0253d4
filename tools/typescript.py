"""The protocol's messages as TypeScript, for the page: made from the same schemas as the rest.

`python -m tools.typescript` writes the file that the page is built with.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from stammtisch.games.games import GAMES
from stammtisch.protocols.table.messages import ANSWERS, ASKS, TELLS
from stammtisch.protocols.table.schema import schemas
from stammtisch.tables.events import TableEvent

_HEAD = """\
// Made by `python -m tools.typescript`. Change the server's types, not this.
/* eslint-disable */
"""

_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "object": "Record<string, unknown>",
}

Schema = dict[str, Any]


def typescript() -> str:
    """One interface for every message and part of one, and the unions of what is asked and told."""
    found = schemas()
    asked = {ask.__name__ for ask in ASKS}
    lines = [_HEAD]
    for name, schema in found.items():
        lines += _declared(_type_name(name), schema, sent=name not in asked)
    for game in GAMES.values():
        title = game.name.capitalize()
        for union, kinds in (("Action", game.actions), ("Event", game.events)):
            names = [f"{title}{kind.__name__}" for kind in kinds.values()]
            lines.append(f"export type {title}{union} = {_union(names)};")
    lines += [
        "/** The codes with which each game refuses. */",
        "export interface RefusalCodes {",
        *(f"  {game.name}: {_union(map(json.dumps, game.refusals))};" for game in GAMES.values()),
        "}",
        f"export type TableEvent = {_union(kind.__name__ for kind in get_args(TableEvent))};",
        f"export type Ask = {_union(ask.__name__ for ask in ASKS)};",
        f"export type Tell = {_union(_type_name(tell.__name__) for tell in TELLS)};",
        "/** What answers each ask, by its `type`. */",
        "export interface Answers {",
        *(f"  {_tag(ask)}: {_union(answer.__name__ for answer in ANSWERS[ask])};" for ask in ASKS),
        "}",
        "",
    ]
    return "\n".join(lines)


def _declared(name: str, schema: Schema, sent: bool) -> Iterator[str]:
    """`sent`: by the server, which leaves a field out only where it has no default."""
    if about := schema.get("description"):
        yield f"/** {' '.join(about.split())} */"
    if "properties" not in schema:
        yield f"export type {name} = {_written(schema)};"
        return
    yield f"export interface {name} {{"
    required = schema.get("required", ())
    for field, of in schema["properties"].items():
        there = field in required or (sent and "default" in of)
        yield f"  {field}{'' if there else '?'}: {_written(of)};"
    yield "}"


def _written(schema: Schema) -> str:
    if ref := schema.get("$ref"):
        return _type_name(ref.rsplit("/", 1)[1])
    if values := schema.get("enum"):
        return _union(json.dumps(value) for value in values)
    if kinds := schema.get("anyOf"):
        return _union(_written(kind) for kind in kinds)
    match schema.get("type"):
        case "array":
            if "prefixItems" in schema:
                return f"[{', '.join(_written(item) for item in schema['prefixItems'])}]"
            return f"({_written(schema.get('items') or {})})[]"
        case "object" if isinstance(of := schema.get("additionalProperties"), dict):
            return f"Record<string, {_written(of)}>"
        case str(kind):
            return _PLAIN[kind]
        case _:
            return "unknown"


def _union(names: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(names)) or "never"


def _type_name(name: str) -> str:
    """`tiles.Draw.part` is `TilesDrawPart`. `Error` would hide the language's own."""
    if name == "Error":
        return "Refused"
    return "".join(word[0].upper() + word[1:] for word in name.split("."))


def _tag(message: type[Any]) -> str:
    tag = message.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


if __name__ == "__main__":
    sys.stdout.write(typescript())
