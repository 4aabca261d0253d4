"""What the conditions of a rule mean.

A condition is made into a `Test` once, and then asked about every moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from stammtisch.games.mao.card import CARDS, RANK, SUIT, Card
from stammtisch.games.mao.language.rule import (
    CardTest,
    Compare,
    Condition,
    Drawn,
    Either,
    HandSize,
    InRow,
    Kind,
    Neighbour,
    Not,
    Penalised,
    Rule,
    Same,
    Situation,
    Step,
)

Test = Callable[[Situation], bool]

#: Diamonds and hearts.
RED = tuple(suit in (1, 2) for suit in SUIT)
VALUE = tuple(rank + 1 for rank in RANK)

_KINDS: dict[Kind, Callable[[int], bool]] = {
    "face": lambda value: value > 10,
    "number": lambda value: 2 <= value <= 10,
    "even": lambda value: value <= 10 and value % 2 == 0,
    "odd": lambda value: value <= 10 and value % 2 == 1,
}
_COMPARE: dict[Compare, Callable[[int, int], bool]] = {
    "is": lambda found, wanted: found == wanted,
    "above": lambda found, wanted: found > wanted,
    "below": lambda found, wanted: found < wanted,
}
_ASPECT: dict[str, tuple[Any, ...]] = {"suit": SUIT, "rank": RANK, "colour": RED}
#: Conditions whose tests are kept at hand: more than a match can have rules.
_KEPT = 1024


# --- cards --------------------------------------------------------------------------------------


def card_fits(test: CardTest, card: Card) -> bool:
    return cards_of(test)[card]


@lru_cache(_KEPT)
def cards_of(test: CardTest) -> tuple[bool, ...]:
    """For each card whether it is meant."""
    return tuple(_is_meant(test, card) for card in range(CARDS))


def _is_meant(test: CardTest, card: Card) -> bool:
    value = VALUE[card]
    return (
        (test.suit is None or SUIT[card] == test.suit)
        and (test.rank is None or RANK[card] == test.rank)
        and (test.red is None or RED[card] == test.red)
        and (test.kind is None or _KINDS[test.kind](value))
        and (test.above is None or value > test.above)
        and (test.below is None or value < test.below)
    )


# --- conditions ---------------------------------------------------------------------------------


def _card(test: CardTest) -> Test:
    fits = cards_of(test)
    return lambda now: now.happening == "play" and fits[now.row[-1]]


def _same(same: Same) -> Test:
    aspect = _ASPECT[same.what]

    def test(now: Situation) -> bool:
        if now.happening != "play" or now.before is None:
            return False
        return bool(aspect[now.row[-1]] == aspect[now.before])

    return test


def _step(step: Step) -> Test:
    up = step.up

    def test(now: Situation) -> bool:
        if now.happening != "play" or now.before is None:
            return False
        card, before = VALUE[now.row[-1]], VALUE[now.before]
        return card > before if up else card < before

    return test


def _hand(size: HandSize) -> Test:
    compare, count = _COMPARE[size.compare], size.count
    return lambda now: compare(now.hand, count)


def _neighbour(size: Neighbour) -> Test:
    compare, count = _COMPARE[size.compare], size.count
    if size.side == "left":
        return lambda now: compare(now.left, count)
    return lambda now: compare(now.right, count)


def _in_row(row: InRow) -> Test:
    count, fits = row.count, cards_of(row.test)

    def test(now: Situation) -> bool:
        newest = now.row[-count:]
        return (
            now.happening == "play" and len(newest) == count and all(fits[card] for card in newest)
        )

    return test


def _not(no: Not) -> Test:
    test = meaning_of(no.condition)
    return lambda now: not test(now)


def _either(either: Either) -> Test:
    tests = [meaning_of(option) for option in either.options]
    return lambda now: any(test(now) for test in tests)


_TESTS: dict[type[Any], Callable[[Any], Test]] = {
    CardTest: _card,
    Same: _same,
    Step: _step,
    HandSize: _hand,
    Neighbour: _neighbour,
    InRow: _in_row,
    Drawn: lambda _: lambda now: now.happening == "draw",
    Penalised: lambda _: lambda now: now.happening == "penalty",
    Not: _not,
    Either: _either,
}


@lru_cache(_KEPT)
def meaning_of(condition: Condition) -> Test:
    """Whether the condition holds, to be asked of any moment."""
    return _TESTS[type(condition)](condition)


def holds(condition: Condition, now: Situation) -> bool:
    return meaning_of(condition)(now)


def applies(rule: Rule, now: Situation) -> bool:
    """Whether the rule has something to say now."""
    return rule.happening == now.happening and all(
        holds(condition, now) for condition in rule.conditions
    )
