"""How far a rack is from winning: the least number of tiles that must be exchanged.

The rack is covered by parts of at most four groups that together have fourteen places. A group of
which no two tiles are there still keeps one tile, and each joker fills a hole; what stays
uncovered must be exchanged.
"""

from __future__ import annotations

from collections.abc import Iterable

from stammtisch.bots.tiles.parts import Masks, masks_of, parts_of
from stammtisch.games.tiles.tile import Tile

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
