"""The table before and after a match, as the lobby of cg: users with roles, gamerules, bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Seat
from stammtisch.games.games import game_named
from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.gamerules import VALIDATORS, gamerules
from stammtisch.protocols.cg.messages import packet
from stammtisch.replies import TableInfo
from stammtisch.tables.events import SeatInfo
from stammtisch.tables.settings import Settings

GAME = "doppelkopf"

GONE, PLAYER, ADMIN, CREATOR = -1, 10, 50, 100

#: The types of bots that the original client has words for.
BOTS: Mapping[str, str] = {"dk_dumb": "easy", "dk_advanced": "medium", "dk_ki": "hard"}

_LOBBIES = UUID("0a64c1f2-5f0c-4b3e-8d1c-6f6f2d0f9b11")


def lobby_of(table: str) -> str:
    """The lobby's uuid for a table (or a match) of that id."""
    return uuid5(_LOBBIES, table).hex


def bots() -> list[str]:
    levels = game_named(GAME).all_levels
    return [kind for kind, level in BOTS.items() if level in levels]


def user(name: str, person: str) -> Packet:
    """Who somebody is. The original says of everybody that they are offline, too."""
    return packet(
        ids.STATUS_USER, username=name, uuid=person, profile_img="default", status="offline"
    )


@dataclass(frozen=True, slots=True)
class User:
    name: str
    ready: bool
    role: int
    index: int
    bot: bool

    def entry(self, *, ready: bool | None = None) -> dict[str, Any]:
        shown = self.ready if ready is None else ready
        return {"ready": shown, "role": self.role, "index": self.index}


class Lobby:
    """What one client has been told of its table; `seats` is how it is, told or not."""

    def __init__(self, info: TableInfo, person: str) -> None:
        self.table = info.id
        self.uuid = lobby_of(info.id)
        self.person = person
        self.seats: Sequence[SeatInfo] = info.seats
        #: The host at the time when this client came is shown as the creator.
        self._creator = next((seat.person for seat in info.seats if seat.host), None)
        self.rules = DoppelkopfRules.named(info.profile, info.options)
        self._users: dict[str, User] = {}
        #: The entries as the client has them.
        self._shown: dict[str, dict[str, Any]] = {}

    # --- who is where --------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        return self.seat_of(self.person)

    @property
    def is_host(self) -> bool:
        seat = self.seat
        return seat is not None and self.seats[seat].host

    def seat_of(self, person: str) -> Seat | None:
        return next((at for at, info in enumerate(self.seats) if info.person == person), None)

    def order_of(self, users: Sequence[str]) -> list[Seat] | None:
        """The seats as `Arrange` wants them, for an order of all users; None if it is none."""
        if sorted(users) != sorted(self._now()):
            return None
        wanted = [self.seat_of(one) for one in users]
        taken = [seat for seat in wanted if seat is not None]
        return [*taken, *(at for at in range(len(self.seats)) if at not in taken)]

    def _now(self) -> dict[str, User]:
        taken = [info for info in self.seats if info.person is not None]
        return {
            info.person or "": User(
                info.name or "", info.ready, self._role(info), index, info.bot is not None
            )
            for index, info in enumerate(taken)
        }

    def _role(self, info: SeatInfo) -> int:
        if not info.host:
            return PLAYER
        return CREATOR if info.person == self._creator else ADMIN

    # --- what is told --------------------------------------------------------------------------

    def welcome(self) -> list[Packet]:
        """Everything, for a client that has just come; its own entry once more at the end."""
        self._users = users = self._now()
        self._shown = {person: one.entry() for person, one in users.items()}
        told = [user(one.name, person) for person, one in users.items() if person != self.person]
        told.append(packet(ids.LOBBY_JOIN, lobby=self.uuid))
        told.append(
            packet(
                ids.LOBBY_CHANGE,
                users={person: one.entry() for person, one in users.items()},
                user_order=list(users),
                user_roles=_roles(users),
                game=GAME,
                gamerules=gamerules(self.rules),
                gamerule_validators=VALIDATORS,
                supported_bots=bots(),
            )
        )
        if self.person in users:
            told.append(_change({self.person: users[self.person].entry()}))
        return told

    def news(self) -> list[Packet]:
        """What has changed about the users since the client was told last."""
        before, now = self._users, self._now()
        self._users = now
        roles = {person: one.role for person, one in before.items() if person in now}
        told = []
        gone = [person for person in before if person not in now]
        for person in gone:
            index = self._shown.pop(person)["index"]
            told.append(_change({person: {"ready": False, "role": GONE, "index": index}}))
        if gone:
            # The client leaves a gap, but puts who comes next behind as many as there are.
            left = sorted(self._shown, key=lambda one: self._shown[one]["index"])
            told += self._told(
                {one: {**now[one].entry(), "index": at} for at, one in enumerate(left)}
            )
        for person, one in now.items():
            known = before.get(person)
            if known is None or known.name != one.name:
                told.append(user(one.name, person))
            if known is None:
                told.append(_change({person: one.entry(ready=False)}))
                self._shown[person] = {**one.entry(ready=False), "index": len(self._shown)}
                if one.ready:
                    told += self._told({person: one.entry()})
        told += self._told({person: one.entry() for person, one in now.items()})
        if any(now[person].role != role for person, role in roles.items()):
            # The client shows by nothing else who is the host now, and whom that one may send away.
            told.append(packet(ids.LOBBY_CHANGE, user_roles=_roles(now)))
        kept = [person for person in before if person in now]
        if kept != [person for person in now if person in before]:
            told.append(packet(ids.LOBBY_CHANGE, user_order=list(now)))
        return told

    def _told(self, entries: Mapping[str, dict[str, Any]]) -> list[Packet]:
        """Those of the entries that the client does not have yet. It swaps who comes to an index
        with who has it."""
        told: dict[str, dict[str, Any]] = {}
        for person, entry in entries.items():
            known = self._shown[person]
            if entry != known:
                for other in self._shown.values():
                    if other["index"] == entry["index"]:
                        other["index"] = known["index"]
                self._shown[person] = dict(entry)
                told[person] = dict(entry)
        return [_change(told)] if told else []

    def emptied(self) -> list[Packet]:
        """All but the client itself are gone."""
        gone = {
            person: {**entry, "ready": False, "role": GONE}
            for person, entry in self._shown.items()
            if person != self.person
        }
        return [_change(gone)] if gone else []

    def began(self) -> None:
        """With a match the client takes everybody for not ready: afterwards it is told anew."""
        for entry in self._shown.values():
            entry["ready"] = None

    def configured(self, settings: Settings) -> list[Packet]:
        """The host has changed the rules; those that are other now are told."""
        before = gamerules(self.rules)
        self.rules = DoppelkopfRules.named(settings.profile, settings.options)
        other = {name: now for name, now in gamerules(self.rules).items() if now != before[name]}
        return [packet(ids.LOBBY_CHANGE, gamerules=other)] if other else []

    def order(self) -> list[Packet]:
        """The order as it is, for a client that wanted another."""
        users = self._now()
        entries = {person: one.entry() for person, one in users.items()}
        return [packet(ids.LOBBY_CHANGE, users=entries, user_order=list(users))]


def _change(users: dict[str, dict[str, Any]]) -> Packet:
    return packet(ids.LOBBY_CHANGE, users=users)


def _roles(users: Mapping[str, User]) -> dict[str, int]:
    return {person: one.role for person, one in users.items()}
