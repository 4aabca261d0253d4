"""Writing a rule down, so that it can be read again."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from stammtisch.games.mao.language.rule import (
    CardTest,
    Condition,
    Either,
    NextMust,
    Not,
    Rule,
    SayName,
)
from stammtisch.games.mao.language.sentences import (
    CONDITIONS,
    DUTIES,
    PENALTIES,
    TIMES,
    Penalty,
    Within,
)
from stammtisch.games.mao.language.words import (
    CARDS,
    FIELDS,
    KEYWORDS,
    LIKE,
    SLOTS,
    Form,
    inflected,
    parts_of,
)

#: Duties in which cards, suits and ranks are the object.
_OBJECTS = (NextMust, SayName)


def printed(rule: Rule, tongue: str = "en") -> str:
    """The rule in its plainest words; `parse` gives the same rule for them."""
    words = {name: forms[0].upper() for name, forms in KEYWORDS[tongue].items()}

    def condition(one: Condition) -> str:
        if isinstance(one, Not):
            return f"{words['not']} {_written(CONDITIONS, one.condition, tongue)}"
        if isinstance(one, Either):
            options = (_written(CONDITIONS, option, tongue) for option in one.options)
            return f" {words['or']} ".join(options)
        return _written(CONDITIONS, one, tongue)

    both = f" {words['and']} "
    pieces = [
        words["when"],
        both.join(map(condition, rule.conditions)),
        words["then"],
        both.join(_written(DUTIES, duty, tongue) for duty in rule.duties),
    ]
    if rule.within is not None:
        pieces += [words["within"], _written(TIMES, Within(rule.within), tongue).upper()]
    if rule.penalty is not None:
        pieces += [words["else"], _written(PENALTIES, Penalty(rule.penalty), tongue).upper()]
    return " ".join(pieces)


def can_be_printed(rule: Rule) -> bool:
    """Whether the language has words for it: not for every card that a tree can describe."""
    try:
        printed(rule)
    except ValueError:
        return False
    return True


def card_words(test: CardTest, tongue: str) -> list[str]:
    """What such a card is called, without article and ending."""
    return _words(CARDS, test, tongue)


def _written(forms: Sequence[Form], record: Any, tongue: str) -> str:
    words = _words(forms, record, tongue)
    if tongue == "de":
        words = inflected(words, is_object=isinstance(record, _OBJECTS))
    return " ".join(words)


def _words(forms: Sequence[Form], record: Any, tongue: str) -> list[str]:
    """The record in the words of the first form that says all of it."""
    for form in forms:
        if type(record) is form.record and (said := _said(form, record, tongue)) is not None:
            return said
    raise ValueError(f"There is no form for {record!r}.")


def _said(form: Form, record: Any, tongue: str) -> list[str] | None:
    if any(getattr(record, name) != value for name, value in form.fixed.items()):
        return None
    left = {
        field.name
        for field in dataclasses.fields(record)
        if getattr(record, field.name) != field.default
    } - form.fixed.keys()
    said: list[str] = []
    for part in parts_of(form.said(tongue)[0], tongue):
        if not part.printed:
            continue
        said += part.noise.split()
        if part.slot is None:
            said.append(part.plain)
            continue
        if part.slot == "card" and form.record is CardTest:
            return _words(CARDS, record, tongue)
        name = FIELDS.get(part.slot, part.slot)
        words = _slot(part.slot, getattr(record, name), tongue)
        if words is None:
            return None
        said += words
        left.discard(name)
    return None if left else said


def _slot(slot: str, value: Any, tongue: str) -> list[str] | None:
    if slot == "text":
        return [f'"{value}"']
    if slot == "card":
        return _words(CARDS, value, tongue)
    words = SLOTS[LIKE.get(slot, slot)][tongue]
    return next(([word] for word, meant in words.items() if meant == value), None)
