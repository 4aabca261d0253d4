"""The talon: its piles, and what may be laid down for one of them.

Why a card may not be played now.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.games.tarock.cards import (
    ALL_KINGS,
    LOW_CARDS,
    MOND,
    PAGAT,
    SKIS,
    TAROKS,
    TRULA,
    Cards,
    mask,
)
from stammtisch.games.tarock.kernel import Tricks, legal

TALON = 6


def piles_of(talon: Sequence[int], size: int) -> list[Cards]:
    """Neighbours in the talon make a pile."""
    return [mask(talon[at : at + size]) for at in range(0, TALON, size)]


def required(held: Cards, number: int, free: bool) -> Cards:
    """What must be among the cards laid down from those held: if taroks have to go because low
    cards are few, then all low cards."""
    low = held & LOW_CARDS
    return low if not free and low.bit_count() < number else 0


def discardable(held: Cards, number: int, free: bool) -> Cards:
    """What may be among `number` cards laid down from those held."""
    low = held & LOW_CARDS
    if free or low.bit_count() < number:
        return low | (held & TAROKS & ~TRULA)
    return low


def never(hand: Cards, piles: Sequence[Cards], number: int, free: bool) -> Cards:
    """The cards of the hand that cannot be laid down, whatever pile is taken."""
    possible = 0
    for pile in piles:
        possible |= discardable(hand | pile, number, free)
    return hand & ~possible


def fault(held: Cards, cards: Cards, number: int, free: bool) -> str | None:
    """The code of what is wrong with laying these cards down; None if nothing is."""
    if cards & ~held:
        return "not_yours"
    if cards.bit_count() != number:
        return "wrong_number"
    if cards & (ALL_KINGS | TRULA):
        return "never_laid_down"
    if cards & ~discardable(held, number, free) or required(held, number, free) & ~cards:
        return "low_cards_first"
    return None


def usual(held: Cards, number: int, free: bool) -> Cards:
    """A choice that is always right: low cards as long as there are any."""
    chosen = 0
    for group in (held & LOW_CARDS, held & TAROKS & ~TRULA):
        while group and chosen.bit_count() < number:
            lowest = group & -group
            chosen |= lowest
            group ^= lowest
    return chosen


def card_fault(tricks: Tricks, card: int) -> str:
    """The code of the refusal for a card that the seat whose turn it is may not play."""
    hand = tricks.hands[tricks.turn]
    trick = tricks.trick
    if not hand >> card & 1:
        return "not_in_hand"
    if legal(tricks.manner, hand, trick) >> card & 1:
        return "ultimo_locked"
    if not trick:
        return "pagat_last"
    lead_is_tarok, is_tarok = trick[0] >= PAGAT, card >= PAGAT
    suit = TAROKS if lead_is_tarok else 0xFF << (trick[0] & 24)
    if hand & suit and not suit >> card & 1:
        return "must_follow"
    if not hand & suit and not is_tarok:
        return "must_play_tarok"
    if is_tarok and MOND in trick and SKIS in trick and hand >> PAGAT & 1:
        return "pagat_forced"
    return "pagat_last" if card == PAGAT else "must_beat"
