"""Cards of Mao, and the hand on the screen: in which order it is held, and where the cursor is.

What is shown is translated; what players say to the chairman is not: he listens to English and to
the words of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.games.mao.cards import RANK, SUIT, Card
from stammtisch.games.mao.cards import card_name as english_name
from stammtisch.terminal.text import speech_of, spoken_now

t = speech_of("mao")

_SUITS = ("c", "d", "h", "s")
_FIGURES = {0: "a", 10: "j", 11: "q", 12: "k"}


def card_told(card: Card) -> str:
    """A card in words, in the language of the reader."""
    if spoken_now() == "en":
        return english_name(card)
    rank = _FIGURES.get(RANK[card], str(RANK[card] + 1))
    return t("card", suit=t(f"suit.{_SUITS[SUIT[card]]}"), rank=t(f"rank.{rank}"))


def figure(card: Card) -> str:
    """What is printed in a card's corner."""
    number = RANK[card] + 1
    return t.find(f"figure.{number}") or str(number)


def suit_letter(card: Card) -> str:
    return t(f"suit_letter.{_SUITS[SUIT[card]]}")


SYMBOLS = ("♣", "♦", "♥", "♠")

_INKS = ("#141414", "#b3150f", "#b3150f", "#141414")
PAPER = "#f3ead3"
#: Cards that lie under another.
SHADE = "#b9b19c"
#: Cards that nobody may touch now.
FROZEN = "#8d97a8"
CURSOR = "#ffd34d"

#: Cells of a card, the gap beside it included, and where there is room for more.
WIDTH, BROAD = 5, 8
#: Lines of the hand, however many cards are in it, and on a high screen.
HEIGHT, HIGH = 3, 5


def short(card: Card) -> str:
    """`10♠s`."""
    return f"{figure(card)}{suit(card)}"


def suit(card: Card) -> str:
    """Never colour alone, and not every font tells the symbols apart well: with a letter."""
    return f"{SYMBOLS[SUIT[card]]}{suit_letter(card)}"


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
    width: int = WIDTH,
    high: bool = False,
) -> list[Text]:
    """A row of cards: the line of figures, and that of suits; where there is room, with a line of
    paper above and below. If one is to be `bright`, the others are in its shade."""
    lines = []
    for part in ("", "figure", "suit", "") if high else ("figure", "suit"):
        line = Text()
        for place, card in enumerate(cards):
            face = _face(card, frozen)
            if bright is not None and place != bright and not frozen:
                face += Style(bgcolor=SHADE)
            words = {"figure": figure, "suit": suit}[part](card) if part else ""
            line.append_text(_cell(words, face, place == cursor, width))
        lines.append(line)
    return lines


def tall(
    cards: Sequence[Card], *, cursor: int | None = None, frozen: bool = False, high: bool = False
) -> Text:
    """A row of cards: figures, suits, and where the cursor is."""
    width = BROAD if high else WIDTH
    mark = "" if cursor is None else f"{' ' * (width * cursor + (width - 2) // 2)}▲"
    marks = Text(mark, Style(color=CURSOR, bold=True))
    lines = tall_lines(cards, cursor=cursor, frozen=frozen, width=width, high=high)
    return Text("\n").join([*lines, marks])


def flat(
    cards: Sequence[Card], per_row: int, *, cursor: int | None = None, frozen: bool = False
) -> Text:
    """Rows of cards with one line each, for hands that are too big to be tall."""
    rows = []
    for first in range(0, len(cards), per_row):
        row = Text()
        for place in range(first, min(first + per_row, len(cards))):
            card = cards[place]
            row.append_text(_cell(short(card), _face(card, frozen), place == cursor, WIDTH))
        rows.append(row)
    return Text("\n").join(rows)


def per_row(width: int) -> int:
    return max(1, (width - 1) // WIDTH)


def hand_lines(
    cards: Sequence[Card],
    width: int,
    *,
    cursor: int | None = None,
    frozen: bool = False,
    high: bool = False,
) -> Text:
    """A hand in that many cells."""
    if len(cards) <= per_row(width):
        high = high and len(cards) * BROAD < width
        return tall(cards, cursor=cursor, frozen=frozen, high=high)
    return flat(cards, per_row(width), cursor=cursor, frozen=frozen)


def place_at(x: int, y: int, count: int, width: int, high: bool = False) -> int | None:
    """The place of the card that is drawn there, of a hand of `count` cards."""
    if count > per_row(width):
        place = y * per_row(width) + x // WIDTH if x // WIDTH < per_row(width) else count
    else:
        place = x // (BROAD if high and count * BROAD < width else WIDTH)
    return place if 0 <= place < count else None


def _face(card: Card, frozen: bool) -> Style:
    return Style(color=_INKS[SUIT[card]], bgcolor=FROZEN if frozen else PAPER, bold=True)


def _cell(words: str, face: Style, at_cursor: bool, width: int) -> Text:
    # The card under the cursor is another colour, and has a frame that needs none.
    edge = Style(color=CURSOR, bold=True)
    if at_cursor:
        face += Style(bgcolor=CURSOR)
    return Text.assemble((f"{words:^{width - 1}}", face), ("▌" if at_cursor else " ", edge))


#: Ways to hold the cards, one after the other.
ORDERS: dict[str, Callable[[int, Card], tuple[int, ...]]] = {
    "suit": lambda place, card: (SUIT[card], RANK[card], place),
    "rank": lambda place, card: (RANK[card], SUIT[card], place),
    "came": lambda place, card: (place,),
}


class Fan:
    """The match knows a hand as it came; a player may hold it in another order."""

    def __init__(self) -> None:
        #: As the match has them.
        self.cards: list[Card] = []
        self.order = "suit"
        #: The card under the cursor, as a place in `cards`.
        self.at = 0

    @property
    def places(self) -> list[int]:
        """Places in `cards`, from left to right as they are held."""
        key = ORDERS[self.order]
        return sorted(range(len(self.cards)), key=lambda place: key(place, self.cards[place]))

    @property
    def held(self) -> list[Card]:
        return [self.cards[place] for place in self.places]

    @property
    def cursor(self) -> int | None:
        """Where in `held` the cursor is; None if there are no cards."""
        return self.places.index(self.at) if self.cards else None

    @property
    def card(self) -> Card | None:
        return self.cards[self.at] if self.cards else None

    def take(self, cards: Sequence[Card]) -> None:
        """Hold these cards. Those that are new come at the end; the cursor stays with its card, or
        at its place if that card has gone."""
        if list(cards) == self.cards:
            return
        place = self.cursor
        kept: dict[int, int] = {}
        for at, card in enumerate(self.cards):
            if len(kept) < len(cards) and cards[len(kept)] == card:
                kept[at] = len(kept)
        at, self.cards = self.at, list(cards)
        places = self.places
        if place is None or not places:
            self.at = places[0] if places else 0
        else:
            self.at = kept.get(at, places[min(place, len(places) - 1)])

    def move(self, steps: int) -> None:
        cursor = self.cursor
        if cursor is not None:
            self.at = self.places[max(0, min(len(self.cards) - 1, cursor + steps))]

    def sort(self) -> None:
        """Hold the cards in the next order."""
        names = list(ORDERS)
        self.order = names[(names.index(self.order) + 1) % len(names)]


class HandPanel(Static):
    """Knows which card the mouse is at."""

    class Picked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    #: How many cards are drawn, in how many cells, and how.
    count, cells, high = 0, 79, False

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset(self)
        if spot is not None:
            place = place_at(spot.x, spot.y, self.count, self.cells, self.high)
            if place is not None:
                self.post_message(self.Picked(place))
