"""How a game is told in numbers: what an environment must know of it.

Observations of a fixed size: a row of whole numbers in named parts.

What games of tricks have in common: cards by name, and the order in which they were played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.games.game import Game, Rules, Seat, Value

Numbers = NDArray[np.int16]
#: What is larger is written as this.
MOST = 32_000


@dataclass(frozen=True, slots=True)
class Part:
    """So many numbers that belong together."""

    name: str
    size: int
    meaning: str
    #: What writes it of a view, where it is a plain field of it.
    write: Callable[[Any, Page, Turned], None] | None = None


class Layout:
    """Which part stands where."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = tuple(parts)
        self.places: dict[str, range] = {}
        self.size = 0
        for part in self.parts:
            assert part.name not in self.places, part.name
            self.places[part.name] = range(self.size, self.size + part.size)
            self.size += part.size

    def of(self, numbers: Numbers, name: str) -> Numbers:
        """That part of an observation."""
        place = self.places[name]
        return numbers[place.start : place.stop]


class Page:
    """An observation that is being written; what nobody writes is 0."""

    def __init__(self, layout: Layout) -> None:
        self._places = layout.places
        self.numbers: Numbers = np.zeros(layout.size, np.int16)

    def put(self, name: str, index: int, value: int = 1) -> None:
        place = self._places[name]
        self.numbers[place[index]] = max(-MOST, min(MOST, value))

    def add(self, name: str, index: int) -> None:
        self.numbers[self._places[name][index]] += 1

    def fill(self, name: str, values: Iterable[int]) -> None:
        place = self._places[name]
        row = list(values)
        if row and not -MOST <= min(row) <= max(row) <= MOST:
            row = [max(-MOST, min(MOST, value)) for value in row]
        if len(row) > len(place):
            raise IndexError(f"{name} has room for {len(place)} numbers, not for {len(row)}")
        self.numbers[place.start : place.start + len(row)] = row


#: A form has at most so many fields.
FIELDS = 2


@dataclass(frozen=True)
class Coding:
    game: Game
    #: How a match is made one deal, unless other options are asked for.
    options: Mapping[str, Value]
    #: How many numbers actions have.
    count: int
    #: What a table of so many seats looks like in numbers.
    layout: Callable[[int], Iterable[Part]]
    #: What writes the parts that do not write themselves.
    write: Callable[[Any, Page, Turned], None]
    #: Each seat's points so far.
    points: Callable[[Any], Sequence[float]]
    #: All that forms are filled in with, one after the other.
    parts: tuple[str, ...] = ()
    #: What can be said or written, by the kind of action: free text, of which only so much is here.
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The same as `options`, for profiles in which a match cannot be one deal: as few as may be.
    longer: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def rules(self, profile: str | None, options: Mapping[str, Value] | None) -> Rules:
        """The rules of that profile (the game's usual one), with these options."""
        profile = profile or self.game.usual_profile
        usual = self.longer.get(profile, self.options)
        return self.game.rules.named(profile, {**usual, **(options or {})})


@dataclass(frozen=True, slots=True)
class Turned:
    """The table as it looks from a seat: 0 is oneself, 1 who sits next, and so on."""

    seat: Seat
    seats: int

    def __call__(self, seat: Seat) -> int:
        return (seat - self.seat) % self.seats

    def around(self, values: Sequence[Any]) -> list[Any]:
        """What belongs to each seat, oneself first."""
        return [values[(self.seat + place) % self.seats] for place in range(self.seats)]

    def mark(self, page: Page, name: str, seat: Seat | None) -> None:
        """A 1 at the seat's place; nowhere for nobody."""
        if seat is not None:
            page.put(name, self(seat))


# --- parts that are a field of the view ----------------------------------------------------------


def number(name: str, meaning: str) -> Part:
    def write(view: Any, page: Page, turned: Turned) -> None:
        page.put(name, 0, getattr(view, name))

    return Part(name, 1, meaning, write)


def one_of(name: str, choices: Sequence[Any], meaning: str) -> Part:
    """A 1 at the place of the value."""

    def write(view: Any, page: Page, turned: Turned) -> None:
        value = getattr(view, name)
        if value in choices:
            page.put(name, choices.index(value))

    return Part(name, len(choices), meaning, write)


def one_seat(name: str, seats: int, meaning: str, field: str = "") -> Part:
    """A 1 at the place of the seat."""

    def write(view: Any, page: Page, turned: Turned) -> None:
        turned.mark(page, name, getattr(view, field or name))

    return Part(name, seats, meaning, write)


def each_seat(name: str, seats: int, meaning: str) -> Part:
    """The number of each seat."""

    def write(view: Any, page: Page, turned: Turned) -> None:
        page.fill(name, turned.around(getattr(view, name)))

    return Part(name, seats, meaning, write)


def choice_of_each_seat(name: str, seats: int, choices: Sequence[str], meaning: str) -> Part:
    def write(view: Any, page: Page, turned: Turned) -> None:
        for place, choice in enumerate(turned.around(getattr(view, name))):
            if choice is not None:
                page.put(name, place * len(choices) + choices.index(choice))

    return Part(name, seats * len(choices), meaning, write)


def cards(name: str, numbers: Mapping[str, int], meaning: str) -> Part:
    """How many there are of each card."""

    def write(view: Any, page: Page, turned: Turned) -> None:
        write_cards(page, name, numbers, getattr(view, name))

    return Part(name, len(numbers), meaning, write)


# --- the history of a game of tricks -------------------------------------------------------------


def history_layout(cards: int) -> Iterator[Part]:
    yield Part(
        "history_cards",
        cards,
        "every card played in this deal, in order: 1 + its number, 0 is none",
    )
    yield Part("history_seats", cards, "who played it: 1 is oneself, 2 who sits next …")


def write_history(
    page: Page, turned: Turned, numbers: Mapping[str, int], played: Iterable[tuple[Seat, str]]
) -> None:
    for index, (seat, card) in enumerate(played):
        page.put("history_cards", index, 1 + numbers[card])
        page.put("history_seats", index, 1 + turned(seat))


def write_cards(
    page: Page,
    name: str,
    numbers: Mapping[str, int],
    cards: Iterable[str] | None,
    offset: int = 0,
) -> None:
    """How many there are of each."""
    for card in cards or ():
        page.add(name, offset + numbers[card])
