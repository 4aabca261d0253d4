"""Cards that one cannot see, dealt at random to those who may hold them.

Cards are small ints, and a set of them is a bit mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Place:
    """Somewhere cards can be: `room` of them, none but those in the mask `allowed`."""

    room: int
    allowed: int
    cards: list[int] = field(default_factory=list)


def spread_out(cards: Sequence[int], places: Sequence[Place], rng: Random) -> bool:
    """Put every card somewhere it is allowed to be; False if that cannot be done. There must be
    room for exactly so many.

    Cards with the least choice go first, each to a place as likely as that has room; if there is
    none left, cards that lie there already make way. Cards that may be anywhere fill the rest.
    """
    open_places = [place for place in places if place.room]
    anywhere = -1
    for place in open_places:
        anywhere &= place.allowed
    free = list(cards)
    rng.shuffle(free)
    bound = [card for card in free if not anywhere >> card & 1]
    if bound:
        bound.sort(key=lambda card: sum([place.allowed >> card & 1 for place in open_places]))
        if not all(_put(card, open_places, rng, set()) for card in bound):
            return False
        free = [card for card in free if anywhere >> card & 1]
    for place in open_places:
        left = place.room - len(place.cards)
        place.cards += free[:left]
        free = free[left:]
    return not free


def _put(card: int, places: Sequence[Place], rng: Random, tried: set[int]) -> bool:
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
