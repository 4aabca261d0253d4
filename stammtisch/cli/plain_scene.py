"""How a match is looked at whose game has no pictures of its own: by what it tells and shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from stammtisch.games.game import Match
from stammtisch.tables.plain import to_plain


def scene(match: Match, names: Sequence[str]) -> Text:
    """What everybody may see, and what only each player does."""
    lines = [f"{name}: {_value(value)}" for name, value in to_plain(match.view(None)).items()]
    lines += [f"{name}: {hand(match, seat)}" for seat, name in enumerate(names)]
    return Text("\n".join(lines))


def told(match: Match, event: Any, name: Callable[[int], str]) -> str | None:
    """The event in its own words, with the name of the player for the seat."""
    fields = to_plain(event)
    kind = str(fields.pop("type")).replace("_", " ")
    seat = fields.pop("seat", None)
    whose = "" if seat is None else f"{name(seat)}: "
    return whose + " ".join([kind, *(f"{key} {_value(value)}" for key, value in fields.items())])


def hand(match: Match, seat: int) -> str:
    """What the seat sees and a spectator does not."""
    public = to_plain(match.view(None))
    own = ((key, value) for key, value in to_plain(match.view(seat)).items() if key != "seat")
    return "; ".join(f"{key} {_value(value)}" for key, value in own if public[key] != value)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + " ".join(map(_value, value)) + "]"
    return "-" if value is None else str(value)
