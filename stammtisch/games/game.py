"""What a game is.

A game is a state machine over plain values. A `Match` is its state, a `Rules` object is the
frozen profile it is played by, an action is what a seat does, an event is what happened.
Nothing here knows of servers, sockets, files or the time of day:

* randomness comes in as a `Deal` (a seed for one round),
* time comes in as the `at` of every action (milliseconds of match time) and as a `Timeout`,

so the same rules and the same actions give the same match, byte for byte, on any machine.
`docs/adding-a-game.md` leads through writing one; `tests/contract` is what each must keep.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from itertools import count
from random import Random
from typing import Any, ClassVar, Protocol, Self, TypeVar

from stammtisch.games.options import Option, Rules, Value, option
from stammtisch.games.refusal import Refusal

__all__ = [
    "Action",
    "Deal",
    "Event",
    "Field",
    "Form",
    "Game",
    "GameWords",
    "Gone",
    "Luck",
    "Match",
    "Move",
    "Name",
    "Observation",
    "Option",
    "Outcome",
    "Refusal",
    "Rules",
    "Seat",
    "Timeout",
    "Value",
    "listed",
    "option",
    "own_only",
    "tuple_of",
    "veiled",
]

Seat = int


# --- actions and events ------------------------------------------------------------------------


class Action(Protocol):
    """A frozen dataclass with a stable `type`. Each game lists its own in `Game.actions`."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Deal:
    """The server hands the match a seed. A match asks for one whenever `awaits_deal` is true."""

    type: ClassVar[str] = "deal"
    seed: bytes


@dataclass(frozen=True, slots=True)
class Timeout:
    """The server says that the match's `deadline` has passed."""

    type: ClassVar[str] = "timeout"


@dataclass(frozen=True, slots=True)
class Gone:
    """The server says that a seat's owner has left for good. Only for a `Game` with `goes_on`."""

    type: ClassVar[str] = "gone"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. What a seat may not know of it is taken out by `seen_by`."""

    type: ClassVar[str]

    @property
    def insiders(self) -> tuple[Seat, ...]:
        """The seats that may know more of it than a spectator does: nobody unless overridden."""
        return ()

    def seen_by(self, seat: Seat | None) -> Event:
        """The event as `seat` may know it; None is a spectator. Public unless overridden.

        All but the insiders see the same.
        """
        return self


E = TypeVar("E", bound=Event)
T = TypeVar("T")


def own_only(parts: Sequence[T | None], seat: Seat | None) -> tuple[T | None, ...]:
    """Of what lies with each seat, the seat's own; None for the others. What is empty hides
    nothing."""
    return tuple([part if at == seat or not part else None for at, part in enumerate(parts)])


def veiled(event: E, insiders: Sequence[Seat], seat: Seat | None, *fields: str) -> E:
    """The event whole for its insiders; for all others these fields are None."""
    return event if seat in insiders else replace(event, **dict.fromkeys(fields))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    #: "won", "draw", "adjourned" (see `Match.carried`) or "aborted".
    kind: str
    #: Rank of each seat, 1 is best; equal ranks are ties.
    ranks: tuple[int, ...]
    #: Points of each seat, as the game counts them.
    points: tuple[int, ...]
    #: The winner's entry for the high scores, where the game keeps them (low is good), else None.
    high_score: int | None = None
    #: False if the match may not count for ratings and high scores (a cheat was used).
    counts: bool = True

    @property
    def winners(self) -> tuple[Seat, ...]:
        if self.kind != "won":
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


# --- what a seat has before it -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A part of an action that its player fills in: `least` to `most` of the values in `of`, each
    at most once, as a list, all those in `must` among them; or, where `of` is None, words of at
    most `most` characters."""

    name: str
    least: int
    most: int
    of: tuple[Any, ...] | None = None
    must: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A choice that is too large to be listed: the actions of this type, however filled in.

    One of them is listed, as an example; all of them have its number.
    """

    action: str
    number: int
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a seat knows and may do at one moment: what a player decides by."""

    rules: Rules
    seat: Seat | None
    #: The game's own record of what the seat sees.
    view: Any
    turn: tuple[Seat, ...]
    #: The match time at which something happens by itself, as far as everybody may know.
    deadline: int | None
    #: The seat's legal actions, with their numbers in the same order.
    actions: tuple[Action, ...]
    numbers: tuple[int, ...]
    forms: tuple[Form, ...]


