"""What wins: the groups of a rack.

A rack's blocks are its neighbouring tiles within one row, between empty places and the row's
ends. It wins if each block is a group (a set or a run), or, where pairs win, if each is a pair.

All of this looks at faces: a tile's face is what it plays as, `JOKER` for a wild one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from stammtisch.games.tiles.records import ROW
from stammtisch.games.tiles.tile import (
    JOKER,
    KIND,
    KINDS,
    NUMBERS,
    Tile,
)

How = Literal["groups", "pairs"]


def _faces(wild: Tile) -> tuple[Tile, ...]:
    if wild == JOKER:
        return KIND
    # An indicator made an ordinary tile wild; the marked jokers stand for exactly that tile.
    return (*(JOKER if tile == wild else tile for tile in range(JOKER)), *(wild,) * 4)


#: `FACES[wild][tile]`: what the tile plays as, when that kind of tile is wild.
FACES: tuple[tuple[Tile, ...], ...] = tuple(_faces(wild) for wild in range(KINDS))


def blocks(rack: Sequence[Tile | None]) -> Iterator[tuple[Tile, ...]]:
    """The blocks, from the first place to the last."""
    for row in (rack[:ROW], rack[ROW:]):
        block: list[Tile] = []
        for tile in row:
            if tile is not None:
                block.append(tile)
            elif block:
                yield tuple(block)
                block = []
        if block:
            yield tuple(block)


def is_set(faces: Sequence[Tile]) -> bool:
    """Three or four tiles of one number, each colour once; jokers fill in."""
    if not 3 <= len(faces) <= 4:
        return False
    plain = [face for face in faces if face != JOKER]
    return len(set(plain)) == len(plain) and len({face % NUMBERS for face in plain}) <= 1


def is_run(faces: Sequence[Tile]) -> bool:
    """Three tiles or more of one colour, going up by one; a joker has the number of its place."""
    if not 3 <= len(faces) <= NUMBERS:
        return False
    for place, face in enumerate(faces):
        if face != JOKER:
            first = face - place
            low = face % NUMBERS - place
            return (
                low >= 0
                and low + len(faces) <= NUMBERS
                and all(
                    other in (JOKER, first + at) for at, other in enumerate(faces[place:], place)
                )
            )
    return True


def is_group(faces: Sequence[Tile]) -> bool:
    return is_run(faces) or is_set(faces)


def is_pair(faces: Sequence[Tile]) -> bool:
    """Two equal tiles; a joker is equal to any."""
    return len(faces) == 2 and (faces[0] == faces[1] or JOKER in faces)


def wins(rack: Sequence[Tile | None], wild: Tile = JOKER, pairs_win: bool = False) -> How | None:
    """How these tiles win as they lie, or None. They count as they are: nobody is asked whose."""
    face = FACES[wild]
    lying = list(blocks(rack))
    if not lying:
        return None
    # Most racks fail at their first short block.
    shortest = min(map(len, lying))
    if shortest >= 3:
        if all(is_group([face[tile] for tile in block]) for block in lying):
            return "groups"
    elif (
        pairs_win
        and shortest == 2
        and all(is_pair([face[tile] for tile in block]) for block in lying)
    ):
        return "pairs"
    return None
