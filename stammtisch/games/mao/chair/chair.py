"""The chairman's memory: whose turn it is, who still has to say what, who has offended.

The card rules of Mao as it is really played: each an option, said in the rule language.

The rules in force, made ready to be asked about every moment.

What the chairman calls the offences, and the words that he listens to.

What rules want at one moment, newer ones before older ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from stammtisch.games.game import Seat
from stammtisch.games.mao.cards import CARDS, RANK, RANKS, SUIT, SUITS, Card, normal
from stammtisch.games.mao.language.clash import clash
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import (
    MOST_IN_ROW,
    CardTest,
    Duty,
    Happening,
    Rule,
    SayName,
    Situation,
    Test,
    Whom,
    cards_of,
    meaning_of,
)
from stammtisch.games.mao.language.words import SLOTS
from stammtisch.games.mao.rules import MOST_OFFENCES, MaoRules
from stammtisch.games.quick import quick
from stammtisch.games.tuples import tuple_of

#: Option -> what it puts in force.
BASE: dict[str, tuple[str, ...]] = {
    "spade_is_named": ("WHEN spade THEN name the card",),
    "seven_is_nice": ('WHEN seven THEN say "have a nice day" AND next player draws a card',),
    "ace_skips": ("WHEN ace THEN skip",),
    "eight_reverses": ("WHEN eight THEN reverse",),
    "jack_is_wild": ("WHEN jack THEN wild",),
    "last_card_is_told": ('WHEN last card THEN say "last card"',),
    "royals_are_hailed": (
        'WHEN king THEN say "all hail the chairman"',
        'WHEN queen THEN say "all hail the chairwoman"',
    ),
    "penalty_is_thanked": ('WHEN penalty THEN say "thank you"',),
}


def base_texts(rules: MaoRules) -> tuple[str, ...]:
    """The base rules in force, oldest first."""
    values = rules.values()
    return tuple(text for option, texts in BASE.items() if values[option] for text in texts)


@cache
def base_rules(texts: tuple[str, ...]) -> tuple[Rule, ...]:
    return tuple(map(parse, texts))


#: A rule in force: the written ones are numbered from 0, base rules from -1 down.
InForce = tuple[int, Rule]


class Book:
    """Some rules, oldest first. Each waits for the happening that it listens to."""

    __slots__ = ("_waiting", "rules")

    def __init__(self, rules: Iterable[InForce]) -> None:
        self.rules = tuple(rules)
        self._waiting: dict[Happening, list[tuple[InForce, tuple[Test, ...]]]] = {
            "play": [],
            "draw": [],
            "penalty": [],
        }
        for one in self.rules:
            rule = one[1]
            tests = tuple(meaning_of(condition) for condition in rule.conditions)
            self._waiting[rule.happening].append((one, tests))

    def fitting(self, now: Situation) -> list[InForce]:
        """The rules that have something to say now, oldest first."""
        found = []
        for rule, tests in self._waiting[now.happening]:
            for test in tests:
                if not test(now):
                    break
            else:
                found.append(rule)
        return found


#: None of these names tells what a secret rule says.
OFFENCES: dict[str, str] = {
    "turn": "playing out of turn",
    "drawing": "drawing out of turn",
    "fit": "playing a card that does not fit",
    "must": "failure to play what was demanded",
    "forbidden": "playing a card that must not be played",
    "words": "failure to say the right words",
    "wish": "failure to name a suit",
    "silence": "failure to be silent",
    "talking": "talking",
    "delay": "delay of the game",
    "handling": "failure to leave the cards alone",
    "order": "touching cards during a point of order",
}
#: What a player may call it who wants to help: this one tells.
UNSAID = 'failure to say "{words}"'
#: What bots answer to an accusation that they do not understand.
DISPUTE = "I have done nothing wrong."

# All as `normal` words.
OPENING = frozenset({"point of order", "zur geschaftsordnung"})
CLOSING = frozenset(
    {
        *("end of point of order", "end point of order", "point of order over"),
        "ende der geschaftsordnung",
    }
)
GUILTY = frozenset({"guilty", "schuldig"})
INNOCENT = frozenset({"innocent", "not guilty", "unschuldig"})
#: Who begins like this is about to accuse somebody, and may.
CALLING = ("failure", "bad call", "versaumnis", "falsche anklage")


Persons = Callable[[Whom], tuple[Seat, ...]]


class Order(NamedTuple):
    """A duty laid on one seat."""

    number: int
    rule: Rule
    duty: Duty
    seat: Seat


def orders(fitting: Iterable[InForce], persons: Persons) -> list[Order]:
    """What these rules, the oldest first, lay on whom. Where a newer rule contradicts an older one
    the older keeps still, and what two rules both want is done once."""
    found: list[Order] = []
    for number, rule in fitting:
        for duty in rule.duties:
            for seat in persons(getattr(duty, "whom", "player")):
                if found:
                    found = [older for older in found if not _gives_way(older, duty, seat)]
                found.append(Order(number, rule, duty, seat))
    return found


def _gives_way(older: Order, duty: Duty, seat: Seat) -> bool:
    return older.seat == seat and (clash(older.duty, duty) or older.duty == duty)


# --- names ----------------------------------------------------------------------------------------


def suit_named(said: str) -> int | None:
    """The suit whose name was said; `said` must be `normal`."""
    return _SUIT_NAMES.get(said)


def is_name(said: str) -> bool:
    """Whether it is the name of some card, suit or rank; `said` must be `normal`."""
    return said in _ALL_NAMES


def names(duty: SayName, card: Card) -> tuple[str, ...]:
    """All that may be said to name the card, in either tongue, as `normal` words."""
    return _names(duty.what, card)


@cache
def _names(what: str, card: Card) -> tuple[str, ...]:
    suits = [name for name, suit in _SUIT_NAMES.items() if suit == SUIT[card]]
    ranks = [name for name, rank in _RANK_NAMES.items() if rank == RANK[card]]
    if what == "suit":
        return tuple(suits)
    if what == "rank":
        return tuple(ranks)
    return tuple(
        name for suit in suits for rank in ranks for name in (f"{rank} of {suit}", f"{suit} {rank}")
    )


def _spoken(slot: str, plain: tuple[str, ...]) -> dict[str, int]:
    words = dict(zip(plain, range(len(plain)), strict=True))
    for tongue in SLOTS[slot].values():
        words |= tongue
    return {normal(word): value for word, value in words.items()}


_SUIT_NAMES = _spoken("suit", SUITS)
_RANK_NAMES = _spoken("rank", RANKS)
_ALL_NAMES = frozenset(
    {name for card in range(CARDS) for name in names(SayName("card"), card)}
    | _SUIT_NAMES.keys()
    | _RANK_NAMES.keys()
)


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
        if len(self.offences) < MOST_OFFENCES:
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
