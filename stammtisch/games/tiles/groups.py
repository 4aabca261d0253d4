"""The groups of a rack: what wins, and how a winning arrangement is found.

A rack's blocks are its neighbouring tiles within one row, between empty places and the row's
ends. It wins if each block is a group (a set or a run), or, where pairs win, if each is a pair.
All of this looks at faces: a tile's face is what it plays as, `JOKER` for a wild one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from stammtisch.games.tiles.records import PLACES, ROW, Rack
from stammtisch.games.tiles.tile import JOKER, KIND, KINDS, NUMBERS, Tile

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


# --- finding an arrangement --------------------------------------------------------------------
#
# Groups of three to five tiles are enough: a longer run falls apart into such runs. Fourteen tiles
# in groups of three to five always fit the rack's two rows, with the gaps between them. So the
# question is only whether the tiles can be shared out completely, and the search asks it of the
# lowest tile first: that tile must be the lowest of its group, and few groups come into question.

_COLOURS = 4
#: Cells are counted number by number, so that the next cell is never a lower number. Four numbers
#: above 13 stay empty: shapes may look beyond the end.
_CELLS = (NUMBERS + 4) * _COLOURS
_CELL = tuple(face % NUMBERS * _COLOURS + face // NUMBERS for face in range(JOKER))
_FACE = {cell: face for face, cell in enumerate(_CELL)}


class _Shape(NamedTuple):
    """A group around its lowest tile: where the others are from there, and how many jokers."""

    others: tuple[int, ...]
    jokers: int
    run: bool


def _shapes(colour: int) -> Iterator[_Shape]:
    for size in range(4):
        for reach in combinations(range(1, _COLOURS - colour), size):
            for length in (3, 4):
                if (jokers := length - 1 - size) >= 0:
                    yield _Shape(reach, jokers, run=False)
    # A lowest tile alone with two or three jokers is a set above; with four it can only be a run.
    yield _Shape((), 4, run=True)
    for size in range(1, 5):
        for steps in combinations(range(1, 5), size):
            for length in range(max(3, steps[-1] + 1), 6):
                others = tuple(step * _COLOURS for step in steps)
                yield _Shape(others, length - 1 - size, run=True)


#: `_SHAPES[colour][jokers]`: the groups whose lowest tile has that colour, with so many jokers
#: at hand, those that spend fewer first.
_SHAPES = tuple(
    tuple(
        tuple(
            sorted(
                (shape for shape in _shapes(colour) if shape.jokers <= jokers),
                key=lambda shape: (shape.jokers, -len(shape.others)),
            )
        )
        for jokers in range(5)
    )
    for colour in range(_COLOURS)
)

_Group = list[Tile]


def arrange(tiles: Sequence[Tile], wild: Tile = JOKER, pairs_win: bool = False) -> Rack | None:
    """A winning rack of exactly these tiles (at most fourteen), or None if there is none."""
    counts, jokers = _counted(tiles, wild)
    groups = _share_out(counts, jokers)
    if groups is None and pairs_win:
        groups = _pair_up(counts, jokers)
    return None if groups is None else _lay(groups, tiles, wild)


def winning_puts(
    tiles: Sequence[Tile], wild: Tile = JOKER, pairs_win: bool = False
) -> list[tuple[Tile, Rack]]:
    """Each tile of these fifteen (one of a kind) whose putting wins, with a rack of the others."""
    if not pairs_win and _scattered(tiles, wild):
        return []
    counts, jokers = _counted(tiles, wild)
    by_pairs = pairs_win and sum(count & 1 for count in counts) <= jokers + 1
    hopeless = _hopeless(counts, jokers, spare=1) or not _share_out(counts, jokers, spare=True)
    if hopeless and not by_pairs:
        return []
    found = []
    for at, tile in enumerate(tiles):
        if any(KIND[tile] == KIND[earlier] for earlier in tiles[:at]):
            continue
        rest = (*tiles[:at], *tiles[at + 1 :])
        if not by_pairs and (
            _scattered(rest, wild, spare=0) or _hopeless(*_counted(rest, wild), spare=0)
        ):
            continue
        if rack := arrange(rest, wild, pairs_win):
            found.append((tile, rack))
    return found


#: `_BITS[wild][tile]`: a bit for each face, sixteen to a colour so that runs do not meet; 0 for a
#: joker.
_BITS = tuple(
    tuple(0 if face == JOKER else 1 << face // NUMBERS * 16 + face % NUMBERS for face in faces)
    for faces in FACES
)
_COLOUR = 0xFFFF
_EVERY_COLOUR = 1 + (1 << 16) + (1 << 32) + (1 << 48)


def _scattered(tiles: Sequence[Tile], wild: Tile, spare: int = 1) -> bool:
    """Whether too many tiles have no company: almost every rack is told apart by that.

    Without a joker a tile needs two others, next to it or of its number. A group with one joker
    has at most four others, each of which needs another at most two away or of its number. So
    many as `spare` may be over; two jokers can save two that have no company at all (`3 J J 6`).
    """
    bits = _BITS[wild]
    seen = jokers = 0
    for tile in tiles:
        if bit := bits[tile]:
            seen |= bit
        else:
            jokers += 1
    begun = seen & seen >> 1 & seen >> 2
    in_runs = begun | begun << 1 | begun << 2
    red, blue, yellow, black = (seen >> shift & _COLOUR for shift in (0, 16, 32, 48))
    thrice = red & blue & (yellow | black) | yellow & black & (red | blue)
    if (seen & ~(in_runs | thrice * _EVERY_COLOUR)).bit_count() > spare + 4 * jokers:
        return True
    near = seen << 1 | seen >> 1 | seen << 2 | seen >> 2
    twice = red & blue | yellow & black | (red | blue) & (yellow | black)
    alone = (seen & ~(near | twice * _EVERY_COLOUR)).bit_count()
    return jokers <= 2 and alone > spare + (2 if jokers == 2 else 0)


def _counted(tiles: Sequence[Tile], wild: Tile) -> tuple[list[int], int]:
    """How many there are in each cell, and how many jokers."""
    face = FACES[wild]
    counts = [0] * _CELLS
    jokers = 0
    for tile in tiles:
        if (plays := face[tile]) == JOKER:
            jokers += 1
        else:
            counts[_CELL[plays]] += 1
    return counts, jokers


def _hopeless(counts: list[int], jokers: int, spare: int) -> bool:
    """Whether more than `spare` tiles (0 or 1) stay over, seen quickly; False says nothing.

    A tile that is in no group without a joker needs one, or stays over. A group of at most five
    that has a joker has at most four others.
    """
    bearable = spare + 4 * jokers
    weak: list[int] = []
    for cell, count in enumerate(counts):
        if count and not _in_plain_group(counts, cell):
            weak += [cell] * count
            if len(weak) > bearable:
                return True
    if jokers != 1 or len(weak) < 2 + spare:
        return False
    # They all lie with the only joker.
    if not spare:
        return not _together(weak)
    return not any(_together(weak[:at] + weak[at + 1 :]) for at in range(len(weak)))


def _together(cells: list[int]) -> bool:
    """Whether these tiles, lowest first, may be parts of one group."""
    reach = cells[-1] - cells[0]
    return (reach < 4 and cells[0] & ~3 == cells[-1] & ~3) or (
        reach <= 16 and all(cell & 3 == cells[0] & 3 for cell in cells)
    )


def _in_plain_group(counts: list[int], cell: int) -> bool:
    up = counts[cell + 4]
    # Below 1 the index is negative and meets the empty cells above 13.
    down = counts[cell - 4]
    if (up and (down or counts[cell + 8])) or (down and counts[cell - 8]):
        return True
    start = cell & ~3
    return counts[start : start + 4].count(0) <= 1


def _share_out(counts: list[int], jokers: int, spare: bool = False) -> list[_Group] | None:
    """The tiles in groups of three to five, all of them, or None. Leaves `counts` as it was.

    With `spare` any one tile may be left out.
    """
    groups: list[_Group] = []

    def rest(cell: int, jokers: int, spare: bool) -> bool:
        while cell < _CELLS and not counts[cell]:
            cell += 1
        if cell == _CELLS:
            jokers -= spare and jokers > 0
            if 0 < jokers < 3:
                return False
            while jokers:
                size = jokers if jokers <= 5 else 3
                groups.append([JOKER] * size)
                jokers -= size
            return True
        for shape in _SHAPES[cell & 3][min(jokers, 4)]:
            for step in shape.others:
                if not counts[cell + step]:
                    break
            else:
                members = [cell, *[cell + step for step in shape.others]]
                for member in members:
                    counts[member] -= 1
                done = rest(cell, jokers - shape.jokers, spare)
                for member in members:
                    counts[member] += 1
                if done:
                    groups.append(_in_order(members, shape))
                    return True
        if spare:
            counts[cell] -= 1
            done = rest(cell, jokers, False)
            counts[cell] += 1
            return done
        return False

    return groups if rest(0, jokers, spare) else None


def _in_order(members: list[int], shape: _Shape) -> _Group:
    """The group's faces as they lie: in a run each joker where its number is."""
    faces = [_FACE[member] for member in members]
    if not shape.run:
        return faces + [JOKER] * shape.jokers
    length = len(faces) + shape.jokers
    # Jokers lie above the tiles as far as 13 allows.
    below = max(0, faces[0] % NUMBERS + length - NUMBERS)
    lowest = faces[0] - below
    return [face if face in faces else JOKER for face in range(lowest, lowest + length)]


def _pair_up(counts: list[int], jokers: int) -> list[_Group] | None:
    pairs: list[_Group] = []
    for cell, count in enumerate(counts):
        if count:
            face = _FACE[cell]
            pairs += [[face, face]] * (count // 2)
            if count & 1:
                pairs.append([face, JOKER])
                jokers -= 1
    if jokers < 0 or jokers & 1:
        return None
    return pairs + [[JOKER, JOKER]] * (jokers // 2)


def _lay(groups: list[_Group], tiles: Sequence[Tile], wild: Tile) -> Rack:
    """The groups on the rack, the longest first, a gap after each."""
    face = FACES[wild]
    at_hand: dict[Tile, list[Tile]] = {}
    for tile in tiles:
        at_hand.setdefault(face[tile], []).append(tile)
    rack: list[Tile | None] = [None] * PLACES
    place = 0
    for group in sorted(groups, key=len, reverse=True):
        if place < ROW < place + len(group):
            place = ROW
        for plays in group:
            rack[place] = at_hand[plays].pop()
            place += 1
        if place != ROW:
            place += 1
    return tuple(rack)
