"""Who is at a table, as clients of the Mao protocol know them: a uuid for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from uuid import UUID, uuid5

from stammtisch.games.game import Seat
from stammtisch.replies import TableInfo
from stammtisch.tables.events import SeatInfo

_CHAIRMEN = UUID("6f1a6a1e-3c0d-4d52-9a55-0f4de1b7c2a8")


def chairman_of(table: str) -> str:
    """The chairman is not a player, but speaks and accuses, and so needs a uuid."""
    return str(uuid5(_CHAIRMEN, table))


class Change(NamedTuple):
    kind: Literal["joined", "left", "named", "away", "back"]
    player: str
    name: str


class Roster:
    """The players at each seat, from one piece of news to the next.

    Before a match, somebody who is away counts as one who left: the seat may silently go to
    somebody else. In a match, somebody who is away still holds cards.
    """

    __slots__ = ("_seats", "away", "chairman", "here", "names", "players", "running", "you")

    def __init__(self, info: TableInfo, seat: Seat | None) -> None:
        self.chairman = chairman_of(info.id) if info.options.get("table") != "free" else None
        self.running = info.phase == "playing"
        #: Who sits at each seat, or sat there last; "" if that is not known.
        self.players = [""] * len(info.seats)
        self.names = [""] * len(info.seats)
        self.here = [False] * len(info.seats)
        self.away = [False] * len(info.seats)
        self._seats: Sequence[SeatInfo] = ()
        for _ in self.seated(info.seats):
            pass
        self.you = None if seat is None else self.players[seat]

    @property
    def complete(self) -> bool:
        return all(self.players)

    @property
    def others(self) -> list[str]:
        """Everybody but you, in the order that they sat down."""
        chairman = [] if self.chairman is None else [self.chairman]
        seats = sorted(range(len(self._seats)), key=lambda seat: self._seats[seat].since)
        here = [self.players[seat] for seat in seats if self.here[seat]]
        return chairman + [player for player in here if player != self.you]

    def uuid(self, seat: Seat | None) -> str:
        """None is the chairman."""
        return self.players[seat] if seat is not None else self.chairman or ""

    def seat_of(self, player: str) -> Seat | None:
        for seat, here in enumerate(self.here):
            if here and self.players[seat] == player:
                return seat
        return None

    # --- news ----------------------------------------------------------------------------------

    def seated(self, seats: Sequence[SeatInfo]) -> Iterator[Change]:
        """These sit at the table now: what has changed?"""
        self._seats = seats
        for seat, info in enumerate(seats):
            absent = info.player is None or (info.away and not self.running)
            player = "" if absent else info.player or ""
            if player != (self.players[seat] if self.here[seat] else ""):
                yield from self.gone(seat)
                if player:
                    self.players[seat], self.names[seat] = player, info.name or ""
                    self.here[seat], self.away[seat] = True, info.away
                    yield Change("joined", player, self.names[seat])
            elif player:
                yield from self._same(seat, info)

    def _same(self, seat: Seat, info: SeatInfo) -> Iterator[Change]:
        if info.name != self.names[seat]:
            self.names[seat] = info.name or ""
            yield Change("named", self.players[seat], self.names[seat])
        if info.away != self.away[seat]:
            self.away[seat] = info.away
            yield Change("away" if info.away else "back", self.players[seat], self.names[seat])

    def started(self) -> Iterator[Change]:
        """A match begins; all who hold a seat play, away or not."""
        self.running = True
        return self.seated(self._seats)

    def gone(self, seat: Seat) -> Iterator[Change]:
        """The player there has left for good; said once, however often it is heard."""
        if self.here[seat]:
            self.here[seat] = False
            yield Change("left", self.players[seat], self.names[seat])
