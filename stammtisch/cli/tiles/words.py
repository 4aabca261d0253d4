"""What happens at a table of tiles, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.cli.terminal.news import Name, news_told
from stammtisch.cli.tiles.faces import spoken
from stammtisch.games.tiles import records as game
from stammtisch.games.tiles.tile import JOKER, Tile


def sentence(event: Any, name: Name, wild: Tile = JOKER) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name, wild)


def _drawn(event: game.Drawn, name: Name, wild: Tile) -> str:
    who = name(event.seat)
    if event.stack == "exchange":
        assert event.tile is not None
        return f"{who} took the {spoken(event.tile, wild)} from the exchange stack."
    what = "a tile" if event.tile is None else f"the {spoken(event.tile, wild)}"
    return f"{who} drew {what} from the main stack."


def _won(event: game.Won, name: Name, wild: Tile) -> str:
    pairs = " with pairs" if event.by_pairs else ""
    put = spoken(event.tile, wild)
    return f"{name(event.seat)} put the {put} down and won{pairs} in round {event.score}."


_SENTENCES: dict[type, Callable[[Any, Name, Tile], str | None]] = {
    game.Dealt: lambda event, name, wild: (
        f"The tiles are dealt. {name(event.starter)} began with fifteen."
    ),
    game.Drawn: _drawn,
    game.PutDown: lambda event, name, wild: (
        f"{name(event.seat)} put the {spoken(event.tile, wild)} down."
    ),
    game.Won: _won,
    game.Emptied: lambda event, name, wild: "The main stack is empty: nobody wins.",
    game.Cheated: lambda event, name, wild: f"{name(event.seat)} cheated.",
}
