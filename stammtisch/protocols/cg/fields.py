"""What the fields of packets can hold, and how each is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_UUID = re.compile(r"[0-9a-fA-F]{8}(-?)([0-9a-fA-F]{4}\1){3}[0-9a-fA-F]{12}", re.ASCII)


class Misfit(ValueError):
    """A value is none that the field can hold."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`meaning` ends the sentence "must be …"; `read` gives the value or raises `Misfit`."""

    meaning: str
    read: Callable[[Any], Any]

    def __or__(self, other: Kind) -> Kind:
        return Kind(f"{self.meaning} or {other.meaning}", _first(self.read, other.read))


def undashed(value: object) -> str:
    """The UUID as 32 lower-case digits, as clients compare it. It may come with dashes."""
    if type(value) is not str or not _UUID.fullmatch(value):
        raise Misfit
    return value.replace("-", "").lower()


def _first(one: Callable[[Any], Any], other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        try:
            return one(value)
        except Misfit:
            return other(value)

    return read


def _of(*types: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        # A bool is an int to `isinstance`.
        if type(value) not in types:
            raise Misfit
        return value

    return read


def _list_of(each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) not in (list, tuple):
            raise Misfit
        return [each(one) for one in value]

    return read


def _map_of(key: Callable[[Any], Any], each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise Misfit
        return {key(name): each(one) for name, one in value.items()}

    return read


def one_of(*words: str) -> Kind:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise Misfit
        return value

    return Kind(f"one of {', '.join(words)}", read)


ANYTHING = Kind("anything", lambda value: value)
NIL = Kind("nil", _of(type(None)))
FLAG = Kind("true or false", _of(bool))
WHOLE = Kind("a whole number", _of(int))
NUMBER = Kind("a number", _of(int, float))
TEXT = Kind("a text", _of(str))
TEXTS = Kind("a list of texts", _list_of(_of(str)))
BYTES = Kind("bytes", _of(bytes))
UUID = Kind("a UUID", undashed)
UUIDS = Kind("a list of UUIDs", _list_of(undashed))
WHOLES = Kind("a list of whole numbers", _list_of(_of(int)))
LIST = Kind("a list", _of(list))
MAP = Kind("a map", _of(dict))
NUMBERS_BY_UUID = Kind("whole numbers by UUIDs", _map_of(undashed, _of(int)))
MAPS_BY_UUID = Kind("maps by UUIDs", _map_of(undashed, _of(dict)))
