"""How good a hand is by counting, and what one does with it before the first card.

Very many hands are imagined: the file runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.games.tarock.board import discardable, required_discards
from stammtisch.games.tarock.cards import KINGS, MOND, NUMBERS, PAGAT, SKIS, SUITS, Cards, mask
from stammtisch.games.tarock.kernel import cards_of
from stammtisch.games.tarock.rules import TarockRules

SUIT_CARDS: tuple[Cards, ...] = tuple(0xFF << 8 * suit for suit in range(4))
COURT_CARDS: Cards = 0xF0F0F0F0
#: What taroks are worth in strength, in hundredths: high ones win, the pagat is easily lost.
_TAROK: Final = 100
_HIGHER: Final = {
    **dict.fromkeys(range(NUMBERS["T14"], NUMBERS["T18"]), 25),
    **dict.fromkeys(range(NUMBERS["T18"], MOND), 50),
    MOND: 100,
    SKIS: 150,
    PAGAT: 20,
}
#: The same for a suit: its king and queen, no card at all, a single one that is not the king.
_KING: Final = 100
_QUEEN: Final = 40
_VOID: Final = 70
_SINGLE: Final = 30


def _of_taroks(first: int) -> list[int]:
    """The strength of any set of the eleven taroks from the first on."""
    one = [_TAROK + _HIGHER.get(first + at, 0) for at in range(11)]
    return [sum([one[at] for at in range(11) if cards >> at & 1]) for cards in range(1 << 11)]


def _of_suit(cards: int) -> int:
    if not cards:
        return _VOID
    single = _SINGLE if cards & (cards - 1) == 0 and cards < 1 << 7 else 0
    return single + _KING * (cards >> 7) + _QUEEN * (cards >> 6 & 1)


_LOW_TAROKS: Final[list[int]] = _of_taroks(PAGAT)
_HIGH_TAROKS: Final[list[int]] = _of_taroks(PAGAT + 11)
_SUIT: Final[list[int]] = [_of_suit(cards) for cards in range(256)]

#: The strength with which each contract is worth playing, from the lowest.
NEEDED = {
    "three": 7.0,
    "two": 8.3,
    "one": 9.7,
    "solo_three": 11.3,
    "solo_two": 12.0,
    "solo_one": 12.7,
    "solo_without": 14.5,
}
#: With so little strength one may win by taking no trick, if there are but so many court cards and
#: no higher tarok than that.
BEGS = 3.0
_FEW_COURTS = 3
_LOW_TAROK = NUMBERS["T12"]


def strength_of(hand: Cards) -> float:
    """About one for each tarok, more for high ones and kings, a little for short suits."""
    hundredths = (
        _SUIT[hand & 255]
        + _SUIT[hand >> 8 & 255]
        + _SUIT[hand >> 16 & 255]
        + _SUIT[hand >> 24 & 255]
        + _LOW_TAROKS[hand >> 32 & 2047]
        + _HIGH_TAROKS[hand >> 43]
    )
    return hundredths / 100


def call_by_counting(hand: Cards) -> str:
    """The suit of the king to call: not one's own, a short suit, rather with the queen in it."""

    def fitting(suit: int) -> tuple[bool, float]:
        held = hand & SUIT_CARDS[suit]
        length = held.bit_count() or 4.5
        queen = hand >> KINGS[suit] - 1 & 1
        return not hand >> KINGS[suit] & 1, 1.5 * queen - length

    return SUITS[max(range(4), key=fitting)]


def discards(held: Cards, number: int, rules: TarockRules) -> list[Cards]:
    """Every way to lay so many cards down."""
    free = rules.free_tarok_discard
    must = required_discards(held, number, free)
    may = discardable(held, number, free) & ~must
    return [must | mask(some) for some in combinations(cards_of(may), number - must.bit_count())]


def worth_laid(held: Cards, laid: Cards) -> float:
    """What a hand is worth after these cards are laid down, with the points that they save."""
    points = 0
    left = laid
    while left:
        lowest = left & -left
        points += WORTH[lowest.bit_length() - 1]
        left ^= lowest
    return strength_of(held & ~laid) + 0.12 * points


def best_discards(held: Cards, number: int, rules: TarockRules, count: int = 1) -> list[Cards]:
    """The best ways to lay so many cards down, as far as counting tells."""
    ways = discards(held, number, rules)
    if count == 1:
        return [max(ways, key=lambda laid: worth_laid(held, laid))]
    return sorted(ways, key=lambda laid: -worth_laid(held, laid))[:count]


def exchange_by_counting(
    hand: Cards, piles: list[Cards], open_piles: list[int], number: int, rules: TarockRules
) -> tuple[int, Cards]:
    """The pile to take and what to lay down for it."""
    best: tuple[float, int, Cards] | None = None
    for picked in open_piles:
        held = hand | piles[picked]
        laid = best_discards(held, number, rules)[0]
        worth = worth_laid(held, laid) + _kept_from_others(piles, picked)
        if best is None or worth > best[0]:
            best = worth, picked, laid
    assert best is not None
    return best[1], best[2]


def _kept_from_others(piles: list[Cards], picked: int) -> float:
    """Points that the others do not get, and a mond that is not left behind."""
    points = sum([WORTH[card] - 1 for card in cards_of(piles[picked])])
    return 0.1 * points + (2.0 if piles[picked] >> MOND & 1 else 0.0)


def contracts_by_counting(hand: Cards) -> list[str]:
    """The contracts that the hand is good enough for, from the lowest. A klop needs nothing, and is
    not one of them."""
    strength = strength_of(hand)
    courts = (hand & COURT_CARDS).bit_count()
    if strength <= BEGS and courts <= _FEW_COURTS and hand < 2 << _LOW_TAROK:
        return ["beggar"]
    return [name for name, needed in NEEDED.items() if strength >= needed]
