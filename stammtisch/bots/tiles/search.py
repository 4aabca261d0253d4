"""Parts of groups: tiles of a rack that could lie in one group together.

A rack is read as two masks over the 52 kinds of plain tiles: `one` has a bit for each kind that is
there, `two` for each kind that is there twice. Jokers are only counted, as they fit everywhere.
A winning rack is four groups of three with two more tiles at their ends (or two runs of five and
a group of four), so a part never needs more than five places: longer runs are several groups.

How far a rack is from winning: the least number of tiles that must be exchanged.

The rack is covered by parts of at most four groups that together have fourteen places. A group of
which no two tiles are there still keeps one tile, and each joker fills a hole; what stays
uncovered must be exchanged.

What the open tiles tell: which tiles may still come, and what the neighbours want.

Nobody sees a neighbour's rack, but everybody sees what it threw and what it passed over.

What each discard leaves: how far from winning, and which tiles then lead nearer.

All shortest ways are looked at, not only one: a tile helps if it has a place in any of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from stammtisch.games.game import Seat
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import View
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


SIZE = 14
#: Fourteen places are four groups of three and two more, or three groups of three and five more:
#: two runs of five and a group of four. All others can be cut into four groups.
SHAPES = ((4, 2), (3, 5))


def distance(tiles: Iterable[Tile | None], wild: Tile, pairs_win: bool = False) -> int:
    """0 means that fourteen of the tiles win as they are."""
    masks = masks_of(tiles, wild)
    far = groups_distance(masks)
    return min(far, pairs_distance(masks)) if pairs_win else far


def groups_distance(masks: Masks) -> int:
    return max(0, SIZE - masks.jokers - most_covered(masks.one, masks.two))


def pairs_distance(masks: Masks) -> int:
    """The same for seven pairs."""
    twice = masks.two.bit_count()
    once = masks.one.bit_count() - twice
    kept = min(SIZE, 2 * twice + min(once, max(0, SIZE // 2 - twice)))
    return max(0, SIZE - masks.jokers - kept)


def most_covered(one: int, two: int) -> int:
    """The most tiles that groups of fourteen places can keep, jokers aside."""
    held = one.bit_count() + two.bit_count()
    parts = parts_of(one)
    best = 0

    def cover(first: int, one: int, two: int, groups: int, extras: int, covered: int) -> None:
        nonlocal best
        if covered + groups > best:
            best = min(covered + groups, held)
        if not groups or covered + 3 * groups + extras <= best:
            return
        for at in range(first, len(parts)):
            mask, tiles, extra, _ = parts[at]
            if covered + groups * tiles <= best:
                return
            if one & mask == mask and extra <= extras:
                left = one & ~mask | two & mask
                cover(at, left, two & ~mask, groups - 1, extras - extra, covered + tiles)

    for groups, extras in SHAPES:
        cover(0, one, two, groups, extras, 0)
    return best


#: Two of each face, jokers too.
COPIES = 2
#: A lone tile has at most so many neighbours to come: 2 × (4 in its colour, 3 of its number).
MOST_NEIGHBOURS = 14
#: A neighbour that was refused says as much as three that are gone.
_REFUSED = 3


def live_faces(view: View) -> list[int]:
    """How many of each face the seat sees nowhere: they may still come."""
    face = FACES[view.wild]
    live = [COPIES] * (JOKER + 1)
    open_tiles = [tile for stack in view.exchange for tile in stack]
    for tile in (*open_tiles, *(view.rack or ()), view.indicator):
        # A cheat invents tiles: there may be more than two of a kind.
        if tile is not None and live[face[tile]]:
            live[face[tile]] -= 1
    return live


def appetite(view: View, seat: Seat, live: list[int]) -> list[int]:
    """How much `seat` may want each face, 0 to 14: more if its neighbours are still to come, less
    if the seat threw or passed over such tiles."""
    some = _mask(face for face in range(JOKER) if live[face])
    both = _mask(face for face in range(JOKER) if live[face] == COPIES)
    threw = view.exchange[(seat + 1) % len(view.exchange)]
    passed = view.exchange[seat]
    plays = FACES[view.wild]
    refused = _mask(plays[tile] for tile in (*threw, *passed) if plays[tile] != JOKER)
    near = NEAR[0]
    return [
        max(
            0,
            (near[face] & some).bit_count()
            + (near[face] & both).bit_count()
            - _REFUSED * ((near[face] | 1 << face) & refused).bit_count(),
        )
        for face in range(JOKER)
    ]


def _mask(faces: Iterable[Tile]) -> int:
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


class _Way(NamedTuple):
    """One choice of parts that keeps as many tiles as possible."""

    #: The masks of what lies in no part.
    one: int
    two: int
    #: The kinds that would make a part larger.
    wanted: int
    #: How many places a group without a part may grow beyond three; None if all have parts.
    loose: int | None


class Outlook(NamedTuple):
    distance: int
    #: The faces that can go without getting farther, and a mask of what helps after each.
    spare: dict[Tile, int]


def outlook(masks: Masks) -> Outlook:
    """The outlook of a seat that holds fifteen tiles and must put one. Jokers always help, too."""
    most = most_covered(masks.one, masks.two)
    spare: dict[Tile, int] = {}
    for way in dict.fromkeys(_shortest_ways(masks.one, masks.two, most)):
        left_over = kinds_in(way.one)
        if way.loose is None:
            for kind in left_over:
                spare[kind] = spare.get(kind, 0) | way.wanted
            continue
        # A group without a part grows from any tile that is left over, but not from the one put.
        near = NEAR[way.loose]
        by_one = by_two = 0
        for kind in left_over:
            by_two |= by_one & near[kind] | (near[kind] if way.two >> kind & 1 else 0)
            by_one |= near[kind]
        for kind in left_over:
            by_others = by_two | by_one & ~near[kind]
            spare[kind] = spare.get(kind, 0) | way.wanted | by_others
    return Outlook(max(0, SIZE - masks.jokers - most), spare)


def _shortest_ways(one: int, two: int, most: int) -> list[_Way]:
    """Every choice of parts that keeps `most` tiles."""
    parts = parts_of(one)
    ways: list[_Way] = []

    def cover(
        first: int, one: int, two: int, groups: int, extras: int, covered: int, chosen: list[int]
    ) -> None:
        if covered + groups == most:
            wanted = 0
            for at in chosen:
                part = parts[at]
                wanted |= part.wanted[min(extras, MOST_EXTRA - part.extra)]
            ways.append(_Way(one, two, wanted, min(extras, MOST_EXTRA) if groups else None))
        if not groups or covered + 3 * groups + extras < most:
            return
        for at in range(first, len(parts)):
            mask, tiles, extra, _ = parts[at]
            if covered + groups * tiles < most:
                return
            if one & mask == mask and extra <= extras:
                left = one & ~mask | two & mask
                cover(
                    at,
                    left,
                    two & ~mask,
                    groups - 1,
                    extras - extra,
                    covered + tiles,
                    [*chosen, at],
                )

    for groups, extras in SHAPES:
        cover(0, one, two, groups, extras, 0, [])
    return ways
