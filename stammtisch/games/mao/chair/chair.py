"""The chairman's memory: whose turn it is, who still has to say what, who has offended."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from stammtisch.games.game import Seat
from stammtisch.games.mao.card import CARDS, Card
from stammtisch.games.mao.chair.base import base_rules, base_texts
from stammtisch.games.mao.chair.book import Book
from stammtisch.games.mao.language.meaning import cards_of
from stammtisch.games.mao.language.rule import MOST_IN_ROW, CardTest, Rule
from stammtisch.games.mao.limits import OFFENCES
from stammtisch.games.mao.rules import MaoRules
from stammtisch.games.quick import quick
from stammtisch.games.tuples import tuple_of


@dataclass(frozen=True, slots=True)
class Task:
    """What a seat must do, or must not, until `due`."""

    seat: Seat
    #: A wish that comes too late has no effect any more, but may still be said.
    kind: Literal["say", "silent", "wish", "late"]
    #: Any of these will do, for "say".
    phrases: tuple[str, ...]
    due: int
    #: Number of the rule that wants it, and its penalty.
    rule: int
    penalty: int
    #: The card for whose sake.
    about: Card | None = None


#: Tasks whose end somebody waits for.
WAITED_FOR = ("say", "wish")


@dataclass(frozen=True, slots=True)
class Must:
    """What the next card must be, by which rule, and what it costs otherwise."""

    test: CardTest
    rule: int
    penalty: int


@dataclass(frozen=True, slots=True)
class Offence:
    seat: Seat
    #: As the chairman calls it.
    name: str
    penalty: int
    #: Number of the rule that was broken; None is the game itself.
    rule: int | None = None
    #: Index in the pile of a card that goes back to the offender's hand.
    card: int | None = None
    #: The card that it is about.
    about: Card | None = None


@quick
@dataclass(frozen=True, slots=True)
class Agenda:
    """What the chairman has in mind, as far as a player knows it who has seen and heard all: by
    rules that are secret to the player nothing is here. The fields are those of `Chair`."""

    turns: int
    turn_due: int | None
    stopped: int | None
    order_due: int | None
    tasks: tuple[Task, ...]
    wish: tuple[int, int] | None
    musts: tuple[Must, ...]
    row: tuple[Card, ...]
    offences: tuple[Offence, ...]
    trial: Offence | None
    votes: tuple[tuple[Seat, bool], ...]


class Chair:
    """Only memory: `MaoMatch` does what follows from it."""

    def __init__(self, rules: MaoRules) -> None:
        self.base_texts = base_texts(rules)
        self.base: tuple[Rule, ...] = base_rules(self.base_texts)
        #: The written rules as they were when last asked for (None: people enforce it), and all
        #: rules made ready.
        self._written: Sequence[Rule | None] | None = None
        self._book = Book(())
        self.turn: Seat = 0
        #: Turns that the round has had.
        self.turns = 0
        self.direction = 1
        self.turn_due: int | None = None
        self.tasks: tuple[Task, ...] = ()
        #: The suit that was wished for, and the rule by which.
        self.wish: tuple[int, int] | None = None
        self.musts: tuple[Must, ...] = ()
        #: The newest cards played in order.
        self.row: tuple[Card, ...] = ()
        #: Still to be brought up.
        self.offences: tuple[Offence, ...] = ()
        #: What the chairman's open accusation is about.
        self.trial: Offence | None = None
        #: A point of order is open until `order_due`.
        self.order = False
        self.order_due: int | None = None
        #: Since when all clocks of the chairman stand still.
        self.stopped: int | None = None
        #: Who has found the accused guilty (True) or innocent.
        self.votes: tuple[tuple[Seat, bool], ...] = ()

    def begin(self, starter: Seat) -> None:
        """A new round."""
        self.turn, self.direction, self.turns = starter, 1, 0
        self.turn_due = self.order_due = self.stopped = self.wish = self.trial = None
        self.tasks = self.musts = self.offences = self.votes = ()
        self.row = ()
        self.order = False

    def book_with(self, written: Sequence[Rule | None]) -> Book:
        """The base rules and these, in force."""
        if self._written != written:
            base = [(-1 - at, rule) for at, rule in enumerate(self.base)]
            understood = [(at, rule) for at, rule in enumerate(written) if rule is not None]
            self._written, self._book = written, Book(base + understood)
        return self._book

    # --- clocks ---------------------------------------------------------------------------------

    @property
    def turn_deadline(self) -> int | None:
        """What runs out next in play, as everybody may know it."""
        if self.order:
            return self.order_due
        return self.turn_due if self.stopped is None else None

    def duty_due(self, seat: Seat | None) -> int | None:
        """When the next task is overdue; of that seat alone, if one is named.

        Silence is not waited for (its end must not be felt by anybody), nor what may be said late.
        """
        if self.stopped is not None:
            return None
        dues = [
            task.due
            for task in self.tasks
            if task.kind in WAITED_FOR and (seat is None or task.seat == seat)
        ]
        return min(dues, default=None)

    def stop(self, at: int) -> None:
        if self.stopped is None:
            self.stopped = at

    def go_on(self, at: int) -> None:
        """All that was due is due later by what has passed since the stop."""
        if self.stopped is None:
            return
        passed = at - self.stopped
        self.stopped = None
        if self.turn_due is not None:
            self.turn_due += passed
        self.tasks = tuple(dataclasses.replace(task, due=task.due + passed) for task in self.tasks)

    # --- offences -------------------------------------------------------------------------------

    def charge_with(self, offence: Offence) -> None:
        if len(self.offences) < OFFENCES:
            self.offences += (offence,)

    def next_offence(self) -> Offence | None:
        """The next one to bring up, taken from the list."""
        if not self.offences:
            return None
        first, *rest = self.offences
        self.offences = tuple(rest)
        return first

    def play_on(self, card: Card) -> None:
        """A card was played well: what was demanded of it is over, and no suit is wished for."""
        self.row = (*self.row, card)[-MOST_IN_ROW:]
        self.musts, self.wish = (), None
        self.tasks = tuple(
            dataclasses.replace(task, kind="late") if task.kind == "wish" else task
            for task in self.tasks
        )

    def hurry(self, seat: Seat, due: int) -> None:
        """What the seat must say it must have said by then."""
        self.tasks = tuple(
            dataclasses.replace(task, due=min(task.due, due))
            if task.seat == seat and task.kind in WAITED_FOR
            else task
            for task in self.tasks
        )

    def done(self, task: Task) -> None:
        rest = list(self.tasks)
        rest.remove(task)
        self.tasks = tuple(rest)

    def demand(self, must: Must) -> None:
        """One more thing that the next card must be. Of what no card can be, the newest counts."""
        musts = [must]
        for other in reversed(self.musts):
            tests = [cards_of(one.test) for one in (*musts, other)]
            if any(all(test[card] for test in tests) for card in range(CARDS)):
                musts.append(other)
        self.musts = tuple(reversed(musts))

    # --- leaving and knowing -----------------------------------------------------------------

    def drop_seat(self, seat: Seat) -> None:
        self.tasks = tuple(task for task in self.tasks if task.seat != seat)
        self.offences = tuple(one for one in self.offences if one.seat != seat)
        self.votes = tuple(vote for vote in self.votes if vote[0] != seat)

    def agenda(self, secret: Collection[int], penalty: int) -> Agenda:
        """What is known without these rules; what they make an offence cost is not known either."""
        trial, wish = self.trial, self.wish
        if trial is not None and trial.rule in secret:
            trial = dataclasses.replace(trial, rule=None, penalty=penalty)
        if wish is not None and wish[1] in secret:
            wish = None
        return Agenda(
            turns=self.turns,
            turn_due=self.turn_due,
            stopped=self.stopped,
            order_due=self.order_due,
            tasks=tuple([task for task in self.tasks if task.rule not in secret]),
            wish=wish,
            musts=tuple([must for must in self.musts if must.rule not in secret]),
            row=self.row,
            offences=tuple([one for one in self.offences if one.rule not in secret]),
            trial=trial,
            votes=self.votes,
        )

    def take_up(self, agenda: Agenda) -> None:
        for field in dataclasses.fields(agenda):
            setattr(self, field.name, getattr(agenda, field.name))

    def copy(self) -> Chair:
        twin = object.__new__(Chair)
        twin.__dict__.update(self.__dict__)
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            (self.turn, self.turns, self.direction, self.turn_due, self.stopped),
            tuple(map(tuple_of, self.tasks)),
            (self.wish, tuple(map(tuple_of, self.musts)), self.row),
            tuple(map(tuple_of, self.offences)),
            None if self.trial is None else tuple_of(self.trial),
            (self.order, self.order_due, self.votes),
        )
