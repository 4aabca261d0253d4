"""What a player at a table of tiles knows: the fold of everything the server has told."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from stammtisch.games.games import GAMES
from stammtisch.games.tiles import records as game
from stammtisch.games.tiles.deal import HAND
from stammtisch.games.tiles.records import PLACES, View
from stammtisch.games.tiles.tile import FULL_SET, JOKER, NUMBERS, Tile
from stammtisch.terminal.tabletop import NEWS_FOLDS, Tabletop
from stammtisch.terminal.tiles.rack import Arrangement
from stammtisch.terminal.tiles.words import sentence

TILES = GAMES["tiles"]


class TilesTop(Tabletop):
    GAME = TILES
    view: View | None

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.rack = Arrangement()
        self.won: game.Won | None = None

    @property
    def wild(self) -> Tile:
        return JOKER if self.view is None else self.view.wild

    @property
    def pairs_win(self) -> bool:
        return self.info is not None and bool(self.rules.values()["pairs_win"])

    @property
    def my_turn(self) -> bool:
        return self.view is not None and self.seat is not None and self.view.turn == self.seat

    def seat_beside(self, steps: int) -> int:
        """The seat that is so many turns after one's own; a spectator looks from seat 0."""
        return ((self.seat or 0) + steps) % max(1, len(self.seats))

    def see(self, view: dict[str, Any]) -> None:
        self.view = msgspec.convert(view, View)
        if self.view.rack is not None:
            self.rack.follow(self.view.rack)

    def told(self, event: Any) -> str | None:
        return sentence(event, self.name, self.wild)

    # --- the match -------------------------------------------------------------------------------

    def _dealt(self, event: game.Dealt) -> None:
        seats = len(event.racks)
        own = None if self.seat is None else event.racks[self.seat]
        self.view = View(
            seat=self.seat,
            rack=own,
            counts=tuple(HAND + (seat == event.starter) for seat in range(seats)),
            exchange=((),) * seats,
            left=len(FULL_SET) - HAND * seats - 1 - (event.indicator is not None),
            turn=event.starter,
            must_put=True,
            draws=0,
            indicator=event.indicator,
            wild=_wild_by(event.indicator),
            deadline=None,
            cheated=False,
            winner=None,
            over=False,
        )
        self.won = None
        self.rack.deal(own or (None,) * PLACES)

    def _drawn(self, event: game.Drawn) -> None:
        view = self._playing()
        exchange = list(view.exchange)
        if event.stack == "exchange":
            exchange[event.seat] = exchange[event.seat][:-1]
        if event.seat == self.seat and event.tile is not None:
            self.rack.add(event.tile)
        self._change(
            exchange=tuple(exchange),
            counts=_counted(view.counts, event.seat, +1),
            left=event.left,
            must_put=True,
            draws=view.draws + 1,
        )

    def _put_down(self, event: game.PutDown) -> None:
        view = self._playing()
        after = (event.seat + 1) % len(view.exchange)
        exchange = list(view.exchange)
        exchange[after] = (*exchange[after], event.tile)
        if event.seat == self.seat:
            self.rack.remove(event.tile)
        self._change(
            exchange=tuple(exchange),
            counts=_counted(view.counts, event.seat, -1),
            must_put=False,
        )

    def _status(self, event: game.Status) -> None:
        self._change(turn=event.turn, deadline=event.deadline)

    def _won(self, event: game.Won) -> None:
        self.won = event
        if event.seat == self.seat:
            self.rack.deal(event.rack)
        self._change(turn=None, winner=event.seat, over=True, deadline=None)

    def _emptied(self, event: game.Emptied) -> None:
        self._change(turn=None, over=True, deadline=None)

    def _cheated(self, event: game.Cheated) -> None:
        if event.seat == self.seat and event.rack is not None:
            self.rack.deal(event.rack)
        self._change(cheated=True)

    def _playing(self) -> View:
        assert self.view is not None, "tiles move before they are dealt"
        return self.view

    def _change(self, **changes: Any) -> None:
        rack = None if self.seat is None else tuple(self._all_tiles())
        self.view = replace(self._playing(), rack=rack, **changes)

    def _all_tiles(self) -> list[Tile | None]:
        """The own rack, with a tile that is picked up laid down somewhere."""
        places = list(self.rack.places)
        if self.rack.held is not None:
            places[places.index(None)] = self.rack.held
        return places

    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **NEWS_FOLDS,
        game.Dealt: _dealt,
        game.Drawn: _drawn,
        game.PutDown: _put_down,
        game.Status: _status,
        game.Won: _won,
        game.Emptied: _emptied,
        game.Cheated: _cheated,
    }


def _counted(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(count + more if at == seat else count for at, count in enumerate(counts))


def _wild_by(indicator: Tile | None) -> Tile:
    """The tile that an indicator makes the joker: one above in its colour, 1 after 13."""
    if indicator is None:
        return JOKER
    number = indicator % NUMBERS
    return indicator - number + (number + 1) % NUMBERS
