"""Rules that cannot both be obeyed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stammtisch.games.mao.card import CARDS
from stammtisch.games.mao.language.meaning import card_fits, holds
from stammtisch.games.mao.language.printing import printed
from stammtisch.games.mao.language.rule import (
    Again,
    CardTest,
    Condition,
    Duty,
    Forbidden,
    HandSize,
    InRow,
    Neighbour,
    NextMust,
    Not,
    Rule,
    Same,
    Say,
    SayName,
    Silent,
    Situation,
    Skip,
    Step,
    Wild,
)
from stammtisch.games.mao.limits import HAND_CAP

#: Duties of these two kinds exclude each other (speech only if the same person is meant).
_CLASHES: tuple[tuple[type, type], ...] = (
    (Say, Silent),
    (SayName, Silent),
    (Wild, Forbidden),
    (Skip, Again),
)


def clash(one: Duty, two: Duty) -> bool:
    """Whether the same person cannot do both at once."""
    if isinstance(one, NextMust) and isinstance(two, NextMust):
        return not any(
            card_fits(one.test, card) and card_fits(two.test, card) for card in range(CARDS)
        )
    return any(
        (isinstance(one, a) and isinstance(two, b)) or (isinstance(one, b) and isinstance(two, a))
        for a, b in _CLASHES
    )


def complaints(rule: Rule, known: Iterable[Rule]) -> list[str]:
    """Sentences for the author: what cannot be in the rule, and which known rules it contradicts.

    Rules that the author does not know must not be asked here: the answer would tell of them.
    """
    if not possible(rule.conditions):
        return ["It can never happen: no card and no hand fits all of its conditions."]
    found = []
    if any(_meet(one, two) for one in rule.duties for two in rule.duties):
        found.append("It contradicts itself: nobody can do all that it wants.")
    found += [
        f"It contradicts the rule: {printed(other)}. The newer rule wins."
        for other in known
        if contradicts(rule, other)
    ]
    return found


def contradicts(one: Rule, two: Rule) -> bool:
    return (
        one.happening == two.happening
        and any(_meet(a, b) for a in one.duties for b in two.duties)
        and possible((*one.conditions, *two.conditions))
    )


def _meet(one: Duty, two: Duty) -> bool:
    if not clash(one, two):
        return False
    persons = {getattr(one, "whom", "everybody"), getattr(two, "whom", "everybody")}
    return len(persons) == 1 or "everybody" in persons


# --- can it happen at all -------------------------------------------------------------------------


def possible(conditions: Sequence[Condition]) -> bool:
    """Whether some moment fits all conditions. Sizes and cards do not depend on each other, so
    each is looked for alone. (What lies more than one card back is taken to be possible.)"""

    def about(*kinds: type) -> list[Condition]:
        return [
            one
            for one in conditions
            if isinstance(one.condition if isinstance(one, Not) else one, kinds)
        ]

    sizes = range(HAND_CAP + 1)
    hands = about(HandSize)
    if not any(_all(hands, Situation("play", hand, 0, 0)) for hand in sizes):
        return False
    beside = about(Neighbour)
    if beside and not any(
        _all(beside, Situation("play", 0, left, right)) for left in sizes for right in sizes
    ):
        return False
    single = about(CardTest)
    pairs = [_near(one) for one in about(Same, Step, InRow)]
    cards = [card for card in range(CARDS) if _all(single, _played(card, card))]
    if not pairs:
        return bool(cards)
    return any(_all(pairs, _played(card, before)) for card in cards for before in range(CARDS))


def _played(card: int, before: int) -> Situation:
    return Situation("play", 0, 0, 0, (before, card), before)


def _near(condition: Condition) -> Condition:
    """The part of a condition that looks at two cards."""
    if isinstance(condition, InRow):
        return InRow(2, condition.test)
    if isinstance(condition, Not) and isinstance(condition.condition, InRow):
        far = condition.condition.count > 2
        return HandSize("is", 0) if far else condition
    return condition


def _all(conditions: Iterable[Condition], now: Situation) -> bool:
    return all(holds(condition, now) for condition in conditions)
