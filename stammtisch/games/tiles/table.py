"""The table of a match of tiles: how it is dealt, what lies where, and who knows it."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Self

from stammtisch.games.game import Match, Outcome, Rules, Seat, tuple_of
from stammtisch.games.stream import Stream
from stammtisch.games.tiles.records import EMPTY_RACK, PLACES, Rack, Status, View
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import COLOURS, FULL_SET, JOKER, KIND, NUMBERS, Tile, tile

# --- the deal: `docs/rules/tiles.md` says the same in words ------------------------------------

#: What a seat holds between its turns.
HAND = 14


@dataclass(frozen=True, slots=True)
class Layout:
    """A fresh table. `main` is drawn from its end."""

    racks: list[list[Tile | None]]
    main: list[Tile]
    starter: Seat
    indicator: Tile | None
    wild: Tile


def lay_out(rules: TilesRules, seats: int, seed: bytes) -> Layout:
    stream = Stream(seed)
    deck = stream.shuffled(FULL_SET)
    starter = stream.below(seats)
    racks: list[list[Tile | None]] = []
    taken = 0
    for seat in range(seats):
        size = HAND + (seat == starter)
        racks.append([*deck[taken : taken + size], *(None,) * (PLACES - size)])
        taken += size
    main = deck[: taken - 1 : -1]
    indicator = None
    if rules.joker_indicator:
        # The end of the deck is the beginning of `main`: the lowest tile that is no false joker.
        indicator = next(tile for tile in main if tile < JOKER)
        main.remove(indicator)
    wild = JOKER if indicator is None else _next_in_colour(indicator)
    return Layout(racks, main, starter, indicator, wild)


def _next_in_colour(tile: Tile) -> Tile:
    """One above in the same colour; 1 follows 13."""
    number = tile % NUMBERS
    return tile - number + (number + 1) % NUMBERS


_RED, _BLUE, _YELLOW, _BLACK = range(len(COLOURS))
#: The cheat's: fourteen invented tiles that win, as the protocol's own server gives them.
_RACK: Final[Rack] = (
    *(tile(0, _BLACK), tile(2, _BLUE), tile(3, _BLUE), None),
    *(*(tile(number, _RED) for number in range(1, 5)), *(None,) * 4),
    *(*(tile(number, _YELLOW) for number in range(1, 8)), *(None,) * 5),
)
#: Where a seat that held fifteen finds one more, to put.
SPARE_PLACE: Final = 19


def cheat_rack(fifteen: bool) -> list[Tile | None]:
    rack = list(_RACK)
    if fifteen:
        rack[SPARE_PLACE] = tile(0, _YELLOW)
    return rack


# --- the table ---------------------------------------------------------------------------------


class TilesTable(Match):
    """The table keeps each rack in its own order: a drawn tile goes to the first empty place, a
    put one leaves a hole. `TilesMatch` adds the moves."""

    rules: TilesRules

    def __init__(self, rules: Rules, seats: int) -> None:
        assert isinstance(rules, TilesRules)
        self.rules = rules
        self.seats = seats
        self.outcome = None
        self.deadline = None
        self.awaits_deal = True
        self.racks: list[list[Tile | None]] = [list(EMPTY_RACK) for _ in range(seats)]
        #: Drawn from its end.
        self.main: list[Tile] = []
        #: Each seat's own, to draw from: the previous seat puts there. The top is the end.
        self.exchange: list[list[Tile]] = [[] for _ in range(seats)]
        self.mover: Seat = 0
        self.must_put = False
        #: The place of the tile that the mover has just drawn; the starter's last.
        self.fresh = 0
        self.draws = 0
        self.indicator: Tile | None = None
        self.wild: Tile = JOKER
        #: For each seat the tiles that everybody knows it to hold, lowest first: they were taken
        #: from an exchange stack and not put down since.
        self.known: list[list[Tile]] = [[] for _ in range(seats)]
        #: The tile that the mover has just drawn, if everybody knows it.
        self.drawn: Tile | None = None
        #: The tiles that each seat lost by cheating, as far as only that seat knew them.
        self.vanished: list[list[Tile]] = [[] for _ in range(seats)]
        self.cheated = False
        #: The tile whose putting won.
        self.final: Tile | None = None

    @property
    def turn(self) -> tuple[Seat, ...]:
        return () if self.awaits_deal or self.outcome else (self.mover,)

    def held(self, seat: Seat) -> list[Tile]:
        """The seat's tiles, in the order of their places."""
        return [tile for tile in self.racks[seat] if tile is not None]

    @property
    def round(self) -> int:
        """Of the draws; a winner's score."""
        return self.draws // self.seats + 1

    def finish(self, winner: Seat | None) -> None:
        """The match is over: won, or a draw."""
        won = tuple([int(seat == winner) for seat in range(self.seats)])
        ranks = tuple([1 if winner is None else 2 - one for one in won])
        score = None if winner is None or self.cheated else self.round
        kind = "draw" if winner is None else "won"
        self.outcome = Outcome(kind, ranks, won, score, counts=not self.cheated)
        self.deadline = None

    # --- tiles on their way ---------------------------------------------------------------------

    def _place_of(self, seat: Seat, named: Tile) -> int:
        """Where the tile lies; any joker will do for a joker, the same colour first."""
        rack = self.racks[seat]
        if named in rack:
            return rack.index(named)
        return [None if tile is None else KIND[tile] for tile in rack].index(KIND[named])

    def _draw_to(self, seat: Seat, stack: list[Tile], public: bool) -> Tile:
        rack = self.racks[seat]
        self.fresh = rack.index(None)
        rack[self.fresh] = drawn = stack.pop()
        self.drawn = drawn if public else None
        if public:
            insort(self.known[seat], drawn)
        return drawn

    def _take_from(self, seat: Seat, place: int) -> Tile:
        taken = self.racks[seat][place]
        assert taken is not None
        self.racks[seat][place] = None
        # Of two equal tiles nobody can tell which one went: the known one is no longer sure.
        if taken in self.known[seat]:
            self.known[seat].remove(taken)
        return taken

    # --- looking at it --------------------------------------------------------------------------

    def _status(self) -> Status:
        tops = tuple([stack[-1] if stack else None for stack in self.exchange])
        return Status(tops, self.mover, self.deadline)

    def view(self, seat: Seat | None) -> View:
        winners = self.outcome.winners if self.outcome else ()
        running = bool(self.turn)
        must_put = running and self.must_put
        return View(
            seat=seat,
            rack=None if seat is None else tuple(self.racks[seat]),
            counts=tuple([PLACES - rack.count(None) for rack in self.racks]),
            exchange=tuple([tuple(stack) for stack in self.exchange]),
            left=len(self.main),
            turn=self.mover if running else None,
            must_put=must_put,
            draws=self.draws,
            indicator=self.indicator,
            wild=self.wild,
            deadline=self.deadline,
            cheated=self.cheated,
            winner=winners[0] if winners else None,
            over=self.outcome is not None,
            known=tuple([tuple(tiles) for tiles in self.known]),
            fresh=self.fresh if seat == self.mover and must_put else None,
            drawn=self.drawn if must_put else None,
            vanished=tuple(map(len, self.vanished)) if self.cheated else (),
            lost=() if seat is None or not self.cheated else tuple(self.vanished[seat]),
            unseen=tuple(self._unseen(seat)) if self.cheated else None,
            final=self.final,
        )

    def hidden(self, seat: Seat) -> list[Tile]:
        """The tiles that only the seat itself knows it to hold."""
        tiles = self.held(seat)
        for known in self.known[seat]:
            tiles.remove(known)
        return tiles

    def _unseen(self, seat: Seat | None) -> list[Tile]:
        """All tiles of which the seat does not know where they are, lowest first."""
        pool = self.main[:]
        for other in range(self.seats):
            if other != seat:
                pool += self.vanished[other] + self.hidden(other)
        return sorted(pool)

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        table = cls(rules, seats)
        imagine(table, view, rng)
        return table

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.racks = [rack[:] for rack in self.racks]
        twin.main = self.main[:]
        twin.exchange = [stack[:] for stack in self.exchange]
        twin.known = [tiles[:] for tiles in self.known]
        twin.vanished = [tiles[:] for tiles in self.vanished]
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            (self.rules.digest, self.seats, self.awaits_deal),
            tuple(map(tuple, self.racks)),
            tuple(self.main),
            tuple(map(tuple, self.exchange)),
            (self.mover, self.must_put, self.fresh, self.draws, self.deadline),
            (self.indicator, self.wild),
            (tuple(map(tuple, self.known)), self.drawn),
            (self.cheated, tuple(map(tuple, self.vanished)), self.final),
            None if self.outcome is None else tuple_of(self.outcome),
        )


