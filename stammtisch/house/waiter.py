"""Who leads people to the tables: opens one, finds one, brings somebody away from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from stammtisch.fabric.fabric import Fabric
from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.house import requests as req
from stammtisch.house.lobby import Lobby
from stammtisch.house.requests import Reply, Request
from stammtisch.house.visitor import Visitor, must_be_at, must_enter
from stammtisch.records import CANNOT_WRITE, person_of
from stammtisch.tables import asks
from stammtisch.tables.answers import Joined, Refused
from stammtisch.tables.settings import Settings

Done = Callable[[Reply], None]


class Waiter:
    def __init__(
        self,
        lobby: Lobby,
        fabric: Fabric,
        named: Callable[[str], list[Visitor]],
        must_write: Callable[[], None],
        count_opening: Callable[[Visitor], None],
        ask: Callable[[Visitor, Request, Done], None],
        *,
        cheats: bool,
    ) -> None:
        """`named` knows who of that name is inside; `must_write` refuses what could not be
        stored, `count_opening` who opens too many tables; `ask` asks the house once more."""
        self._lobby = lobby
        self._fabric = fabric
        self._named = named
        self._must_write = must_write
        self._count_opening = count_opening
        self._ask = ask
        self._cheats = cheats

    def open(self, visitor: Visitor, asked: req.Open, done: Done) -> None:
        must_enter(visitor)
        self._must_be_free(visitor)
        self._must_write()
        if not (asked.sit or asked.watch):
            raise Refusal("no_watching", "Nobody could be at a table where you only watch.")
        table = self._lobby.open_table(asked.settings, password=asked.password, opener=visitor)
        invite = self._lobby.invite_of(table)
        joining = asks.Join(invite=invite, watch=not asked.sit, follow=asked.follow)
        self._join(visitor, table, joining, done, created=True)

    def join(self, visitor: Visitor, asked: asks.Join, done: Done) -> None:
        must_enter(visitor)
        if (asked.table is None) == (asked.invite is None):
            raise Refusal("bad_message", "To join, name either the table or the invite.")
        if asked.invite is not None:
            code = _code_in(asked.invite)
            table = self._lobby.invited(code)
            asked = msgspec.structs.replace(asked, invite=code)
        else:
            table = self._lobby.checked(asked.table or "")
        if visitor.table != table:
            self._must_be_free(visitor)
        self._join(visitor, table, asked, done, created=False)

    def sit(self, visitor: Visitor, asked: req.Sit, done: Done) -> None:
        table = must_be_at(visitor)
        joining = asks.Join(
            table=table,
            # Whoever watches may also sit down.
            invite=(
                self._lobby.invite_of(table) if self._lobby.has(table, visitor.connection) else None
            ),
            seat=asked.seat,
            follow=asked.follow,
        )
        self._join(visitor, table, joining, done, created=False)

    def join_number(self, visitor: Visitor, asked: req.JoinNumber, done: Done) -> None:
        who = must_enter(visitor)
        self._must_be_free(visitor)
        table = self._lobby.numbered(asked.game, asked.number, who.account)
        created = table is None
        if table is None:
            if not asked.create:
                raise Refusal("unknown_table", "There is no table of that number.")
            self._must_write()
            if not self._lobby.may_open(
                asked.game, asked.number, lambda: self._ask(visitor, asked, done)
            ):
                return
            self._count_opening(visitor)
            table = self._lobby.open_table(
                self._usual_settings(asked), asked.number, opener=visitor
            )
        joining = asks.Join(
            table=table, watch=asked.watch, since=asked.since, keep=asked.keep, late=asked.late
        )
        self._join(visitor, table, joining, done, created=created)

    def _usual_settings(self, asked: req.JoinNumber) -> Settings:
        """How a table is opened by a client that can hardly say how."""
        game = game_named(asked.game)
        cheats = [one.name for one in game.rules.options() if one.cheat]
        return Settings(
            game=game.name,
            profile=asked.profile or next(iter(game.rules.profiles)),
            options=dict.fromkeys(cheats, True) if self._cheats else {},
            seats=asked.seats or game.seats[-1],
            leaver="out" if game.goes_on else "bot",
        )

    def _join(
        self,
        visitor: Visitor,
        table: str,
        joining: asks.Join,
        done: Done,
        *,
        created: bool,
    ) -> None:
        before = visitor.table
        visitor.table = table

        def joined(answer: Any) -> None:
            if isinstance(answer, Joined):
                visitor.looks_on = answer.seat is None
                done(req.AtTable(created=created, joined=answer))
            else:
                visitor.table = before
                if before != table:
                    # Perhaps only the seat could not be written: then they are there without one.
                    self._fabric.ask(table, visitor.who(), asks.LoseTouch(), _unheard)
                done(answer)

        self._fabric.ask(table, visitor.who(), joining, joined)

    def _must_be_free(self, visitor: Visitor) -> None:
        """At no table; one that has been closed meanwhile does not count."""
        if visitor.table is not None and self._lobby.has(visitor.table, visitor.connection):
            raise Refusal("at_table", "You are at a table already; leave it first.")
        visitor.table = None

    def leave(self, visitor: Visitor, asked: asks.Leave, done: Done) -> None:
        table = must_be_at(visitor)
        visitor.table = None
        visitor.looks_on = False

        def left(answer: Any) -> None:
            if isinstance(answer, Refused) and answer.code == CANNOT_WRITE:
                visitor.table = visitor.table or table
            done(answer)

        self._fabric.ask(table, visitor.who(), asked, left)

    def invite(self, visitor: Visitor, asked: req.Invite, done: Done) -> None:
        who = must_enter(visitor)
        table = must_be_at(visitor)
        guests = [one for one in self._named(asked.name) if one is not visitor]
        if not guests:
            done(req.Talked(heard=False))
            return
        account = guests[0].account
        assert account is not None
        # Made now: when the answer comes the table may be gone.
        invited = req.Invited(
            name=who.name,
            person=person_of(who.account),
            table=table,
            game=self._lobby.info(table).game,
            invite=self._lobby.invite_of(table),
        )

        def allowed(answer: Any) -> None:
            if isinstance(answer, Refused):
                done(answer)
                return
            for guest in guests:
                guest.deliver(invited)
            done(req.Talked(heard=True))

        self._fabric.ask(table, who, asks.Welcome(account=account.id), allowed)


def _code_in(invite: str) -> str:
    """An invite is a code, or a link that ends with it."""
    return re.split(r"[/=#]", invite)[-1]


def _unheard(_: Any) -> None:
    pass
