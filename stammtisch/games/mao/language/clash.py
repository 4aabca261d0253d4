"""Rules that cannot both be obeyed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stammtisch.games.mao.cards import CARDS
from stammtisch.games.mao.language.printing import printed
from stammtisch.games.mao.language.rule import (
    Again,
    CardTest,
    Condition,
    Duty,
    Either,
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
    Test,
    Wild,
    cards_of,
    meaning_of,
)
from stammtisch.games.mao.rules import HAND_CAP

#: Duties of these two kinds exclude each other (speech only if the same person is meant).
_CLASHES: tuple[tuple[type, type], ...] = (
    (Say, Silent),
    (SayName, Silent),
    (Wild, Forbidden),
    (Skip, Again),
)
_CLASHING = frozenset(_CLASHES) | {(b, a) for a, b in _CLASHES}


def clash(one: Duty, two: Duty) -> bool:
    """Whether the same person cannot do both at once."""
    if isinstance(one, NextMust) and isinstance(two, NextMust):
        both = zip(cards_of(one.test), cards_of(two.test), strict=True)
        return not any(a and b for a, b in both)
    return (type(one), type(two)) in _CLASHING


_SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "never": "It can never happen: no card and no hand fits all of its conditions.",
        "endless": "Nobody can go out any more: the chairman ends the round after a while.",
        "itself": "It contradicts itself: nobody can do all that it wants.",
        "other": "It contradicts the rule: {rule}. The newer rule wins.",
    },
    "de": {
        "never": "Das kann nie eintreten: keine Karte und keine Hand erfüllt alle Bedingungen.",
        "endless": "Niemand kann mehr ausspielen: der Vorsitzende beendet die Runde nach einer"
        " Weile.",
        "itself": "Sie widerspricht sich selbst: niemand kann alles tun, was sie will.",
        "other": "Sie widerspricht der Regel: {rule}. Die neuere Regel gilt.",
    },
}


def complaints(rule: Rule, known: Iterable[Rule], tongue: str = "en") -> list[str]:
    """Sentences for the author: what cannot be in the rule, and which known rules it contradicts.

    Rules that the author does not know must not be asked here: the answer would tell of them.
    """
    sentences = _SENTENCES[tongue]
    if not possible(rule.conditions):
        return [sentences["never"]]
    found = []
    if any(isinstance(duty, Forbidden) for duty in rule.duties) and _forbids_to_win(rule):
        found.append(sentences["endless"])
    if any(_meet(one, two) for one in rule.duties for two in rule.duties):
        found.append(sentences["itself"])
    found += [
        sentences["other"].format(rule=printed(other, tongue))
        for other in known
        if contradicts(rule, other)
    ]
    return found


def _forbids_to_win(rule: Rule) -> bool:
    """Whether every card that could be somebody's last fits its conditions."""
    if any(not isinstance(_plain(one), CardTest | HandSize) for one in rule.conditions):
        return False
    fits = _all(rule.conditions)
    return all(fits(Situation("play", 0, 0, 0, (card,), card)) for card in range(CARDS))


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
    for at, one in enumerate(conditions):
        if isinstance(one, Either):
            rest = (*conditions[:at], *conditions[at + 1 :])
            return any(possible((*rest, option)) for option in one.options)

    def about(*kinds: type) -> list[Condition]:
        return [one for one in conditions if isinstance(_plain(one), kinds)]

    sizes = range(HAND_CAP + 1)
    hands = _all(about(HandSize))
    if not any(hands(Situation("play", hand, 0, 0)) for hand in sizes):
        return False
    left, right = (
        [one for one in about(Neighbour) if _plain(one).side == side] for side in ("left", "right")
    )
    for side in (left, right):
        beside = _all(side)
        if not any(beside(Situation("play", 0, held, held)) for held in sizes):
            return False
    single = _all(about(CardTest))
    near = [_near(one) for one in about(Same, Step, InRow)]
    cards = [card for card in range(CARDS) if single(_played(card, card))]
    if not near:
        return bool(cards)
    pairs = _all(near)
    return any(pairs(_played(card, before)) for card in cards for before in range(CARDS))


def _plain(condition: Condition) -> Any:
    return condition.condition if isinstance(condition, Not) else condition


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


def _all(conditions: Iterable[Condition]) -> Test:
    tests = [meaning_of(condition) for condition in conditions]
    return lambda now: all(test(now) for test in tests)
