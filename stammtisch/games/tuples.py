"""Records as nested tuples of plain values, for the state of a match."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

#: Never changed, so that nobody needs a copy.
_ATOMS = frozenset({int, str, bool, bytes, float, type(None)})
_NAMES: dict[type, tuple[str, ...]] = {}


def tuple_of(record: Any) -> tuple[Any, ...]:
    """The same as `dataclasses.astuple`, which copies even numbers."""
    kind = type(record)
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in dataclasses.fields(record))
    return tuple([_plain(getattr(record, name)) for name in names])


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        return tuple([_plain(one) for one in value])
    if kind is list:
        return [_plain(one) for one in value]
    if kind is dict:
        return {_plain(key): _plain(one) for key, one in value.items()}
    if kind in _NAMES or dataclasses.is_dataclass(kind):
        return tuple_of(value)
    return copy.deepcopy(value)
