"""From whatever the author of a rule has written to a rule of the language, or to a question.

The rule language is asked first. What it does not know is read as a sentence of a newcomer: its
words are made into symbols (`spotting`), and the symbols into a condition and duties by the frames
of the grammar, in whatever order they stand. Nothing is guessed silently: a word that means nothing
leads to a question, and the author is told the rule in plain words before it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.grammar import CONDITIONS, DUTIES, Clause, Symbol, read_by
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import (
    CardTest,
    Condition,
    Duty,
    Plain,
    Rule,
    Whom,
    possible,
)
from stammtisch.games.mao.language.say import printed, said, said_back
from stammtisch.games.mao.language.spotting import (
    Guess,
    Unknown,
    concepts,
    guess,
    is_weighty,
    names_card,
    quoted,
    spotted,
)
from stammtisch.games.mao.language.words import (
    COMPOUNDS,
    KEYWORDS,
    TONGUES,
    OpenQuotationError,
    RuleError,
    Token,
    fold,
    parted,
    sentence,
    tokens,
)
from stammtisch.games.mao.rules import RULE_CAP

Symbols = tuple[Symbol, ...]
#: Clauses whose meaning is kept at hand.
_KEPT = 4096

# --- from symbols to conditions and duties --------------------------------------------------------

#: What the language has no OR for.
_NO_OPTION = (tree.Not, tree.Drawn, tree.Penalised)


# The same clauses come up again and again while all ways to part a sentence are tried.
@lru_cache(_KEPT)
def condition(symbols: Symbols) -> tuple[Condition, ...] | None:
    """The conditions that a clause lays down, all of which must hold."""
    ignored = {"when", "may", "each"}
    if symbols and symbols[0].concept == "when":
        # "If you should play a heart": but what must be done is a duty.
        ignored.add("must")
    plain = tuple([one for one in symbols if one.concept not in ignored])
    if not plain or symbols[-1].concept == "each":
        return None
    if (single := _single(plain)) is not None:
        return (single,)
    for at, joint in enumerate(plain):
        if joint.concept not in ("and", "or"):
            continue
        one, two = condition(plain[:at]), condition(plain[at + 1 :])
        if one is None or two is None:
            continue
        # "Kings and queens": no card is both, so either is meant.
        either = joint.concept == "or" or not possible((*one, *two))
        if not either:
            return (*one, *two)
        if len(one) == len(two) == 1:
            options = tuple(option for part in (*one, *two) for option in _options(part))
            if any(isinstance(option, _NO_OPTION) for option in options):
                continue
            return (tree.Either(options),)
    return None


def _options(part: Condition) -> tuple[Plain, ...]:
    if isinstance(part, tree.Either):
        return part.options
    return (part,)  # type: ignore[return-value]


def _single(symbols: Symbols) -> Condition | None:
    found: Condition | None = read_by(CONDITIONS, Clause(symbols))
    if found is None and any(one.concept == "not" for one in symbols):
        positive = _single(tuple([one for one in symbols if one.concept != "not"]))
        if positive is not None and not isinstance(
            positive, tree.Drawn | tree.Penalised | tree.Not
        ):
            return tree.Not(positive)  # type: ignore[arg-type]
    return found


#: Parts of a duty that somebody who was named before does, too.
_PERSONAL = (tree.Say, tree.SayName, tree.Silent, tree.Draw)


@lru_cache(_KEPT)
def duties(symbols: Symbols, whom: Whom | None = None) -> tuple[Duty, ...] | None:
    """What the clause wants, from whoever was named before if nobody is named in it."""
    plain = tuple([one for one in symbols if one.concept != "then"])
    while plain and plain[0].concept == "and":
        plain = plain[1:]
    if not plain:
        return None
    clause = Clause(plain)
    if (made := read_by(DUTIES, clause)) is not None:
        named = clause.concepts & {"whom", "each", "nobody"}
        if whom is not None and not named and isinstance(made, _PERSONAL):
            made = replace(made, whom=whom)
        return (made,)
    for at in range(1, len(plain)):
        joint = plain[at].concept == "and"
        if not (joint or plain[at].fresh):
            continue
        first = duties(plain[:at], whom)
        if first is None:
            continue
        before = getattr(first[-1], "whom", None)
        second = duties(plain[at + joint :], None if before == "player" else before)
        if second is not None:
            return tuple(dict.fromkeys((*first, *second)))
    return None


# --- numbers, times, prices -----------------------------------------------------------------------

#: How a number that stands beside these words bounds a card's value or a hand: what is added to it
#: before it is an exclusive bound, and whether that is above or below.
_BEFORE = {"above": (0, True), "below": (0, False), "atleast": (-1, True), "atmost": (1, False)}
_AFTER = {"orup": (-1, True), "ordown": (1, False)}


def _bounded(symbols: Symbols) -> Symbols:
    """With a symbol for each bound that a number and a word beside it make."""
    found: list[Symbol] = []
    at = 0
    while at < len(symbols):
        one = symbols[at]
        two = symbols[at + 1] if at + 1 < len(symbols) else None
        value = None if two is None else _value(two)
        if one.concept in _BEFORE and value is not None:
            if found and found[-1].concept == "number" and found[-1].value == 1:
                # "One above ten" is a card.
                found.pop()
            found.append(_bound(one, value, *_BEFORE[one.concept]))
            at += 2
        elif two is not None and two.concept in _AFTER and _value(one) is not None:
            found.append(_bound(one, _value(one) or 0, *_AFTER[two.concept]))
            at += 2
        else:
            found.append(one)
            at += 1
    return tuple(found)


def _bound(symbol: Symbol, value: int, more: int, above: bool) -> Symbol:
    value += more
    return symbol._replace(concept="bound", value=(value, None) if above else (None, value))


def _value(symbol: Symbol) -> int | None:
    if symbol.concept == "number":
        return int(symbol.value)
    return int(symbol.value) + 1 if symbol.concept == "rank" else None


def _timed(symbols: Symbols) -> tuple[Symbols, int | None]:
    """The sentence without what is said about the time, and the seconds."""
    for at, one in enumerate(symbols):
        if one.concept == "seconds" and at and symbols[at - 1].concept == "number":
            first = at - 2 if at > 1 and symbols[at - 2].concept == "within" else at - 1
            return symbols[:first] + symbols[at + 1 :], int(symbols[at - 1].value)
    return symbols, None


def _price(symbols: Symbols) -> int | None:
    """The cards that it costs."""
    clause = Clause([one for one in symbols if one.concept not in ("must", "then", "have")])
    allowed = {"number", "card", "draw", "penalised"}
    if not clause.concepts or not clause.concepts <= allowed or not clause.once("number"):
        return None
    return clause.one("number") if "number" in clause else 1


def _priced(symbols: Symbols) -> Iterator[tuple[Symbols, int | None]]:
    """The sentence without what is said about the price of a breach."""
    yield symbols, None
    for at, one in enumerate(symbols):
        if one.concept in ("else", "or") and at:
            for end in range(len(symbols), at + 1, -1):
                costs = symbols[at + 1 : end]
                cost = _price(costs)
                # "Seven or eight" is no price.
                if one.concept == "or" and not concepts(costs) & {"draw", "penalised"}:
                    continue
                if cost is not None:
                    yield symbols[:at] + symbols[end:], cost
                    break


# --- from symbols to rules ------------------------------------------------------------------------

#: No rule needs more, and all ways to part them are tried.
MOST_SYMBOLS = 18


def rules_in(symbols: Symbols) -> list[Rule]:
    """What the sentence can mean, if it can mean anything: the best ways to read it alone."""
    if len(symbols) > MOST_SYMBOLS:
        return []
    timed, seconds = _timed(_bounded(symbols))
    found = [
        (merit, Rule(conditions, wanted, seconds, cost))
        for main, cost in _priced(timed)
        for merit, conditions, wanted in _parted(main)
    ]
    best = max((merit for merit, _ in found), default=0)
    return list(dict.fromkeys(rule for merit, rule in found if merit == best))


def _parted(
    symbols: Symbols,
) -> Iterator[tuple[int, tuple[Condition, ...], tuple[Duty, ...]]]:
    """All ways to see a condition in the sentence, with duties around it, or a duty between two
    conditions; the best has the highest merit."""
    many = len(symbols)
    for first in range(many):
        for end in range(first + 1, many + 1):
            before, inner, after = symbols[:first], symbols[first:end], symbols[end:]
            if not before and not after:
                continue
            held = condition(inner)
            if held == (CardTest(),) and not concepts(inner) & {"when", "play"}:
                # A card alone is no moment.
                held = None
            if held is not None:
                around = _each_alone(held, before + after)
                done = duties(around) or _on_top(inner[0], around)
                if done is not None:
                    yield _merit(before, inner, after), held, done
            if before and after and after[0].concept == "when" and (done := duties(inner)):
                one, two = condition(before), condition(after)
                if one is not None and two is not None:
                    yield _merit((), before, inner), _both(one, two), done


def _each_alone(held: tuple[Condition, ...], symbols: Symbols) -> Symbols:
    """ "Each player says please when drawing": whoever draws, not all of them."""
    if any(isinstance(one, tree.Drawn | tree.Penalised | tree.HandSize) for one in held):
        return tuple([one for one in symbols if one.concept != "each"])
    return symbols


def _on_top(first: Symbol, symbols: Symbols) -> tuple[Duty, ...] | None:
    """ "On a seven a red card must be played": whoever plays that is the next."""
    if first.concept != "when" or first.value != "on":
        return None
    return duties((*symbols, first._replace(concept="follow")))


def _both(one: tuple[Condition, ...], two: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """All of them; "with every card" says nothing more."""
    both = [part for part in (*one, *two) if part != CardTest()]
    return tuple(both) or one


def _merit(before: Symbols, inner: Symbols, after: Symbols) -> int:
    """A condition likes to begin with its "when", and to end where there is a comma."""
    merit = 0
    if inner[0].concept == "when":
        merit += 4
    elif before:
        merit -= 2
    if before and after:
        merit -= 1
    if after and (after[0].fresh or after[0].concept in ("then", "must")):
        merit += 2
    if before and inner[0].fresh:
        merit += 1
    # "Whoever plays a ten draws": what was played is told with it.
    if "play" in concepts(inner):
        merit += 1
    return merit


def _unsaid(symbols: Symbols) -> tuple[Symbols, str] | None:
    """The sentence without "and does not say …", and what was not said."""
    for at, one in enumerate(symbols):
        if one.concept != "text":
            continue
        around = {
            near
            for near in range(max(0, at - 2), min(len(symbols), at + 3))
            if symbols[near].concept in ("say", "not", "unsaid")
        }
        kinds = {symbols[near].concept for near in around}
        if not ("unsaid" in kinds or {"say", "not"} <= kinds):
            continue
        gone = around | {at}
        first = min(gone)
        if first and symbols[first - 1].concept == "and":
            gone.add(first - 1)
        rest = [symbol for place, symbol in enumerate(symbols) if place not in gone]
        return tuple(rest), one.value
    return None


def rules_broken_by_silence(symbols: Symbols) -> list[Rule]:
    """ "Who plays a king and does not say … draws two": the duty is in the condition."""
    found = _unsaid(_bounded(symbols))
    if found is None:
        return []
    rest, phrase = found
    return [
        Rule(rule.conditions, (tree.Say(phrase),), rule.within, rule.duties[0].count)
        for rule in rules_in(rest)
        if len(rule.duties) == 1
        and isinstance(rule.duties[0], tree.Draw)
        and rule.duties[0].whom == "player"
    ]


# --- what the author is asked ---------------------------------------------------------------------

_OTHER = dict(zip(TONGUES, reversed(TONGUES), strict=True))
_DUTY = {
    *("say", "text", "name", "silent", "talk", "draw", "skip", "reverse", "direction", "again"),
    *("wild", "choose", "forbid", "follow", "not", "maynot", "nobody"),
}


def _question_on(symbols: Symbols, unknown: list[Unknown], tongue: str) -> str:
    example = sentence(tongue, "ask_example")
    if unknown:
        meant = [near.meant for one in unknown if (near := guess(one.text, tongue))]
        if len(meant) == len(unknown):
            words = sentence(tongue, "ask_and").join(f"“{word}”" for word in meant)
            return sentence(tongue, "ask_typo", words=_listed(unknown, tongue), meant=words)
        return sentence(tongue, "ask_unknown", words=_listed(unknown, tongue), example=example)
    if duties(symbols) is not None:
        missing = "ask_no_condition"
    else:
        missing = "ask_tangled" if concepts(symbols) & _DUTY else "ask_no_duty"
    return sentence(tongue, missing, example=example)


def _listed(unknown: list[Unknown], tongue: str) -> str:
    return sentence(tongue, "ask_and").join(dict.fromkeys(f"“{one.text}”" for one in unknown))


# --- whatever was written -------------------------------------------------------------------------

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
        return Understood(tongue, question=sentence(tongue, "open_quote", rest=error.rest))
    phrases = list(islice(quoted(words, text, tongue), _MOST_PHRASES))
    for mend in (_strictly, _in_one_tongue, _with_cards_guessed, _without_strangers, _with_guesses):
        for candidate in (words, *phrases):
            if found := mend(candidate, text, tongue):
                return found
    symbols, unknown = spotted(words, text, tongue)
    if complaint is None or not _is_formal(text, tongue):
        complaint = _question_on(symbols, unknown, tongue)
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
    unknown = spotted(words, text, tongue)[1]
    foreign = [one for one in unknown if is_weighty(fold(one.text), _OTHER[tongue])]
    if not foreign:
        return None
    asked = sentence(tongue, "ask_foreign", words=_listed(foreign, tongue))
    return Understood(tongue, question=asked)


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
    symbols: Symbols,
    tongue: str,
    guesses: tuple[Guess, ...] = (),
    passed: Sequence[Unknown] = (),
) -> Understood | None:
    rules: list[Rule] = []
    complaint: str | None = None
    for found in rules_broken_by_silence(symbols) or rules_in(symbols):
        try:
            text = printed(found, tongue)
        except ValueError:
            # The language has no words for it.
            continue
        try:
            if len(text) <= RULE_CAP:
                # The bounds of all numbers, and what makes no sense, are the language's own.
                rules.append(parse(text))
        except RuleError as error:
            complaint = str(error)
    if len(rules) > 1:
        ways = " / ".join(said(rule, tongue) for rule in rules[:_MOST_WAYS])
        return Understood(tongue, question=sentence(tongue, "ask_several", ways=ways))
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
