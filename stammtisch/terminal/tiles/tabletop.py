"""What a player at a table of Tiles knows beside the view, and what happens, in sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stammtisch.games.games import GAMES
from stammtisch.games.tiles import records
from stammtisch.games.tiles.records import EMPTY_RACK, View
from stammtisch.games.tiles.tile import JOKER, Tile
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.text import Name, news_told
from stammtisch.terminal.tiles.rack import Arrangement, spoken, t

TILES = GAMES["tiles"]


class TilesTop(Tabletop):
    game = TILES
    view: View | None

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.rack = Arrangement()
        self.won: records.Won | None = None

    @property
    def wild(self) -> Tile:
        return JOKER if self.view is None else self.view.wild

    @property
    def pairs_win(self) -> bool:
        return self.info is not None and bool(self.rules.values()["pairs_win"])

    def see(self, view: dict[str, Any]) -> None:
        super().see(view)
        if self.view is not None and self.view.rack is not None:
            self.rack.follow(self.view.rack)

    def told(self, event: Any) -> str | None:
        return sentence(event, self.name, self.wild)

    # --- the match -------------------------------------------------------------------------------

    def _dealt(self, event: records.Dealt) -> None:
        self.won = None
        self.rack.deal(EMPTY_RACK)

    def _won(self, event: records.Won) -> None:
        self.won = event
        if event.seat == self.seat:
            self.rack.deal(event.rack)

    def _cheated(self, event: records.Cheated) -> None:
        if event.seat == self.seat and event.rack is not None:
            self.rack.deal(event.rack)

    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **Tabletop.folds,
        records.Dealt: _dealt,
        records.Won: _won,
        records.Cheated: _cheated,
    }


def sentence(event: Any, name: Name, wild: Tile = JOKER) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name, wild)


def _drawn(event: records.Drawn, name: Name, wild: Tile) -> str:
    who = name(event.seat)
    if event.stack == "exchange":
        assert event.tile is not None
        return t("took", who=who, tile=spoken(event.tile, wild))
    if event.tile is None:
        return t("drew", who=who)
    return t("drew_tile", who=who, tile=spoken(event.tile, wild))


def _won(event: records.Won, name: Name, wild: Tile) -> str:
    how = "won_pairs" if event.by_pairs else "won_put"
    return t(how, who=name(event.seat), tile=spoken(event.tile, wild), round=event.score)


_SENTENCES: dict[type, Callable[[Any, Name, Tile], str | None]] = {
    records.Dealt: lambda event, name, wild: t("dealt", who=name(event.starter)),
    records.Drawn: _drawn,
    records.PutDown: lambda event, name, wild: t(
        "put_down", who=name(event.seat), tile=spoken(event.tile, wild)
    ),
    records.Won: _won,
    records.Emptied: lambda event, name, wild: t("emptied"),
    records.Cheated: lambda event, name, wild: t("cheated", who=name(event.seat)),
}
