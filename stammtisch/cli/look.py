"""How a game is looked at afterwards: an event in a sentence, the table as a picture, a hand in
words. A game names its own in `Game.look`; any other is shown in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from rich.text import Text

from stammtisch.games.game import Match
from stammtisch.games.games import game_named
from stammtisch.tables.plain import to_plain

#: What a seat is called.
Name = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Look:
    sentence: Callable[[Match, Any, Name], str | None]
    scene: Callable[[Match, Sequence[str]], Text]
    hand: Callable[[Match, int], str]


@cache
def look_of(game: str) -> Look:
    named = game_named(game).look
    if named is None:
        return PLAIN
    module, _, name = named.partition(":")
    look: Look = getattr(import_module(module), name)
    return look


# --- games that have no look of their own --------------------------------------------------------


def _sentence(match: Match, event: Any, name: Name) -> str | None:
    plain = to_plain(event)
    kind = str(plain.pop("type")).replace("_", " ")
    seat = plain.pop("seat", None)
    who = f"{name(seat)}: " if isinstance(seat, int) else ""
    said = ", ".join(f"{key} {_words(value)}" for key, value in plain.items() if value is not None)
    return f"{who}{kind}{' (' + said + ')' if said else ''}."


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {_words(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_words(one) for one in value)
    return "–" if value is None else str(value)


def _scene(match: Match, names: Sequence[str]) -> Text:
    lines = []
    for seat, name in enumerate(names):
        mark = "▶" if seat in match.turn else " "
        lines.append(f"{mark} {name:<16} {_hand(match, seat)}")
    return Text("\n".join(lines))


def _hand(match: Match, seat: int) -> str:
    return _words(getattr(match.view(seat), "hand", None))


PLAIN = Look(_sentence, _scene, _hand)
