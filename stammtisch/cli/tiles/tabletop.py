"""What a player at a table of tiles knows: the fold of everything the house has told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from stammtisch.cli.tiles.arranging import Arrangement
from stammtisch.cli.tiles.words import sentence
from stammtisch.games.games import GAMES
from stammtisch.games.tiles import records as game
from stammtisch.games.tiles.deal import HAND
from stammtisch.games.tiles.records import PLACES, View
from stammtisch.games.tiles.tile import FULL_SET, JOKER, NUMBERS, Tile
from stammtisch.protocols.table import messages as wire
from stammtisch.tables import events as news
from stammtisch.tables.commands import TableInfo
from stammtisch.tables.events import SeatInfo
from stammtisch.tables.plain import event_from_plain

TILES = GAMES["tiles"]


class Tabletop:
    def __init__(self) -> None:
        self.info: TableInfo | None = None
        self.invite = ""
        self.seat: int | None = None
        self.seats: list[SeatInfo] = []
        self.view: View | None = None
        self.rack = Arrangement()
        self.running = False
        self.result: news.Ended | None = None
        self.won: game.Won | None = None
        #: Table time of the newest message, the time of the match's deadline.
        self.at = 0
        #: Sentences on what happened, the newest last.
        self.lines: list[str] = []

    # --- asking it -------------------------------------------------------------------------------

    @property
    def wild(self) -> Tile:
        return JOKER if self.view is None else self.view.wild

    @property
    def pairs_win(self) -> bool:
        if self.info is None:
            return False
        return bool(TILES.rules.named(self.info.profile, self.info.options).values()["pairs_win"])

    @property
    def my_turn(self) -> bool:
        return self.view is not None and self.seat is not None and self.view.turn == self.seat

    @property
    def empty_seats(self) -> int:
        return sum(seat.name is None for seat in self.seats)

    def seat_beside(self, steps: int) -> int:
        """The seat that is so many turns after one's own; a spectator looks from seat 0."""
        return ((self.seat or 0) + steps) % max(1, len(self.seats))

    def name(self, seat: int) -> str:
        if seat == self.seat:
            return "You"
        return self.seats[seat].name or f"seat {seat + 1}"

    # --- hearing ---------------------------------------------------------------------------------

    def hear(self, tell: wire.Tell) -> None:
        """Take in any message of the house."""
        match tell:
            case wire.Table():
                self._take_snapshot(tell)
            case wire.Events():
                self.at = tell.at
                for plain in tell.events:
                    self.happen(event_from_plain(TILES, plain))
            case wire.Heard():
                self.lines.append(f"{tell.sender} ({tell.reach}): {tell.text}")
            case wire.Goodbye():
                self.lines.append(tell.reason)
            case _:
                pass

    def _take_snapshot(self, table: wire.Table) -> None:
        self.info, self.invite, self.seat = table.table, table.invite, table.seat
        self.seats, self.at = table.table.seats, table.at
        self.running = table.table.phase == "playing"
        self.lines += [f"{line.name}: {line.text}" for line in table.chat[-5:] if not self.view]
        if table.view is not None:
            self.view = msgspec.convert(table.view, View)
            if self.view.rack is not None:
                self.rack.follow(self.view.rack)

    def happen(self, event: Any) -> None:
        fold = self._FOLDS.get(type(event))
        if fold is not None:
            fold(self, event)
        said = sentence(event, self.name, self.wild)
        if said is not None:
            self.lines.append(said)

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

    # --- the table -------------------------------------------------------------------------------

    def _seated(self, event: news.Sat | news.Left | news.Renamed | news.Readied) -> None:
        self.seats = event.seats

    def _started(self, event: news.Started) -> None:
        self.running = True
        self.result = None

    def _ended(self, event: news.Ended) -> None:
        self.running = False
        self.result = event

    _FOLDS: ClassVar[dict[type, Callable[[Tabletop, Any], None]]] = {
        game.Dealt: _dealt,
        game.Drawn: _drawn,
        game.PutDown: _put_down,
        game.Status: _status,
        game.Won: _won,
        game.Emptied: _emptied,
        game.Cheated: _cheated,
        news.Sat: _seated,
        news.Left: _seated,
        news.Renamed: _seated,
        news.Readied: _seated,
        news.Opened: _seated,
        news.Started: _started,
        news.Ended: _ended,
    }


def _counted(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(count + more if at == seat else count for at, count in enumerate(counts))


def _wild_by(indicator: Tile | None) -> Tile:
    """The tile that an indicator makes the joker: one above in its colour, 1 after 13."""
    if indicator is None:
        return JOKER
    number = indicator % NUMBERS
    return indicator - number + (number + 1) % NUMBERS