# --- a whole table, made of what one seat sees of it -------------------------------------------


def imagine(table: TilesTable, view: View, rng: Random) -> None:
    """Lay a new table so that it looks like `view`. What is hidden is shuffled; in others' racks
    the tiles that everybody knows come first, as nobody sees their places."""
    if not any(view.counts):
        return
    pool = unseen(view)
    rng.shuffle(pool)
    table.awaits_deal = False
    table.exchange = [list(stack) for stack in view.exchange]
    table.known = [list(known) for known in view.known]
    for seat, known in enumerate(view.known):
        if seat == view.seat and view.rack is not None:
            table.racks[seat] = list(view.rack)
            table.vanished[seat] = list(view.lost)
            continue
        hidden = [pool.pop() for _ in range(view.counts[seat] - len(known))]
        table.racks[seat] = [*known, *hidden, *(None,) * (PLACES - view.counts[seat])]
        lost = view.vanished[seat] if view.vanished else 0
        table.vanished[seat] = [pool.pop() for _ in range(lost)]
    table.main = pool
    _take_turn(table, view)
    table.draws, table.deadline = view.draws, view.deadline
    table.indicator, table.wild = view.indicator, view.wild
    table.cheated, table.final = view.cheated, view.final
    if view.over:
        table.finish(view.winner)


def unseen(view: View) -> list[Tile]:
    """The tiles of which the seat does not know where they are, lowest first."""
    if view.unseen is not None:
        return list(view.unseen)
    pool = Counter(FULL_SET)
    for stack in view.exchange:
        pool.subtract(stack)
    pool.subtract(tile for tile in view.rack or () if tile is not None)
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            pool.subtract(known)
    pool.subtract(tile for tile in (view.indicator, view.final) if tile is not None)
    return sorted(pool.elements())


def _take_turn(table: TilesTable, view: View) -> None:
    if view.turn is None:
        return
    table.mover, table.must_put, table.drawn = view.turn, view.must_put, view.drawn
    if view.fresh is not None:
        table.fresh = view.fresh
    elif view.must_put:
        known = view.known[view.turn]
        table.fresh = len(known) if view.drawn is None else known.index(view.drawn)
