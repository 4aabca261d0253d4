"""What happens at a table of tiles, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.games.tiles import records as game
from stammtisch.games.tiles.tile import JOKER, Tile
from stammtisch.terminal.text import Name, news_told
from stammtisch.terminal.tiles.rack import spoken, t


def sentence(event: Any, name: Name, wild: Tile = JOKER) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name, wild)


def _drawn(event: game.Drawn, name: Name, wild: Tile) -> str:
    who = name(event.seat)
    if event.stack == "exchange":
        assert event.tile is not None
        return t("took", who=who, tile=spoken(event.tile, wild))
    if event.tile is None:
        return t("drew", who=who)
    return t("drew_tile", who=who, tile=spoken(event.tile, wild))


def _won(event: game.Won, name: Name, wild: Tile) -> str:
    how = "won_pairs" if event.by_pairs else "won_put"
    return t(how, who=name(event.seat), tile=spoken(event.tile, wild), round=event.score)


_SENTENCES: dict[type, Callable[[Any, Name, Tile], str | None]] = {
    game.Dealt: lambda event, name, wild: t("dealt", who=name(event.starter)),
    game.Drawn: _drawn,
    game.PutDown: lambda event, name, wild: t(
        "put_down", who=name(event.seat), tile=spoken(event.tile, wild)
    ),
    game.Won: _won,
    game.Emptied: lambda event, name, wild: t("emptied"),
    game.Cheated: lambda event, name, wild: t("cheated", who=name(event.seat)),
}
