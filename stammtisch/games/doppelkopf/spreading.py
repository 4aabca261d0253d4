"""Cards that one cannot see, dealt at random to those who may hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from stammtisch.games.doppelkopf.cards import Card, Cards, mask

#: So many deals are tried before cards are placed one by one.
TRIES = 4


@dataclass(slots=True)
class Place:
    """Somewhere cards can be: `room` of them, none but those in `allowed`."""

    room: int
    allowed: Cards
    cards: list[Card] = field(default_factory=list)


def spread_out(cards: Sequence[Card], places: Sequence[Place], rng: Random) -> bool:
    """Put every card somewhere it is allowed to be; False if that cannot be done.

    Any deal that is allowed is as likely as any other, if one is found soon. Else cards with the
    least choice go first, each to a place as likely as that has room; if there is none left, cards
    that lie there already make way.
    """
    free = list(cards)
    for _ in range(TRIES):
        rng.shuffle(free)
        if _dealt(free, places):
            return True
    free.sort(key=lambda card: sum(place.allowed >> card & 1 for place in places))
    return all(_put(card, places, rng, set()) for card in free)


def _dealt(cards: list[Card], places: Sequence[Place]) -> bool:
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


def _put(card: Card, places: Sequence[Place], rng: Random, tried: set[int]) -> bool:
    fitting = [
        at for at, place in enumerate(places) if place.allowed >> card & 1 and at not in tried
    ]
    rooms = [places[at].room - len(places[at].cards) for at in fitting]
    if any(rooms):
        at = rng.choices(fitting, rooms)[0]
        places[at].cards.append(card)
        return True
    rng.shuffle(fitting)
    for at in fitting:
        tried.add(at)
        lying = places[at].cards
        for other in rng.sample(lying, len(lying)):
            if _put(other, places, rng, tried):
                lying.remove(other)
                lying.append(card)
                return True
    return False