# --- playing by chance -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Luck:
    """The random numbers of a table at which all seats choose by chance."""

    #: Each seat's own, by which it chooses.
    seats: list[Random]
    #: Drawn after each action: whether anybody out of turn wants to say something.
    table: Random
    #: How likely it is that somebody speaks who could.
    talks: float
    #: Milliseconds of match time for each action.
    pace: int


# --- the match ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """How one kind of action is done.

    `check(match, seat, action)` raises a `Refusal` or does nothing; `do(match, seat, action, at)`
    changes the match and returns the events. A `do` may still refuse before it changes anything,
    for what only the time decides.
    """

    check: Callable[..., None]
    do: Callable[..., list[Event]]
    #: Done by the server itself, never by a seat.
    by_server: bool = False


class Match(ABC):
    """The state of one match, from the first deal to the outcome.

    `seat` is None where the server itself acts (`Deal`, `Timeout`, `Gone`) or a spectator looks.
    """

    rules: Rules
    seats: int
    #: None until the match is over.
    outcome: Outcome | None
    #: Match time in milliseconds at which the server must send a `Timeout`; None if no clock runs.
    deadline: int | None
    #: The server must send a `Deal` before anything else can happen.
    awaits_deal: bool
    #: The game's moves by the kind of their action.
    moves: Mapping[type[Any], Move]
    #: Nobody listens: `apply` need not make events, and may return none.
    quiet: bool = False
    #: Attributes that `state` may leave out, as they follow from the others or from the rules; a
    #: part of an attribute is written with a dot.
    derived: ClassVar[frozenset[str]] = frozenset({"quiet", "moves"})

    @property
    @abstractmethod
    def turn(self) -> tuple[Seat, ...]:
        """The seats the match waits for. Others may have actions too (talk, announcements)."""

    @property
    def speakers(self) -> tuple[Seat, ...]:
        """Seats out of turn that have something new to decide (an announcement): bots there are
        asked once after each step, and nobody waits for them."""
        return ()

    @property
    def deal_public(self) -> bool:
        """The deal is over, and nothing of it is secret any more, of nobody: its secret is revealed
        before the next one is dealt, and all at the table may look at it with anybody's eyes.

        Never true where something outlives a deal that its seat keeps to itself (rules of Mao).
        """
        return False

    @property
    def open_deadline(self) -> int | None:
        """The deadline as far as everybody may know it."""
        return self.deadline

    @abstractmethod
    def actions(self, seat: Seat) -> list[Action]:
        """Every legal action of the seat that is proper play, one for each number.

        What a lenient table accepts beyond is for `verify` to say.
        """

    def forms(self, seat: Seat) -> tuple[Form, ...]:
        """Which of the seat's actions stand for many more like them."""
        return ()

    @abstractmethod
    def number(self, action: Action) -> int:
        """The action's stable number within this version of the rules."""

    @abstractmethod
    def action(self, seat: Seat, number: int) -> Action:
        """The legal action of that number, or a `Refusal`."""

    def verify(self, seat: Seat | None, action: Action) -> None:
        """Raise a `Refusal` if the action is not legal now; change nothing."""
        self._move(seat, action).check(self, seat, action)

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        """Verify, then do it, and tell what happened. Refused means unchanged."""
        move = self.moves.get(type(action))
        if (
            move is None
            or move.by_server is not (seat is None)
            or (seat is not None and not 0 <= seat < self.seats)
        ):
            # This says why not.
            move = self._move(seat, action)
        move.check(self, seat, action)
        return move.do(self, seat, action, at)

    def play_by_chance(self, luck: Luck, at: int) -> int:
        """Play on by chance from that time on, and tell nobody, as far as that is simple: at most
        to the next deal. Return how many actions that were. Seats choose and speak as random bots
        of the game do that are asked one by one, so the same comes of it.

        0 where there is no quicker way than `actions` and `apply`.
        """
        return 0

    def _move(self, seat: Seat | None, action: Action) -> Move:
        move = self.moves.get(type(action))
        if move is None:
            raise Refusal(
                "unknown_action", "There is no such move in {game}.", game=self.rules.game
            )
        if seat is None:
            if not move.by_server:
                raise Refusal("no_seat", "Only the players at the table may do that.")
        elif move.by_server:
            raise Refusal("house_only", "Only the table itself does that.")
        elif not 0 <= seat < self.seats:
            raise Refusal("no_seat", "Only the players at the table may do that.")
        return move

    @abstractmethod
    def view(self, seat: Seat | None) -> Any:
        """The whole state as the seat may know it: the game's own frozen record.

        It holds all that the seat has ever seen and that could matter to a player with a perfect
        memory (cards played and by whom, suits not followed, cards passed): bots remember nothing
        between two questions, and a full state is imagined from it.
        """

    def observation(self, seat: Seat | None) -> Observation:
        actions = [] if seat is None or self.outcome is not None else self.actions(seat)
        return Observation(
            rules=self.rules,
            seat=seat,
            view=self.view(seat),
            turn=self.turn,
            deadline=self.open_deadline,
            actions=tuple(actions),
            numbers=() if seat is None else self.numbers_of(seat, actions),
            forms=() if seat is None or not actions else self.forms(seat),
        )

    def numbers_of(self, seat: Seat, actions: Sequence[Action]) -> tuple[int, ...]:
        """The numbers of all actions of the seat; for games that know them beforehand."""
        return tuple([self.number(action) for action in actions])

    @classmethod
    @abstractmethod
    def sample_state(cls, rules: Rules, seats: int, view: Any, rng: Random) -> Self:
        """A random full state that looks like `view` to whoever's view it is.

        It is made of the view alone, so it cannot know more than the seat does.
        """

    def resample(self, seat: Seat | None, rng: Random) -> Self:
        """A random full state that looks the same to the seat."""
        return self.sample_state(self.rules, self.seats, self.view(seat), rng)

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, cheap enough for search."""

    @abstractmethod
    def state(self) -> tuple[Any, ...]:
        """Everything that decides the future, as nested tuples of plain values."""

    def carried(self) -> Any:
        """What the next match of the same people goes on from (running scores, whose turn it is to
        deal) as plain JSON values; None if it begins anew. Asked when the match is over."""
        return None

    def digest(self) -> str:
        return hashlib.sha256(repr(self.state()).encode()).hexdigest()


# --- records as nested tuples of plain values, for the state of a match ------------------------

#: Never changed, so that nobody needs a copy.
_ATOMS = frozenset({int, str, bool, bytes, float, type(None)})
_NAMES: dict[type, tuple[str, ...]] = {}


def tuple_of(record: Any) -> tuple[Any, ...]:
    """The same as `dataclasses.astuple`, which copies even numbers."""
    kind = type(record)
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in fields(record))
    return tuple([_plain(getattr(record, name)) for name in names])


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        return tuple([_plain(one) for one in value])
    if kind is list:
        return [_plain(one) for one in value]
    if kind is dict:
        return {_plain(key): _plain(one) for key, one in value.items()}
    if kind in _NAMES or is_dataclass(kind):
        return tuple_of(value)
    return deepcopy(value)


# --- names for boards that know no more of a game than its records -----------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """A name in English, and where it stands in the languages of the server.

    `key` is looked for in `i18n/common` and then in `i18n/<game>`. Its blanks are filled with the
    values of `blanks`, each of which is itself looked for as a key first: `card` with rank `rank.q`
    and suit `suit.h` is "queen of hearts", "Herz Dame". Where there is no such key (in a game of
    another package), people read `text`.
    """

    text: str
    key: str = ""
    blanks: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameWords:
    """The names that a generic board needs."""

    #: Each card as records write it (a word or a number), and its name.
    cards: Mapping[str | int, Name] = field(default_factory=dict)
    #: The fields of actions, events and views that hold cards, alone or in tuples of any depth.
    #: What stands in other fields is no card, though it may be the same number; what is not among
    #: `cards` is none in these fields either.
    card_fields: frozenset[str] = frozenset()
    #: Names of fields and of kinds of action. Those that are missing are read as they are written.
    fields: Mapping[str, Name] = field(default_factory=dict)


def listed(words: Iterable[str]) -> str:
    """The words as a page of the documentation lists them."""
    return ", ".join(f"`{word}`" for word in words)


# --- the game ----------------------------------------------------------------------------------


def _own_points(outcome: Outcome, seat: Seat) -> float:
    return outcome.points[seat]


#: Private tables are numbered apart, so that no gap in the other numbers tells of them. Nobody
#: opens a table under one of these by its number, so that a refusal does not tell of them either.
PRIVATE_NUMBERS = range(1_000_001, 1_010_001)


def _count(seats: int, private: bool) -> Iterator[int]:
    return count(PRIVATE_NUMBERS.start if private else 1)


#: The level of the bots that choose by chance, which every game has.
RANDOM = "random"


@dataclass(frozen=True)
class Game:
    """One game of the server: its words, how to begin a match of it, and where the rest of it is.

    This is the one place where a game is registered; other rooms find what they need from here.
    Modules are named, not imported: rules know nothing of bots and screens.
    """

    name: str
    rules: type[Rules]
    #: How many may play, fewest to most.
    seats: range
    actions: Mapping[str, type[Any]]
    events: Mapping[str, type[Event]]
    view: type[Any]
    match: type[Match]
    #: The codes of all refusals of this game, each with its sentence.
    refusals: Mapping[str, str] = field(default_factory=dict)
    #: The most deals a match can need: so many secrets are committed to before it begins. None: it
    #: has no bound; such a match can be adjourned between any two rounds (`Match.carried`).
    rounds: int | None = 1
    #: The option that says how many rounds a match has, where 0 means until all want to end it.
    length: str | None = None
    #: Who goes for good is out, and the others play on: the match takes a `Gone`.
    goes_on: bool = False
    #: The match begins as soon as every seat is taken; nobody has to say that they are ready.
    starts_when_full: bool = False
    #: The profile for people who name none, where it is not the first.
    usual: str | None = None
    #: "module:name" of its bots by level: a mapping of `Bot`s.
    bots: str | None = None
    #: The levels of its bots that people choose from, the weakest first. Beside them every game has
    #: `random`, which plays by chance.
    levels: tuple[str, ...] = ()
    #: What fields mean that many of its records have; the others are described where they are.
    meanings: Mapping[str, str] = field(default_factory=dict)
    #: How its things are written in its records, for the documentation.
    notation: str = ""
    #: The names of cards and fields, for the generic boards of page and terminal.
    words: GameWords | None = None
    #: "module:name" of its `TableApp` in the terminal; without it the generic one plays it.
    terminal: str | None = None
    #: "module:name" of its referee: a function of (rules, kind, given).
    referee: str | None = None
    #: How long bots take for a move when a person alone plays with them, in milliseconds.
    pace: int = 800
    #: What a match is worth to a seat when bots are measured.
    score: Callable[[Outcome, Seat], float] = _own_points
    #: The numbers that a new table of so many seats, private or not, may have in the game's own
    #: protocol, in the order in which they are tried. They never end.
    numbers: Callable[[int, bool], Iterator[int]] = _count

    @cached_property
    def action_kinds(self) -> frozenset[type[Any]]:
        return frozenset(self.actions.values())

    @property
    def usual_profile(self) -> str:
        return self.usual or next(iter(self.rules.profiles))

    @property
    def all_levels(self) -> tuple[str, ...]:
        """Every level that a bot of this game may have."""
        return (*self.levels, RANDOM)

    @property
    def usual_level(self) -> str:
        """The level for people who name none: the middle one of those that there are."""
        return self.levels[len(self.levels) // 2] if self.levels else RANDOM

    @property
    def best_level(self) -> str:
        """The level that gives advice."""
        return self.levels[-1] if self.levels else RANDOM

    def new(self, rules: Rules, seats: int, carry: Any = None) -> Match:
        """A match that awaits its first deal; with `carry`, one that goes on from another's end."""
        if seats not in self.seats:
            raise Refusal(
                "bad_seats",
                "{game} is played by {seats} players.",
                game=self.name,
                seats=_span(self.seats),
            )
        if carry is None:
            return self.match(rules, seats)  # type: ignore[call-arg]
        return self.match(rules, seats, carry)  # type: ignore[call-arg]


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
