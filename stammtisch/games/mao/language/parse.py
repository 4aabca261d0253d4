"""Reading a rule, with clear words for its author where it cannot be read."""

from __future__ import annotations

from typing import Any

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.forms import read
from stammtisch.games.mao.language.lexer import RuleError, Token, fold, tokens
from stammtisch.games.mao.language.rule import Condition, Duty, Rule
from stammtisch.games.mao.language.words import CONDITIONS, DUTIES, KEYWORDS, NOISE, TONGUES
from stammtisch.games.mao.limits import HAND_CAP
from stammtisch.games.mao.speech import normal

_MOST_VALUE = 13

#: Numbers of a record that must stay in bounds: field, least, most, and what they are.
_BOUNDS: dict[type[Any], tuple[tuple[str, int, int, str], ...]] = {
    tree.Draw: (("count", 1, tree.MOST_CARDS, "the number of cards to draw"),),
    tree.Skip: (("count", 1, tree.MOST_SKIPPED, "the number of players to skip"),),
    tree.HandSize: (("count", 0, HAND_CAP, "the number of cards in a hand"),),
    tree.Neighbour: (("count", 0, HAND_CAP, "the number of cards in a hand"),),
    tree.CardTest: (
        ("above", 1, _MOST_VALUE, "a card's value"),
        ("below", 1, _MOST_VALUE, "a card's value"),
    ),
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


def parse(text: str) -> Rule:
    """The rule that the text says, or a `RuleError`."""
    tongue = tongue_of(text)
    if tongue is None:
        raise RuleError("A rule that the chairman understands begins with WHEN (or WENN).")
    return _Reader(text, tongue).rule()


class _Reader:
    def __init__(self, text: str, tongue: str) -> None:
        self._tongue = tongue
        noise = NOISE[tongue]
        self._words = [token for token in tokens(text) if token.word not in noise]
        self._at = 0

    def rule(self) -> Rule:
        self._expect("when")
        conditions = [self._condition()]
        while self._take("and"):
            conditions.append(self._condition())
        self._expect("then")
        duties = [self._duty()]
        while self._take("and"):
            duties.append(self._duty())
        within = penalty = None
        if self._take("within"):
            within = self._number(1, tree.MOST_SECONDS, "the time in seconds")
            self._expect("seconds")
        if self._take("else"):
            self._expect("penalty")
            penalty = self._number(0, tree.MOST_PENALTY, "the penalty")
        if self._at < len(self._words):
            raise RuleError(f"The rule should end before {self._here()}.")
        rule = Rule(tuple(conditions), tuple(duties), within, penalty)
        _check_sense(rule)
        return rule

    # --- pieces ---------------------------------------------------------------------------------

    def _condition(self) -> Condition:
        negated = self._take("not")
        condition = self._read(CONDITIONS, 'a condition, such as "spade" or "same suit"')
        if isinstance(condition, tree.InRow):
            _check_bounds(condition.test)
        if not negated:
            return condition  # type: ignore[no-any-return]
        if isinstance(condition, tree.Drawn | tree.Penalised):
            raise RuleError("NOT goes with cards and hands only, not with a draw or a penalty.")
        return tree.Not(condition)

    def _duty(self) -> Duty:
        duty = self._read(DUTIES, 'a duty, such as: say "thank you"')
        if isinstance(duty, tree.Say) and not normal(duty.phrase):
            raise RuleError("There are no words in what is to be said.")
        if isinstance(duty, tree.NextMust):
            _check_bounds(duty.test)
        return duty  # type: ignore[no-any-return]

    def _read(self, forms: Any, wanted: str) -> Any:
        found, end = read(forms, self._words, self._at, self._tongue)
        if found is None:
            before = self._words[self._at - 1].text
            raise RuleError(f'After "{before}" I expect {wanted}, not {self._here()}.')
        self._at = end
        _check_bounds(found)
        return found

    def _number(self, least: int, most: int, what: str) -> int:
        token = self._next()
        if token is None or not (token.word or "").isdecimal():
            raise RuleError(f"For {what} I expect a number, not {self._here()}.")
        self._at += 1
        _check_number(int(token.text), least, most, what)
        return int(token.text)

    def _next(self) -> Token | None:
        return self._words[self._at] if self._at < len(self._words) else None

    def _take(self, keyword: str) -> bool:
        token = self._next()
        words = KEYWORDS[self._tongue][keyword]
        taken = token is not None and token.word in {fold(word) for word in words}
        self._at += taken
        return taken

    def _expect(self, keyword: str) -> None:
        if not self._take(keyword):
            word = KEYWORDS[self._tongue][keyword][0].upper()
            before = self._words[self._at - 1].text if self._at else ""
            raise RuleError(f'After "{before}" I expect {word}, not {self._here()}.')

    def _here(self) -> str:
        token = self._next()
        return "the end" if token is None else f'"{token.text}"'


def _check_number(number: int, least: int, most: int, what: str) -> None:
    if not least <= number <= most:
        raise RuleError(f"{what[0].upper()}{what[1:]} is {least} to {most}, not {number}.")


def _check_bounds(record: Any) -> None:
    for field, least, most, what in _BOUNDS.get(type(record), ()):
        number = getattr(record, field)
        if number is not None:
            _check_number(number, least, most, what)


def _check_sense(rule: Rule) -> None:
    """Nobody but the player sees a drawn card; and nothing is played in a draw."""
    plain = [one.condition if isinstance(one, tree.Not) else one for one in rule.conditions]
    kinds = {type(one) for one in plain}
    if rule.happening == "play":
        return
    what = "a draw" if rule.happening == "draw" else "a penalty"
    if {tree.Drawn, tree.Penalised} <= kinds:
        raise RuleError("A card is drawn either by choice or as a penalty, not both at once.")
    if any(issubclass(kind, _ABOUT_CARD) for kind in kinds):
        raise RuleError(f"A rule about {what} cannot look at a card: others do not see it.")
    out = _OF_PLAY if rule.happening == "draw" else (*_OF_PLAY, *_OF_TURN)
    if any(isinstance(duty, out) for duty in rule.duties):
        raise RuleError(f"One of these duties makes no sense after {what}.")
