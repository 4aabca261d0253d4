"""Saying a rule: in the rule language, so that it can be read again, and in plain words, so that
its author hears what was understood before it counts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.grammar import (
    CARDS,
    CONDITIONS,
    DUTIES,
    FIELDS,
    PENALTIES,
    TIMES,
    Penalty,
    Row,
    Within,
)
from stammtisch.games.mao.language.rule import (
    CardTest,
    Condition,
    Duty,
    Either,
    Forbidden,
    NextMust,
    Not,
    Rule,
    SayName,
)
from stammtisch.games.mao.language.words import (
    KEYWORDS,
    LIKE,
    SLOTS,
    gender_of,
    inflected,
    parts_of,
    sentence,
    words_of,
)

#: The languages in which rules are said back; English and German are read and printed as well.
SAID_IN = ("en", "de", "sl")

# --- in the rule language -------------------------------------------------------------------------

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


def _written(rows: Sequence[Row], record: Any, tongue: str) -> str:
    words = _words(rows, record, tongue)
    if tongue == "de":
        words = inflected(words, is_object=isinstance(record, _OBJECTS))
    return " ".join(words)


def _words(rows: Sequence[Row], record: Any, tongue: str) -> list[str]:
    """The record in the words of the first row that says all of it."""
    for row in rows:
        if type(record) is row.record and (said := _said(row, record, tongue)) is not None:
            return said
    raise ValueError(f"There are no words for {record!r}.")


def _said(row: Row, record: Any, tongue: str) -> list[str] | None:
    if any(getattr(record, name) != value for name, value in row.fixed.items()):
        return None
    left = {
        field.name
        for field in dataclasses.fields(record)
        if getattr(record, field.name) != field.default
    } - row.fixed.keys()
    said: list[str] = []
    for part in parts_of(row.said(tongue)[0], tongue):
        if not part.printed:
            continue
        said += part.noise.split()
        if part.slot is None:
            said.append(part.plain)
            continue
        if part.slot == "card" and row.record is CardTest:
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


# --- what its author should know ------------------------------------------------------------------


def complaints(rule: Rule, known: Iterable[Rule], tongue: str = "en") -> list[str]:
    """Sentences for the author: what cannot be in the rule, and which known rules it contradicts.

    Rules that the author does not know must not be asked here: the answer would tell of them.
    """
    if not tree.possible(rule.conditions):
        return [sentence(tongue, "never")]
    found = []
    if tree.ends_no_round(rule):
        found.append(sentence(tongue, "endless"))
    if tree.contradicts_itself(rule):
        found.append(sentence(tongue, "itself"))
    found += [
        sentence(tongue, "other", rule=printed(other, tongue))
        for other in known
        if tree.contradicts(rule, other)
    ]
    return found


# --- in plain words -------------------------------------------------------------------------------


def said(rule: Rule, tongue: str) -> str:
    """A sentence without capital and full stop, in English, German or Slovenian."""
    return _Teller(tongue).rule(rule)


def said_back(
    rule: Rule, tongue: str, guesses: Iterable[tuple[str, str]] = (), passed: Sequence[str] = ()
) -> str:
    """The question with which an author is asked whether it is meant like that: after words that
    were taken for others, each with the other, and words that were passed over."""
    words: dict[str, str] = words_of(tongue)["said"]
    sentences = [words["taken"].format(written=written, meant=meant) for written, meant in guesses]
    if passed:
        sentences.append(words["passed"].format(words=", ".join(f"“{word}”" for word in passed)))
    return " ".join([*sentences, words["asked"].format(rule=said(rule, tongue))])


def card_named(test: CardTest, tongue: str, *, subject: bool = False) -> str:
    """With its article, as the object of a sentence unless it is the subject."""
    if tongue == "sl":
        return _slovenian(test)
    words = _words(CARDS, test, tongue)
    if tongue == "en":
        if words[0] == "any":
            return "a card"
        return f"{'an' if words[0][0] in 'aeo' else 'a'} {' '.join(words)}"
    if words[0] == "jede":
        return "eine Karte"
    article = "ein" if gender_of(words) == "n" else "eine"
    if gender_of(words) == "m":
        article = "ein" if subject else "einen"
    return " ".join([article, *inflected(words, is_object=not subject)])


def nth_card(count: int, test: CardTest, tongue: str) -> str:
    """ "The third red card"."""
    if tongue == "sl":
        return f"{count}. karta ({_slovenian(test)})"
    words = _words(CARDS, test, tongue)
    words = words[1:] if words[0] in ("any", "jede") else words
    article = "the" if tongue == "en" else {"m": "der", "f": "die", "n": "das"}[gender_of(words)]
    # After a definite article all German adjectives of a subject end alike.
    return " ".join([article, words_of(tongue)["ordinals"][count], *words])


def _slovenian(test: CardTest) -> str:
    """Always the object."""
    names = words_of("sl")["cards"]
    feminine = test.rank is None or test.rank not in names["masculine"]
    if test.rank is not None:
        noun = names["ranks"][test.rank]
    elif test.kind is None and test.suit is not None:
        noun = names["suits"][test.suit]
    else:
        noun = names["kinds"].get(test.kind, "karto")
    words = []
    if test.red is not None:
        words.append(names["colours"][not test.red][feminine])
    if test.suit is not None and noun != names["suits"][test.suit]:
        words.append(names["of_suit"][test.suit][feminine])
    words.append(noun)
    if test.above is not None:
        words.append(f"nad {test.above}")
    if test.below is not None:
        words.append(f"pod {test.below}")
    return " ".join(words)


def counted(tongue: str, what: str, number: int) -> str:
    """So many of it, in the form for one, two, three or four, and more; Slovenian counts by the
    last two figures."""
    words = words_of(tongue)
    if number == 0 and what == "card":
        return str(words["said"]["no_cards"])
    by = number % 100 if tongue == "sl" else number
    form = 0 if by == 1 else 1 if by == 2 else 2 if by in (3, 4) else 3
    return str(words["counted"][what][form].format(n=number))


#: Duties that the player does, so that a sentence can be about the player.
_ONES_OWN = (tree.Skip, tree.Reverse, tree.Again, tree.Wild)


class _Teller:
    def __init__(self, tongue: str) -> None:
        self._tongue = tongue
        self._words: dict[str, str] = words_of(tongue)["said"]

    def _say(self, key: str, /, **values: object) -> str:
        return self._words[key].format(**values)

    def rule(self, rule: Rule) -> str:
        moment, ifs = self._moment(rule)
        if rule.duties == (Forbidden(),):
            moment = self._card(self._main(rule))
            words = self._say("nobody", moment=moment, ifs=ifs)
        elif all(self._is_own(duty) for duty in rule.duties):
            done = self._listed([self._own(duty) for duty in rule.duties])
            words = self._say("whoever", moment=moment, ifs=ifs, duties=done)
        else:
            done = self._listed([self._anybodys(duty) for duty in rule.duties])
            words = self._say("when", moment=moment, ifs=ifs, duties=done)
        if rule.within is not None:
            words += self._say("within", seconds=counted(self._tongue, "second", rule.within))
        if rule.penalty is not None:
            words += self._say("penalty", cards=counted(self._tongue, "card", rule.penalty))
        return words.replace(",,", ",")

    def _moment(self, rule: Rule) -> tuple[str, str]:
        """What somebody does, and under which further conditions."""
        main = self._main(rule)
        if rule.happening != "play":
            moment = self._say(f"moments.{rule.happening}")
        elif isinstance(main, tree.HandSize):
            moment = self._say("hand_moment", size=self._size(main))
        else:
            moment = self._say("moments.play", card=self._card(main))
        clauses = [
            self._clause(one)
            for one in rule.conditions
            if one is not main and not isinstance(one, tree.Drawn | tree.Penalised)
        ]
        return moment, self._say("ifs", clauses=self._listed(clauses)) if clauses else ""

    def _main(self, rule: Rule) -> Condition | None:
        """The condition that the sentence begins with: which card it is about, if one is named."""
        for one in rule.conditions:
            if _is_card(one):
                return one
        if len(rule.conditions) == 1 and isinstance(rule.conditions[0], tree.HandSize):
            return None if rule.duties == (Forbidden(),) else rule.conditions[0]
        return None

    def _card(self, main: Condition | None) -> str:
        if isinstance(main, Either):
            named = [card_named(test, self._tongue) for test in main.options]  # type: ignore[arg-type]
            return self._words["either"].join(named)
        if isinstance(main, Not):
            test = main.condition
            assert isinstance(test, CardTest)
            return self._say("other_card", card=card_named(test, self._tongue))
        return card_named(main if isinstance(main, CardTest) else CardTest(), self._tongue)

    def _clause(self, condition: Condition) -> str:
        if isinstance(condition, Either):
            return self._words["either"].join(self._clause(option) for option in condition.options)
        if isinstance(condition, Not):
            return self._say("untrue", clause=self._clause(condition.condition))
        if isinstance(condition, tree.Same):
            return self._say(f"same.{condition.what}")
        if isinstance(condition, tree.Step):
            return self._say("higher" if condition.up else "lower")
        if isinstance(condition, tree.HandSize):
            return self._say("hand", size=self._size(condition))
        if isinstance(condition, tree.Neighbour):
            return self._say(f"neighbour.{condition.side}", size=self._size(condition))
        if isinstance(condition, tree.InRow):
            card = nth_card(condition.count, condition.test, self._tongue)
            return self._say("in_row", card=card)
        assert isinstance(condition, CardTest)
        return self._say("is_card", card=card_named(condition, self._tongue, subject=True))

    def _size(self, size: tree.HandSize | tree.Neighbour) -> str:
        cards = counted(self._tongue, "card", size.count)
        return self._say(f"sizes.{size.compare}", cards=cards)

    def _is_own(self, duty: Duty) -> bool:
        return isinstance(duty, _ONES_OWN) or getattr(duty, "whom", None) == "player"

    def _own(self, duty: Duty) -> str:
        return self._say(f"own.{type(duty).__name__}", **self._values(duty))

    def _anybodys(self, duty: Duty) -> str:
        name, values = type(duty).__name__, self._values(duty)
        whom = getattr(duty, "whom", None)
        if whom is None:
            return self._say(f"happens.{name}", **values)
        plural = f"plural.{name}"
        verb = plural if whom == "everybody" and plural in self._words else f"own.{name}"
        return f"{self._say(f'persons.{whom}')} {self._say(verb, **values)}"

    def _values(self, duty: Duty) -> dict[str, str]:
        if isinstance(duty, tree.Say):
            return {"phrase": duty.phrase}
        if isinstance(duty, SayName):
            return {"what": self._say(f"named.{duty.what}")}
        if isinstance(duty, tree.Draw):
            return {"cards": counted(self._tongue, "card", duty.count)}
        if isinstance(duty, tree.Skip):
            how_many = "one" if duty.count == 1 else "many"
            return {"players": self._say(f"skipped.{how_many}", count=duty.count)}
        if isinstance(duty, NextMust):
            return {"card": card_named(duty.test, self._tongue, subject=True)}
        return {}

    def _listed(self, parts: Sequence[str]) -> str:
        *some, last = parts
        return self._words["both"].join([", ".join(some), last] if some else [last])


def _is_card(condition: Condition) -> bool:
    if isinstance(condition, Either):
        return all(isinstance(option, CardTest) for option in condition.options)
    plain = condition.condition if isinstance(condition, Not) else condition
    return isinstance(plain, CardTest)
