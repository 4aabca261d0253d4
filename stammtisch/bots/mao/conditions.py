"""The conditions that a bot can think of, which of them fit a moment, and which are suspected:
those that an unknown rule may have, after all that was seen. What makes one level of bots different
from another stands here, too.

A set of conditions is an int with one bit for each, so that a moment strikes all conditions that
it contradicts with a single operation. A tally counts how often conditions were contradicted, for
all of them at once: bit n of `tally[k]` says that condition n was contradicted more than k times.
It is only as long as it matters: the last two masks are the conditions in doubt, and those that are
struck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from stammtisch.games.mao.cards import CARDS, RANKS, SUITS
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
    Test,
    meaning_of,
)
from stammtisch.games.mao.rules import MEMORY

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

#: Sets of conditions whose weights are kept at hand.
_WEIGHED = 4096
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
        #: For what a part looks at: how to ask it, and all conditions that it is part of.
        self._parts: dict[str, list[tuple[Test, Mask]]] = {"cards": [], "hand": [], "more": []}
        for part in dict.fromkeys(part for one in self.conditions for part in one):
            having = _mask(part in one for one in self.conditions)
            self._parts[_looks_at(part)].append((meaning_of(part), having))
        #: What a card and the one below it leave (see `_cards_of`), and what a number of cards in
        #: hand leaves; each is found out when it comes up.
        self._by_cards: dict[int, Mask] = {}
        self._by_hand: dict[int, Mask] = {}
        #: How much all conditions of a mask weigh together.
        self.weight: Callable[[Mask], float] = lru_cache(_WEIGHED)(self._weight)

    def fits(self, now: Situation) -> Mask:
        """All conditions that fit a moment."""
        cards = _cards_of(now)
        by_cards = self._by_cards.get(cards)
        if by_cards is None:
            by_cards = self._by_cards[cards] = self._left("cards", now)
        by_hand = self._by_hand.get(now.hand)
        if by_hand is None:
            by_hand = self._by_hand[now.hand] = self._left("hand", now)
        mask = self._by_happening[now.happening] & by_cards & by_hand
        for test, having in self._parts["more"]:
            if mask & having and not test(now):
                mask &= ~having
        return mask

    def _left(self, what: str, now: Situation) -> Mask:
        """All conditions but those with a part that looks at this and does not hold."""
        mask = -1
        for test, having in self._parts[what]:
            if not test(now):
                mask &= ~having
        return mask

    def _weight(self, mask: Mask) -> float:
        return sum(self.weights[number] for number in bits(mask))

    def likeliest(self, mask: Mask) -> Conditions:
        return self.conditions[max(bits(mask), key=self.weights.__getitem__)]


def _mask(flags: Iterable[bool]) -> Mask:
    return sum(1 << number for number, flag in enumerate(flags) if flag)


def _cards_of(now: Situation) -> int:
    """A number for the card that was played and the one below it; -1 if none was."""
    if now.happening != "play":
        return -1
    return now.row[-1] * (CARDS + 1) + (CARDS if now.before is None else now.before)


def _looks_at(part: Condition) -> str:
    plain = part.condition if isinstance(part, Not) else part
    if isinstance(plain, CardTest | Same | Step):
        return "cards"
    return "hand" if isinstance(plain, HandSize) else "more"


def bits(mask: Mask) -> Iterator[int]:
    """The numbers of the conditions in it."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def coverage(conditions: Conditions) -> float:
    """Of all cards that fit on another one, the share for which the conditions hold."""
    tests = [meaning_of(condition) for condition in conditions]
    return sum(all(test(now) for test in tests) for now in _FITTING) / len(_FITTING)


#: Every card on every other that it fits.
_FITTING: Final = tuple(
    Situation("play", 5, 5, 5, (before, card), before)
    for before in range(CARDS)
    for card in range(CARDS)
    if card % 13 == before % 13 or card // 13 == before // 13
)

#: Suits and ranks; the simple class, one plain condition each; and what is put together.
NARROW: Final = Imagination((1.0, _each((*SUIT_TESTS, *RANK_TESTS))))
SIMPLE: Final = Imagination(*_SIMPLE)
WIDE: Final = Imagination(*_SIMPLE, *_COMPOUND)


Tally = tuple[Mask, ...]
#: How many moments there were that fit these conditions.
Moments = dict[Mask, int]


