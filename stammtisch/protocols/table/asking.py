"""Who may ask what, and what it means to the house."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stammtisch.games.game import Game, Refusal
from stammtisch.house import requests as house
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.plain import action_from_plain
from stammtisch.tables.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """The table where a visitor is."""

    table: str
    game: Game


@dataclass(slots=True)
class Whereabouts:
    #: None until the visitor has entered.
    name: str | None = None
    place: Place | None = None

    def at_table(self) -> Place:
        self.inside()
        if self.place is None:
            raise Refusal("not_at_table", "You are at no table; join one first.")
        return self.place

    def inside(self) -> None:
        if self.name is None:
            raise Refusal(
                "enter_first", "Enter first: as a guest, with your token or your password."
            )

    def outside(self) -> None:
        if self.name is not None:
            raise Refusal(
                "already_entered", f"You are inside already, as {self.name}; rename if you like."
            )

    def anywhere(self) -> None:
        pass


def request_for(ask: wire.Ask, where: Whereabouts) -> house.Request:
    """What the house is to be asked, or a `Refusal`. A `Ping` is no matter for the house."""
    allowed, request = _STEPS[type(ask)]
    allowed(where)
    return request(ask, where)


def _open(ask: wire.Open, where: Whereabouts) -> house.Request:
    chosen = {name: getattr(ask, name) for name in Settings.__struct_fields__}
    return house.OpenTable(settings=Settings(**chosen), sit=ask.sit)


def _join(ask: wire.Join, where: Whereabouts) -> house.Request:
    if (ask.table is None) == (ask.invite is None):
        raise Refusal("bad_message", "To join, name either the table or the invite.")
    return house.JoinTable(
        table=ask.table,
        invite=None if ask.invite is None else _code_in(ask.invite),
        seat=ask.seat,
        watch=ask.watch,
        since=ask.since,
    )


def _code_in(invite: str) -> str:
    """An invite is a code, or a link that ends with it."""
    return re.split(r"[/=#]", invite)[-1]


def _sit(ask: wire.Sit, where: Whereabouts) -> house.Request:
    return house.JoinTable(table=where.at_table().table, seat=ask.seat)


def _act(ask: wire.Act, where: Whereabouts) -> house.Request:
    return house.DoAction(action=action_from_plain(where.at_table().game, ask.action))


def _why(ask: wire.Why, where: Whereabouts) -> house.Request:
    return house.AskWhy(action=action_from_plain(where.at_table().game, ask.action))


def _say(ask: wire.Say, where: Whereabouts) -> house.Request:
    if ask.reach == "table":
        where.at_table()
    if (ask.reach == "person") != (ask.to is not None):
        raise Refusal("bad_message", 'Name the person in "to" if, and only if, reach is "person".')
    return house.Talk(text=ask.text, reach=ask.reach, to=ask.to)


_Allowed = Callable[[Whereabouts], object]
_Request = Callable[[Any, Whereabouts], house.Request]

_ANYWHERE = Whereabouts.anywhere
_OUTSIDE = Whereabouts.outside
_INSIDE = Whereabouts.inside
_AT_TABLE = Whereabouts.at_table

#: For each ask: from where it is allowed, and the request it is.
_STEPS: dict[type[Any], tuple[_Allowed, _Request]] = {
    wire.Enter: (_OUTSIDE, lambda ask, _: house.EnterAsGuest(name=ask.name)),
    wire.Resume: (_OUTSIDE, lambda ask, _: house.Resume(token=ask.token)),
    wire.SignIn: (_OUTSIDE, lambda ask, _: house.SignIn(name=ask.name, password=ask.password)),
    wire.Register: (
        _ANYWHERE,
        lambda ask, _: house.Register(name=ask.name, password=ask.password),
    ),
    wire.Rename: (_INSIDE, lambda ask, _: house.ChangeName(name=ask.name)),
    wire.AskPlayers: (_ANYWHERE, lambda ask, _: house.ListPlayers()),
    wire.AskTables: (_ANYWHERE, lambda ask, _: house.ListTables(game=ask.game)),
    wire.AskScores: (_ANYWHERE, lambda ask, _: house.ListScores(game=ask.game)),
    wire.AskRatings: (_ANYWHERE, lambda ask, _: house.ListRatings(game=ask.game)),
    wire.Open: (_INSIDE, _open),
    wire.Join: (_INSIDE, _join),
    wire.Sit: (_AT_TABLE, _sit),
    wire.Leave: (_AT_TABLE, lambda ask, _: house.LeaveTable()),
    wire.Ready: (_AT_TABLE, lambda ask, _: house.BeReady(nonce=ask.nonce)),
    wire.Act: (_AT_TABLE, _act),
    wire.AskActions: (_AT_TABLE, lambda ask, _: house.AskActions()),
    wire.Why: (_AT_TABLE, _why),
    wire.AddBot: (_AT_TABLE, lambda ask, _: house.AddBot(level=ask.level, seat=ask.seat)),
    wire.RemoveBot: (_AT_TABLE, lambda ask, _: house.RemoveBot(seat=ask.seat)),
    wire.Say: (_INSIDE, _say),
}
