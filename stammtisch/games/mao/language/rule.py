"""A rule of Mao that a machine can check, as a tree.

    WHEN condition AND condition … THEN duty AND duty … [WITHIN n SECONDS] [ELSE PENALTY n]

A condition may be one of several, with OR between them. There are no loops, no memory and no names
in it: whether a rule fits is decided by one look at one `Situation`, and what it wants is a short
list of duties. So every rule is total, and ends. A condition is made into a `Test` once, and then
asked about every moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from stammtisch.games.mao.cards import CARDS, RANK, SUIT, Card
from stammtisch.games.mao.rules import HAND_CAP

#: The version of the language that is spoken today; version 1 had no OR.
LANGUAGE: Final = 2

Happening = Literal["play", "draw", "penalty"]
Side = Literal["left", "right"]
#: Whom a duty is laid on. `next` sits next in the direction of play, `left` and `right` never turn.
Whom = Literal["player", "next", "left", "right", "everybody"]
Kind = Literal["face", "number", "even", "odd"]
#: How a number is compared with the rule's.
Compare = Literal["is", "above", "below"]


@dataclass(frozen=True, slots=True)
class CardTest:
    """Which cards are meant: those that fit all that is not None. Without anything: every card.

    suit: Cards of this suit, 0 to 3; null is any.
    rank: 0 is the ace.
    red: Red cards (true), black ones (false); null is both.
    kind: Even, odd, face or number cards; null is any.
    above: Value of the card, the ace 1 to the king 13.
    below: Cards lower than this rank; null is any.
    """

    suit: int | None = None
    rank: int | None = None
    red: bool | None = None
    kind: Kind | None = None
    above: int | None = None
    below: int | None = None


# --- conditions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Same:
    """As the card before."""

    what: Literal["suit", "rank", "colour"]


@dataclass(frozen=True, slots=True)
class Step:
    """By value, compared with the card before."""

    up: bool


@dataclass(frozen=True, slots=True)
class HandSize:
    """Cards in the player's hand afterwards."""

    compare: Compare
    count: int


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Cards in a neighbour's hand."""

    side: Side
    compare: Compare
    count: int


@dataclass(frozen=True, slots=True)
class InRow:
    """This card and the `count` - 1 played before it all fit."""

    count: int
    test: CardTest


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card was drawn."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """A penalty was taken."""


Plain = CardTest | Same | Step | HandSize | Neighbour | InRow | Drawn | Penalised


@dataclass(frozen=True, slots=True)
class Not:
    condition: Plain


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of two or more."""

    options: tuple[Plain, ...]


Condition = Plain | Not | Either


# --- duties --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    phrase: str
    whom: Whom = "player"


@dataclass(frozen=True, slots=True)
class SayName:
    """Name the card that was played, its suit or its rank."""

    what: Literal["card", "suit", "rank"]
    whom: Whom = "player"


@dataclass(frozen=True, slots=True)
class Silent:
    whom: Whom = "player"


@dataclass(frozen=True, slots=True)
class Draw:
    count: int
    whom: Whom = "player"


@dataclass(frozen=True, slots=True)
class Skip:
    count: int = 1


@dataclass(frozen=True, slots=True)
class Reverse:
    pass


@dataclass(frozen=True, slots=True)
class Again:
    """The player has another turn."""


@dataclass(frozen=True, slots=True)
class Wild:
    """The card fits on everything, and its player names the suit that the next one must have."""


