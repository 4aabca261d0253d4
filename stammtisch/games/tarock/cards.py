"""The cards: four suits of eight, and 22 taroks.

A card is a small int: suit × 8 + rank, the king highest, then the taroks from the pagat (32) to
the skis (53). So the higher of two cards of a suit, or of two taroks, has the higher number, and
any set of cards is a bit mask of 54 bits. A hand is such a mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stammtisch.games.french import french_name
from stammtisch.games.game import Name
from stammtisch.games.tarock.kernel import cards_of as cards_of
from stammtisch.games.tarock.kernel import mask as mask

#: A set of cards, one bit each.
Cards = int

SUITS = ("C", "S", "H", "D")
#: Lowest first; in the red suits the ace is the highest pip card.
BLACK_RANKS = ("7", "8", "9", "10", "J", "N", "Q", "K")
RED_RANKS = ("4", "3", "2", "1", "J", "N", "Q", "K")
_RANKS = {"C": BLACK_RANKS, "S": BLACK_RANKS, "H": RED_RANKS, "D": RED_RANKS}
TAROK_RANKS = (*(str(number) for number in range(1, 22)), "S")

#: The name of each card, and its number by name.
NAMES: tuple[str, ...] = (
    *(suit + rank for suit in SUITS for rank in _RANKS[suit]),
    *("T" + rank for rank in TAROK_RANKS),
)
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}
CARDS = len(NAMES)
PACK: Cards = (1 << CARDS) - 1

PAGAT, MOND, SKIS = NUMBERS["T1"], NUMBERS["T21"], NUMBERS["TS"]
KINGS: tuple[int, ...] = tuple(NUMBERS[suit + "K"] for suit in SUITS)


def named(names: Iterable[str]) -> Cards:
    """The set of the cards of these names."""
    return mask(NUMBERS[name] for name in names)


def names_of(cards: Cards) -> tuple[str, ...]:
    return tuple([NAMES[card] for card in cards_of(cards)])


TAROKS: Cards = mask(range(PAGAT, CARDS))
TRULA: Cards = named(("T1", "T21", "TS"))
ALL_KINGS: Cards = mask(KINGS)
#: Neither taroks nor kings: what is laid down freely.
LOW_CARDS: Cards = PACK & ~TAROKS & ~ALL_KINGS

# --- names for a generic board -----------------------------------------------------------------

_TRULA_NAMES = {1: "pagat", 21: "mond", 22: "skis"}


def _tarok_name(number: int) -> Name:
    if number in _TRULA_NAMES:
        return Name(_TRULA_NAMES[number], f"tarok.{number}")
    return Name(f"tarok {number}", "tarok", {"number": number})


CARD_NAMES: Mapping[str | int, Name] = {
    **{
        suit + rank: french_name(suit.lower(), rank.lower())
        for suit in SUITS
        for rank in _RANKS[suit]
    },
    **{"T" + rank: _tarok_name(number) for number, rank in enumerate(TAROK_RANKS, 1)},
}
