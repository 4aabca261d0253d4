"""What players did, said and were accused of, as another player remembers it."""

from __future__ import annotations

from dataclasses import dataclass, field

from stammtisch.games.game import Seat
from stammtisch.games.mao.card import Card
from stammtisch.games.mao.language.rule import Situation


class Deed:
    """A card played or drawn, or a penalty taken."""

    __slots__ = (
        "after",
        "at",
        "charges",
        "clock",
        "closed",
        "idle",
        "is_good",
        "now",
        "number",
        "round",
        "seat",
        "words",
    )

    def __init__(
        self,
        number: int,
        seat: Seat,
        at: int,
        clock: int,
        round: int,
        now: Situation,
        after: Deed | None,
    ) -> None:
        #: Its place among all deeds that are remembered.
        self.number = number
        self.seat = seat
        #: Match time, and the chairman's.
        self.at = at
        self.clock = clock
        self.round = round
        self.now = now
        #: The play that it followed without anybody having drawn since, if it is one itself.
        self.after = after
        #: What was said by the same player in time, as `normal` words.
        self.words: list[str] = []
        #: Words of it that cost a card, as nobody had asked for them.
        self.idle: list[str] = []
        #: What it was punished for.
        self.charges: list[str] = []
        #: The card lies rightly where it lies, or the draw was in turn.
        self.is_good = True
        #: The time to speak is over.
        self.closed = False

    @property
    def card(self) -> Card:
        return self.now.row[-1]


class Utterance:
    """Something said while words could cost a card, and the deeds that it may belong to."""

    __slots__ = ("clock", "deeds", "idle", "said", "seat")

    def __init__(self, seat: Seat, clock: int, said: str, deeds: list[Deed]) -> None:
        self.seat = seat
        self.clock = clock
        self.said = said
        self.deeds = deeds
        #: Nobody had asked for it, and it was punished.
        self.idle = False


@dataclass(slots=True, eq=False)
class Plea:
    """An accusation, and what it was about."""

    clock: int
    accuser: Seat | None
    accused: Seat
    kind: str | None
    reason: str
    deed: Deed | None
    #: None while it is open.
    guilty: bool | None = None
    #: Who has said something to it.
    spoke: set[Seat] = field(default_factory=set)
