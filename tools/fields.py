"""Every message and every record of a game, field by field, as a page of the documentation.

`python -m tools.fields > docs/protocols/fields.md` writes it, from the schemas that the
server publishes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, get_args

from stammtisch.games.game import Game
from stammtisch.games.games import GAMES
from stammtisch.protocols.table.messages import ASKS, TELLS
from stammtisch.protocols.table.schema import PART, schemas
from stammtisch.tables.events import TableEvent

Schema = dict[str, Any]

_HEAD = """\
# The table protocol, field by field

<!-- Made by `python -m tools.fields`. Change the server's types, not this. -->

What [the table protocol](table.md) says, word by word, from the same schemas as
`/api/asyncapi.json`. `?` marks what may be left out; `|` is "or". A seat is a number, 0 is the
first; times are milliseconds.
"""


def page() -> str:
    return "\n".join([_HEAD, *_app(), *(line for game in GAMES.values() for line in _game(game))])


def _app() -> Iterator[str]:
    found = schemas()
    whole = {
        "What a client asks": [kind.__name__ for kind in ASKS],
        "What the server says": [kind.__name__ for kind in TELLS],
        "News of the table": [kind.__name__ for kind in get_args(TableEvent)],
    }
    told = {name for names in whole.values() for name in names} | {"Action", "Event", "View"}
    parts = [name for name in found if "." not in name and name not in told]
    for title, names in {**whole, "Parts of messages": parts}.items():
        yield f"## {title}\n"
        for name in names:
            yield from record(name, found[name])


def _game(game: Game) -> Iterator[str]:
    found, name = schemas(), game.name
    yield f"## {name.capitalize()}\n"
    if game.notation:
        yield game.notation + "\n"
    whole = {
        "Actions": [kind.__name__ for kind in game.actions.values()],
        "Events": [kind.__name__ for kind in game.events.values()],
        "The view": [game.view.__name__],
    }
    told = {kind for kinds in whole.values() for kind in kinds}
    parts = [
        key.removeprefix(f"{name}.").removesuffix(PART)
        for key in found
        if key.startswith(f"{name}.") and key.endswith(PART)
    ]
    whole["Parts of them"] = [part for part in parts if part not in told]
    for title, records in whole.items():
        yield f"### {name.capitalize()}: {title.lower()}\n"
        for kind in records:
            schema = found.get(f"{name}.{kind}") or found[f"{name}.{kind}{PART}"]
            yield from record(kind, schema)


def record(name: str, schema: Schema) -> Iterator[str]:
    """What it is, and a table of its fields."""
    tag = schema.get("properties", {}).get("type", {}).get("enum")
    title = f"`{tag[0]}`" if tag else name
    about = " ".join(schema.get("description", "").split())
    yield f"**{title}**" + (f": {about}" if about else "") + "\n"
    fields = {key: of for key, of in schema.get("properties", {}).items() if key != "type"}
    if not fields:
        return
    yield "| field | type | what it is |"
    yield "|---|---|---|"
    for field, of in fields.items():
        may_miss = "" if field in schema.get("required", ()) else "?"
        kind = type_of(of).replace("|", "\\|")
        about = " ".join(of.get("description", "").split()).replace("|", "\\|")
        yield f"| `{field}{may_miss}` | {kind} | {about} |"
    yield ""


_PLAIN = {"integer": "number", "object": "object"}


def type_of(schema: Schema) -> str:
    if ref := schema.get("$ref"):
        name = str(ref).rsplit("/", 1)[1].removesuffix(PART)
        return name.rpartition(".")[2]
    if values := schema.get("enum"):
        return " | ".join(f"`{json.dumps(value)}`" for value in values)
    if kinds := schema.get("anyOf"):
        return " | ".join(dict.fromkeys(type_of(kind) for kind in kinds))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(type_of(item) for item in schema['prefixItems'])}]"
        case "array":
            inner = type_of(schema.get("items") or {})
            return f"list of ({inner})" if "|" in inner else f"list of {inner}"
        case "object" if isinstance(of := schema.get("additionalProperties"), dict):
            return f"object of {type_of(of)}"
        case str(kind):
            return _PLAIN.get(kind, kind)
        case _:
            return "anything"


if __name__ == "__main__":
    sys.stdout.write(page() + "\n")
