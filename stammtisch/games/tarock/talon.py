"""The talon: its piles, and what may be laid down for one of them."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.games.tarock.cards import ALL_KINGS, LOW_CARDS, TAROKS, TRULA, Cards, mask

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
