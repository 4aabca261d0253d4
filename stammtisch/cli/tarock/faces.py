"""How the cards of Tarock look in a terminal; the trula goes by its names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from stammtisch.cli.tarock.names import suit_name, t
from stammtisch.cli.terminal import cards as drawn
from stammtisch.cli.terminal.cards import Face
from stammtisch.games.tarock.cards import NUMBERS, SUITS
from stammtisch.games.tarock.records import Card

SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
TRULA = ("T1", "T21", "TS")
#: As on four-coloured packs: clubs black, spades green, hearts red, diamonds orange.
_INKS = {"C": "#141414", "S": "#0b6b2e", "H": "#b3150f", "D": "#b35900", "T": "#5b2a9d"}
_WORTH = {"K": 5, "Q": 4, "N": 3, "J": 2}


def is_tarok(card: Card) -> bool:
    return card[0] == "T"


def short(card: Card) -> str:
    if card in TRULA:
        return t(f"trula.{card}")
    return card if is_tarok(card) else SIGNS[card[0]] + rank(card)


def rank(card: Card) -> str:
    """What is printed in a card's corner."""
    return t.find(f"letter.{card[1:].lower()}") or card[1:]


def shorts(cards: Iterable[Card]) -> str:
    return " ".join(map(short, cards))


def king(suit: str) -> str:
    """The king of that suit, in short."""
    return short(f"{suit}K")


def spoken(card: Card) -> str:
    if is_tarok(card):
        return short(card) if card in TRULA else t("tarok_number", number=card[1:])
    figure = t(f"rank.{card[1:].lower()}") if card[1:] in _WORTH else card[1:]
    return t("card_name", rank=figure, suit=suit_name(card[0]))


def worth(card: Card) -> int:
    """What the card counts, before cards are counted by threes."""
    return 5 if card in TRULA else 1 if is_tarok(card) else _WORTH.get(card[1:], 1)


def face(card: Card) -> Face:
    ink = _INKS[card[0]]
    if is_tarok(card):
        return Face(card[1:], short(card)[:3] if card in TRULA else "T", ink, short(card))
    return Face(rank(card), SIGNS[card[0]], ink, short(card))


def inline(cards: Iterable[Card], faint: bool = False) -> Text:
    """Cards within a sentence, in their colours on paper."""
    return drawn.inline([face(card) for card in cards], faint)


# --- the order of a hand -------------------------------------------------------------------------


def spread(cards: Iterable[Card]) -> tuple[Card, ...]:
    """As they are held: taroks at the left, then the suits, the highest first."""

    def place(card: Card) -> tuple[int, int]:
        return (-1 if is_tarok(card) else SUITS.index(card[0])), -NUMBERS[card]

    return tuple(sorted(cards, key=place))


def groups(cards: Sequence[Card]) -> list[list[int]]:
    """The places of taroks and of each suit."""
    found: dict[str, list[int]] = {}
    for at, card in enumerate(cards):
        found.setdefault(card[0], []).append(at)
    return list(found.values())
