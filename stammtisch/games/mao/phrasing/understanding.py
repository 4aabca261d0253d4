"""From whatever the author of a rule has written to a rule of the language, or to a question.

The rule language is asked first. What it does not know is read as a sentence of a newcomer: its
words are made into symbols (`spotting`), and the symbols into a rule (`sentence`). Nothing is
guessed silently: a word that means nothing leads to a question, and the author is told the rule in
plain words before it counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from stammtisch.games.mao.language.lexer import (
    OpenQuotationError,
    RuleError,
    Token,
    fold,
    parted,
    tokens,
)
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.printing import can_be_printed, printed
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.wording import wrong
from stammtisch.games.mao.language.words import COMPOUNDS, KEYWORDS, TONGUES
from stammtisch.games.mao.limits import RULE_CAP
from stammtisch.games.mao.phrasing.guessing import Guess, guess, names_card
from stammtisch.games.mao.phrasing.plainly import said, said_back
from stammtisch.games.mao.phrasing.questions import foreign, question_on, which
from stammtisch.games.mao.phrasing.quoting import quoted
from stammtisch.games.mao.phrasing.sentence import rules_broken_by_silence, rules_in
from stammtisch.games.mao.phrasing.spotting import Symbol, Unknown, spotted

#: Ways to see a phrase without quotation marks in a text that are tried.
_MOST_PHRASES = 6
#: Meanings of one text that its author is asked to choose from.
_MOST_WAYS = 3
_APOSTROPHE = re.compile(r"(?<=\w)[’‘´`](?=\w)")


@dataclass(frozen=True, slots=True)
class Understood:
    """What was made of a text: a rule, or a question to its author."""

    tongue: str
    rule: Rule | None = None
    #: Why there is no rule, and what would help.
    question: str | None = None
    #: Words that were taken for others, and words that were passed over.
    guesses: tuple[Guess, ...] = ()
    passed: tuple[str, ...] = ()

    @property
    def text(self) -> str | None:
        """The rule in the rule language: what counts when the author agrees."""
        return None if self.rule is None else printed(self.rule, self.tongue)

    def said_back(self, tongue: str | None = None) -> str | None:
        """The rule in plain words, with what was guessed and what was passed over, for its author
        to agree to; in the rule's own tongue unless another is named."""
        if self.rule is None:
            return None
        return said_back(self.rule, tongue or self.tongue, self.guesses, self.passed)


class Reading(NamedTuple):
    """The same in words alone."""

    text: str | None
    plain: str | None
    question: str | None


def read_rule(text: str, tongue: str | None) -> Reading:
    """What is made of the text, said back in that tongue (or in its own). A long text can be read
    in many ways, which takes a while."""
    understood = understand(text)
    return Reading(understood.text, understood.said_back(tongue), understood.question)


def understand(text: str) -> Understood:
    strict, complaint = tongue_of(text), None
    if strict is not None:
        try:
            return Understood(strict, parse(text))
        except RuleError as error:
            complaint = str(error)
    text = _APOSTROPHE.sub("'", text)
    tongue = strict or _tongue(text)
    try:
        words = _words(text, tongue)
    except OpenQuotationError as error:
        return Understood(tongue, question=str(wrong(tongue, "open_quote", rest=error.rest)))
    phrases = list(islice(quoted(words, text, tongue), _MOST_PHRASES))
    for mend in (_strictly, _in_one_tongue, _with_cards_guessed, _without_strangers, _with_guesses):
        for candidate in (words, *phrases):
            if found := mend(candidate, text, tongue):
                return found
    symbols, unknown = spotted(words, text, tongue)
    if complaint is None or not _is_formal(text, tongue):
        complaint = question_on(symbols, unknown, tongue)
    return Understood(tongue, question=complaint)


def agreed(text: str) -> str:
    """What is written down for a text whose author agrees to how it was understood: as it is, if it
    is written in the rule language, or if nothing was understood."""
    try:
        parse(text)
    except RuleError:
        return understand(text).text or text
    return text


def _strictly(words: list[Token], text: str, tongue: str) -> Understood | None:
    symbols, unknown = spotted(words, text, tongue)
    return None if unknown else _read(symbols, tongue)


def _in_one_tongue(words: list[Token], text: str, tongue: str) -> Understood | None:
    """Words of the other tongue are not passed over, nor taken for others."""
    asked = foreign(words, text, tongue)
    return None if asked is None else Understood(tongue, question=asked)


def _with_cards_guessed(words: list[Token], text: str, tongue: str) -> Understood | None:
    """A card that is passed over would leave another rule."""
    unknown = spotted(words, text, tongue)[1]
    near = [guess(one.text, tongue) for one in unknown]
    if not any(one and names_card(fold(one.meant), tongue) for one in near):
        return None
    return _with_guesses(words, text, tongue)


def _with_guesses(words: list[Token], text: str, tongue: str) -> Understood | None:
    """Every word that means nothing and is near to one that does is taken for that."""
    unknown = spotted(words, text, tongue)[1]
    guesses = {one.at: near for one in unknown if (near := guess(one.text, tongue))}
    if not guesses:
        return None
    mended = [
        token._replace(word=fold(guesses[at].meant)) if at in guesses else token
        for at, token in enumerate(words)
    ]
    symbols, rest = spotted(mended, text, tongue)
    return _read(symbols, tongue, tuple(guesses.values()), rest)


def _without_strangers(words: list[Token], text: str, tongue: str) -> Understood | None:
    symbols, unknown = spotted(words, text, tongue)
    return _read(symbols, tongue, (), unknown) if unknown else None


def _read(
    symbols: list[Symbol],
    tongue: str,
    guesses: tuple[Guess, ...] = (),
    passed: Sequence[Unknown] = (),
) -> Understood | None:
    rules: list[Rule] = []
    complaint: str | None = None
    for found in rules_broken_by_silence(symbols) or rules_in(symbols):
        if not can_be_printed(found) or len(text := printed(found, tongue)) > RULE_CAP:
            continue
        try:
            # The bounds of all numbers, and what makes no sense, are the language's own.
            rules.append(parse(text))
        except RuleError as error:
            complaint = str(error)
    if len(rules) > 1:
        ways = [said(rule, tongue) for rule in rules[:_MOST_WAYS]]
        return Understood(tongue, question=which(ways, tongue))
    if rules:
        return Understood(tongue, rules[0], None, guesses, tuple(one.text for one in passed))
    return None if complaint is None else Understood(tongue, question=complaint)


def _tongue(text: str) -> str:
    """The tongue that knows most of the words."""

    def strange(tongue: str) -> int:
        try:
            return len(spotted(_words(text, tongue), text, tongue)[1])
        except OpenQuotationError:
            return 0

    return min(TONGUES, key=strange)


def _words(text: str, tongue: str) -> list[Token]:
    return [part for token in tokens(text) for part in parted(token, COMPOUNDS[tongue])]


def _is_formal(text: str, tongue: str) -> bool:
    """Whether the author has used the words that the rule language is made of, as it does."""
    return any(
        token.word in KEYWORDS[tongue]["then"] and token.text.isupper() for token in tokens(text)
    )
