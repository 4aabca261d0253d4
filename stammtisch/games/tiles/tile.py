"""The tiles: 1 to 13 in four colours, each twice, and two jokers.

A tile is a small int. 0 to 51 are colour × 13 + number − 1; 52 to 55 are jokers, which wear a
colour that never matters (the set holds a blue and a red one; the cheat invents others).
"""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.games.game import Name

Tile = int

COLOURS = ("RED", "BLUE", "YELLOW", "BLACK")
NUMBERS = 13
JOKER = 52

#: The whole set, in the order in which it is shuffled.
FULL_SET: tuple[Tile, ...] = (*range(JOKER), *range(JOKER), JOKER + 1, JOKER)

#: What a tile is equal to: itself, but any joker equals any other.
KIND: tuple[Tile, ...] = (*range(JOKER), JOKER, JOKER, JOKER, JOKER)
KINDS = 53


def tile(number: int, colour: int) -> Tile:
    """The tile of that number (0 is a joker) and colour (an index of `COLOURS`)."""
    return JOKER + colour if number == 0 else colour * NUMBERS + number - 1


def number_of(tile: Tile) -> int:
    return 0 if tile >= JOKER else tile % NUMBERS + 1


def colour_of(tile: Tile) -> int:
    return tile - JOKER if tile >= JOKER else tile // NUMBERS


def name(tile: Tile) -> str:
    """As the protocol writes it: `7:RED`, a joker `0:BLUE`."""
    return f"{number_of(tile)}:{COLOURS[colour_of(tile)]}"


def _spoken(tile: Tile) -> Name:
    if tile >= JOKER:
        return Name("joker", "joker")
    colour = COLOURS[colour_of(tile)].lower()
    number = number_of(tile)
    blanks: dict[str, str | int] = {"colour": f"colour.{colour}", "number": number}
    return Name(f"{colour} {number}", "tile", blanks)


#: What a generic board calls each tile.
TILE_NAMES: Mapping[str | int, Name] = {tile: _spoken(tile) for tile in range(len(KIND))}
