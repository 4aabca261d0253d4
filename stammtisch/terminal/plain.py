"""Words for what nobody has written words for: records of a game by the names of their fields.

A game may name its cards and fields (`Game.words`); all else is read as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from stammtisch.games.game import Game, GameWords, Name
from stammtisch.terminal.text import speech_of, t


class PlainWords:
    """Of one game, in the language of the reader."""

    def __init__(self, game: Game) -> None:
        self._words = game.words or GameWords()
        self._speech = speech_of(game.name)

    def name(self, name: str) -> str:
        """A field, or a kind of action or event."""
        known = self._words.fields.get(name)
        return name.replace("_", " ") if known is None else self._said(known)

    def _said(self, name: Name) -> str:
        return self._speech.name(name.key, name.text, name.blanks)

    def value(self, field: str, value: Any) -> str:
        """What stands in a field, cards by their names."""
        match value:
            case None:
                return "–"
            case bool():
                return "✓" if value else "–"
            case Mapping():
                parts = (f"{self.name(key)} {self.value(key, one)}" for key, one in value.items())
                return "; ".join(parts)
            case list() | tuple():
                between = ", " if field in self._words.card_fields else " · "
                return between.join(self.value(field, one) for one in value) or "–"
            case int() | str() if field in self._words.card_fields and value in self._words.cards:
                return self._said(self._words.cards[value])
            case _:
                return str(value)

    def action(self, action: Mapping[str, Any]) -> str:
        """`{"type": "play", "card": 3}` is "play four of clubs"."""
        parts = [self.name(str(action.get("type", "")))]
        for field, value in action.items():
            if field != "type" and value is not None:
                parts.append(self.value(field, value))
        return " ".join(parts)

    def event(self, event: Mapping[str, Any], name: Callable[[int], str]) -> str:
        """Who, what, and each field with its name: "Ada: played (card four of clubs)."."""
        fields = dict(event)
        kind = self.name(str(fields.pop("type", t("something"))))
        who = f"{name(fields.pop('seat'))}: " if isinstance(event.get("seat"), int) else ""
        said = ", ".join(
            f"{self.name(field)} {self.value(field, value)}"
            for field, value in fields.items()
            if value is not None
        )
        return f"{who}{kind}{f' ({said})' if said else ''}."

    def facts(
        self, view: Mapping[str, Any], without: Collection[str] = ()
    ) -> Iterator[tuple[str, str]]:
        """Every field of a view that is not empty, with what stands in it."""
        for field, value in view.items():
            if field not in without and not _is_empty(value):
                yield self.name(field), self.value(field, value)


def _is_empty(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_empty, value))
    return value is None or value is False
