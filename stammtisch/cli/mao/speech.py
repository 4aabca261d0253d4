"""What is said at a table of Mao. What players say to the chairman is another matter: he listens to
English and to the words of the rules."""

from __future__ import annotations

from stammtisch.cli.terminal.speech import speech_of, spoken_now
from stammtisch.games.mao.card import RANK, SUIT, Card
from stammtisch.games.mao.card import card_name as english_name

t = speech_of("mao")

_SUITS = ("c", "d", "h", "s")
_FIGURES = {0: "a", 10: "j", 11: "q", 12: "k"}


def card_name(card: Card) -> str:
    """A card in words, for whoever reads them."""
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
