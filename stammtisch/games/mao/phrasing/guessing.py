"""Words that were misspelt."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from stammtisch.games.mao.language.lexer import fold
from stammtisch.games.mao.phrasing.spotting import lexicon
from stammtisch.games.mao.speech import slips_within

#: Letters that a word needs for one wrong one, and for two.
_ONE, _TWO = 4, 8


class Guess(NamedTuple):
    written: str
    meant: str


def guess(written: str, tongue: str) -> Guess | None:
    """What may be meant by a word that means nothing."""
    meant = nearest(fold(written), tongue)
    return None if meant is None else Guess(written, meant)


@cache
def nearest(word: str, tongue: str) -> str | None:
    """The known word that has the fewest other letters, if there are few enough."""
    if word in _spelt(tongue):
        return None
    most = 0 if len(word) < _ONE else 1 if len(word) < _TWO else 2
    for slips in range(1, most + 1):
        near = [
            known
            for known in _spelt(tongue)
            if len(known) >= _ONE - 1 and slips_within(word, fold(known), slips)
        ]
        if near:
            return min(near, key=lambda known: (fold(known)[0] != word[0], abs(len(known) - len(word)), known))
    return None


@cache
def _spelt(tongue: str) -> tuple[str, ...]:
    return tuple(sorted(set(lexicon(tongue).words)))
