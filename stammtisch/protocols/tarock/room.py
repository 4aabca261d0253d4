"""The table at which a client is, as the lobby of the Tarock protocol knows it: a room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stammtisch.games.games import game_named
from stammtisch.games.tarock.view import View
from stammtisch.protocols.tarock.telling import Object
from stammtisch.tables.answers import Joined, Phase, TableInfo
from stammtisch.tables.events import Configured, SeatInfo

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
        # Said with whoever left, as that is why there is another owner.
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
            yield from self._attendance(seats_before, seats)

    def _attendance(
        self, before: Sequence[SeatInfo], seats: Sequence[SeatInfo]
    ) -> Iterator[Object]:
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
