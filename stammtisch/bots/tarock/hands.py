"""How good a hand is by counting, and what one does with it before the first card."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.games.tarock import talon
from stammtisch.games.tarock.cards import (
    ALL_KINGS,
    KINGS,
    MOND,
    NUMBERS,
    PAGAT,
    SKIS,
    SUITS,
    TAROKS,
    Cards,
    mask,
    named,
)
from stammtisch.games.tarock.kernel import cards_of
from stammtisch.games.tarock.rules import TarockRules

SUIT_CARDS: tuple[Cards, ...] = tuple(0xFF << 8 * suit for suit in range(4))
COURT_CARDS: Cards = 0xF0F0F0F0
#: What cards are worth in strength beside one for each tarok: high ones win, the pagat is easily
#: lost.
_MORE: tuple[tuple[Cards, float], ...] = (
    (named(f"T{number}" for number in range(14, 18)), 0.25),
    (named(f"T{number}" for number in range(18, 21)), 0.5),
    (1 << MOND, 1.0),
    (1 << SKIS, 1.5),
    (1 << PAGAT, 0.2),
    (ALL_KINGS, 1.0),
    (ALL_KINGS >> 1, 0.4),
)
_VOID, _SINGLE = 0.7, 0.3

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


@lru_cache(maxsize=65536)
def strength_of(hand: Cards) -> float:
    """About one for each tarok, more for high ones and kings, a little for short suits."""
    strength = float((hand & TAROKS).bit_count())
    for cards, more in _MORE:
        strength += more * (hand & cards).bit_count()
    for cards in SUIT_CARDS:
        held = hand & cards
        if not held:
            strength += _VOID
        elif held & (held - 1) == 0 and not held & ALL_KINGS:
            strength += _SINGLE
    return strength


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
    must = talon.required(held, number, free)
    may = talon.discardable(held, number, free) & ~must
    return [must | mask(some) for some in combinations(cards_of(may), number - must.bit_count())]


def worth_laid(held: Cards, laid: Cards) -> float:
    """What a hand is worth after these cards are laid down, with the points that they save."""
    points = sum([WORTH[card] for card in cards_of(laid)])
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
