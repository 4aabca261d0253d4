"""Tiles, racks, stacks and names as the tiles protocol writes them.

The lists (`rack_text`, `stacks_text`, `names_text`) are made to be one token of a line. Their
sizes are fixed, because the original client indexes them without looking.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from stammtisch.games.tiles.records import EMPTY_RACK, PLACES, Rack
from stammtisch.games.tiles.tile import COLOURS, JOKER, Tile, name, tile
from stammtisch.protocols.tiles.lines import decode, encode

#: Stacks and names in a list, also where fewer play.
SEATS = 4

_TEXT: Mapping[Tile | None, str] = {
    None: "",
    **{each: name(each) for each in range(JOKER + len(COLOURS))},
}
_TILE: Mapping[str, Tile | None] = {text: each for each, text in _TEXT.items()}

# The same as elements of a list, where "no tile" must be quoted.
_ELEMENT: Mapping[Tile | None, str] = {each: encode([text]) for each, text in _TEXT.items()}
_TILE_OF_ELEMENT: Mapping[str, Tile | None] = {text: each for each, text in _ELEMENT.items()}

_LOOSE_TILE = re.compile(rf"([+-]?)0*([0-9]{{1,2}}):({'|'.join(COLOURS)}):?")
_HIGHEST = 13


def tile_text(tile: Tile | None) -> str:
    """`7:RED`, a joker `0:BLUE`, and nothing for no tile."""
    return _TEXT[tile]


def parse_tile(text: str) -> Tile | None:
    """The tile so written; None for no text. ValueError, with a sentence, if it is no tile.

    As the original reads it: the number is any integer literal (`05`, `+5`) from 0 to 13, the
    colour is in capitals, one more `:` may follow.
    """
    try:
        return _TILE[text]
    except KeyError:
        return _loose_tile(text)


def _loose_tile(text: str) -> Tile:
    found = _LOOSE_TILE.fullmatch(text)
    if found:
        sign, digits, colour = found.groups()
        number = int(sign + digits)
        if 0 <= number <= _HIGHEST:
            return tile(number, COLOURS.index(colour))
    shown = text if len(text) <= 20 else text[:20] + "…"
    raise ValueError(
        f"{shown!r} is not a tile; a tile is a number from 0 to {_HIGHEST}, a colon and "
        f"{', '.join(COLOURS[:-1])} or {COLOURS[-1]}, such as 7:RED."
    )


def rack_text(rack: Rack) -> str:
    """The places of a rack as a list."""
    if len(rack) != PLACES:
        raise ValueError(f"A rack has {PLACES} places, not {len(rack)}.")
    return " ".join(map(_ELEMENT.__getitem__, rack))


def parse_rack(text: str) -> Rack:
    """The rack written as a list; places that are not written are empty.

    ValueError, with a sentence, for what is no tile and for more places than a rack has.
    """
    rack: Rack
    try:
        rack = tuple(map(_TILE_OF_ELEMENT.__getitem__, text.split(" ")))
    except KeyError:
        rack = tuple(map(parse_tile, decode(text)))
    if len(rack) > PLACES:
        raise ValueError(f"A rack has {PLACES} places, not {len(rack)}.")
    return rack + EMPTY_RACK[len(rack) :]


def stacks_text(tops: Sequence[Tile | None]) -> str:
    """The top tiles of the exchange stacks as a list; None is an empty stack."""
    return _four(map(_ELEMENT.__getitem__, tops))


def names_text(names: Sequence[str | None]) -> str:
    """The names of the seats as a list; None or nothing is an empty seat."""
    return _four(encode([name or ""]) for name in names)


def _four(elements: Iterable[str]) -> str:
    listed = list(elements)
    missing = SEATS - len(listed)
    if missing < 0:
        raise ValueError(f"A table of tiles has {SEATS} seats, not {len(listed)}.")
    return " ".join(listed + missing * [_ELEMENT[None]])
