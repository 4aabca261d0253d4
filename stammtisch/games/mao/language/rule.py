"""A rule of Mao that a machine can check, as a tree.

    WHEN condition AND condition … THEN duty AND duty … [WITHIN n SECONDS] [ELSE PENALTY n]

A condition may be one of several, with OR between them. There are no loops, no memory and no names
in it: whether a rule fits is decided by one look at one `Situation`, and what it wants is a short
list of duties. So every rule is total, and ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

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
    """Which cards are meant: those that fit all that is not None. Without anything: every card."""

    suit: int | None = None
    #: 0 is the ace.
    rank: int | None = None
    red: bool | None = None
    kind: Kind | None = None
    #: Value of the card, the ace 1 to the king 13.
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
