"""A whole deal of Hearts, made of what one seat sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from stammtisch.games.french import CLUBS, PACK, SUIT, Card, card_of
from stammtisch.games.game import Seat
from tests.games.hearts.records import Trick, View

if TYPE_CHECKING:
    from tests.games.hearts.match import HeartsMatch

TWO_OF_CLUBS = card_of(CLUBS, 1)


def imagine(match: HeartsMatch, view: View, rng: Random) -> None:
    """Give every other seat cards that it may have: none of a suit that it could not follow, those
    that were passed to it and not played yet, and the card that it must lead."""
    seats = len(view.counts)
    played = [played_by(seat, view.tricks, seats) for seat in range(seats)]
    owners: dict[Card, Seat] = {}
    if view.hand is not None and view.seat is not None:
        owners = dict.fromkeys(view.hand, view.seat)
        if view.phase == "playing":
            taker = (view.seat + match.offset) % seats
            owners |= {card: taker for card in view.gave if card not in played[taker]}
    if view.phase == "playing" and not view.tricks[0].cards:
        owners[TWO_OF_CLUBS] = view.tricks[0].leader
    gone = {card for cards in played for card in cards}
    free = [card for card in PACK if card not in gone and card not in owners]
    room = [count - list(owners.values()).count(seat) for seat, count in enumerate(view.counts)]
    voids = [voids_of(seat, view.tricks, seats) for seat in range(seats)]
    if any(view.counts):
        owners |= deal_out(free, room, voids, rng)
    for seat in range(seats):
        match.hands[seat] = [card for card in PACK if owners.get(card) == seat]
    for seat in range(seats):
        match.gave[seat] = _gave(match, view, seat, played, rng)


def _gave(
    match: HeartsMatch, view: View, seat: Seat, played: list[list[Card]], rng: Random
) -> tuple[Card, ...]:
    """What the seat may have passed on: something of what its neighbour has or had."""
    if not view.chosen[seat]:
        return ()
    if seat == view.seat:
        return view.gave
    taker = seat if view.phase == "passing" else (seat + match.offset) % len(view.counts)
    if taker == view.seat and view.got:
        return view.got
    return tuple(rng.sample(sorted([*match.hands[taker], *played[taker]]), 3))


def played_by(seat: Seat, tricks: Sequence[Trick], seats: int) -> list[Card]:
    """In this deal; seats play one after the other."""
    places = [(trick, (seat - trick.leader) % seats) for trick in tricks]
    return [trick.cards[place] for trick, place in places if place < len(trick.cards)]


def voids_of(seat: Seat, tricks: Sequence[Trick], seats: int) -> set[int]:
    """The suits that the seat did not follow."""
    found = set()
    for trick in tricks:
        place = (seat - trick.leader) % seats
        if place < len(trick.cards) and SUIT[trick.cards[place]] != SUIT[trick.cards[0]]:
            found.add(SUIT[trick.cards[0]])
    return found


def deal_out(
    cards: list[Card], room: list[int], voids: list[set[int]], rng: Random
) -> dict[Card, Seat]:
    """Any way to give each seat as many cards as it has room for, none of its voids. A card whose
    seats are full makes another one move on."""
    owners: dict[Card, Seat] = {}

    def place(card: Card, tried: set[Seat]) -> bool:
        for seat in rng.sample(range(len(room)), len(room)):
            if seat in tried or SUIT[card] in voids[seat]:
                continue
            held = [other for other, owner in owners.items() if owner == seat]
            tried.add(seat)
            if len(held) < room[seat] or any(place(other, tried) for other in held):
                owners[card] = seat
                return True
        return False

    for card in rng.sample(cards, len(cards)):
        found = place(card, set())
        assert found, "the view is of no deal"
    return owners
