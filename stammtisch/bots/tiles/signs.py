"""What the open tiles tell: which tiles may still come, and what the neighbours want.

Nobody sees a neighbour's rack, but everybody sees what it threw and what it passed over.
"""

from __future__ import annotations

from collections.abc import Iterable

from stammtisch.bots.tiles.parts import NEAR
from stammtisch.games.game import Seat
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import View
from stammtisch.games.tiles.tile import JOKER, Tile

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
