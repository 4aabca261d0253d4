"""The rules in force: base rules, written ones, and what all of them want at one moment.

The base rules are the card rules of Mao as it is really played: each is an option, said in the rule
language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from stammtisch.games.game import Seat
from stammtisch.games.mao.cards import CARDS, RANK, RANKS, SUIT, SUITS, Card, normal
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import (
    Duty,
    Happening,
    Rule,
    SayName,
    Situation,
    Test,
    Whom,
    clash,
    meaning_of,
)
from stammtisch.games.mao.language.words import SLOTS
from stammtisch.games.mao.records import Breach, RuleTold
from stammtisch.games.mao.rules import BREACHES, MaoRules

#: Option -> what it puts in force.
BASE: dict[str, tuple[str, ...]] = {
    "spade_is_named": ("WHEN spade THEN name the card",),
    "seven_is_nice": ('WHEN seven THEN say "have a nice day" AND next player draws a card',),
    "ace_skips": ("WHEN ace THEN skip",),
    "eight_reverses": ("WHEN eight THEN reverse",),
    "jack_is_wild": ("WHEN jack THEN wild",),
    "last_card_is_told": ('WHEN last card THEN say "last card"',),
    "royals_are_hailed": (
        'WHEN king THEN say "all hail the chairman"',
        'WHEN queen THEN say "all hail the chairwoman"',
    ),
    "penalty_is_thanked": ('WHEN penalty THEN say "thank you"',),
}


def base_texts(rules: MaoRules) -> tuple[str, ...]:
    """The base rules in force, oldest first."""
    values = rules.values()
    return tuple(text for option, texts in BASE.items() if values[option] for text in texts)


@cache
def base_rules(texts: tuple[str, ...]) -> tuple[Rule, ...]:
    return tuple(map(parse, texts))


@dataclass(slots=True)
class Written:
    """A rule that a winner wrote. `rule` is None if only people can enforce it."""

    author: Seat
    text: str
    #: The round that it was written after.
    round: int
    rule: Rule | None = None
    #: None where nobody tries to understand it.
    understood: bool | None = None
    broken: tuple[Breach, ...] = ()
    found: Seat | None = None
    #: The version of the rule language that it is written in.
    language: int = 1

    def breach(self, breach: Breach) -> None:
        self.broken = (*self.broken, breach)[-BREACHES:]

    def told(self) -> RuleTold:
        return RuleTold(
            self.author, self.text, self.round, self.understood, self.broken, self.found
        )


#: A rule in force: the written ones are numbered from 0, base rules from -1 down.
InForce = tuple[int, Rule]


class Book:
    """Some rules, oldest first. Each waits for the happening that it listens to."""

    __slots__ = ("_waiting", "rules")

    def __init__(self, rules: Iterable[InForce]) -> None:
        self.rules = tuple(rules)
        self._waiting: dict[Happening, list[tuple[InForce, tuple[Test, ...]]]] = {
            "play": [],
            "draw": [],
            "penalty": [],
        }
        for one in self.rules:
            rule = one[1]
            tests = tuple(meaning_of(condition) for condition in rule.conditions)
            self._waiting[rule.happening].append((one, tests))

    def fitting(self, now: Situation) -> list[InForce]:
        """The rules that have something to say now, oldest first."""
        found = []
        for rule, tests in self._waiting[now.happening]:
            for test in tests:
                if not test(now):
                    break
            else:
                found.append(rule)
        return found


Persons = Callable[[Whom], tuple[Seat, ...]]


def persons(whom: Whom, seat: Seat, direction: int, present: Sequence[bool]) -> tuple[Seat, ...]:
    """Who is meant when the seat has done something."""
    if whom == "everybody":
        return tuple([other for other, here in enumerate(present) if here])
    step = {"player": 0, "next": direction, "left": 1, "right": -1}[whom]
    other = seat
    while step and (other := (other + step) % len(present)) != seat and not present[other]:
        pass
    return (other,)


class Order(NamedTuple):
    """A duty laid on one seat."""

    number: int
    rule: Rule
    duty: Duty
    seat: Seat


def orders(fitting: Iterable[InForce], who: Persons) -> list[Order]:
    """What these rules, the oldest first, lay on whom. Where a newer rule contradicts an older one
    the older keeps still, and what two rules both want is done once."""
    found: list[Order] = []
    for number, rule in fitting:
        for duty in rule.duties:
            for seat in who(getattr(duty, "whom", "player")):
                if found:
                    found = [older for older in found if not _gives_way(older, duty, seat)]
                found.append(Order(number, rule, duty, seat))
    return found


def _gives_way(older: Order, duty: Duty, seat: Seat) -> bool:
    return older.seat == seat and (clash(older.duty, duty) or older.duty == duty)


# --- names ----------------------------------------------------------------------------------------


def suit_named(said: str) -> int | None:
    """The suit whose name was said; `said` must be `normal`."""
    return _SUIT_NAMES.get(said)


def is_name(said: str) -> bool:
    """Whether it is the name of some card, suit or rank; `said` must be `normal`."""
    return said in _ALL_NAMES


def names(duty: SayName, card: Card) -> tuple[str, ...]:
    """All that may be said to name the card, in either tongue, as `normal` words."""
    return _names(duty.what, card)


@cache
def _names(what: str, card: Card) -> tuple[str, ...]:
    suits = [name for name, suit in _SUIT_NAMES.items() if suit == SUIT[card]]
    ranks = [name for name, rank in _RANK_NAMES.items() if rank == RANK[card]]
    if what == "suit":
        return tuple(suits)
    if what == "rank":
        return tuple(ranks)
    return tuple(
        name for suit in suits for rank in ranks for name in (f"{rank} of {suit}", f"{suit} {rank}")
    )


def _spoken(slot: str, plain: tuple[str, ...]) -> dict[str, int]:
    words = dict(zip(plain, range(len(plain)), strict=True))
    for tongue in SLOTS[slot].values():
        words |= tongue
    return {normal(word): value for word, value in words.items()}


_SUIT_NAMES = _spoken("suit", SUITS)
_RANK_NAMES = _spoken("rank", RANKS)
_ALL_NAMES = frozenset(
    {name for card in range(CARDS) for name in names(SayName("card"), card)}
    | _SUIT_NAMES.keys()
    | _RANK_NAMES.keys()
)
