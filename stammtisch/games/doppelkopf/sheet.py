"""A line of the score sheet in plain values, for a match that goes on another day, and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from stammtisch.games.doppelkopf.records import Item, Row


def row_to_plain(row: Row) -> dict[str, Any]:
    plain = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    plain["items"] = [[item.name, item.party, item.points] for item in row.items]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}


def row_from_plain(plain: Mapping[str, Any]) -> Row:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list | tuple) else value
        for key, value in plain.items()
    }
    values["items"] = tuple(Item(*item) for item in plain["items"])
    return Row(**values)
