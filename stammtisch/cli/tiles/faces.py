"""How tiles look in a terminal: a number, a letter for the colour, and the colour itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.style import Style
from rich.text import Text

from stammtisch.cli.tiles.speech import t
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import PLACES, ROW
from stammtisch.games.tiles.tile import COLOURS, JOKER, Tile, colour_of, number_of

_INKS = ("#b3150f", "#1546b5", "#8a5a00", "#141414")
_JOKER_INK = "#7a1fa2"

PAPER = "#f3ead3"
#: Tiles that lie in a valid group glow.
GLOW = "#c9f0b4"
CURSOR = "#ffd34d"
PLACE = "#3a3f4b"

#: A place of the rack is so wide, its brackets included: at least, and at most.
WIDTH, BROAD = 6, 9
#: What the lines of a place are, and on a high screen.
_LOW = ("figure", "letter", "mark")
_HIGH = ("blank", "figure", "letter", "blank", "mark")


def letter(tile: Tile, wild: Tile = JOKER) -> str:
    """The colour's letter; `jok` for a joker."""
    joker = FACES[wild][tile] == JOKER and tile >= JOKER
    return t("letter.joker") if joker else _letter(_colour(tile, wild))


def _letter(colour: int) -> str:
    """Never colour alone: in English k is black, as printers say, because b is blue."""
    return t(f"letter.{COLOURS[colour].lower()}")


def figure(tile: Tile, wild: Tile = JOKER) -> str:
    """The number; with a star if the tile is the joker, in parentheses if it stands for a tile."""
    if tile >= JOKER:
        return "★" if wild == JOKER else f"({number_of(wild)})"
    return f"{number_of(tile)}★" if tile == wild else str(number_of(tile))


def short(tile: Tile, wild: Tile = JOKER) -> str:
    """`12k`, `7r★`, `joker`."""
    if tile >= JOKER:
        return t("joker") if wild == JOKER else f"({number_of(wild)}{_letter(colour_of(wild))})"
    star = "★" if tile == wild else ""
    return f"{number_of(tile)}{_letter(colour_of(tile))}{star}"


def spoken(tile: Tile, wild: Tile = JOKER) -> str:
    """`black 12`, as sentences say it."""
    if tile >= JOKER:
        return t("joker") if wild == JOKER else t("false_joker", tile=spoken(wild))
    colour = t(f"colour.{COLOURS[colour_of(tile)].lower()}")
    plain = t("tile_of", colour=colour, number=number_of(tile))
    return t("a_joker", tile=plain) if tile == wild else plain


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


def place_at(x: int, y: int, width: int = WIDTH, high: bool = False) -> int | None:
    """The place that is drawn there."""
    row, column = y // len(_HIGH if high else _LOW), x // width
    return row * ROW + column if row < PLACES // ROW and 0 <= column < ROW else None


def rack_lines(
    rack: Sequence[Tile | None],
    wild: Tile,
    glowing: Collection[int] = (),
    cursor: int | None = None,
    held: Tile | None = None,
    width: int = WIDTH,
    high: bool = False,
) -> Text:
    """Two rows of twelve places, each so wide: figures, letters, and what marks a group."""
    lines = []
    for first in range(0, PLACES, ROW):
        for part in _HIGH if high else _LOW:
            line = Text()
            for place in range(first, first + ROW):
                holds = place == cursor and held is not None
                tile = held if holds else rack[place]
                glows = place in glowing and not holds
                if part == "mark":
                    line.append_text(_mark(glows, place == cursor, holds, width))
                else:
                    words = _printed(tile, wild, part)
                    line.append_text(_cell(words, tile, wild, glows, place == cursor, width))
            lines.append(line)
    return Text("\n").join(lines)


def _printed(tile: Tile | None, wild: Tile, part: str) -> str:
    match part:
        case "figure":
            return "" if tile is None else figure(tile, wild)
        case "letter":
            return "·" if tile is None else letter(tile, wild)
        case _:
            return ""


def _mark(glows: bool, cursor: bool, held: bool, width: int) -> Text:
    line = "━" * (width - 2) if glows else ""
    if cursor:
        words = f"▲{t('held_mark')}" if held else f"{'━▲━━' if glows else ' ▲  '}"
        return Text(f"{words:^{width}}", Style(color=CURSOR, bold=True))
    return Text(f"{line:^{width}}", Style(color="#7bd14b"))


def _cell(words: str, tile: Tile | None, wild: Tile, glows: bool, cursor: bool, width: int) -> Text:
    left, right = ("▐", "▌") if cursor else (" ", " ")
    edge = Style(color=CURSOR)
    if tile is None:
        face = Style(color="#8a90a0", bgcolor=PLACE)
    else:
        face = Style(color=ink(tile, wild), bgcolor=GLOW if glows else PAPER, bold=True)
    return Text.assemble((left, edge), (f"{words:^{width - 2}}", face), (right, edge))
