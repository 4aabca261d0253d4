"""Tiles and racks written short: `5R J 5B`, with R, B, Y, K for red, blue, yellow, black."""

from __future__ import annotations

from stammtisch.games.tiles.records import PLACES, ROW, Rack
from stammtisch.games.tiles.tile import JOKER, Tile, tile

_LETTERS = "RBYK"


def tiles(text: str) -> list[Tile]:
    """`J` is a joker."""
    return [
        JOKER if word == "J" else tile(int(word[:-1]), _LETTERS.index(word[-1]))
        for word in text.split()
    ]


def rack(text: str) -> Rack:
    """`_` is an empty place, `|` begins the second row."""
    rows = [
        [None if word == "_" else tiles(word)[0] for word in row.split()] for row in text.split("|")
    ]
    filled = [place for row in rows for place in (*row, *(None,) * (ROW - len(row)))]
    return (*filled, *(None,) * (PLACES - len(filled)))
