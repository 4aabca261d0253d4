"""Schemas with a description for each of their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from stammtisch.meanings import meanings_of

Schema = dict[str, Any]


def described(
    schemas: Mapping[str, Schema], kinds: Iterable[Any], words: Mapping[str, str]
) -> dict[str, Schema]:
    """The schemas of these records and their parts, where every field says what it is: as its type
    does, or by the `words`, the nearest first."""
    by_name = {kind.__name__: kind for kind in records_in(kinds)}
    return {name: _described(schema, by_name.get(name), words) for name, schema in schemas.items()}


def _described(schema: Schema, kind: type[Any] | None, words: Mapping[str, str]) -> Schema:
    if "description" in schema:
        schema = {**schema, "description": _in_json(schema["description"])}
    if kind is None or "properties" not in schema:
        return schema
    own = meanings_of(kind)
    properties = {}
    for field, of in schema["properties"].items():
        meaning = own.get(field) or words.get(f"{kind.__name__}.{field}") or words.get(field)
        there = "description" in of or meaning is None
        properties[field] = of if there else {**of, "description": _in_json(meaning or "")}
    return {**schema, "properties": properties}


def _in_json(text: str) -> str:
    """What types say in Python's words, for those who read JSON."""
    return _PYTHON.sub(lambda word: _JSON[word[0]], text)


_JSON = {"None": "null", "True": "true", "False": "false"}
_PYTHON = re.compile(r"\b(None|True|False)\b")


def records_in(kinds: Iterable[Any]) -> Iterator[type[Any]]:
    """Every record among these types, and in any of them, once."""
    seen: set[type[Any]] = set()
    waiting: list[Any] = list(inspect.multi_type_info(list(kinds)))
    while waiting:
        found = waiting.pop(0)
        if isinstance(found, inspect.StructType | inspect.DataclassType):
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
        yield from (one for one in parts if isinstance(one, inspect.Type))