@dataclass(frozen=True, slots=True)
class NextMust:
    """The next card must be such a one."""

    test: CardTest


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The card must not be played."""


Duty = Say | SayName | Silent | Draw | Skip | Reverse | Again | Wild | NextMust | Forbidden

# --- the rule ------------------------------------------------------------------------------------

#: Seconds to do a duty, if the rule does not say.
WITHIN = 8
MOST_SECONDS = 60
MOST_PENALTY = 5
MOST_CARDS = 5
MOST_SKIPPED = 3
MOST_IN_ROW = 5


@dataclass(frozen=True, slots=True)
class Rule:
    conditions: tuple[Condition, ...]
    duties: tuple[Duty, ...]
    #: Seconds.
    within: int | None = None
    #: Cards; None is what the table takes for every offence.
    penalty: int | None = None

    @property
    def happening(self) -> Happening:
        """What the rule listens to."""
        for condition in self.conditions:
            if isinstance(condition, Drawn):
                return "draw"
            if isinstance(condition, Penalised):
                return "penalty"
        return "play"


class Situation(NamedTuple):
    """One moment of the game, all that a rule can look at. (Bots make many, and look them up: a
    tuple is made and hashed far sooner than a record.)"""

    happening: Happening
    #: Cards in hand afterwards: the player's own, the left and the right neighbour's.
    hand: int
    left: int
    right: int
    #: The cards played, the newest last: in a play that is the card itself.
    row: tuple[int, ...] = ()
    #: What the newest was played on.
    before: int | None = None


Test = Callable[[Situation], bool]

#: Diamonds and hearts.
RED = tuple(suit in (1, 2) for suit in SUIT)
VALUE = tuple(rank + 1 for rank in RANK)

_KINDS: dict[Kind, Callable[[int], bool]] = {
    "face": lambda value: value > 10,
    "number": lambda value: 2 <= value <= 10,
    "even": lambda value: value <= 10 and value % 2 == 0,
    "odd": lambda value: value <= 10 and value % 2 == 1,
}
_COMPARE: dict[Compare, Callable[[int, int], bool]] = {
    "is": lambda found, wanted: found == wanted,
    "above": lambda found, wanted: found > wanted,
    "below": lambda found, wanted: found < wanted,
}
_ASPECT: dict[str, tuple[Any, ...]] = {"suit": SUIT, "rank": RANK, "colour": RED}
#: Conditions whose tests are kept at hand: more than a match can have rules.
_KEPT = 1024


# --- cards --------------------------------------------------------------------------------------


def card_fits(test: CardTest, card: Card) -> bool:
    return cards_of(test)[card]


@lru_cache(_KEPT)
def cards_of(test: CardTest) -> tuple[bool, ...]:
    """For each card whether it is meant."""
    return tuple(_is_meant(test, card) for card in range(CARDS))


def _is_meant(test: CardTest, card: Card) -> bool:
    value = VALUE[card]
    return (
        (test.suit is None or SUIT[card] == test.suit)
        and (test.rank is None or RANK[card] == test.rank)
        and (test.red is None or RED[card] == test.red)
        and (test.kind is None or _KINDS[test.kind](value))
        and (test.above is None or value > test.above)
        and (test.below is None or value < test.below)
    )


# --- conditions ---------------------------------------------------------------------------------


def _card(test: CardTest) -> Test:
    fits = cards_of(test)
    return lambda now: now.happening == "play" and fits[now.row[-1]]


def _same(same: Same) -> Test:
    aspect = _ASPECT[same.what]

    def test(now: Situation) -> bool:
        if now.happening != "play" or now.before is None:
            return False
        return bool(aspect[now.row[-1]] == aspect[now.before])

    return test


def _step(step: Step) -> Test:
    up = step.up

    def test(now: Situation) -> bool:
        if now.happening != "play" or now.before is None:
            return False
        card, before = VALUE[now.row[-1]], VALUE[now.before]
        return card > before if up else card < before

    return test


def _hand(size: HandSize) -> Test:
    compare, count = _COMPARE[size.compare], size.count
    return lambda now: compare(now.hand, count)


def _neighbour(size: Neighbour) -> Test:
    compare, count = _COMPARE[size.compare], size.count
    if size.side == "left":
        return lambda now: compare(now.left, count)
    return lambda now: compare(now.right, count)


def _in_row(row: InRow) -> Test:
    count, fits = row.count, cards_of(row.test)

    def test(now: Situation) -> bool:
        newest = now.row[-count:]
        return (
            now.happening == "play" and len(newest) == count and all(fits[card] for card in newest)
        )

    return test


def _not(no: Not) -> Test:
    test = meaning_of(no.condition)
    return lambda now: not test(now)


def _either(either: Either) -> Test:
    tests = [meaning_of(option) for option in either.options]
    return lambda now: any(test(now) for test in tests)


_TESTS: dict[type[Any], Callable[[Any], Test]] = {
    CardTest: _card,
    Same: _same,
    Step: _step,
    HandSize: _hand,
    Neighbour: _neighbour,
    InRow: _in_row,
    Drawn: lambda _: lambda now: now.happening == "draw",
    Penalised: lambda _: lambda now: now.happening == "penalty",
    Not: _not,
    Either: _either,
}


@lru_cache(_KEPT)
def meaning_of(condition: Condition) -> Test:
    """Whether the condition holds, to be asked of any moment."""
    return _TESTS[type(condition)](condition)


def holds(condition: Condition, now: Situation) -> bool:
    return meaning_of(condition)(now)


def applies(rule: Rule, now: Situation) -> bool:
    """Whether the rule has something to say now."""
    return rule.happening == now.happening and all(
        holds(condition, now) for condition in rule.conditions
    )


# --- rules that cannot both be obeyed ------------------------------------------------------------

#: Duties of these two kinds exclude each other (speech only if the same person is meant).
_CLASHES: tuple[tuple[type, type], ...] = (
    (Say, Silent),
    (SayName, Silent),
    (Wild, Forbidden),
    (Skip, Again),
)
_CLASHING = frozenset(_CLASHES) | {(b, a) for a, b in _CLASHES}


def clash(one: Duty, two: Duty) -> bool:
    """Whether the same person cannot do both at once."""
    if isinstance(one, NextMust) and isinstance(two, NextMust):
        both = zip(cards_of(one.test), cards_of(two.test), strict=True)
        return not any(a and b for a, b in both)
    return (type(one), type(two)) in _CLASHING


def contradicts_itself(rule: Rule) -> bool:
    """Whether nobody can do all that it wants."""
    return any(_meet(one, two) for one in rule.duties for two in rule.duties)


def contradicts(one: Rule, two: Rule) -> bool:
    return (
        one.happening == two.happening
        and any(_meet(a, b) for a in one.duties for b in two.duties)
        and possible((*one.conditions, *two.conditions))
    )


def _meet(one: Duty, two: Duty) -> bool:
    if not clash(one, two):
        return False
    persons = {getattr(one, "whom", "everybody"), getattr(two, "whom", "everybody")}
    return len(persons) == 1 or "everybody" in persons


def ends_no_round(rule: Rule) -> bool:
    """Whether it forbids every card that could be somebody's last."""
    if not any(isinstance(duty, Forbidden) for duty in rule.duties):
        return False
    if any(not isinstance(_plain(one), CardTest | HandSize) for one in rule.conditions):
        return False
    fits = _all(rule.conditions)
    return all(fits(Situation("play", 0, 0, 0, (card,), card)) for card in range(CARDS))


