"""The special points that tricks bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stammtisch.games.doppelkopf.cards import EYES, SUITS, Card, Cards, mask, pair
from stammtisch.games.doppelkopf.kernel import Order
from stammtisch.games.doppelkopf.rules import DoppelkopfRules

FOXES = pair("da")
CHARLIES = pair("cj")
JANES = pair("dq")
SPADE_KINGS = pair("sk")
SPADE_QUEENS = pair("sq")
#: So many eyes make a trick a Doppelkopf.
DOPPELKOPF = 40
BLACK_SUITS = (SUITS.index("c"), SUITS.index("s"))
HEARTS = SUITS.index("h")

#: All there are, as cg names them.
EXTRAS = (
    "fox",
    "doppelkopf",
    "charlie",
    "fox_lasttrick",
    "jane",
    "charlie_broken",
    "heart_trick",
    "sec_black_trick",
    "hobgoblin",
)


class Taken(NamedTuple):
    """A trick that is over; its cards in the order of their turns, the leader's first."""

    leader: int
    cards: tuple[Card, ...]
    winner: int

    @property
    def best(self) -> Card:
        """The card that won it."""
        return self.cards[(self.winner - self.leader) % 4]

    def count_from(self, seats: int, wanted: Cards) -> int:
        """How many of the wanted cards came from these seats."""
        return sum(
            wanted >> card & 1
            for place, card in enumerate(self.cards)
            if seats >> (self.leader + place) % 4 & 1
        )


def extras_of(
    rules: DoppelkopfRules, order: Order, tricks: Sequence[Taken], re: int, pigs: Cards = 0
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The special points of re and of kontra, by name, each as often as it was made.

    `re` has a bit for each seat of that party; a pig is no fox.
    """
    found: tuple[list[str], list[str]] = ([], [])
    runs = [0, 0, 0, 0]
    foxes = FOXES & ~pigs
    for number, trick in enumerate(tricks, start=1):
        party = 0 if re >> trick.winner & 1 else 1
        others = 15 ^ re if party == 0 else re
        names = found[party]
        cards = mask(trick.cards)
        if cards & foxes and rules.fox:
            names += ["fox"] * trick.count_from(others, foxes)
        if rules.doppelkopf and sum([EYES[card] for card in trick.cards]) >= DOPPELKOPF:
            names.append("doppelkopf")
        if rules.heart_trick and is_heart_trick(order, trick):
            names.append("heart_trick")
        if cards & SPADE_KINGS and rules.hobgoblin and SPADE_QUEENS >> trick.best & 1:
            names += ["hobgoblin"] * trick.count_from(others, SPADE_KINGS)
        if number == rules.tricks:
            names += _in_the_last(rules, trick, others, foxes)
        suit = order.group[trick.cards[0]]
        if suit in BLACK_SUITS and not cards & order.trumps:
            runs[suit] += 1
            if runs[suit] == 2 and rules.has("sec_black_trick"):
                names.append("sec_black_trick")
    return tuple(found[0]), tuple(found[1])


def is_heart_trick(order: Order, trick: Taken) -> bool:
    """Four hearts, none of them a trump."""
    return all(order.group[card] == HEARTS for card in trick.cards)


def _in_the_last(rules: DoppelkopfRules, trick: Taken, others: int, foxes: Cards) -> Iterator[str]:
    if rules.charlie and CHARLIES >> trick.best & 1:
        yield "charlie"
    if rules.has("fox_lasttrick") and foxes >> trick.best & 1:
        yield "fox_lasttrick"
    caught = trick.count_from(others, CHARLIES)
    if rules.has("charlie_broken"):
        yield from ["charlie_broken"] * caught
    if rules.has("jane") and JANES >> trick.best & 1:
        yield from ["jane"] * caught
