"""What the conditions of a rule mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.games.mao.card import RANK, SUIT, Card
from stammtisch.games.mao.language.rule import (
    CardTest,
    Compare,
    Condition,
    Drawn,
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


def card_fits(test: CardTest, card: Card) -> bool:
    value = VALUE[card]
    return (
        (test.suit is None or SUIT[card] == test.suit)
        and (test.rank is None or RANK[card] == test.rank)
        and (test.red is None or RED[card] == test.red)
        and (test.kind is None or _KINDS[test.kind](value))
        and (test.above is None or value > test.above)
        and (test.below is None or value < test.below)
    )


def _card(test: CardTest, now: Situation) -> bool:
    return now.happening == "play" and card_fits(test, now.row[-1])


def _same(same: Same, now: Situation) -> bool:
    if now.happening != "play" or now.before is None:
        return False
    aspect = _ASPECT[same.what]
    return bool(aspect[now.row[-1]] == aspect[now.before])


def _step(step: Step, now: Situation) -> bool:
    if now.happening != "play" or now.before is None:
        return False
    card, before = VALUE[now.row[-1]], VALUE[now.before]
    return card > before if step.up else card < before


def _hand(size: HandSize, now: Situation) -> bool:
    return _COMPARE[size.compare](now.hand, size.count)


def _neighbour(size: Neighbour, now: Situation) -> bool:
    held = now.left if size.side == "left" else now.right
    return _COMPARE[size.compare](held, size.count)


def _in_row(row: InRow, now: Situation) -> bool:
    newest = now.row[-row.count :]
    return (
        now.happening == "play"
        and len(newest) == row.count
        and all(card_fits(row.test, card) for card in newest)
    )


_MEANING: dict[type[Any], Callable[..., bool]] = {
    CardTest: _card,
    Same: _same,
    Step: _step,
    HandSize: _hand,
    Neighbour: _neighbour,
    InRow: _in_row,
    Drawn: lambda _, now: now.happening == "draw",
    Penalised: lambda _, now: now.happening == "penalty",
    Not: lambda no, now: not holds(no.condition, now),
}


def holds(condition: Condition, now: Situation) -> bool:
    return _MEANING[type(condition)](condition, now)


def applies(rule: Rule, now: Situation) -> bool:
    """Whether the rule has something to say now."""
    return rule.happening == now.happening and all(
        holds(condition, now) for condition in rule.conditions
    )
