"""What each discard leaves: how far from winning, and which tiles then lead nearer.

All shortest ways are looked at, not only one: a tile helps if it has a place in any of them.
"""

from __future__ import annotations

from typing import NamedTuple

from stammtisch.bots.tiles.distance import SHAPES, SIZE, most_covered
from stammtisch.bots.tiles.parts import MOST_EXTRA, NEAR, Masks, kinds_in, parts_of
from stammtisch.games.tiles.tile import Tile


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
