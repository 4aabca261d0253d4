"""A match of tiles: its moves."""

from __future__ import annotations

from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Game,
    GameWords,
    Move,
    Outcome,
    Refusal,
    Seat,
    Timeout,
)
from stammtisch.games.tiles import words
from stammtisch.games.tiles.groups import arrange, winning_puts, wins
from stammtisch.games.tiles.meanings import MEANINGS, NOTATION
from stammtisch.games.tiles.records import (
    PLACES,
    Cheat,
    Cheated,
    Dealt,
    Draw,
    Drawn,
    Emptied,
    Put,
    PutDown,
    Rack,
    Status,
    View,
    Won,
)
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.table import HAND, SPARE_PLACE, TilesTable, cheat_rack, lay_out
from stammtisch.games.tiles.tile import JOKER, KIND, TILE_NAMES, Tile
from stammtisch.games.tiles.words import REFUSALS

_DRAW_MAIN, _DRAW_EXCHANGE, _CHEAT = Draw("main"), Draw("exchange"), Cheat()
_ON_A_RACK = frozenset([None, *range(len(KIND))])
_PUT = tuple(Put(tile) for tile in range(len(KIND)))


class TilesMatch(TilesTable):
    """Each kind of action has a check, which changes nothing, and a doing (see `moves`)."""

    def actions(self, seat: Seat) -> list[Action]:
        if self.awaits_deal or self.outcome:
            return []
        legal: list[Action] = []
        if seat == self.mover and self.must_put:
            held = self.held(seat)
            legal += [_PUT[tile] for tile in {KIND[tile]: tile for tile in held}.values()]
            winning = winning_puts(held, self.wild, self.rules.pairs_win)
            legal += [Put(tile, rack) for tile, rack in winning]
        elif seat == self.mover:
            legal.append(_DRAW_MAIN)
            if self.exchange[seat]:
                legal.append(_DRAW_EXCHANGE)
        if self.rules.cheats and 0 <= seat < self.seats:
            legal.append(_CHEAT)
        return legal

    def number(self, action: Action) -> int:
        if not isinstance(action, Put):
            return words.of_plain(action)
        _check_shape(action)
        won = action.rack and wins(action.rack, self.wild, self.rules.pairs_win)
        return (words.WIN if won else words.PUT) + KIND[action.tile]

    def action(self, seat: Seat, number: int) -> Action:
        kind = words.kind_put(number)
        if kind is None:
            plain = words.plain(number)
            self.verify(seat, plain)
            return plain
        self.verify(seat, _PUT[kind])
        rest = self.held(seat)
        named = next(tile for tile in rest if KIND[tile] == kind)
        if number < words.WIN:
            return _PUT[named]
        rest.remove(named)
        if rack := arrange(rest, self.wild, self.rules.pairs_win):
            return Put(named, rack)
        raise Refusal("no_win", "Your other fourteen tiles make no winning rack.")

    # --- the server's moves ----------------------------------------------------------------------

    def _check_deal(self, seat: None, action: Deal) -> None:
        if not self.awaits_deal:
            raise Refusal("already_dealt", "The tiles are dealt already.")

    def _deal(self, seat: None, action: Deal, at: int) -> list[Event]:
        layout = lay_out(self.rules, self.seats, action.seed)
        self.awaits_deal = False
        self.racks, self.main = layout.racks, layout.main
        self.indicator, self.wild = layout.indicator, layout.wild
        self._begin_turn(layout.starter, at)
        self.must_put, self.fresh, self.drawn = True, HAND, None
        racks = tuple(map(tuple, self.racks))
        return [Dealt(racks, layout.starter, self.indicator), self._status()]

    def _check_timeout(self, seat: None, action: Timeout) -> None:
        self._check_running()
        if self.deadline is None:
            raise Refusal("no_clock", "No clock runs in this match.")

    def _timeout(self, seat: None, action: Timeout, at: int) -> list[Event]:
        """Play for the mover: draw from the main stack if need be, put that tile, never win."""
        assert self.deadline is not None
        # Only here is the time known; nothing has changed yet.
        if at < self.deadline:
            raise Refusal("too_early", "The player's time is not over yet.")
        events: list[Event] = []
        if not self.must_put:
            events += self._draw(self.mover, _DRAW_MAIN, at)
        if self.outcome is None:
            events += self._put_down(self.mover, self.fresh, at)
        return events

    # --- the players' moves ---------------------------------------------------------------------

    def _check_running(self) -> None:
        if self.awaits_deal:
            raise Refusal("not_started", "The match has not started yet.")
        if self.outcome:
            raise Refusal("over", "The match is over.")

    def _check_turn(self, seat: Seat) -> None:
        self._check_running()
        if seat != self.mover:
            raise Refusal("not_your_turn", "It is not your turn yet.")

    def _check_draw(self, seat: Seat, action: Draw) -> None:
        self._check_turn(seat)
        if self.must_put:
            raise Refusal("already_drawn", "You hold fifteen tiles: put one first.")
        if action.stack == "exchange":
            if not self.exchange[seat]:
                raise Refusal(
                    "empty_stack", "Your exchange stack is empty: draw from the main stack."
                )
        elif action.stack != "main":
            raise Refusal("bad_stack", "One can draw from the main or the exchange stack only.")

    def _draw(self, seat: Seat, action: Draw, at: int) -> list[Event]:
        public = action.stack == "exchange"
        stack = self.exchange[seat] if public else self.main
        if not stack:
            self.finish(None)
            return [Emptied()]
        drawn = self._draw_to(seat, stack, public)
        self.must_put = True
        self.draws += 1
        if self.quiet:
            return []
        return [Drawn(seat, action.stack, drawn, len(self.main)), self._status()]

    def _check_put(self, seat: Seat, action: Put) -> None:
        self._check_turn(seat)
        if not self.must_put:
            raise Refusal("draw_first", "Draw a tile first, then put one.")
        _check_shape(action)
        kind = KIND[action.tile]
        held = [KIND[tile] for tile in self.racks[seat] if tile is not None]
        if kind not in held:
            raise Refusal("not_your_tiles", "Those are not the tiles that you have.")
        if action.rack is not None:
            sent = [KIND[tile] for tile in action.rack if tile is not None]
            if sorted([kind, *sent]) != sorted(held):
                raise Refusal("not_your_tiles", "Those are not the tiles that you have.")

    def _put(self, seat: Seat, action: Put, at: int) -> list[Event]:
        place = self._place_of(seat, action.tile)
        rack = action.rack
        by = wins(rack, self.wild, self.rules.pairs_win) if rack else None
        if rack is None or by is None:
            return self._put_down(seat, place, at)
        self.final = put = self._take_from(seat, place)
        rack = _with_own_jokers(rack, self.held(seat))
        self.racks[seat] = list(rack)
        self.known[seat] = sorted(self.held(seat))
        self.finish(seat)
        return [Won(seat, put, rack, self.round, by_pairs=by == "pairs")]

    def _check_cheat(self, seat: Seat, action: Cheat) -> None:
        self._check_running()
        if not self.rules.cheats:
            raise Refusal("no_cheats", "There is no cheating at this table.")

    def _cheat(self, seat: Seat, action: Cheat, at: int) -> list[Event]:
        self.vanished[seat] += self.hidden(seat)
        fifteen = self.must_put and seat == self.mover
        self.racks[seat] = rack = cheat_rack(fifteen)
        if fifteen:
            self.fresh, self.drawn = SPARE_PLACE, rack[SPARE_PLACE]
        # Everybody knows what a cheat gives.
        self.known[seat] = sorted(self.held(seat))
        self.cheated = True
        return [Cheated(seat, tuple(rack))]

    # --- from turn to turn ----------------------------------------------------------------------

    def _begin_turn(self, seat: Seat, at: int) -> None:
        self.mover = seat
        self.must_put = False
        if self.rules.turn_clock:
            self.deadline = at + self.rules.turn_clock * 1000

    def _put_down(self, seat: Seat, place: int, at: int) -> list[Event]:
        put = self._take_from(seat, place)
        after = (seat + 1) % self.seats
        self.exchange[after].append(put)
        self._begin_turn(after, at)
        if self.quiet:
            return []
        return [PutDown(seat, put), self._status()]