def counted(moments: Moments, timings: int) -> Tally:
    """All these moments contradict the conditions that fit them; so many contradictions as
    `patience` prove nothing."""
    if timings == 0:
        doubted = struck = 0
        for mask, count in moments.items():
            if count > 0:
                struck |= mask if count > 1 else doubted & mask
                doubted |= mask
        return doubted, struck
    tally = [0] * (timings + 2)
    levels = range(timings + 1, 0, -1)
    for mask, count in moments.items():
        # More of the same would change nothing.
        for _ in range(min(count, timings + 2)):
            for k in levels:
                tally[k] |= tally[k - 1] & mask
            tally[0] |= mask
    return tuple(tally)


def joined(tallies: Iterable[Tally], timings: int) -> Tally:
    """All contradictions of several tallies together."""
    if timings == 0:
        doubted = struck = 0
        for some, more in tallies:
            struck |= more | (doubted & some)
            doubted |= some
        return doubted, struck
    # A mask of a tally is one contradiction more of all conditions in it.
    moments: Moments = {}
    for tally in tallies:
        for mask in tally:
            moments[mask] = moments.get(mask, 0) + 1
    return counted(moments, timings)


#: What is left of a condition's weight after one contradiction; the next one strikes it. (The
#: chairman errs never, but a newer rule may have silenced the suspected one.)
_DOUBT = 0.1
#: How much a moment speaks for a condition if the rule was probably, but not surely, broken in it.
_HINT = 3.0
#: If no condition explains all moments there are several rules: then only so many are looked at.
_NEWEST = 4


class Suspects:
    """`shown` are moments in which the rule surely spoke, `hinted` those in which it may have; each
    is the mask of the conditions that fit it. `contradicted` tells which conditions fit moments in
    which it did not speak."""

    def __init__(
        self,
        imagination: Imagination,
        shown: Sequence[Mask],
        contradicted: Tally,
        hinted: Sequence[Mask] = (),
    ) -> None:
        self._imagination = imagination
        self._hinted = hinted
        self._doubted, self._struck = contradicted[-2:]
        common = ~self._struck if shown else 0
        for mask in shown:
            common &= mask
        #: One condition explains everything.
        self.agree = bool(common)
        self._alive: list[Mask] = [common]
        if shown and not common:
            each = (mask & ~self._struck for mask in shown[-_NEWEST:])
            self._alive = [mask for mask in each if mask]
        self._weights = [self._weigh(mask) for mask in self._alive]

    def chance(self, fits: Mask) -> float:
        """How likely the rule speaks in a moment that these conditions fit."""
        found = 0.0
        for alive, total in zip(self._alive, self._weights, strict=True):
            if total > 0 and alive & fits:
                found = max(found, self._weigh(alive & fits) / total)
        return found

    @property
    def weight(self) -> float:
        return sum(self._weights)

    def likeliest(self) -> Conditions | None:
        best = max(self._alive, key=self._weigh, default=0)
        sure = best & ~self._doubted
        return self._imagination.likeliest(sure or best) if best else None

    def _weigh(self, mask: Mask) -> float:
        weight = self._imagination.weight
        found = 0.0
        for some, worth in ((mask & ~self._doubted, 1.0), (mask & self._doubted, _DOUBT)):
            if some:
                hints = sum(weight(some & hint) for hint in self._hinted)
                found += worth * (weight(some) + _HINT * hints)
        return found


@dataclass(frozen=True, slots=True)
class Traits:
    level: str
    #: How many of the things that happened it can recall.
    recall: int
    #: The conditions that it can think of; None: it does not wonder about rules.
    imagination: Imagination | None
    #: How often it forgets to say what it knows that it must.
    forgets: float
    #: How often it sees that its own rule is broken.
    notices: float
    #: Whether it weighs its cards, or plays any that fits.
    weighs: bool
    #: Whether its accusations tell the words that were missing.
    tells: bool


TRAITS: dict[str, Traits] = {
    traits.level: traits
    for traits in (
        Traits("random", 40, None, 0.1, 0.0, weighs=False, tells=True),
        Traits("easy", 120, NARROW, 0.25, 0.3, weighs=False, tells=True),
        Traits("medium", 240, SIMPLE, 0.06, 0.8, weighs=True, tells=True),
        Traits("hard", MEMORY, WIDE, 0.0, 1.0, weighs=True, tells=False),
    )
}
