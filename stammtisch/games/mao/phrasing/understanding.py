"""From whatever the author of a rule has written to a rule of the language, or to a question.

The rule language is asked first. What it does not know is read as a sentence of a newcomer: its
words are made into symbols (`spotting`), and the symbols into a rule (`sentence`). Nothing is
guessed silently: a word that means nothing leads to a question, and the author is told the rule in
plain words before it counts.

What the author is asked where a text is not understood, in its own tongue.

What is to be said, where its author left the quotation marks out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from stammtisch.games.mao.language.parse import parse, tongue_of, wrong
from stammtisch.games.mao.language.printing import can_be_printed, printed
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.words import (
    COMPOUNDS,
    KEYWORDS,
    TONGUES,
    OpenQuotationError,
    RuleError,
    Token,
    fold,
    parted,
    tokens,
    unmarked,
)
from stammtisch.games.mao.phrasing.frames import duties
from stammtisch.games.mao.phrasing.saying import said, said_back
from stammtisch.games.mao.phrasing.sentence import rules_broken_by_silence, rules_in
from stammtisch.games.mao.phrasing.spotting import (
    Guess,
    Symbol,
    Unknown,
    concepts,
    guess,
    is_weighty,
    lexicon,
    names_card,
    spotted,
    starts_anew,
)
from stammtisch.games.mao.rules import RULE_CAP

_QUESTIONS: dict[str, dict[str, str]] = {
    "en": {
        "foreign": "One tongue in one sentence, please: {words} is German, the rest is English.",
        "unknown": "I do not know what {words} means here. What is to be said stands in quotes;"
        " else I know cards, players, and: say, be silent, draw, skip, reverse, play again, choose"
        " a suit, must be played, must not be played. {example}",
        "typo": "I do not know {words}. Did you mean {meant}?",
        "no_duty": "And what is to be done then? {example}",
        "no_condition": "When does that hold? {example}",
        "several": "Which do you mean? {ways}",
        "tangled": "I know the words, but not how they belong together. {example}",
        "example": 'For example: Whoever plays a king says "hail".',
        "and": " and ",
    },
    "de": {
        "foreign": "Bitte nur eine Sprache in einem Satz: {words} ist Englisch, der Rest ist"
        " Deutsch.",
        "unknown": "Ich weiß nicht, was {words} hier heißt. Was gesagt werden soll, steht in"
        " Anführungszeichen; sonst kenne ich Karten, Spieler, und: sagen, schweigen, ziehen,"
        " aussetzen, Richtung wechseln, nochmal spielen, Farbe wünschen, muss gespielt werden,"
        " verboten. {example}",
        "typo": "Ich kenne {words} nicht. Ist {meant} gemeint?",
        "no_duty": "Und was soll dann geschehen? {example}",
        "no_condition": "Wann soll das gelten? {example}",
        "several": "Was davon ist gemeint? {ways}",
        "tangled": "Ich kenne die Wörter, aber nicht, wie sie zusammengehören. {example}",
        "example": 'Zum Beispiel: Wer einen König spielt, sagt "Hoch".',
        "and": " und ",
    },
}
_OTHER = dict(zip(TONGUES, reversed(TONGUES), strict=True))
_DUTY = {
    *(
        "say",
        "text",
        "name",
        "silent",
        "talk",
        "draw",
        "skip",
        "reverse",
        "direction",
        "again",
        "wild",
    ),
    *("choose", "forbid", "follow", "not", "maynot", "nobody"),
}


def foreign(words: list[Token], text: str, tongue: str) -> str | None:
    """A question on words that only the other tongue has."""
    _, unknown = spotted(words, text, tongue)
    elsewhere = [one for one in unknown if is_weighty(fold(one.text), _OTHER[tongue])]
    return _asked(tongue, "foreign", words=_listed(elsewhere, tongue)) if elsewhere else None


def question_on(symbols: list[Symbol], unknown: list[Unknown], tongue: str) -> str:
    example = _QUESTIONS[tongue]["example"]
    if unknown:
        meant = [near.meant for one in unknown if (near := guess(one.text, tongue))]
        if len(meant) == len(unknown):
            words = _QUESTIONS[tongue]["and"].join(f"“{word}”" for word in meant)
            return _asked(tongue, "typo", words=_listed(unknown, tongue), meant=words)
        return _asked(tongue, "unknown", words=_listed(unknown, tongue), example=example)
    if duties(symbols) is None and not concepts(symbols) & _DUTY:
        return _asked(tongue, "no_duty", example=example)
    if duties(symbols) is not None:
        return _asked(tongue, "no_condition", example=example)
    return _asked(tongue, "tangled", example=example)


def which(ways: list[str], tongue: str) -> str:
    return _asked(tongue, "several", ways=" / ".join(ways))


def _asked(tongue: str, what: str, **values: str) -> str:
    return _QUESTIONS[tongue][what].format(**values)


def _listed(unknown: list[Unknown], tongue: str) -> str:
    return _QUESTIONS[tongue]["and"].join(dict.fromkeys(f"“{one.text}”" for one in unknown))


#: What can come after words that are to be said.
_AFTER = {"when", "else", "or", "and", "within", "then"}


def quoted(words: list[Token], text: str, tongue: str) -> Iterator[list[Token]]:
    """The words with what is to be said as one quotation: first what leaves most for the rest."""
    if any(token.word is None for token in words):
        return
    for at, token in enumerate(words):
        if not _means(token, {"say"}, tongue):
            continue
        for end in range(at + 2, len(words) + 1):
            last = end == len(words)
            if last or starts_anew(words, text, end) or _means(words[end], _AFTER, tongue):
                yield [*words[: at + 1], _quotation(words, text, at + 1, end), *words[end:]]
        if tongue == "de":
            # "Muss er guten Tag sagen": it stands before.
            for start in range(at):
                before = words[start - 1].word if start else None
                if _is_little(words[start], tongue) or not (
                    before is None
                    or _is_little(words[start - 1], tongue)
                    or _means(words[start - 1], {"must", "whom", "each", "then"}, tongue)
                ):
                    continue
                yield [*words[:start], _quotation(words, text, start, at), *words[at:]]


def _quotation(words: list[Token], text: str, start: int, end: int) -> Token:
    first, last = words[start].start, words[end - 1].end
    return Token(unmarked(text[first:last]), None, first, last)


def _means(token: Token, concepts: set[str], tongue: str) -> bool:
    symbols = lexicon(tongue).phrases.get((token.word or "",), ())
    return any(concept in concepts for concept, _ in symbols)


def _is_little(token: Token, tongue: str) -> bool:
    return token.word in lexicon(tongue).noise


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
