"""How tiles look in a terminal: a number, a letter for the colour, and the colour itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.style import Style
from rich.text import Text

from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import ROW
from stammtisch.games.tiles.tile import COLOURS, JOKER, Tile, colour_of, number_of

#: Never colour alone: k is black, as printers say, because b is blue.
LETTERS = ("r", "b", "y", "k")
_INKS = ("#b3150f", "#1546b5", "#8a5a00", "#141414")
_JOKER_INK = "#7a1fa2"

PAPER = "#f3ead3"
#: Tiles that lie in a valid group glow.
GLOW = "#c9f0b4"
CURSOR = "#ffd34d"
PLACE = "#3a3f4b"

#: A place of the rack is so wide, its brackets included.
WIDTH = 6


def letter(tile: Tile, wild: Tile = JOKER) -> str:
    """The colour's letter; `jok` for a joker."""
    return "jok" if FACES[wild][tile] == JOKER and tile >= JOKER else LETTERS[_colour(tile, wild)]


def figure(tile: Tile, wild: Tile = JOKER) -> str:
    """The number; with a star if the tile is the joker, in parentheses if it stands for a tile."""
    if tile >= JOKER:
        return "★" if wild == JOKER else f"({number_of(wild)})"
    return f"{number_of(tile)}★" if tile == wild else str(number_of(tile))


def short(tile: Tile, wild: Tile = JOKER) -> str:
    """`12k`, `7r★`, `joker`."""
    if tile >= JOKER:
        return "joker" if wild == JOKER else f"({number_of(wild)}{LETTERS[colour_of(wild)]})"
    star = "★" if tile == wild else ""
    return f"{number_of(tile)}{LETTERS[colour_of(tile)]}{star}"


def spoken(tile: Tile, wild: Tile = JOKER) -> str:
    """`black 12`, as sentences say it."""
    if tile >= JOKER:
        return "joker" if wild == JOKER else f"false joker ({spoken(wild)})"
    plain = f"{COLOURS[colour_of(tile)].lower()} {number_of(tile)}"
    return f"{plain}, a joker" if tile == wild else plain


def ink(tile: Tile, wild: Tile = JOKER) -> str:
    if tile >= JOKER and wild == JOKER:
        return _JOKER_INK
    return _INKS[_colour(tile, wild)]


def _colour(tile: Tile, wild: Tile) -> int:
    """A false joker looks like the tile that it stands for."""
    return colour_of(wild if tile >= JOKER and wild != JOKER else tile)


def chip(tile: Tile, wild: Tile = JOKER) -> Text:
    """A tile within a line of text."""
    face = Style(color=ink(tile, wild), bgcolor=PAPER, bold=True)
    return Text.assemble((f" {short(tile, wild):>3} ", face))


# --- the rack ------------------------------------------------------------------------------------


def rack_lines(
    rack: Sequence[Tile | None],
    wild: Tile,
    glowing: Collection[int] = (),
    cursor: int | None = None,
    held: Tile | None = None,
) -> Text:
    """Two rows of twelve places, three lines each: figures, letters, and what marks a group."""
    lines = []
    for first in (0, ROW):
        for draw in (_figure_line, _letter_line, _mark_line):
            line = Text()
            for place in range(first, first + ROW):
                at_cursor = place == cursor
                tile = held if at_cursor and held is not None else rack[place]
                glows = place in glowing and not (at_cursor and held is not None)
                line.append_text(draw(tile, wild, glows, at_cursor, at_cursor and held is not None))
            lines.append(line)
    return Text("\n").join(lines)


def _figure_line(tile: Tile | None, wild: Tile, glows: bool, cursor: bool, _: bool) -> Text:
    words = "" if tile is None else figure(tile, wild)
    return _cell(f"{words:^4}", tile, wild, glows, cursor)


def _letter_line(tile: Tile | None, wild: Tile, glows: bool, cursor: bool, _: bool) -> Text:
    words = "·" if tile is None else letter(tile, wild)
    return _cell(f"{words:^4}", tile, wild, glows, cursor)


def _mark_line(tile: Tile | None, wild: Tile, glows: bool, cursor: bool, held: bool) -> Text:
    if cursor:
        words = "▲held" if held else "━▲━━" if glows else " ▲  "
        return Text(f"{words:^{WIDTH}}", Style(color=CURSOR, bold=True))
    return Text(f"{'━━━━' if glows else '':^{WIDTH}}", Style(color="#7bd14b"))


def _cell(words: str, tile: Tile | None, wild: Tile, glows: bool, cursor: bool) -> Text:
    left, right = ("▐", "▌") if cursor else (" ", " ")
    edge = Style(color=CURSOR)
    if tile is None:
        face = Style(color="#8a90a0", bgcolor=PLACE)
    else:
        face = Style(color=ink(tile, wild), bgcolor=GLOW if glows else PAPER, bold=True)
    return Text.assemble((left, edge), (words, face), (right, edge))
