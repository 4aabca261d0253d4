"""From the words of a sentence to what they are about: what newcomers call it, words that were
misspelt, and what is to be said where its author left the quotation marks out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

from stammtisch.games.mao.cards import slips_within
from stammtisch.games.mao.language.grammar import Symbol
from stammtisch.games.mao.language.words import SLOTS, Token, fold, unmarked, words_of

#: What else the words of the rule language stand for.
_SLOTS = {"suit": "suit", "rank": "rank", "colour": "colour", "nth": "nth", "n": "number"}
#: Marks after which something new begins.
_BREAKS = ",;:.!>→–—="


class Unknown(NamedTuple):
    """A word that nobody has a meaning for."""

    at: int
    text: str


class Lexicon(NamedTuple):
    #: Words of a phrase, and the symbols that it stands for, without their places.
    phrases: dict[tuple[str, ...], tuple[tuple[str, Any], ...]]
    noise: frozenset[str]
    longest: int
    particles: frozenset[str]
    #: How folded words are spelt.
    spelling: dict[str, str]

    @property
    def words(self) -> Iterator[str]:
        for phrase in self.phrases:
            yield from phrase
        yield from self.noise


@cache
def lexicon(tongue: str) -> Lexicon:
    words = words_of(tongue)
    groups, table = words["groups"], words["phrases"]
    phrases: dict[tuple[str, ...], tuple[tuple[str, Any], ...]] = {}
    numbers = {(fold(word),) for word in SLOTS["n"][tongue]}
    for slot, concept in _SLOTS.items():
        for word, value in SLOTS[slot][tongue].items():
            folded = (fold(word),)
            # A figure or the word for it is a number first, and may be a rank.
            if concept != "rank" or folded not in numbers:
                phrases.setdefault(folded, ((concept, value),))
    for word, value in SLOTS["n"][tongue].items():
        phrases[(fold(word),)] = (("number", value),)
    spelt = [word for slot in _SLOTS for word in SLOTS[slot][tongue]]
    for key, some in table.items():
        # What says nothing is a phrase of its own, so that nothing is seen in its words.
        symbols = () if key == "nothing" else tuple(map(_symbol, key.split("+")))
        for form in some:
            whole = form.format(**groups)
            spelt += re.findall(r"[^\s/?]+", whole)
            for phrase in _expanded(whole):
                phrases[phrase] = symbols
    return Lexicon(
        phrases,
        frozenset(map(fold, words["little"])),
        max(map(len, phrases)),
        frozenset(words["particles"]),
        {fold(word): word for word in reversed(spelt)},
    )


def _symbol(key: str) -> tuple[str, Any]:
    concept, _, value = key.partition(":")
    return concept, int(value) if value.isdecimal() else value or None


def _expanded(form: str) -> Iterator[tuple[str, ...]]:
    """All phrases that the notation stands for."""
    ways = []
    for piece in form.split():
        words = [fold(word) for word in piece.rstrip("?").split("/") if word]
        ways.append([*words, ""] if piece.endswith("?") else words)
    for chosen in product(*ways):
        if found := tuple(filter(None, chosen)):
            yield found


def spotted(words: list[Token], text: str, tongue: str) -> tuple[tuple[Symbol, ...], list[Unknown]]:
    """What the words are about, the longest phrases first, and those that mean nothing."""
    known = lexicon(tongue)
    found: list[Symbol] = []
    unknown: list[Unknown] = []
    at, fresh = 0, False
    while at < len(words):
        fresh = fresh or starts_anew(words, text, at)
        token = words[at]
        if token.word is None:
            found.append(Symbol("text", token.text, fresh))
            at, fresh = at + 1, False
            continue
        ends = at + 1 == len(words) or starts_anew(words, text, at + 1)
        if ends and token.word in known.particles:
            at += 1
            continue
        length, symbols = _longest(words, at, known)
        if length:
            for concept, value in symbols:
                found.append(Symbol(concept, value, fresh))
                fresh = False
            at += length
            continue
        figures = token.word.removesuffix("s")
        if token.word.isdecimal():
            found.append(Symbol("number", int(token.word[:3]), fresh))
            fresh = False
        elif figures.isdecimal() and token.word.endswith("s"):
            found.append(Symbol("number", int(figures[:3]), fresh))
            found.append(Symbol("seconds", None, False))
            fresh = False
        elif token.word not in known.noise:
            unknown.append(Unknown(at, token.text))
        at += 1
    return tuple(found), unknown


def _longest(
    words: list[Token], at: int, known: Lexicon
) -> tuple[int, tuple[tuple[str, Any], ...]]:
    for length in range(min(known.longest, len(words) - at), 0, -1):
        part = tuple(token.word or "" for token in words[at : at + length])
        if (symbols := known.phrases.get(part)) is not None:
            return length, symbols
    return 0, ()


def starts_anew(words: list[Token], text: str, at: int) -> bool:
    """Whether a comma or the like stands before the word."""
    before = words[at - 1].end if at else 0
    return at > 0 and any(mark in _BREAKS for mark in text[before : words[at].start])


def concepts(symbols: Iterable[Symbol]) -> set[str]:
    return {symbol.concept for symbol in symbols}


# --- words that were misspelt --------------------------------------------------------------------

#: Letters that a word needs for one wrong one, and for two.
_ONE, _TWO = 4, 8
#: Words whose neighbours are kept at hand.
_KEPT = 1024


class Guess(NamedTuple):
    written: str
    meant: str


def guess(written: str, tongue: str) -> Guess | None:
    """What may be meant by a word that means nothing."""
    meant = _nearest(fold(written), tongue)
    return None if meant is None else Guess(written, lexicon(tongue).spelling.get(meant, meant))


@lru_cache(_KEPT)
def _nearest(word: str, tongue: str) -> str | None:
    """The known word of the same letters but one, or of a long word but two; only such words are
    taken for meant that carry the sense of a rule."""
    if word in _known(tongue):
        return None
    most = 0 if len(word) < _ONE else 1 if len(word) < _TWO else 2
    for slips in range(1, most + 1):
        near = [
            known
            for known in _weighty(tongue)
            if slips_within(word, known, slips) and _begin_alike(word, known)
        ]
        if near:
            return min(near, key=lambda known: (len(known) != len(word), known))
    return None


def _begin_alike(word: str, known: str) -> bool:
    """Hardly anybody gets the first letter wrong, but for swapping it with the second."""
    return word[0] == known[0] or word[:2] == known[1::-1]


def names_card(word: str, tongue: str) -> bool:
    """Whether the word says which card is meant."""
    symbols = lexicon(tongue).phrases.get((word,), ())
    return any(concept in _CARDS for concept, _ in symbols)


_CARDS = {"suit", "rank", "colour", "kind", "number", "card"}
_WEIGHTY = _CARDS | {
    *("play", "draw", "say", "name", "silent", "skip", "reverse", "again", "wild", "choose"),
    *("forbid", "follow", "whom", "penalised", "same", "seconds", "direction", "change"),
}


def is_weighty(word: str, tongue: str) -> bool:
    """Whether the word carries the sense of a rule in that tongue, or its frame."""
    symbols = lexicon(tongue).phrases.get((word,), ())
    return any(concept in _WEIGHTY | _FRAME for concept, _ in symbols)


_FRAME = {"when", "then", "and", "or", "must", "not"}


@cache
def _known(tongue: str) -> frozenset[str]:
    return frozenset(lexicon(tongue).words)


@cache
def _weighty(tongue: str) -> tuple[str, ...]:
    found = {
        phrase[0]
        for phrase, symbols in lexicon(tongue).phrases.items()
        if len(phrase) == 1
        and len(phrase[0]) >= _ONE - 1
        and symbols[:1]
        and symbols[0][0] in _WEIGHTY
    }
    return tuple(sorted(found))


# --- phrases without quotation marks -------------------------------------------------------------

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
