"""Parts of groups: tiles of a rack that could lie in one group together.

A rack is read as two masks over the 52 kinds of plain tiles: `one` has a bit for each kind that is
there, `two` for each kind that is there twice. Jokers are only counted, as they fit everywhere.
A winning rack is four groups of three with two more tiles at their ends (or two runs of five and
a group of four), so a part never needs more than five places: longer runs are several groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.tile import COLOURS, JOKER, NUMBERS, Tile

COLOUR_MASK = (1 << NUMBERS) - 1
#: The first kind of each colour.
STARTS = tuple(range(0, JOKER, NUMBERS))
#: The kinds of number 1; shifted by n, those of number n + 1.
_COLUMN = sum(1 << start for start in STARTS)
LONGEST = 5
MOST_EXTRA = LONGEST - 3


class Part(NamedTuple):
    """Some tiles of one group to be."""

    mask: int
    tiles: int
    #: Places that the group needs beyond three.
    extra: int
    #: The kinds that would make the part larger, if the group may grow by 0, 1 or 2 places.
    wanted: tuple[int, int, int]


class Masks(NamedTuple):
    """A rack as the search reads it."""

    one: int
    two: int
    jokers: int


def masks_of(tiles: Iterable[Tile | None], wild: Tile) -> Masks:
    """Read a rack, each tile as what it plays."""
    face = FACES[wild]
    one = two = jokers = 0
    for tile in tiles:
        if tile is None:
            continue
        if (plays := face[tile]) == JOKER:
            jokers += 1
            continue
        bit = 1 << plays
        two |= one & bit
        one |= bit
    return Masks(one, two, jokers)


def kinds_in(mask: int) -> list[Tile]:
    """The kinds of a mask, lowest first."""
    kinds = []
    while mask:
        low = mask & -mask
        kinds.append(low.bit_length() - 1)
        mask ^= low
    return kinds


@lru_cache(maxsize=1 << 8)
def parts_of(one: int) -> tuple[Part, ...]:
    """All parts of two tiles and more among the kinds of `one`, the largest first."""
    found: list[list[Part]] = [[] for _ in range(LONGEST + 1)]
    for start in STARTS:
        for part in _run_parts(start, one >> start & COLOUR_MASK):
            found[part.tiles].append(part)
    red, blue, yellow, black = [one >> start & COLOUR_MASK for start in STARTS]
    # The numbers that are there in two colours or more.
    shared = (red & blue) | (yellow & black) | ((red | blue) & (yellow | black))
    for number in kinds_in(shared):
        for part in _set_parts(number, one >> number & _COLUMN):
            found[part.tiles].append(part)
    return tuple([part for size in reversed(found) for part in size])


@lru_cache(maxsize=1 << 13)
def _run_parts(start: Tile, present: int) -> tuple[Part, ...]:
    numbers = kinds_in(present)
    return tuple(
        _run_part(start, chosen)
        for size in range(2, LONGEST + 1)
        for chosen in combinations(numbers, size)
        if chosen[-1] - chosen[0] < LONGEST
    )


@cache
def _run_part(start: Tile, chosen: tuple[int, ...]) -> Part:
    mask = sum(1 << start + number for number in chosen)
    places = max(3, chosen[-1] - chosen[0] + 1)
    wanted = []
    for grown in range(places, places + 3):
        window = range(max(0, chosen[-1] - grown + 1), min(NUMBERS, chosen[0] + grown))
        wanted.append(sum(1 << start + number for number in window) & ~mask)
    return Part(mask, len(chosen), places - 3, (wanted[0], wanted[1], wanted[2]))


@cache
def _set_parts(number: int, column: int) -> tuple[Part, ...]:
    starts = kinds_in(column)
    return tuple(
        _set_part(number, chosen)
        for size in range(2, len(COLOURS) + 1)
        for chosen in combinations(starts, size)
    )


def _set_part(number: int, chosen: tuple[Tile, ...]) -> Part:
    mask = sum(1 << start + number for start in chosen)
    other = (_COLUMN << number) & ~mask
    size = len(chosen)
    return Part(mask, size, max(0, size - 3), (other if size < 3 else 0, other, other))


def _near(kind: Tile, reach: int) -> int:
    start = kind // NUMBERS * NUMBERS
    number = kind - start
    run = range(max(0, number - reach), min(NUMBERS, number + reach + 1))
    near = sum(1 << start + other for other in run) | _COLUMN << number
    return near & ~(1 << kind)


#: The kinds that make a part of two with a lone tile, if its group may grow by 0, 1 or 2 places.
NEAR: tuple[tuple[int, ...], ...] = tuple(
    tuple(_near(kind, reach) for kind in range(JOKER)) for reach in (2, 3, 4)
)
