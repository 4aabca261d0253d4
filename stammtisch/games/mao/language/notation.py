"""The notation of `words.py`, taken apart."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from stammtisch.games.mao.language.lexer import fold
from stammtisch.games.mao.language.words import LIKE, NOISE, SLOTS, SYNONYMS


class Part(NamedTuple):
    """A piece of a form: a slot, or words of which one must stand there."""

    slot: str | None
    words: frozenset[str]
    #: The word that is printed, and the little words before it.
    plain: str
    noise: str
    #: It may be left out.
    optional: bool
    printed: bool


@cache
def parts_of(said: str, tongue: str) -> tuple[Part, ...]:
    parts = []
    noise: list[str] = []
    for piece in said.split():
        if piece in NOISE[tongue]:
            noise.append(piece)
            continue
        if piece.startswith("<"):
            part = Part(piece[1:-1], frozenset(), "", " ".join(noise), False, True)
        else:
            words = piece.strip("?[]").split("/")
            as_good = [other for word in words for other in SYNONYMS[tongue].get(word, "").split()]
            part = Part(
                None,
                frozenset(map(fold, (*words, *as_good))),
                words[0],
                " ".join(noise),
                piece.endswith(("?", "]")),
                not piece.endswith("?"),
            )
        parts.append(part)
        noise.clear()
    return tuple(parts)


@cache
def values_of(slot: str, tongue: str) -> dict[str, Any]:
    """What the words of a slot stand for."""
    return {fold(word): value for word, value in SLOTS[LIKE.get(slot, slot)][tongue].items()}
