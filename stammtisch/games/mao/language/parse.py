"""Reading a rule, with clear words for its author where it cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.lexer import (
    OpenQuotationError,
    RuleError,
    Token,
    fold,
    parted,
    tokens,
)
from stammtisch.games.mao.language.notation import Part
from stammtisch.games.mao.language.reading import Reader
from stammtisch.games.mao.language.rule import Condition, Duty, Rule
from stammtisch.games.mao.language.sentences import (
    CONDITIONS,
    DUTIES,
    PENALTIES,
    TIMES,
    Penalty,
    Within,
)
from stammtisch.games.mao.language.wording import not_read, wrong
from stammtisch.games.mao.language.words import COMPOUNDS, KEYWORDS, NOISE, TONGUES, Form
from stammtisch.games.mao.limits import HAND_CAP
from stammtisch.games.mao.speech import normal

_MOST_VALUE = 13

#: Numbers of a record that must stay in bounds: field, least, most, and what they are.
_BOUNDS: dict[type[Any], tuple[tuple[str, int, int, str], ...]] = {
    tree.Draw: (("count", 1, tree.MOST_CARDS, "draw"),),
    tree.Skip: (("count", 1, tree.MOST_SKIPPED, "skip"),),
    tree.HandSize: (("count", 0, HAND_CAP, "hand"),),
    tree.Neighbour: (("count", 0, HAND_CAP, "hand"),),
    tree.CardTest: (("above", 1, _MOST_VALUE, "value"), ("below", 1, _MOST_VALUE, "value")),
    Within: (("count", 1, tree.MOST_SECONDS, "seconds"),),
    Penalty: (("count", 0, tree.MOST_PENALTY, "penalty"),),
}

#: Duties that make sense only where a card was played, or where a turn ended.
_OF_PLAY = (tree.SayName, tree.Wild, tree.Forbidden)
_OF_TURN = (tree.Skip, tree.Reverse, tree.Again)
_ABOUT_CARD = (tree.CardTest, tree.Same, tree.Step, tree.InRow)


def tongue_of(text: str) -> str | None:
    """The tongue whose "when" the text begins with; None: it does not try to be such a rule."""
    words = text.split(maxsplit=1)
    first = fold(words[0]).rstrip(",:") if words else ""
    for tongue in TONGUES:
        if first in KEYWORDS[tongue]["when"]:
            return tongue
    return None


def parse(text: str, version: int = tree.LANGUAGE) -> Rule:
    """The rule that the text says, or a `RuleError` in the text's own tongue. A text that was not
    understood by an older version of the language must not be by that version today."""
    tongue = tongue_of(text)
    if tongue is None:
        raise RuleError("A rule that the chairman understands begins with WHEN (or WENN).")
    try:
        found = tokens(text)
    except OpenQuotationError as error:
        raise wrong(tongue, "open_quote", rest=error.rest) from None
    words = [
        part
        for token in found
        if token.word not in NOISE[tongue]
        for part in parted(token, COMPOUNDS[tongue])
    ]
    return _Parser(text, words, tongue, version).rule()


class _Parser:
    def __init__(self, text: str, words: Sequence[Token], tongue: str, version: int) -> None:
        self._tongue = tongue
        self._has_or = version > 1
        self._words = words
        self._reader = Reader(text, words, tongue)
        #: The text begins with its "when".
        self._at = 1

    def rule(self) -> Rule:
        conditions = [self._alternatives()]
        while self._take("and"):
            conditions.append(self._alternatives())
        if not self._take("then"):
            raise not_read(self._reader)
        duties = [self._duty()]
        while self._take("and"):
            duties.append(self._duty())
        within = self._read("time", TIMES, 1).count if self._take("within") else None
        penalty = self._read("penalty", PENALTIES, 1).count if self._take("else") else None
        if self._at < len(self._words):
            self._reader.expect(self._at, (_named("end"),), keyword=True)
            raise not_read(self._reader)
        rule = Rule(tuple(conditions), tuple(duties), within, penalty)
        self._check_sense(rule)
        return rule

    # --- pieces ---------------------------------------------------------------------------------

    def _alternatives(self) -> Condition:
        options = [self._condition()]
        while self._has_or and self._take("or"):
            options.append(self._condition())
        if len(options) == 1:
            return options[0]
        plain: list[tree.Plain] = []
        for option in options:
            if isinstance(option, tree.Not | tree.Either | tree.Drawn | tree.Penalised):
                raise wrong(self._tongue, "or_card")
            plain.append(option)
        return tree.Either(tuple(plain))

    def _condition(self) -> Condition:
        negated = self._take("not")
        condition = self._read("condition", CONDITIONS)
        if isinstance(condition, tree.InRow):
            self._check_bounds(condition.test)
        if not negated:
            return condition  # type: ignore[no-any-return]
        if isinstance(condition, tree.Drawn | tree.Penalised):
            raise wrong(self._tongue, "not_card")
        return tree.Not(condition)

    def _duty(self) -> Duty:
        duty = self._read("duty", DUTIES)
        if isinstance(duty, tree.Say) and not normal(duty.phrase):
            raise wrong(self._tongue, "no_words")
        if isinstance(duty, tree.NextMust):
            self._check_bounds(duty.test)
        return duty  # type: ignore[no-any-return]

    def _read(self, what: str, forms: Sequence[Form], after: int = 0) -> Any:
        """The piece that stands here, to which so many words before it belong."""
        heading, at = _named(what), self._at
        found = self._reader.piece(heading, forms, at, at - after)
        if found is None:
            found = self._reader.piece(heading, forms, at, at - after, unquoted=True)
        if found is None:
            raise not_read(self._reader)
        record, self._at = found
        self._check_bounds(record)
        return record

    def _take(self, keyword: str) -> bool:
        words = KEYWORDS[self._tongue][keyword]
        here = self._words[self._at].word if self._at < len(self._words) else None
        if here is not None and here in map(fold, words):
            self._at += 1
            return True
        if keyword not in ("not", "or"):
            part = _named(None, words[0].upper())
            self._reader.expect(self._at, (part,), keyword=True)
        return False

    # --- sense ----------------------------------------------------------------------------------

    def _check_bounds(self, record: Any) -> None:
        for field, least, most, what in _BOUNDS.get(type(record), ()):
            number = getattr(record, field)
            if number is not None and not least <= number <= most:
                raise wrong(self._tongue, what, least=least, most=most, number=number)

    def _check_sense(self, rule: Rule) -> None:
        """Nobody but the player sees a drawn card; and nothing is played in a draw."""
        plain = [part for one in rule.conditions for part in _parts(one)]
        kinds = {type(one) for one in plain}
        if rule.happening == "play":
            return
        if {tree.Drawn, tree.Penalised} <= kinds:
            raise wrong(self._tongue, "both")
        if any(issubclass(kind, _ABOUT_CARD) for kind in kinds):
            raise wrong(self._tongue, f"{rule.happening}_looks")
        out = _OF_PLAY if rule.happening == "draw" else (*_OF_PLAY, *_OF_TURN)
        if any(isinstance(duty, out) for duty in rule.duties):
            raise wrong(self._tongue, f"{rule.happening}_duty")


def _parts(condition: Condition) -> tuple[tree.Plain, ...]:
    if isinstance(condition, tree.Either):
        return condition.options
    return (condition.condition if isinstance(condition, tree.Not) else condition,)


def _named(slot: str | None, plain: str = "") -> Part:
    """Something to look for that is no part of a form."""
    return Part(slot, frozenset(), plain, "", optional=False, printed=True)
