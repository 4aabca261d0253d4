"""How good a hand is before the first card, by counting."""

from __future__ import annotations

from stammtisch.games.doppelkopf.cards import EYES, Cards, members
from stammtisch.games.doppelkopf.kernel import TRUMP, Order
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.scoring import NULL_GAMES
from stammtisch.games.game import Seat

_FULL_HAND = 12


def trumps_in(table: DoppelkopfMatch, seat: Seat) -> int:
    """Trumps of a normal game in the hand."""
    return (table.hands[seat] & table.order_for("normal").groups[TRUMP]).bit_count()


def tricks_in(order: Order, hand: Cards, deck: Cards) -> float:
    """About how many tricks the hand makes alone in this order, of twelve.

    A trump is worth what part of the trumps elsewhere it beats, and each one above the share of
    the others something more; of a plain suit the cards count that nobody can beat.
    """
    out = deck & ~hand
    trumps = order.groups[TRUMP]
    others = (out & trumps).bit_count()
    own = (hand & trumps).bit_count()
    tricks = max(0.0, own - others / 2) / 2
    for card in members(hand & trumps):
        beating = (order.beats[card] & out & trumps).bit_count()
        tricks += (1 - beating / others) ** 2 if others else 1.0
    for suit in range(4):
        group = order.groups[suit]
        held, elsewhere = hand & group, (out & group).bit_count()
        for card in members(held):
            if not order.beats[card] & out & group:
                tricks += 0.9 if elsewhere >= 3 or not trumps else 0.6
    return tricks * _FULL_HAND / max(1, hand.bit_count())


def strength_of(order: Order, hand: Cards, deck: Cards) -> float:
    """How strong a whole hand is where one plays with a partner: tricks that it makes."""
    voids = sum(not hand & group for group in order.groups[:TRUMP])
    return tricks_in(order, hand, deck) + 0.5 * voids


def best_solo(table: DoppelkopfMatch, seat: Seat) -> tuple[str, float]:
    """The solo of the table that the hand is best for, and the tricks that it would make.

    The fewer trumps there are, the more a trick is worth: with none, two more are made of it.
    Null games count the other way round: what is missing to many tricks.
    """
    hand, deck = table.hands[seat], table.rules.deck
    worth = {}
    for solo in table.rules.solos:
        order = table.order_for(solo)
        if solo in NULL_GAMES:
            high = sum(EYES[card] >= 10 or order.group[card] == TRUMP for card in members(hand))
            worth[solo] = 9.0 - 2.0 * high
        else:
            few = 2 - (order.groups[TRUMP] & deck).bit_count() / 12
            worth[solo] = tricks_in(order, hand, deck) + few
    return max(worth.items(), key=lambda one: one[1])
