"""What a game is.

A game is a state machine over plain values. A `Match` is its state, a `Rules` object is the
frozen profile it is played by, an action is what a seat does, an event is what happened.
Nothing here knows of servers, sockets, files or the time of day:

* randomness comes in as a `Deal` (a seed for one round),
* time comes in as the `at` of every action (milliseconds of match time) and as a `Timeout`,

so the same rules and the same actions give the same match, byte for byte, on any machine.
"""

from __future__ import annotations

import dataclasses
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Protocol, Self, cast

Seat = int


class Refusal(Exception):
    """Why something may not be done: a stable code, and a sentence a player understands."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


# --- rules -------------------------------------------------------------------------------------

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One rule that people may choose differently."""

    name: str
    default: Value
    meaning: str
    choices: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None

    def check(self, value: object) -> Value:
        """Return `value` if the option may have it, or refuse it with a sentence."""
        kind = type(self.default)
        if type(value) is not kind:
            raise Refusal("bad_option", f"{self.name} must be {_KINDS[kind]}, not {value!r}.")
        assert isinstance(value, bool | int | str)
        if self.choices and value not in self.choices:
            listed = ", ".join(str(choice) for choice in self.choices)
            raise Refusal("bad_option", f"{self.name} must be one of {listed}, not {value!r}.")
        if kind is int:
            assert isinstance(value, int)
            too_small = self.least is not None and value < self.least
            if too_small or (self.most is not None and value > self.most):
                raise Refusal(
                    "bad_option", f"{self.name} must be {self.least} to {self.most}, not {value}."
                )
        return value


_KINDS: dict[type, str] = {bool: "true or false", int: "a whole number", str: "a word"}


def option(
    default: Value,
    meaning: str,
    *,
    choices: Sequence[Value] = (),
    least: int | None = None,
    most: int | None = None,
) -> Any:
    """Declare a field of a `Rules` class as an option."""
    return dataclasses.field(
        default=default,
        metadata={"meaning": meaning, "choices": tuple(choices), "least": least, "most": most},
    )


@dataclass(frozen=True)
class Rules:
    """A profile: every option of a game with its value. Subclasses add one field an option."""

    game: ClassVar[str]
    #: Goes up when the same options mean something else: old matches name what they were played by.
    version: ClassVar[int]
    #: What each named profile changes in the defaults.
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]]

    profile: str

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        return tuple(
            Option(name=field.name, default=cast("Value", field.default), **field.metadata)
            for field in dataclasses.fields(cls)
            if field.name != "profile"
        )

    @classmethod
    def named(cls, profile: str, changes: Mapping[str, object] | None = None) -> Self:
        """The profile of that name, with some options changed by its players."""
        if profile not in cls.profiles:
            known = ", ".join(cls.profiles)
            raise Refusal(
                "unknown_profile", f"{cls.game} has no profile {profile!r}; it has {known}."
            )
        known_options = {option.name: option for option in cls.options()}
        values: dict[str, Any] = dict(cls.profiles[profile])
        for name, value in (changes or {}).items():
            if name not in known_options:
                listed = ", ".join(known_options)
                raise Refusal(
                    "unknown_option", f"{cls.game} has no option {name!r}; it has {listed}."
                )
            values[name] = known_options[name].check(value)
        rules = cls(profile=profile, **values)
        for sentence in rules.contradictions():
            raise Refusal("contradiction", sentence)
        return rules

    def contradictions(self) -> Iterator[str]:
        """A sentence for each pair of options that cannot both hold."""
        return iter(())

    def values(self) -> dict[str, Value]:
        return {option.name: getattr(self, option.name) for option in self.options()}

    def changes(self) -> dict[str, Value]:
        """What differs from the named profile: with the profile's name, all that must be stored."""
        plain = type(self).named(self.profile).values()
        return {name: value for name, value in self.values().items() if value != plain[name]}

    @property
    def digest(self) -> str:
        """SHA-256 over `game`, `version` and each `name=value` in order of name, one per line.

        The profile's name is left out: the same options are the same game under any name.
        """
        lines = [self.game, str(self.version)]
        lines += [f"{name}={value}" for name, value in sorted(self.values().items())]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


# --- actions and events ------------------------------------------------------------------------


class Action(Protocol):
    """A frozen dataclass with a stable `type`. Each game lists its own in `Game.actions`."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Deal:
    """The house hands the match a seed. A match asks for one whenever `awaits_deal` is true."""

    type: ClassVar[str] = "deal"
    seed: bytes


@dataclass(frozen=True, slots=True)
class Timeout:
    """The house says that the match's `deadline` has passed."""

    type: ClassVar[str] = "timeout"


@dataclass(frozen=True, slots=True)
class Gone:
    """The house says that a seat's owner has left for good. Only for a `Game` with `goes_on`."""

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


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    #: "won", "draw" or "aborted".
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


# --- the match ---------------------------------------------------------------------------------


class Match(ABC):
    """The state of one match, from the first deal to the outcome.

    `seat` is None where the house itself acts (`Deal`, `Timeout`, `Gone`) or a spectator looks.
    """

    rules: Rules
    seats: int
    #: None until the match is over.
    outcome: Outcome | None
    #: Match time in milliseconds at which the house must send a `Timeout`; None if no clock runs.
    deadline: int | None
    #: The house must send a `Deal` before anything else can happen.
    awaits_deal: bool

    @property
    @abstractmethod
    def turn(self) -> tuple[Seat, ...]:
        """The seats the match waits for. Others may have actions too (talk, announcements)."""

    @abstractmethod
    def actions(self, seat: Seat) -> list[Action]:
        """Every legal action of the seat, one for each number."""

    @abstractmethod
    def number(self, action: Action) -> int:
        """The action's stable number within this version of the rules."""

    @abstractmethod
    def action(self, seat: Seat, number: int) -> Action:
        """The legal action of that number, or a `Refusal`."""

    @abstractmethod
    def verify(self, seat: Seat | None, action: Action) -> None:
        """Raise a `Refusal` if the action is not legal now; change nothing."""

    @abstractmethod
    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        """Verify, then do it, and tell what happened. Refused means unchanged."""

    @abstractmethod
    def view(self, seat: Seat | None) -> Any:
        """The whole state as the seat may know it: the game's own frozen record."""

    @abstractmethod
    def resample(self, seat: Seat | None, rng: Random) -> Self:
        """A random full state that looks the same to the seat."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, cheap enough for search."""

    @abstractmethod
    def state(self) -> tuple[Any, ...]:
        """Everything that decides the future, as nested tuples of plain values."""

    def digest(self) -> str:
        return hashlib.sha256(repr(self.state()).encode()).hexdigest()


@dataclass(frozen=True)
class Game:
    """One game of the house: its words, and how to begin a match of it."""

    name: str
    rules: type[Rules]
    #: How many may play, fewest to most.
    seats: range
    actions: Mapping[str, type[Any]]
    events: Mapping[str, type[Event]]
    view: type[Any]
    match: type[Match]
    #: The most deals a match can need: so many secrets are committed to before it begins.
    rounds: int = 1
    #: Who goes for good is out, and the others play on: the match takes a `Gone`.
    goes_on: bool = False
    #: The match begins as soon as every seat is taken; nobody has to say that they are ready.
    starts_when_full: bool = False

    def new(self, rules: Rules, seats: int) -> Match:
        """A match that awaits its first deal."""
        if seats not in self.seats:
            raise Refusal("bad_seats", f"{self.name} is played by {_span(self.seats)} players.")
        return self.match(rules, seats)  # type: ignore[call-arg]


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
