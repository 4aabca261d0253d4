"""What seats do, what happens, and what a seat sees, in a match of tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stammtisch.games.game import Event, Seat, own_only, veiled
from stammtisch.games.tiles.tile import Tile

#: A rack: two rows of twelve places, the first row is places 0 to 11. None is an empty place.
Rack = tuple[Tile | None, ...]
ROW = 12
PLACES = 2 * ROW
EMPTY_RACK: Rack = (None,) * PLACES

Stack = Literal["main", "exchange"]


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a tile from the main stack, or what the previous player put down.

    stack: `main`, or `exchange`: the stack on which the previous player puts tiles.
    """

    type: ClassVar[str] = "draw"
    stack: Stack


@dataclass(frozen=True, slots=True)
class Put:
    """Put a tile on the next player's exchange stack.

    `rack` is how the other fourteen lie; if they all lie in groups, that wins. Without a rack the
    tile is only put down.

    rack: How the other fourteen lie; if all of them lie in groups, that wins.
    """

    type: ClassVar[str] = "put"
    tile: Tile
    rack: Rack | None = None


@dataclass(frozen=True, slots=True)
class Cheat:
    """Swap one's tiles for a winning rack. Only where the rules have `cheats`."""

    type: ClassVar[str] = "cheat"


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round begins. `racks` holds None for the seats whose tiles one may not see.

    racks: The rack of each seat; null for those one may not see.
    starter: Who holds fifteen tiles, and puts first.
    indicator: The tile that decides the joker, where the rules have `joker_indicator`.
    """

    type: ClassVar[str] = "dealt"
    racks: tuple[Rack | None, ...]
    starter: Seat
    indicator: Tile | None = None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return tuple(range(len(self.racks)))

    def seen_by(self, seat: Seat | None) -> Dealt:
        return replace(self, racks=own_only(self.racks, seat))


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A tile was drawn. From the main stack only the drawer sees which (`tile` else None).

    stack: `main`, or `exchange`: the stack on which the previous player puts tiles.
    tile: The tile, for who drew it (and all, if it came from an exchange stack).
    left: How many tiles the main stack still has.
    """

    type: ClassVar[str] = "drawn"
    seat: Seat
    stack: Stack
    tile: Tile | None
    left: int

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.stack == "exchange" else (self.seat,)

    def seen_by(self, seat: Seat | None) -> Drawn:
        if self.stack == "exchange" or seat == self.seat:
            return self
        # Not by `replace`, because every turn begins with a draw.
        return Drawn(self.seat, self.stack, None, self.left)


@dataclass(frozen=True, slots=True)
class PutDown(Event):
    """A tile was put on the exchange stack of the next seat."""

    type: ClassVar[str] = "put_down"
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Status(Event):
    """How the table stands, after every draw and every put that did not end the match.

    tops: The top tile of each seat's exchange stack.
    turn: Whose turn it is.
    deadline: Match time at which the turn's clock runs out, where the rules have a `turn_clock`.
    """

    type: ClassVar[str] = "status"
    tops: tuple[Tile | None, ...]
    turn: Seat
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A rack in nothing but groups (or pairs): the match is over.

    rack: 24 places in two rows of twelve; null is an empty place.
    score: The round in which it happened; fewer is better.
    by_pairs: It was won with seven pairs.
    """

    type: ClassVar[str] = "won"
    seat: Seat
    tile: Tile
    rack: Rack
    score: int
    by_pairs: bool = False


@dataclass(frozen=True, slots=True)
class Emptied(Event):
    """Somebody wanted to draw from the empty main stack: the match is a draw."""

    type: ClassVar[str] = "emptied"


@dataclass(frozen=True, slots=True)
class Cheated(Event):
    """A seat has swapped its tiles for a winning rack, which only it sees.

    rack: The new rack, for whoever cheated; null for all others.
    """

    type: ClassVar[str] = "cheated"
    seat: Seat
    rack: Rack | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def seen_by(self, seat: Seat | None) -> Cheated:
        return veiled(self, (self.seat,), seat, "rack")


# --- the view ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """A match of tiles as one seat sees it; a spectator's `seat` and `rack` are None.

    seat: One's own seat; null for a spectator.
    rack: One's own rack: 24 places in two rows of twelve; null is an empty place.
    counts: How many tiles each seat holds.
    exchange: All tiles on each exchange stack, the top last: everybody saw them being put there.
    left: Tiles left in the main stack.
    turn: Whose turn it is.
    must_put: The seat whose turn it is holds fifteen tiles and must put one.
    draws: Draws so far, of all seats: decides the score.
    indicator: The tile that decides the joker, where the rules have one.
    wild: The wild tile kind: the joker, or what the indicator makes the joker.
    deadline: Match time at which the turn's clock runs out; null without such a clock.
    cheated: Somebody has cheated: the match does not count.
    winner: Who has won; null if nobody has.
    over: The match has ended.
    known: The tiles of each seat that everybody knows: they were taken from an exchange stack,
        given by a cheat, or shown by the winner.
    fresh: Who must put: the place of the tile that was drawn, which the clock would put.
    drawn: The tile that the seat whose turn it is has drawn, if everybody knows it.
    vanished: Where somebody has cheated: how many tiles of each seat have vanished unseen, which of
        one's own, and all tiles of which one does not know where they are.
    lost: Which of one's own tiles have vanished by cheating.
    unseen: After a cheat: all tiles of which one does not know where they are.
    final: The tile whose putting won.
    """

    seat: Seat | None
    rack: Rack | None
    counts: tuple[int, ...]
    exchange: tuple[tuple[Tile, ...], ...]
    left: int
    turn: Seat | None
    must_put: bool
    draws: int
    indicator: Tile | None
    wild: Tile
    deadline: int | None
    cheated: bool
    winner: Seat | None
    over: bool
    known: tuple[tuple[Tile, ...], ...] = ()
    fresh: int | None = None
    drawn: Tile | None = None
    vanished: tuple[int, ...] = ()
    lost: tuple[Tile, ...] = ()
    unseen: tuple[Tile, ...] | None = None
    final: Tile | None = None
