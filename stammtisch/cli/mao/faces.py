"""How cards look in a terminal: rank, suit symbol and suit letter, and the colour besides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from stammtisch.games.mao.card import RANK, SUIT, Card

FIGURES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SYMBOLS = ("♣", "♦", "♥", "♠")
#: Never colour alone, and not every font tells the symbols apart well.
LETTERS = ("c", "d", "h", "s")

_INKS = ("#141414", "#b3150f", "#b3150f", "#141414")
PAPER = "#f3ead3"
#: Cards that lie under another.
SHADE = "#b9b19c"
#: Cards that nobody may touch now.
FROZEN = "#8d97a8"
CURSOR = "#ffd34d"

#: Cells of a card, the gap beside it included.
WIDTH = 5
#: Lines of the hand, however many cards are in it.
HEIGHT = 3


def short(card: Card) -> str:
    """`10♠s`."""
    return f"{FIGURES[RANK[card]]}{SYMBOLS[SUIT[card]]}{LETTERS[SUIT[card]]}"


def written(cards: Iterable[Card]) -> str:
    return " ".join(short(card) for card in cards)


def chip(card: Card, *, frozen: bool = False) -> Text:
    """A card within a line of text."""
    return Text.assemble((f"{short(card):^4}", _face(card, frozen)))


def tall_lines(
    cards: Sequence[Card],
    *,
    cursor: int | None = None,
    bright: int | None = None,
    frozen: bool = False,
) -> tuple[Text, Text]:
    """A row of cards: the line of figures, and that of suits. If one is to be `bright`, the others
    are in its shade."""
    figures, suits = Text(), Text()
    for place, card in enumerate(cards):
        face, at_cursor = _face(card, frozen), place == cursor
        if bright is not None and place != bright and not frozen:
            face += Style(bgcolor=SHADE)
        figures.append_text(_cell(FIGURES[RANK[card]], face, at_cursor))
        suits.append_text(_cell(f"{SYMBOLS[SUIT[card]]}{LETTERS[SUIT[card]]}", face, at_cursor))
    return figures, suits


def tall(cards: Sequence[Card], *, cursor: int | None = None, frozen: bool = False) -> Text:
    """A row of cards in three lines: figures, suits, and where the cursor is."""
    mark = "" if cursor is None else f"{' ' * (WIDTH * cursor + 1)}▲"
    marks = Text(mark, Style(color=CURSOR, bold=True))
    return Text("\n").join([*tall_lines(cards, cursor=cursor, frozen=frozen), marks])


def flat(
    cards: Sequence[Card], per_row: int, *, cursor: int | None = None, frozen: bool = False
) -> Text:
    """Rows of cards with one line each, for hands that are too big to be tall."""
    rows = []
    for first in range(0, len(cards), per_row):
        row = Text()
        for place in range(first, min(first + per_row, len(cards))):
            card = cards[place]
            row.append_text(_cell(short(card), _face(card, frozen), place == cursor))
        rows.append(row)
    return Text("\n").join(rows)


def hand_lines(
    cards: Sequence[Card], width: int, *, cursor: int | None = None, frozen: bool = False
) -> Text:
    """A hand in three lines of so many cells."""
    per_row = max(1, (width - 1) // WIDTH)
    if len(cards) <= per_row:
        return tall(cards, cursor=cursor, frozen=frozen)
    return flat(cards, per_row, cursor=cursor, frozen=frozen)


def _face(card: Card, frozen: bool) -> Style:
    return Style(color=_INKS[SUIT[card]], bgcolor=FROZEN if frozen else PAPER, bold=True)


def _cell(words: str, face: Style, at_cursor: bool) -> Text:
    # The card under the cursor is another colour, and has a frame that needs none.
    edge = Style(color=CURSOR, bold=True)
    if at_cursor:
        face += Style(bgcolor=CURSOR)
    return Text.assemble((f"{words:^4}", face), ("▌" if at_cursor else " ", edge))
