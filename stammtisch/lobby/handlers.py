"""Who leads people to the tables: opens one, finds one, brings somebody away from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from stammtisch import requests as req
from stammtisch.accounts.peer import Peer, must_be_at, must_enter
from stammtisch.bus.bus import Bus
from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.lobby.lobby import Lobby
from stammtisch.records import CANNOT_WRITE, person_of
from stammtisch.requests import Reply, Request
from stammtisch.tables import requests
from stammtisch.tables.replies import Joined, Refused
from stammtisch.tables.settings import Settings

Done = Callable[[Reply], None]


class LobbyHandlers:
    def __init__(
        self,
        lobby: Lobby,
        bus: Bus,
        named: Callable[[str], list[Peer]],
        must_write: Callable[[], None],
        count_opening: Callable[[Peer], None],
        ask: Callable[[Peer, Request, Done], None],
        *,
        cheats: bool,
    ) -> None:
        """`named` knows who of that name is inside; `must_write` refuses what could not be
        stored, `count_opening` who opens too many tables; `ask` asks the server once more."""
        self._lobby = lobby
        self._bus = bus
        self._named = named
        self._must_write = must_write
        self._count_opening = count_opening
        self._ask = ask
        self._cheats = cheats

    def open(self, peer: Peer, asked: req.Open, done: Done) -> None:
        must_enter(peer)
        self._must_be_free(peer)
        self._must_write()
        if not (asked.sit or asked.watch):
            raise Refusal("no_watching", "Nobody could be at a table where you only watch.")
        table = self._lobby.open_table(asked.settings, password=asked.password, opener=peer)
        invite = self._lobby.invite_of(table)
        joining = requests.Join(invite=invite, watch=not asked.sit, follow=asked.follow)
        self._join(peer, table, joining, done, created=True)

    def join(self, peer: Peer, asked: requests.Join, done: Done) -> None:
        must_enter(peer)
        if (asked.table is None) == (asked.invite is None):
            raise Refusal("bad_message", "To join, name either the table or the invite.")
        if asked.invite is not None:
            code = _code_in(asked.invite)
            table = self._lobby.invited(code)
            asked = msgspec.structs.replace(asked, invite=code)
        else:
            table = self._lobby.checked(asked.table or "")
        if peer.table != table:
            self._must_be_free(peer)
        self._join(peer, table, asked, done, created=False)

    def sit(self, peer: Peer, asked: req.Sit, done: Done) -> None:
        table = must_be_at(peer)
        joining = requests.Join(
            table=table,
            # Whoever watches may also sit down.
            invite=(
                self._lobby.invite_of(table) if self._lobby.has(table, peer.connection) else None
            ),
            seat=asked.seat,
            follow=asked.follow,
        )
        self._join(peer, table, joining, done, created=False)

    def join_number(self, peer: Peer, asked: req.JoinNumber, done: Done) -> None:
        who = must_enter(peer)
        self._must_be_free(peer)
        table = self._lobby.numbered(asked.game, asked.number, who.account)
        created = table is None
        if table is None:
            if not asked.create:
                raise Refusal("unknown_table", "There is no table of that number.")
            self._must_write()
            if not self._lobby.may_open(
                asked.game, asked.number, lambda: self._ask(peer, asked, done)
            ):
                return
            self._count_opening(peer)
            table = self._lobby.open_table(self._usual_settings(asked), asked.number, opener=peer)
        joining = requests.Join(
            table=table, watch=asked.watch, since=asked.since, keep=asked.keep, late=asked.late
        )
        self._join(peer, table, joining, done, created=created)

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
        peer: Peer,
        table: str,
        joining: requests.Join,
        done: Done,
        *,
        created: bool,
    ) -> None:
        before = peer.table
        peer.table = table

        def joined(answer: Any) -> None:
            if isinstance(answer, Joined):
                peer.looks_on = answer.seat is None
                done(req.AtTable(created=created, joined=answer))
            else:
                peer.table = before
                if before != table:
                    # Perhaps only the seat could not be written: then they are there without one.
                    self._bus.ask(table, peer.who(), requests.Disconnect(), _unheard)
                done(answer)

        self._bus.ask(table, peer.who(), joining, joined)

    def _must_be_free(self, peer: Peer) -> None:
        """At no table; one that has been closed meanwhile does not count."""
        if peer.table is not None and self._lobby.has(peer.table, peer.connection):
            raise Refusal("at_table", "You are at a table already; leave it first.")
        peer.table = None

    def leave(self, peer: Peer, asked: requests.Leave, done: Done) -> None:
        table = must_be_at(peer)
        peer.table = None
        peer.looks_on = False

        def left(answer: Any) -> None:
            if isinstance(answer, Refused) and answer.code == CANNOT_WRITE:
                peer.table = peer.table or table
            done(answer)

        self._bus.ask(table, peer.who(), asked, left)

    def invite(self, peer: Peer, asked: req.Invite, done: Done) -> None:
        who = must_enter(peer)
        table = must_be_at(peer)
        guests = [one for one in self._named(asked.name) if one is not peer]
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

        self._bus.ask(table, who, requests.Welcome(account=account.id), allowed)


def _code_in(invite: str) -> str:
    """An invite is a code, or a link that ends with it."""
    return re.split(r"[/=#]", invite)[-1]


def _unheard(_: Any) -> None:
    pass
