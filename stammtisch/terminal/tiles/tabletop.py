"""What a player at a table of tiles knows: the fold of everything the server has told."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stammtisch.games.games import GAMES
from stammtisch.games.tiles import records
from stammtisch.games.tiles.records import EMPTY_RACK, View
from stammtisch.games.tiles.tile import JOKER, Tile
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.tiles.rack import Arrangement
from stammtisch.terminal.tiles.words import sentence

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
