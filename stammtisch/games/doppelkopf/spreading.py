"""Cards that one cannot see, dealt at random: in Doppelkopf most deals of them are possible."""

from __future__ import annotations

from random import Random

from stammtisch.games import spreading
from stammtisch.games.doppelkopf.cards import Card, mask
from stammtisch.games.spreading import Place

#: So many deals are tried before cards are placed one by one.
TRIES = 4


def spread_out(cards: list[Card], places: list[Place], rng: Random) -> bool:
    """Put every card somewhere it is allowed to be; False if that cannot be done.

    Any deal that is allowed is as likely as any other, if one is found soon. Else they are placed
    one by one, those with the least choice first.
    """
    free = cards[:]
    for _ in range(TRIES):
        rng.shuffle(free)
        if _dealt(free, places):
            return True
    return spreading.spread_out(free, places, rng)


def _dealt(cards: list[Card], places: list[Place]) -> bool:
    """Give each place as many of the cards as it has room for; False if one does not fit."""
    first = 0
    for place in places:
        last = first + place.room
        if mask(cards[first:last]) & ~place.allowed:
            return False
        first = last
    if first != len(cards):
        return False
    first = 0
    for place in places:
        place.cards = cards[first : first + place.room]
        first += place.room
    return True
