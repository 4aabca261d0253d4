"""Cards that one cannot see, dealt at random to those who may hold them.

Cards are small ints, and a set of them is a bit mask. Searching bots do this very often: the file
runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from random import Random


class Place:
    """Somewhere cards can be: `room` of them, none but those in the mask `allowed`."""

    room: int
    allowed: int
    cards: list[int]

    def __init__(self, room: int, allowed: int) -> None:
        self.room = room
        self.allowed = allowed
        self.cards = []


def spread_out(cards: list[int], places: list[Place], rng: Random) -> bool:
    """Put every card somewhere it is allowed to be; False if that cannot be done. There must be
    room for exactly so many.

    Cards with the least choice go first, each to a place as likely as that has room; if there is
    none left, cards that lie there already make way. Cards that may be anywhere fill the rest.
    """
    open_places = [place for place in places if place.room]
    anywhere = -1
    for place in open_places:
        anywhere &= place.allowed
    mixed = cards[:]
    mix(mixed, rng)
    free: list[int] = []
    #: The bound cards by the number of places that they may go to.
    bound: list[list[int]] = [[] for _ in range(len(open_places))]
    for card in mixed:
        if anywhere >> card & 1:
            free.append(card)
        else:
            choice = 0
            for place in open_places:
                choice += place.allowed >> card & 1
            bound[choice].append(card)
    for equals in bound:
        for card in equals:
            if not _put(card, open_places, rng, []):
                return False
    for place in open_places:
        while len(place.cards) < place.room:
            if not free:
                return False
            place.cards.append(free.pop())
    return not free


def mix(cards: list[int], rng: Random) -> None:
    """Any order is as likely as any other."""
    for last in range(len(cards) - 1, 0, -1):
        at = int(rng.random() * (last + 1))
        card = cards[at]
        cards[at] = cards[last]
        cards[last] = card


def _put(card: int, places: list[Place], rng: Random, tried: list[int]) -> bool:
    """`tried` are the places of which no card can make way."""
    room = 0
    for at in range(len(places)):
        if at not in tried and places[at].allowed >> card & 1:
            room += places[at].room - len(places[at].cards)
    if not room:
        return _make_way(card, places, rng, tried)
    chosen = int(rng.random() * room)
    for at in range(len(places)):
        if at not in tried and places[at].allowed >> card & 1:
            chosen -= places[at].room - len(places[at].cards)
            if chosen < 0:
                places[at].cards.append(card)
                return True
    return False


def _make_way(card: int, places: list[Place], rng: Random, tried: list[int]) -> bool:
    """Put the card where another one lies, and that somewhere else."""
    fitting = [
        at for at in range(len(places)) if at not in tried and places[at].allowed >> card & 1
    ]
    mix(fitting, rng)
    for at in fitting:
        tried.append(at)
        lying = places[at].cards
        others = lying[:]
        mix(others, rng)
        for other in others:
            if _put(other, places, rng, tried):
                lying.remove(other)
                lying.append(card)
                return True
    return False
