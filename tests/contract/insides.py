"""What is inside an object: which parts of it can change, and what it is with one part changed."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from random import Random
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from stammtisch.games.game import Rules

_PLAIN = (bool, int, float, str, bytes, type(None), type, FunctionType, MethodType, ModuleType)


def attributes(thing: Any) -> dict[str, Any]:
    """All of its attributes, wherever they are kept."""
    found = dict(getattr(thing, "__dict__", {}))
    for kind in type(thing).__mro__:
        # As mypyc calls what would be slots in Python.
        slots = kind.__dict__.get("__slots__", kind.__dict__.get("__mypyc_attrs__", ()))
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(thing, name) and not name.startswith("__"):
                found[name] = getattr(thing, name)
    return found


def is_frozen(thing: Any) -> bool:
    how = getattr(type(thing), "__dataclass_params__", None)
    return how is not None and bool(how.frozen)


def mutable_parts(thing: Any, derived: frozenset[str], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every object inside that could be changed, with the way to it."""
    if path in derived or isinstance(thing, (*_PLAIN, Rules, MappingProxyType)):
        return
    if isinstance(thing, tuple | frozenset):
        for part in thing:
            yield from mutable_parts(part, derived, path)
        return
    if not is_frozen(thing):
        yield path, thing
    if isinstance(thing, list | set):
        for part in thing:
            yield from mutable_parts(part, derived, path)
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from mutable_parts(part, derived, path)
    elif not isinstance(thing, Random):
        for name, part in attributes(thing).items():
            yield from mutable_parts(part, derived, f"{path}.{name}".lstrip("."))


def changed(thing: Any, derived: frozenset[str], path: str = "") -> Iterator[tuple[str, Any]]:
    """What the thing could be instead, with something small made different; and the way to it."""
    if path in derived:
        return
    if isinstance(thing, bool):
        yield path, not thing
    elif isinstance(thing, int | float):
        yield path, thing + 1
    elif isinstance(thing, str):
        yield path, thing + "x"
    elif isinstance(thing, bytes):
        yield path, thing + b"x"
    elif thing is None:
        yield path, 1
    elif isinstance(thing, Rules):
        yield from ((path, other) for other in _other_rules(thing))
    elif isinstance(thing, tuple) and hasattr(thing, "_fields"):
        # A row with names: there is no shorter or longer one.
        for at, name in enumerate(thing._fields):
            for way, other in changed(thing[at], derived, f"{path}.{name}".lstrip(".")):
                named: Any = thing
                yield way, named._replace(**{name: other})
    elif isinstance(thing, tuple | list):
        yield from _changed_row(thing, derived, path)
    elif isinstance(thing, set | frozenset):
        yield path, {*thing, object()}
    elif isinstance(thing, dict):
        for key, value in thing.items():
            for way, other in changed(value, derived, path):
                yield way, {**thing, key: other}
        yield path, {**thing, object(): 1}
    elif is_frozen(thing):
        for field in dataclasses.fields(thing):
            value = getattr(thing, field.name)
            for way, other in changed(value, derived, f"{path}.{field.name}".lstrip(".")):
                yield way, dataclasses.replace(thing, **{field.name: other})
    else:
        for name, value in attributes(thing).items():
            for way, other in changed(value, derived, f"{path}.{name}".lstrip(".")):
                # Machine code is not copied by Python, but copies itself.
                itself = hasattr(type(thing), "__mypyc_attrs__")
                twin = thing.copy() if itself else copy.copy(thing)
                setattr(twin, name, other)
                yield way, twin


def _changed_row(thing: Any, derived: frozenset[str], path: str) -> Iterator[tuple[str, Any]]:
    row = list(thing)
    kind = type(thing)
    if not row:
        yield path, kind([1])
        return
    yield path, kind(row[:-1])
    yield path, kind([*row, row[-1]])
    for at in {0, len(row) // 2, len(row) - 1}:
        for way, other in changed(row[at], derived, path):
            yield way, kind([*row[:at], other, *row[at + 1 :]])


def _other_rules(rules: Rules) -> Iterator[Rules]:
    for option in rules.options():
        if isinstance(option.default, bool):
            changes: dict[str, Any] = {option.name: not getattr(rules, option.name)}
            yield dataclasses.replace(rules, **changes)
            return
