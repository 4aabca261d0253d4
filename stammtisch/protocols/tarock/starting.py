"""How the people in a room agree to start.

At the table that is the owner being ready, and then everybody else. To the clients it is a start
that the owner asks for, and a secret `state` for each of the others, who send it back.
"""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.house.requests import Ready, RemoveBot, Request, Unready
from stammtisch.protocols.tarock.room import Room

#: Milliseconds after which a start lapses for which not everybody is ready.
LAPSE = 15_000


class Start:
    """One client's part in the start of its room; at rest while there is none under way."""

    __slots__ = ("autostart", "bots", "due", "fill_bots", "state", "under_way")

    def __init__(self, *, autostart: bool = False, fill_bots: bool = True) -> None:
        self.autostart = autostart
        self.fill_bots = fill_bots
        self.under_way = False
        #: When it lapses, in monotonic milliseconds; None if it has, or if none is under way.
        self.due: int | None = None
        #: What this client has to send back; None for the owner.
        self.state: str | None = None
        #: The seats of bots that sat down for this start.
        self.bots: list[int] = []

    @property
    def fresh(self) -> bool:
        """It began less than `LAPSE` ago: nobody may leave."""
        return self.due is not None

    def begin(self, state: str | None, now: int) -> None:
        self.under_way = True
        self.due = now + LAPSE
        self.state = state

    def end(self) -> None:
        self.under_way = False
        self.due = None
        self.state = None
        self.bots = []

    def lapses(self, now: int) -> bool:
        """Time passes: is it just over?"""
        if self.due is None or now < self.due:
            return False
        self.due = None
        return True

    def undoing(self) -> Iterator[Request]:
        """What the owner takes back when the start has lapsed."""
        yield Unready()
        yield from (RemoveBot(seat=seat) for seat in self.bots)

    def starts_by_itself(self, room: Room) -> Request | None:
        """What the owner's session asks for when the last seat is taken."""
        wants = self.autostart and room.is_host and not self.under_way and not room.playing
        return Ready() if wants and room.full and room.info.phase == "open" else None