# --- can it happen at all -------------------------------------------------------------------------


def possible(conditions: Sequence[Condition]) -> bool:
    """Whether some moment fits all conditions. Sizes and cards do not depend on each other, so
    each is looked for alone. (What lies more than one card back is taken to be possible.)"""
    for at, one in enumerate(conditions):
        if isinstance(one, Either):
            rest = (*conditions[:at], *conditions[at + 1 :])
            return any(possible((*rest, option)) for option in one.options)

    def about(*kinds: type) -> list[Condition]:
        return [one for one in conditions if isinstance(_plain(one), kinds)]

    sizes = range(HAND_CAP + 1)
    hands = _all(about(HandSize))
    if not any(hands(Situation("play", hand, 0, 0)) for hand in sizes):
        return False
    left, right = (
        [one for one in about(Neighbour) if _plain(one).side == side] for side in ("left", "right")
    )
    for side in (left, right):
        beside = _all(side)
        if not any(beside(Situation("play", 0, held, held)) for held in sizes):
            return False
    single = _all(about(CardTest))
    near = [_near(one) for one in about(Same, Step, InRow)]
    cards = [card for card in range(CARDS) if single(_played(card, card))]
    if not near:
        return bool(cards)
    pairs = _all(near)
    return any(pairs(_played(card, before)) for card in cards for before in range(CARDS))


def _plain(condition: Condition) -> Any:
    return condition.condition if isinstance(condition, Not) else condition


def _played(card: int, before: int) -> Situation:
    return Situation("play", 0, 0, 0, (before, card), before)


def _near(condition: Condition) -> Condition:
    """The part of a condition that looks at two cards."""
    if isinstance(condition, InRow):
        return InRow(2, condition.test)
    if isinstance(condition, Not) and isinstance(condition.condition, InRow):
        far = condition.condition.count > 2
        return HandSize("is", 0) if far else condition
    return condition


def _all(conditions: Iterable[Condition]) -> Test:
    tests = [meaning_of(condition) for condition in conditions]
    return lambda now: all(test(now) for test in tests)
