"""How cards of any game look in a terminal: in their ink on paper, never by colour alone.

A table drawn in cells: who sits where, and what lies between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rich.style import Style
from rich.text import Text

#: Lines of a table of cards on a small screen, and on a tall one.
LOW, HIGH = 9, 15


class Canvas:
    """Pieces of text at places of their own."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows: list[list[tuple[int, Text]]] = [[] for _ in range(height)]

    def left(self, y: int, piece: Text) -> None:
        self.at(1, y, piece)

    def right(self, y: int, piece: Text) -> None:
        self.at(self._width - 1 - piece.cell_len, y, piece)

    def middle(self, y: int, piece: Text, shift: int = 0) -> None:
        self.at((self._width - piece.cell_len) // 2 + shift, y, piece)

    def at(self, x: int, y: int, piece: Text) -> None:
        self._rows[y].append((x, piece))

    def drawn(self) -> Text:
        words = Text()
        for y, row in enumerate(self._rows):
            if y:
                words.append("\n")
            at = 0
            for x, piece in sorted(row, key=lambda one: one[0]):
                words.append(" " * (x - at))
                words.append_text(piece)
                at = max(x, at) + piece.cell_len
        return words


PAPER = "#f3ead3"
#: Cards that may not be played now, or that have lost.
SHADE = "#bfb8a6"
_WINS = Style(color="#7bd14b", bold=True)


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card."""

    #: At most three cells each: a hand has them one below the other.
    rank: str
    suit: str
    ink: str
    #: The card in a line of text, at most six cells.
    short: str


@cache
def _printed(ink: str, faint: bool) -> Style:
    return Style(color=ink, bgcolor=SHADE if faint else PAPER, bold=True)


def chip(face: Face, *, wins: bool = False, faint: bool = False, width: int = 5) -> Text:
    """A card within a line of text, two cells wider than that; the winning one has edges."""
    style = _printed(face.ink, faint)
    left, right = ("▐", "▌") if wins else (" ", " ")
    words = f" {face.short}".ljust(width)
    return Text.assemble((left, _WINS), (words, style), (right, _WINS))


def block(face: Face, *, wins: bool = False, faint: bool = False) -> list[Text]:
    """A card of three lines, eight cells wide."""
    style = _printed(face.ink, faint)
    left, right = ("▐", "▌") if wins else (" ", " ")
    lines = (f" {face.rank:<5}", f"{face.suit:^6}", f"{face.rank:>5} ")
    return [Text.assemble((left, _WINS), (line, style), (right, _WINS)) for line in lines]


def inline(faces: Sequence[Face], faint: bool = False) -> Text:
    """Cards within a sentence, in their colours on paper."""
    return Text(" ").join(Text(face.short, _printed(face.ink, faint)) for face in faces)
