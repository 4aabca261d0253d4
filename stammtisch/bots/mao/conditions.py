"""The conditions that a bot can think of, and which of them fit a moment.

A set of conditions is an int with one bit for each, so that a moment strikes all conditions that
it contradicts with a single operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from stammtisch.games.mao.card import CARDS, RANKS, SUITS, Card
from stammtisch.games.mao.language.meaning import holds
from stammtisch.games.mao.language.rule import (
    CardTest,
    Condition,
    Drawn,
    HandSize,
    Happening,
    Kind,
    Not,
    Penalised,
    Rule,
    Same,
    Situation,
    Step,
)

Conditions = tuple[Condition, ...]
#: A set of conditions.
Mask = int

_KINDS: tuple[Kind, ...] = ("face", "number", "even", "odd")

SUIT_TESTS = tuple(CardTest(suit=suit) for suit in range(len(SUITS)))
RANK_TESTS = tuple(CardTest(rank=rank) for rank in range(len(RANKS)))
COLOUR_TESTS = tuple(CardTest(red=red) for red in (True, False))
KIND_TESTS = tuple(CardTest(kind=kind) for kind in _KINDS)
RELATIONS: tuple[Same | Step, ...] = (
    *(Same("suit"), Same("rank"), Same("colour")),
    *(Step(up=True), Step(up=False)),
)

#: Moments whose conditions are kept at hand.
_MOMENTS = 4096
_HAPPENINGS: tuple[Happening, ...] = ("play", "draw", "penalty")


def _each(conditions: Iterable[Condition]) -> tuple[Conditions, ...]:
    return tuple((condition,) for condition in conditions)


#: Conditions with how likely a player is to think of them.
_SIMPLE: tuple[tuple[float, tuple[Conditions, ...]], ...] = (
    (2.0, _each((*SUIT_TESTS, *RANK_TESTS))),
    (1.5, _each((*COLOUR_TESTS, *KIND_TESTS))),
    (1.0, _each((*RELATIONS, Drawn(), Penalised()))),
    (0.5, _each((CardTest(), *(HandSize("is", count) for count in range(4))))),
)
_COMPOUND: tuple[tuple[float, tuple[Conditions, ...]], ...] = (
    (0.3, _each(CardTest(rank=rank, red=red) for rank in range(13) for red in (True, False))),
    (0.3, _each(CardTest(kind=kind, red=red) for kind in _KINDS for red in (True, False))),
    (0.2, _each(CardTest(rank=rank, suit=suit) for rank in range(13) for suit in range(4))),
    (0.2, _each(CardTest(above=value) for value in range(4, 12))),
    (0.2, _each(CardTest(below=value) for value in range(3, 11))),
    (0.2, _each(map(Not, SUIT_TESTS))),
    (0.2, _each(map(Not, RELATIONS[:3]))),
    (
        0.15,
        tuple(
            (test, relation)
            for test in (*SUIT_TESTS, *COLOUR_TESTS, *KIND_TESTS, *RANK_TESTS)
            for relation in RELATIONS
        ),
    ),
)


class Imagination:
    """Some conditions with their weights; bit n of a mask is number n."""

    def __init__(self, *groups: tuple[float, Sequence[Conditions]]) -> None:
        pairs = [(weight, one) for weight, some in groups for one in some]
        self.weights = tuple(weight for weight, _ in pairs)
        self.conditions = tuple(one for _, one in pairs)
        #: What each happening leaves: all that may hold of a play, of a draw, of a penalty.
        self._by_happening = {
            happening: _mask(Rule(one, ()).happening == happening for one in self.conditions)
            for happening in _HAPPENINGS
        }
        #: What each card leaves.
        self._by_card = tuple(
            _mask(_holds_of(one, card) for one in self.conditions) for card in range(CARDS)
        )
        #: What is neither about the card nor about the happening, with all that it is part of.
        parts = dict.fromkeys(
            part for one in self.conditions for part in one if not _about_card(part)
        )
        self._by_part = tuple(
            (part, _mask(part in one for one in self.conditions)) for part in parts
        )
        #: All conditions that fit a moment. The same moments are looked at again and again.
        self.fits: Callable[[Situation], Mask] = lru_cache(_MOMENTS)(self._fits)

    def _fits(self, now: Situation) -> Mask:
        mask = self._by_happening[now.happening]
        if now.happening == "play":
            mask &= self._by_card[now.row[-1]]
        for part, having in self._by_part:
            if mask & having and not holds(part, now):
                mask &= ~having
        return mask

    def weight(self, mask: Mask) -> float:
        return sum(self.weights[number] for number in bits(mask))

    def likeliest(self, mask: Mask) -> Conditions:
        return self.conditions[max(bits(mask), key=self.weights.__getitem__)]


def _mask(flags: Iterable[bool]) -> Mask:
    return sum(1 << number for number, flag in enumerate(flags) if flag)


def _about_card(condition: Condition) -> bool:
    return isinstance(condition.condition if isinstance(condition, Not) else condition, CardTest)


def _holds_of(conditions: Conditions, card: Card) -> bool:
    now = Situation("play", 0, 0, 0, (card,), None)
    return all(holds(part, now) for part in conditions if _about_card(part))


def bits(mask: Mask) -> Iterator[int]:
    """The numbers of the conditions in it."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def coverage(conditions: Conditions) -> float:
    """Of all cards that fit on another one, the share for which the conditions hold."""
    found = total = 0
    for before in range(CARDS):
        for card in range(CARDS):
            if card % 13 == before % 13 or card // 13 == before // 13:
                total += 1
                now = Situation("play", 5, 5, 5, (before, card), before)
                found += all(holds(condition, now) for condition in conditions)
    return found / total


#: Suits and ranks; the simple class, one plain condition each; and what is put together.
NARROW: Final = Imagination((1.0, _each((*SUIT_TESTS, *RANK_TESTS))))
SIMPLE: Final = Imagination(*_SIMPLE)
WIDE: Final = Imagination(*_SIMPLE, *_COMPOUND)
