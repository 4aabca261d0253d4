"""What records and their fields mean: one walker over their types and their docstrings.

A record's docstring says what it is; below that a line `field: what it means` describes a field,
and lines that go on are indented. A field of a base class counts. What means the same in many
records stands once: for ours in `MEANINGS`, for those of a game in `Game.meanings`. OpenAPI,
AsyncAPI and the pages of the documentation are made from what is found here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.inspect import DataclassType, StructType, Type, multi_type_info

Schema = dict[str, Any]

#: What a field means, whatever record of the server it is in.
MEANINGS: dict[str, str] = {
    "type": "What kind of message or record this is.",
    "id": "Chosen by the client for a request; its answer has the same.",
    "name": "What somebody or something is called.",
    "person": "How others know an account, without being able to act for it.",
    "kind": "Whether it is a guest, a registered account, or another kind.",
    "text": "What was said.",
    "game": "The name of the game, as in `welcome`.",
    "profile": "The name of the set of rules.",
    "options": "The options of the rules that differ from the profile, by name.",
    "code": "For programs: it stays the same.",
    "message": "For people: a sentence.",
    "reason": "Why, in a sentence.",
    "seats": "All seats as they are now.",
    "seat": "The number of the seat; 0 is the first.",
    "private": "It is listed nowhere, and only those come in who were invited.",
    "leaver": "What happens to the seat of somebody who leaves a match.",
    "follow": "To be told of steps by `events` alone, or also by `views`.",
    "match": "The id of the match.",
    "seq": "The number of the newest entry in the table's journal.",
    "at": "Table time, in milliseconds.",
    "action": "An action in the words of the game.",
    "ranks": "The rank of each seat, 1 is best; equal ranks are ties.",
    "points": "The points of each seat, as the game counts them.",
}

_FIELD = re.compile(r"(\w+): (.*)")


def _read(kind: type[Any]) -> tuple[str, dict[str, str]]:
    """What the record itself says: what it is, and what its fields mean."""
    summary: list[str] = []
    fields: dict[str, str] = {}
    last = None
    names = _fields_of(kind)
    text = inspect.cleandoc(kind.__doc__ or "")
    # A dataclass without a docstring gets its signature for one.
    for line in [] if text.startswith(f"{kind.__name__}(") else text.splitlines():
        found = _FIELD.match(line)
        if found is not None and found[1] in names:
            last = found[1]
            fields[last] = found[2]
        elif last is not None and line.startswith(" "):
            fields[last] += " " + line.strip()
        else:
            last = None
            summary.append(line.strip())
    return " ".join(" ".join(summary).split()), fields


def _fields_of(kind: type[Any]) -> frozenset[str]:
    if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct:
        return frozenset(kind.__struct_fields__)
    return frozenset(getattr(kind, "__dataclass_fields__", ()))


def summary_of(kind: type[Any]) -> str:
    """What the record is."""
    return _read(kind)[0]


def meanings_of(kind: type[Any]) -> dict[str, str]:
    """For each field of the record that its docstring describes, what it means."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found.update(_read(base)[1])
    return found


def described(
    schemas: Mapping[str, Schema], kinds: Iterable[Any], words: Mapping[str, str]
) -> dict[str, Schema]:
    """The schemas of these records and their parts, where every field says what it is: as its
    record does, or by the `words`."""
    by_name = {kind.__name__: kind for kind in records_in(kinds)}
    return {name: _described(schema, by_name.get(name), words) for name, schema in schemas.items()}


def _described(schema: Schema, kind: type[Any] | None, words: Mapping[str, str]) -> Schema:
    if kind is None:
        return schema
    schema = {key: of for key, of in schema.items() if key != "description"}
    if summary := summary_of(kind):
        schema["description"] = _in_json(summary)
    if "properties" in schema:
        own = meanings_of(kind)
        schema["properties"] = {
            field: {**of, "description": _in_json(meaning)}
            if (meaning := own.get(field) or words.get(field))
            else of
            for field, of in schema["properties"].items()
        }
    return schema


def _in_json(text: str) -> str:
    """What types say in Python's words, for those who read JSON."""
    return _PYTHON.sub(lambda word: _JSON[word[0]], text)


_JSON = {"None": "null", "True": "true", "False": "false"}
_PYTHON = re.compile(r"\b(None|True|False)\b")


def records_in(kinds: Iterable[Any]) -> Iterator[type[Any]]:
    """Every record among these types, and in any of them, once."""
    seen: set[type[Any]] = set()
    waiting: list[Any] = list(multi_type_info(list(kinds)))
    while waiting:
        found = waiting.pop(0)
        if isinstance(found, StructType | DataclassType):
            if found.cls in seen:
                continue
            seen.add(found.cls)
            yield found.cls
            waiting += [field.type for field in found.fields]
        else:
            waiting += _inside(found)


def _inside(found: msgspec.Struct) -> Iterator[Any]:
    """The types that a type is made of."""
    for name in found.__struct_fields__:
        part = getattr(found, name)
        parts = part if isinstance(part, tuple) else (part,)
        yield from (one for one in parts if isinstance(one, Type))
