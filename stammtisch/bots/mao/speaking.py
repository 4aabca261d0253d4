"""Whether what was said is what should have been said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from stammtisch.bots.mao.deeds import Deed
from stammtisch.bots.mao.rulebook import Words
from stammtisch.games.mao.card import Card
from stammtisch.games.mao.chair.orders import names
from stammtisch.games.mao.language.rule import Say
from stammtisch.games.mao.speech import normal


def said(duty: Words, deed: Deed, words: Sequence[str]) -> bool:
    """Whether the duty of that deed was done by these words."""
    if not words:
        return False
    return not _wanted(duty, deed.card if deed.now.happening == "play" else None).isdisjoint(words)


@lru_cache(1024)
def _wanted(duty: Words, card: Card | None) -> frozenset[str]:
    return frozenset(spoken_forms(duty, card))


@lru_cache(1024)
def spoken_forms(duty: Words, card: Card | None) -> tuple[str, ...]:
    if isinstance(duty, Say):
        return (normal(duty.phrase),)
    return () if card is None else names(duty, card)
