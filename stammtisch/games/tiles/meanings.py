"""What the fields of many records mean, and how things are written in them."""

from __future__ import annotations

from stammtisch.games.game import listed
from stammtisch.games.tiles.tile import COLOURS

MEANINGS: dict[str, str] = {
    "tile": "The tile's number (see above).",
    "seat": "The seat that did it.",
}

NOTATION = f"""\
A **tile** is a number. 0 to 51 is colour × 13 + number − 1; colours are {listed(COLOURS)}, from 0:
the red 1 is 0, the red 13 is 12, the black 13 is 51. 52 to 55 are jokers (52 + colour, which never
matters; the set holds 52 and 53). A **rack** is a list of 24 places, two rows of twelve, null where
nothing lies; groups lie side by side in a row."""
