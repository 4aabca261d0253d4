"""How cards look in a terminal: suit and rank, each suit in its colour, never by colour alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from stammtisch.cli.terminal.choosing import KEYS
from stammtisch.games.doppelkopf.cards import EYES_OF_RANK, JOKER
from stammtisch.games.doppelkopf.records import Card

SUITS = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}
RANKS = {"a": "A", "k": "K", "q": "Q", "j": "J", "10": "10", "9": "9"}
_SUIT_WORDS = {"c": "club", "s": "spade", "h": "heart", "d": "diamond"}
_RANK_WORDS = {"a": "ace", "k": "king", "q": "queen", "j": "jack", "10": "ten", "9": "nine"}
#: As on four-coloured packs: clubs black, spades green, hearts red, diamonds orange.
_INKS = {"c": "#141414", "s": "#0b6b2e", "h": "#b3150f", "d": "#b35900"}
_JOKER_INK = "#7a1fa2"

PAPER = "#f3ead3"
#: Cards that may not be played now.
SHADE = "#bfb8a6"
MARKED = "#c9f0b4"
CURSOR = "#ffd34d"
_EDGE = Style(color=CURSOR, bold=True)
_WINS = Style(color="#7bd14b", bold=True)
_FAINT = Style(color="#9aa0ad")
_BRIGHT = Style(color=CURSOR, bold=True)

#: A card of the hand is so wide, its gap or its edges included.
WIDTH = 5


def suit(card: Card) -> str:
    return "★" if card == JOKER else SUITS[card[0]]


def rank(card: Card) -> str:
    return "Jo" if card == JOKER else RANKS[card[1:]]


def short(card: Card) -> str:
    return "joker" if card == JOKER else suit(card) + rank(card)


def shorts(cards: Sequence[Card]) -> str:
    return " ".join(map(short, cards))


def spoken(card: Card) -> str:
    if card == JOKER:
        return "joker"
    return f"{_SUIT_WORDS[card[0]]} {_RANK_WORDS[card[1:]]}"


def eyes(card: Card) -> int:
    """What the card counts; the joker keeps those of the nine that it was."""
    return 0 if card == JOKER else EYES_OF_RANK[card[1:]]


def ink(card: Card) -> str:
    return _JOKER_INK if card == JOKER else _INKS[card[0]]


def chip(card: Card, *, wins: bool = False, faint: bool = False) -> Text:
    """A card within a line of text, seven cells wide; the winning one has edges."""
    words = f"{suit(card)}{rank(card)}"
    face = Style(color=ink(card), bgcolor=SHADE if faint else PAPER, bold=True)
    left, right = ("▐", "▌") if wins else (" ", " ")
    return Text.assemble((left, _WINS), (f" {words:<4}", face), (right, _WINS))


def block(card: Card, *, wins: bool = False, faint: bool = False) -> list[Text]:
    """A card of three lines, eight cells wide."""
    face = Style(color=ink(card), bgcolor=SHADE if faint else PAPER, bold=True)
    left, right = ("▐", "▌") if wins else (" ", " ")
    lines = (f" {rank(card):<5}", f"{suit(card):^6}", f"{rank(card):>5} ")
    return [Text.assemble((left, _WINS), (line, face), (right, _WINS)) for line in lines]


def inline(cards: Sequence[Card], faint: bool = False) -> Text:
    """Cards within a sentence, in their colours on paper."""
    paper = SHADE if faint else PAPER
    return Text(" ").join(
        Text(short(card), Style(color=ink(card), bgcolor=paper, bold=True)) for card in cards
    )


# --- the hand ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as it is to be drawn; cards are meant by their places."""

    cards: Sequence[Card]
    #: Trumps and suits, each apart from the others.
    groups: Sequence[Sequence[int]]
    cursor: int | None = None
    #: What may be played now; None: there is nothing to play just now.
    playable: Collection[int] | None = None
    marked: Collection[int] = ()
    tall: bool = False
    #: Keys are for cards just now.
    keys: bool = True


def columns(fan: Fan, width: int) -> list[int]:
    """The column at which each card begins."""
    spare = width - WIDTH * len(fan.cards)
    gap = max(0, min(2, spare // max(1, len(fan.groups) - 1)))
    starts = [0] * len(fan.cards)
    at = 0
    for group in fan.groups:
        for place in group:
            starts[place] = at
            at += WIDTH
        at += gap
    return starts


def place_at(fan: Fan, width: int, column: int) -> int | None:
    """The place of the card that lies at that column."""
    for place, start in enumerate(columns(fan, width)):
        if start <= column < start + WIDTH:
            return place
    return None


def hand_lines(fan: Fan, width: int) -> Text:
    """The cards, and under each its key; the cursor stands there, too."""
    starts = columns(fan, width)
    faces = ("rank", "blank", "suit", "blank") if fan.tall else ("rank", "suit")
    return Text("\n").join(_line(fan, starts, part) for part in (*faces, "key"))


def _line(fan: Fan, starts: Sequence[int], part: str) -> Text:
    line = Text()
    for place in (place for group in fan.groups for place in group):
        line.append(" " * (starts[place] - line.cell_len))
        line.append_text(_key(fan, place) if part == "key" else _face(fan, place, part))
    return line


def _face(fan: Fan, place: int, part: str) -> Text:
    card = fan.cards[place]
    words = {"rank": rank(card), "suit": suit(card)}.get(part, "")
    dim = fan.playable is not None and place not in fan.playable
    paper = MARKED if place in fan.marked else SHADE if dim else PAPER
    left, right = ("▐", "▌") if place == fan.cursor else (" ", "")
    face = Style(color=ink(card), bgcolor=paper, bold=not dim)
    if right:
        return Text.assemble((left, _EDGE), (f"{words:^3}", face), (right, _EDGE))
    return Text.assemble((left, _EDGE), (f"{words:^4}", face))


def _key(fan: Fan, place: int) -> Text:
    key = KEYS[place] if fan.keys and place < len(KEYS) else ""
    if place in fan.marked:
        key = f"✓{key}"
    if place == fan.cursor:
        return Text(f"{'▲' + key:^{WIDTH}}", _BRIGHT)
    bright = fan.playable is not None and place in fan.playable
    if fan.playable is not None and not bright:
        key = f"·{key}"
    return Text(f"{key:^{WIDTH}}", _BRIGHT if bright else _FAINT)
