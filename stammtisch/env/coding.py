"""How a game is told in numbers: what an environment must know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stammtisch.env.layout import Page, Part
from stammtisch.games.game import Game, Rules, Seat, Value

#: A form has at most so many fields.
FIELDS = 2


@dataclass(frozen=True)
class Coding:
    game: Game
    #: How a match is made one deal, unless other options are asked for.
    options: Mapping[str, Value]
    #: How many numbers actions have.
    count: int
    #: What a table of so many seats looks like in numbers, and what writes it.
    layout: Callable[[int], Iterable[Part]]
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
