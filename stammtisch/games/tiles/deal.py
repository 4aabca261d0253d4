"""The deal: from a seed to racks and stacks. `docs/rules/tiles.md` says the same in words.

The cheat's rack: fourteen invented tiles that win, as the protocol's own server gives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stammtisch.games.game import Seat
from stammtisch.games.stream import Stream
from stammtisch.games.tiles.records import PLACES, Rack
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import COLOURS, FULL_SET, JOKER, NUMBERS, Tile, tile

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
