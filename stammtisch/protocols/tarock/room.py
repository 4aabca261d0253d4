"""The table at which a client is, as the lobby of the Tarock protocol knows it: a room.

How the people in a room agree to start.

At the table that is the owner being ready, and then everybody else. To the clients it is a start
that the owner asks for, and a secret `state` for each of the others, who send it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stammtisch.games.games import game_named
from stammtisch.games.tarock.view import View
from stammtisch.protocols.tarock.messages import Object
from stammtisch.replies import Joined, Phase, TableInfo
from stammtisch.requests import Ready, RemoveBot, Unready
from stammtisch.tables.events import Configured, SeatInfo
from stammtisch.vocabulary import Request

TAROCK = "tarock"


def player(seat: SeatInfo) -> Object:
    """A `Player`."""
    said = {"user_id": seat.person, "nickname": seat.name}
    return said if seat.bot is None else {**said, "bot": True}


def members(seats: Sequence[SeatInfo], playing: bool) -> list[SeatInfo]:
    """Who is in the room, the longest-seated first. Somebody who is away still holds cards in a
    game; before one, the seat may go to somebody else any time."""
    there = [seat for seat in seats if seat.person and (playing or not seat.away)]
    return sorted(there, key=lambda seat: seat.since)


def described(info: TableInfo) -> Object:
    """A `Room`. The owner is null while no person is there."""
    there = members(info.seats, info.phase == "playing")
    owner = next((seat for seat in there if seat.host), None)
    return {
        "id": info.id,
        "name": info.name or f"Tarock {info.number}",
        "owner": None if owner is None else player(owner),
        "players": [player(seat) for seat in there if seat is not owner],
        "state": info.phase,
        "private": info.private,
        "locked": info.locked,
        "profile": info.profile,
    }


class Room:
    """One client's room, from one piece of news to the next."""

    __slots__ = ("_there", "at", "info", "invite", "match", "seat", "totals", "you")

    def __init__(self, joined: Joined) -> None:
        assert joined.seat is not None
        snapshot = joined.snapshot
        self.info = snapshot.info
        self.invite = joined.invite
        self.match = snapshot.match
        self.seat: int | None = joined.seat
        #: The client's own user id.
        self.you = self.info.seats[joined.seat].person
        self._there = self._persons()
        view = snapshot.view
        self.totals = view.totals if isinstance(view, View) else (0,) * len(self.info.seats)
        #: Table time of the last news.
        self.at = snapshot.at

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def seats(self) -> Sequence[SeatInfo]:
        return self.info.seats

    @property
    def playing(self) -> bool:
        return self.info.phase == "playing"

    @property
    def host(self) -> SeatInfo | None:
        return next((seat for seat in self.info.seats if seat.host), None)

    @property
    def is_host(self) -> bool:
        return self.own is not None and self.own.host

    @property
    def own(self) -> SeatInfo | None:
        """The client's own seat; None if it has lost it."""
        return None if self.seat is None else self.info.seats[self.seat]

    @property
    def full(self) -> bool:
        return all(seat.person for seat in self.info.seats)

    @property
    def starting(self) -> bool:
        """The owner wants to play, and waits for the others."""
        host = self.host
        return not self.playing and host is not None and host.ready

    @property
    def host_is_away(self) -> bool:
        host = self.host
        return host is not None and host.away

    @property
    def rules(self) -> Object:
        return {"profile": self.info.profile, "options": self.info.options}

    def seconds(self, option: str) -> int:
        value = self.info.options[option]
        assert isinstance(value, int)
        return value

    def players(self) -> list[Object]:
        return [player(seat) for seat in self.info.seats]

    # --- news ----------------------------------------------------------------------------------

    def enter(self, phase: Phase) -> None:
        self.info = msgspec.structs.replace(self.info, phase=phase)

    def configure(self, news: Configured) -> None:
        settings = news.settings
        self.invite = news.invite or self.invite
        self.info = msgspec.structs.replace(
            self.info,
            name=settings.name,
            profile=settings.profile,
            options=game_named(TAROCK).rules.named(settings.profile, settings.options).values(),
            private=settings.private,
            leaver=settings.leaver,
            bots=settings.bots,
            grace=settings.grace,
            locked=news.locked,
        )

    def _persons(self) -> dict[str | None, SeatInfo]:
        return {seat.person: seat for seat in members(self.info.seats, self.playing)}

    def reseat(self, seats: list[SeatInfo], timestamp: int) -> Iterator[Object]:
        """These sit at the table now: what the others are told of it."""
        seats_before, there, host = self.info.seats, self._there, self.host
        self.info = msgspec.structs.replace(self.info, seats=seats)
        self.seat = next((at for at, seat in enumerate(seats) if seat.person == self.you), None)
        self._there = self._persons()
        owner = self.host
        # Said with the one who left, as that is why there is another owner.
        news: Object = {}
        if owner is not None and (host is None or host.person != owner.person):
            news = {"owner": owner.person}
        for person in there.keys() - self._there.keys():
            yield {"event": "lobby.room.leave", "user_id": person, **news, "timestamp": timestamp}
            news = {}
        for person, seat in self._there.items():
            if person not in there:
                yield {"event": "lobby.room.join", "player": player(seat), "timestamp": timestamp}
        if news:
            yield {"event": "lobby.room.owner", **news, "timestamp": timestamp}
        if self.playing:
            yield from self._presence(seats_before, seats)

    def _presence(self, before: Sequence[SeatInfo], seats: Sequence[SeatInfo]) -> Iterator[Object]:
        for at, (old, new) in enumerate(zip(before, seats, strict=True)):
            if (old.person, old.away) != (new.person, new.away):
                yield {"event": "game.tarock.player", "player_id": at, **self.presence(new)}

    def presence(self, seat: SeatInfo) -> dict[str, Any]:
        """Whether its owner is connected, and whether a bot plays there."""
        deputy = seat.away and self.info.leaver == "bot"
        return {
            "connected": seat.bot is None and not seat.away,
            "bot": seat.bot is not None or deputy,
        }


#: Milliseconds after which a start lapses for which not everybody is ready.
LAPSE = 15_000


class StartVote:
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
