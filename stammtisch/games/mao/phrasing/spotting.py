"""From the words of a sentence to what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from stammtisch.games.mao.language.lexer import Token, fold
from stammtisch.games.mao.language.words import SLOTS
from stammtisch.games.mao.phrasing import english, german

_TONGUES: dict[str, tuple[dict[str, str], str]] = {
    "en": (english.PHRASES, english.NOISE),
    "de": (german.PHRASES, german.NOISE),
}
#: What else the words of the rule language stand for.
_SLOTS = {"suit": "suit", "rank": "rank", "colour": "colour", "nth": "nth", "n": "number"}
#: Marks after which something new begins.
_BREAKS = ",;:.!>→–—="


class Symbol(NamedTuple):
    """Something that a sentence speaks of."""

    concept: str
    value: Any
    #: Something new begins with it: a comma or the like stands before.
    fresh: bool


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
    table, noise = _TONGUES[tongue]
    phrases: dict[tuple[str, ...], tuple[tuple[str, Any], ...]] = {}
    for slot, concept in _SLOTS.items():
        for word, value in SLOTS[slot][tongue].items():
            folded = (fold(word),)
            # A figure or the word for it is a number first, and may be a rank.
            if concept != "rank" or folded not in _numbers(tongue):
                phrases.setdefault(folded, ((concept, value),))
    for word, value in SLOTS["n"][tongue].items():
        phrases[(fold(word),)] = (("number", value),)
    for key, said in table.items():
        # What says nothing is a phrase of its own, so that nothing is seen in its words.
        symbols = () if key == "nothing" else tuple(map(_symbol, key.split("+")))
        for phrase in _expanded(said):
            phrases[phrase] = symbols
    particles = frozenset(german.PARTICLES.split() if tongue == "de" else ())
    little = frozenset(map(fold, noise.split()))
    spelt = [word for slot in _SLOTS for word in SLOTS[slot][tongue]]
    spelt += re.findall(r"[^\s/?|]+", " ".join(table.values()))
    spelling = {fold(word): word for word in reversed(spelt)}
    return Lexicon(phrases, little, max(map(len, phrases)), particles, spelling)


def _numbers(tongue: str) -> set[tuple[str, ...]]:
    return {(fold(word),) for word in SLOTS["n"][tongue]}


def _symbol(key: str) -> tuple[str, Any]:
    concept, _, value = key.partition(":")
    return concept, int(value) if value.isdecimal() else value or None


def _expanded(said: str) -> Iterator[tuple[str, ...]]:
    """All phrases that the notation stands for."""
    for phrase in said.split("|"):
        ways = []
        for piece in phrase.split():
            words = [fold(word) for word in piece.rstrip("?").split("/") if word]
            ways.append([*words, ""] if piece.endswith("?") else words)
        for chosen in product(*ways):
            if found := tuple(filter(None, chosen)):
                yield found


def spotted(words: list[Token], text: str, tongue: str) -> tuple[list[Symbol], list[Unknown]]:
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
    return found, unknown


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
