"""Drawing lots: the smallest game of several rounds, to try what tiles (of one round) cannot."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Game,
    Gone,
    Match,
    Outcome,
    Refusal,
    Rules,
    Seat,
)
from stammtisch.games.stream import Stream

ROUNDS = 3


@dataclass(frozen=True)
class LotsRules(Rules):
    game: ClassVar[str] = "lots"
    version: ClassVar[int] = 1
    profiles: ClassVar[dict[str, dict[str, Any]]] = {"plain": {}}


@dataclass(frozen=True, slots=True)
class Show:
    type: ClassVar[str] = "show"


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    type: ClassVar[str] = "lot_drawn"
    seat: Seat
    lot: int


class LotsMatch(Match):
    """In each round one seat, chosen by the deal, shows its lot. Who is out is passed over."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.outcome = None
        self.deadline = None
        self.awaits_deal = True
        self.lots: list[int] = []
        self.out: set[Seat] = set()
        self.holder: Seat = 0

    @property
    def turn(self) -> tuple[Seat, ...]:
        return () if self.awaits_deal or self.outcome else (self.holder,)

    def actions(self, seat: Seat) -> list[Action]:
        return [Show()] if seat in self.turn else []

    def number(self, action: Action) -> int:
        return 0

    def action(self, seat: Seat, number: int) -> Action:
        return Show()

    def verify(self, seat: Seat | None, action: Action) -> None:
        if isinstance(action, Deal):
            allowed = seat is None and self.awaits_deal
        elif isinstance(action, Gone):
            allowed = seat is None and action.seat not in self.out
        else:
            allowed = isinstance(action, Show) and seat in self.turn
        if not allowed:
            raise Refusal("not_now", "That cannot be done now.")

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        self.verify(seat, action)
        if isinstance(action, Deal):
            stream = Stream(action.seed)
            self.lots.append(stream.below(1 << 32))
            self.awaits_deal = False
            self._pass_on(stream.below(self.seats))
            return []
        if isinstance(action, Gone):
            self.out.add(action.seat)
            if len(self.out) == self.seats - 1:
                self._end()
            else:
                self._pass_on(self.holder)
            return []
        shown = Drawn(self.holder, self.lots[-1])
        if len(self.lots) == ROUNDS:
            self._end()
        else:
            self.awaits_deal = True
        return [shown]

    def _pass_on(self, seat: Seat) -> None:
        while seat in self.out:
            seat = (seat + 1) % self.seats
        self.holder = seat

    def _end(self) -> None:
        self.awaits_deal = False
        self.outcome = Outcome("draw", (1,) * self.seats, (0,) * self.seats)

    def view(self, seat: Seat | None) -> Any:
        return None

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: Any, rng: Random) -> Self:
        return cls(rules, seats)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, lots=self.lots[:], out=set(self.out))
        return twin

    def state(self) -> tuple[Any, ...]:
        return (tuple(self.lots), tuple(sorted(self.out)), self.holder, self.awaits_deal)


def lots(**how: Any) -> Game:
    return Game(
        name="lots",
        rules=LotsRules,
        seats=range(2, 5),
        actions={"show": Show},
        events={"lot_drawn": Drawn},
        view=type(None),
        match=LotsMatch,
        rounds=ROUNDS,
        **how,
    )
