"""Cards in a terminal: how one looks, and the hand on the screen.

Cards are in their ink on paper, never told apart by colour alone. In the hand each has a key; the
cursor, marks, and what may be played are shown with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.terminal.dialogs import KEYS

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


# --- the hand ------------------------------------------------------------------------------------

MARKED = "#c9f0b4"
CURSOR = "#ffd34d"
_EDGE = Style(color=CURSOR, bold=True)
_BRIGHT = Style(color=CURSOR, bold=True)
_FAINT = Style(color="#9aa0ad")

#: A card of the hand is so wide, its gap or its edges included; a tall one up to so much.
WIDTH, BROAD = 5, 7


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as it is to be drawn; cards are meant by their places."""

    cards: Sequence[Face]
    #: Trumps and suits, each apart from the others.
    groups: Sequence[Sequence[int]]
    cursor: int | None = None
    #: What may be played now; None: there is nothing to play just now.
    playable: Collection[int] | None = None
    marked: Collection[int] = ()
    tall: bool = False
    #: Keys are for cards just now.
    keys: bool = True


def card_width(fan: Fan, width: int) -> int:
    """Tall cards are broad, too, where there is room for that."""
    if not fan.tall or not fan.cards:
        return WIDTH
    room = width - 2 * (len(fan.groups) - 1)
    return max(WIDTH, min(BROAD, room // len(fan.cards)))


def columns(fan: Fan, width: int) -> list[int]:
    """The column at which each card begins."""
    card = card_width(fan, width)
    spare = width - card * len(fan.cards)
    gap = max(0, min(2, spare // max(1, len(fan.groups) - 1)))
    starts = [0] * len(fan.cards)
    at = 0
    for group in fan.groups:
        for place in group:
            starts[place] = at
            at += card
        at += gap
    return starts


def place_at(fan: Fan, width: int, column: int) -> int | None:
    """The place of the card that lies at that column."""
    for place, start in enumerate(columns(fan, width)):
        if start <= column < start + card_width(fan, width):
            return place
    return None


def hand_lines(fan: Fan, width: int) -> Text:
    """The cards, and under each its key; the cursor stands there, too."""
    starts, card = columns(fan, width), card_width(fan, width)
    faces = ("rank", "blank", "suit", "blank") if fan.tall else ("rank", "suit")
    return Text("\n").join(_line(fan, starts, card, part) for part in (*faces, "key"))


def _line(fan: Fan, starts: Sequence[int], width: int, part: str) -> Text:
    line = Text()
    for place in (place for group in fan.groups for place in group):
        line.append(" " * (starts[place] - line.cell_len))
        line.append_text(
            _key(fan, place, width) if part == "key" else _face(fan, place, width, part)
        )
    return line


def _face(fan: Fan, place: int, width: int, part: str) -> Text:
    card = fan.cards[place]
    words = {"rank": card.rank, "suit": card.suit}.get(part, "")
    dim = fan.playable is not None and place not in fan.playable
    paper = MARKED if place in fan.marked else SHADE if dim else PAPER
    left, right = ("▐", "▌") if place == fan.cursor else (" ", "")
    face = Style(color=card.ink, bgcolor=paper, bold=not dim)
    if right:
        return Text.assemble((left, _EDGE), (f"{words:^{width - 2}}", face), (right, _EDGE))
    return Text.assemble((left, _EDGE), (f"{words:^{width - 1}}", face))


def _key(fan: Fan, place: int, width: int) -> Text:
    key = KEYS[place] if fan.keys and place < len(KEYS) else ""
    if place in fan.marked:
        key = f"✓{key}"
    if place == fan.cursor:
        return Text(f"{'▲' + key:^{width}}", _BRIGHT)
    bright = fan.playable is not None and place in fan.playable
    if fan.playable is not None and not bright:
        key = f"·{key}"
    return Text(f"{key:^{width}}", _BRIGHT if bright else _FAINT)


class Hand(Static):
    """Knows which card the mouse is at."""

    class Picked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    fan: Fan | None = None
    _shown: tuple[Fan, int] | None = None

    def show(self, fan: Fan) -> None:
        self.fan = fan
        width = self.size.width or 80
        if self._shown != (fan, width):
            self._shown = fan, width
            self.update(hand_lines(fan, width), layout=self.styles.auto_dimensions)

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset(self)
        if spot is not None and self.fan is not None:
            place = place_at(self.fan, self.size.width, spot.x)
            if place is not None:
                self.post_message(self.Picked(place))