def _check_shape(put: Put) -> None:
    """Refuse what is no tile or no rack at all, whoever's."""
    if type(put.tile) is not int or not 0 <= put.tile < len(KIND):
        raise Refusal("bad_tile", "There is no such tile.")
    if put.rack is None:
        return
    if len(put.rack) != PLACES:
        raise Refusal("bad_rack", "A rack has {places} places, empty ones included.", places=PLACES)
    try:
        known = _ON_A_RACK.issuperset(put.rack)
    except TypeError:
        known = False
    if not known:
        raise Refusal("bad_rack_tile", "There is no such tile as one on the rack you sent.")


def _with_own_jokers(rack: Rack, held: list[Tile]) -> Rack:
    """The rack with the jokers that the seat has, whatever colours were named. Where they stood
    before is nobody else's business, so two of them come in their own order."""
    jokers = sorted((tile for tile in held if tile >= JOKER), reverse=True)
    return tuple(jokers.pop() if tile is not None and tile >= JOKER else tile for tile in rack)


TilesMatch.moves = {
    Deal: Move(TilesMatch._check_deal, TilesMatch._deal, by_server=True),
    Timeout: Move(TilesMatch._check_timeout, TilesMatch._timeout, by_server=True),
    Draw: Move(TilesMatch._check_draw, TilesMatch._draw),
    Put: Move(TilesMatch._check_put, TilesMatch._put),
    Cheat: Move(TilesMatch._check_cheat, TilesMatch._cheat),
}


def _won(outcome: Outcome, seat: Seat) -> float:
    return float(seat in outcome.winners)


_CARD_FIELDS = frozenset(
    (
        "tile",
        "rack",
        "racks",
        "indicator",
        "tops",
        "exchange",
        "wild",
        "known",
        "drawn",
        "lost",
        "unseen",
        "final",
    )
)
TILES = Game(
    name="tiles",
    rules=TilesRules,
    seats=range(4, 5),
    actions={kind.type: kind for kind in (Draw, Put, Cheat)},
    events={kind.type: kind for kind in (Dealt, Drawn, PutDown, Status, Won, Emptied, Cheated)},
    view=View,
    match=TilesMatch,
    refusals=REFUSALS,
    usual="classic",
    bots="stammtisch.bots.tiles.players:BOTS",
    levels=("easy", "medium", "hard"),
    meanings=MEANINGS,
    notation=NOTATION,
    words=GameWords(TILE_NAMES, _CARD_FIELDS),
    terminal="stammtisch.terminal.tiles.screen:TilesApp",
    pace=400,
    score=_won,
)
