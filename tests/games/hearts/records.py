"""What seats do, what happens, and what a seat sees, in a match of Hearts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stammtisch.games.french import Card
from stammtisch.games.game import Event, Rules, Seat, Value, option, own_only, veiled

Phase = Literal["waiting", "passing", "playing", "over"]
Hand = tuple[Card, ...]


@dataclass(frozen=True)
class HeartsRules(Rules):
    game: ClassVar[str] = "hearts"
    version: ClassVar[int] = 1
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "plain": {},
        "quick": {"limit": 30, "passing": False, "turn_clock": 20},
    }

    limit: int = option(
        100, "Who has so many points ends the match.", least=10, most=200, step=10, group="Length"
    )
    passing: bool = option(True, "Three cards are passed on before the first trick.")
    turn_clock: int = option(0, "Seconds for a turn; 0 is off.", least=0, most=600)


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pass:
    """Give three cards away."""

    type: ClassVar[str] = "pass"
    cards: Hand


@dataclass(frozen=True, slots=True)
class Play:
    type: ClassVar[str] = "play"
    card: Card


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A deal begins. `offset` is how many seats further one passes three cards; 0: none."""

    type: ClassVar[str] = "dealt"
    deal: int
    hands: tuple[Hand | None, ...]
    offset: int

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return tuple(range(len(self.hands)))

    def seen_by(self, seat: Seat | None) -> Dealt:
        return replace(self, hands=own_only(self.hands, seat))


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """A seat has chosen what it will pass on, which only it knows."""

    type: ClassVar[str] = "chosen"
    seat: Seat
    cards: Hand | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def seen_by(self, seat: Seat | None) -> Chosen:
        return veiled(self, self.insiders, seat, "cards")


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Cards went from one seat to another, and only those two know which."""

    type: ClassVar[str] = "passed"
    seat: Seat
    to: Seat
    cards: Hand | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat, self.to)

    def seen_by(self, seat: Seat | None) -> Passed:
        return veiled(self, self.insiders, seat, "cards")


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """The first trick begins: with whoever has the two of clubs, so everybody knows that now."""

    type: ClassVar[str] = "begun"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(Event):
    type: ClassVar[str] = "played"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """The seat has won the trick."""

    type: ClassVar[str] = "taken"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A deal is over: what it cost each seat, and what all deals did."""

    type: ClassVar[str] = "scored"
    points: tuple[int, ...]
    totals: tuple[int, ...]


# --- the view ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trick:
    leader: Seat
    cards: Hand


@dataclass(frozen=True, slots=True)
class View:
    """A match of Hearts as one seat sees it; a spectator's `seat` and `hand` are None."""

    seat: Seat | None
    phase: Phase
    #: Deals so far; whose number decides where cards are passed to.
    deal: int
    hand: Hand | None
    counts: tuple[int, ...]
    #: Every trick of this deal, the open one last: who could not follow suit is seen in them.
    tricks: tuple[Trick, ...]
    totals: tuple[int, ...]
    #: Which seats have chosen what to pass; what one chose oneself, and what one got.
    chosen: tuple[bool, ...]
    gave: Hand
    got: Hand
    deadline: int | None
