"""How cards look in a terminal: suit and rank, each suit in its colour, never by colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stammtisch.cli.doppelkopf.names import t
from stammtisch.cli.terminal import cards as drawn
from stammtisch.cli.terminal.cards import Face
from stammtisch.games.doppelkopf.cards import EYES_OF_RANK, JOKER
from stammtisch.games.doppelkopf.records import Card

SUITS = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}
#: As on four-coloured packs: clubs black, spades green, hearts red, diamonds orange.
_INKS = {"c": "#141414", "s": "#0b6b2e", "h": "#b3150f", "d": "#b35900"}
_JOKER_INK = "#7a1fa2"


def suit(card: Card) -> str:
    return "★" if card == JOKER else SUITS[card[0]]


def rank(card: Card) -> str:
    letter = "joker" if card == JOKER else card[1:]
    return t.find(f"letter.{letter}") or letter


def short(card: Card) -> str:
    return t("joker") if card == JOKER else suit(card) + rank(card)


def shorts(cards: Sequence[Card]) -> str:
    return " ".join(map(short, cards))


def spoken(card: Card) -> str:
    if card == JOKER:
        return t("joker")
    return t("card_name", suit=t(f"suit_of.{card[0]}"), rank=t(f"rank.{card[1:]}"))


def eyes(card: Card) -> int:
    """What the card counts; the joker keeps those of the nine that it was."""
    return 0 if card == JOKER else EYES_OF_RANK[card[1:]]


def ink(card: Card) -> str:
    return _JOKER_INK if card == JOKER else _INKS[card[0]]


def face(card: Card) -> Face:
    return Face(rank(card), suit(card), ink(card), suit(card) + rank(card))


def inline(cards: Sequence[Card], faint: bool = False) -> Text:
    """Cards within a sentence, in their colours on paper."""
    return drawn.inline([face(card) for card in cards], faint)
