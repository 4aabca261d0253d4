"""Words that were misspelt."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from stammtisch.games.mao.language.lexer import fold
from stammtisch.games.mao.phrasing.spotting import lexicon
from stammtisch.games.mao.speech import slips_within

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
