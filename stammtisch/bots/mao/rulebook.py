"""Rules that a player knows, and what they want at a moment.

Whether what was said is what should have been said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from stammtisch.bots.mao.conditions import Imagination, bits
from stammtisch.bots.mao.history import Deed
from stammtisch.games.game import Seat
from stammtisch.games.mao.book import InForce, Order, names, orders
from stammtisch.games.mao.cards import Card, normal
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import (
    CardTest,
    Forbidden,
    NextMust,
    Rule,
    Say,
    SayName,
    Silent,
    Situation,
    Whom,
    Wild,
)
from stammtisch.games.mao.language.words import RuleError

Words = Say | SayName
Present = tuple[bool, ...]

#: Rules, sets of them, and what they want in some moments, that are kept at hand.
_BOOKS = 64
_MOMENTS = 1024
_TEXTS = 256


@lru_cache(_TEXTS)
def understood(text: str) -> Rule | None:
    """The rule that the text says, if the rule language can say it."""
    try:
        return parse(text) if tongue_of(text) else None
    except RuleError:
        return None


class Wants:
    """What some rules lay on whom at a moment."""

    __slots__ = ("demands", "forbidden", "orders", "silent", "wild", "words")

    def __init__(self, found: list[Order]) -> None:
        self.orders = tuple(found)
        #: What each seat must say, and who must say nothing.
        self.words: dict[Seat, list[Words]] = {}
        self.silent: set[Seat] = set()
        #: What the next card must be.
        self.demands: list[CardTest] = []
        self.forbidden = self.wild = False
        for order in found:
            duty = order.duty
            if isinstance(duty, Say | SayName):
                self.words.setdefault(order.seat, []).append(duty)
            elif isinstance(duty, Silent):
                self.silent.add(order.seat)
            elif isinstance(duty, NextMust):
                self.demands.append(duty.test)
            elif isinstance(duty, Forbidden):
                self.forbidden = True
            elif isinstance(duty, Wild):
                self.wild = True


_NOTHING = Wants([])


class Rulebook:
    """Rules in force, oldest first. What they want depends only on which of them fit, who acts and
    who sits where; so it is worked out once for each."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules: list[InForce] = list(enumerate(rules))
        self._when = Imagination((1.0, tuple(rule.conditions for rule in rules)))
        self._wants: Callable[[int, Seat, int, Present], Wants] = lru_cache(_MOMENTS)(
            self._work_out
        )

    def wants(self, seat: Seat, now: Situation, direction: int, present: Present) -> Wants:
        """What is laid on whom when the seat does that."""
        fits = self._when.fits(now)
        return self._wants(fits, seat, direction, present) if fits else _NOTHING

    def _work_out(self, fits: int, seat: Seat, direction: int, present: Present) -> Wants:
        fitting = [self.rules[number] for number in bits(fits)]
        return Wants(orders(fitting, lambda whom: _persons(seat, whom, direction, present)))


def _persons(seat: Seat, whom: Whom, direction: int, present: Present) -> tuple[Seat, ...]:
    if whom == "everybody":
        return tuple(other for other, here in enumerate(present) if here)
    step = {"player": 0, "next": direction, "left": 1, "right": -1}[whom]
    other = seat
    while step and (other := (other + step) % len(present)) != seat and not present[other]:
        pass
    return (other,)


@lru_cache(_BOOKS)
def rulebook(texts: tuple[str, ...]) -> Rulebook:
    """The rules that these texts say, as far as the rule language can say them."""
    return Rulebook([rule for text in texts if (rule := understood(text))])


def said(duty: Words, deed: Deed, words: Sequence[str]) -> bool:
    """Whether the duty of that deed was done by these words."""
    if not words:
        return False
    return not _wanted(duty, deed.card if deed.now.happening == "play" else None).isdisjoint(words)


@lru_cache(1024)
def _wanted(duty: Words, card: Card | None) -> frozenset[str]:
    return frozenset(spoken_forms(duty, card))


@lru_cache(1024)
def spoken_forms(duty: Words, card: Card | None) -> tuple[str, ...]:
    if isinstance(duty, Say):
        return (normal(duty.phrase),)
    return () if card is None else names(duty, card)
