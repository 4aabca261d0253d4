"""What people ask of the server beside signing in: tables to come to, questions, and talk."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.accounts.limits import RateLimiter, address_key
from stammtisch.accounts.peers import Peer, SignedIn, must_be_at, must_enter
from stammtisch.bus.bus import Bus
from stammtisch.config import AppConfig
from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.lobby.archive import MatchArchiver
from stammtisch.lobby.lobby import Lobby
from stammtisch.lobby.notices import Broadcaster
from stammtisch.records import CANNOT_WRITE, person_of
from stammtisch.replies import Joined, Refused, TableInfo
from stammtisch.store.store import Store
from stammtisch.tables.saving import ServerKey
from stammtisch.tables.settings import Settings
from stammtisch.tables.write_status import WriteStatus
from stammtisch.vocabulary import Done, Reply, handles

SCORES_LISTED = 1000
#: Rows that are made in one go: less than a millisecond's work.
ROWS = 25
#: Seconds between them, if there is more to do.
PAUSE = 0.002
#: Lists that may wait to be made.
MOST_WAITING = 30


class LobbyHandlers:
    def __init__(
        self,
        lobby: Lobby,
        bus: Bus,
        signed_in: SignedIn,
        rate_limiter: RateLimiter,
        writing: WriteStatus,
        config: AppConfig,
    ) -> None:
        self._lobby = lobby
        self._bus = bus
        self._signed_in = signed_in
        self._rate_limiter = rate_limiter
        self._writing = writing
        self._config = config

    @handles(req.Open)
    def open(self, peer: Peer, asked: req.Open, done: Done) -> None:
        must_enter(peer)
        self._must_be_free(peer)
        self._writing.check()
        if not (asked.sit or asked.watch):
            raise Refusal("no_watching", "Nobody could be at a table where you only watch.")
        table = self._lobby.open_table(asked.settings, password=asked.password, opener=peer)
        invite = self._lobby.invite_of(table)
        joining = req.Join(invite=invite, watch=not asked.sit, follow=asked.follow)
        self._join(peer, table, joining, done, created=True)

    @handles(req.Join)
    def join(self, peer: Peer, asked: req.Join, done: Done) -> None:
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

    @handles(req.Sit)
    def sit(self, peer: Peer, asked: req.Sit, done: Done) -> None:
        table = must_be_at(peer)
        joining = req.Join(
            table=table,
            # Whoever watches may also sit down.
            invite=(
                self._lobby.invite_of(table) if self._lobby.has(table, peer.connection) else None
            ),
            seat=asked.seat,
            follow=asked.follow,
        )
        self._join(peer, table, joining, done, created=False)

    @handles(req.JoinNumber)
    def join_number(self, peer: Peer, asked: req.JoinNumber, done: Done) -> None:
        who = must_enter(peer)
        self._must_be_free(peer)

        def again() -> None:
            try:
                self.join_number(peer, asked, done)
            except Refusal as refusal:
                done(Refused.by(refusal))

        table = self._lobby.numbered(asked.game, asked.number, who.account)
        created = table is None
        if table is None:
            if not asked.create:
                raise Refusal("unknown_table", "There is no table of that number.")
            self._writing.check()
            if not self._lobby.may_open(asked.game, asked.number, again):
                return
            self._rate_limiter.count(peer, "openings")
            table = self._lobby.open_table(self._usual_settings(asked), asked.number, opener=peer)
        joining = req.Join(
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
            options=dict.fromkeys(cheats, True) if self._config.cheats else {},
            seats=asked.seats or game.seats[-1],
            leaver="out" if game.goes_on else "bot",
        )

    def _join(
        self,
        peer: Peer,
        table: str,
        joining: req.Join,
        done: Done,
        *,
        created: bool,
    ) -> None:
        before = peer.table
        peer.table = table

        def joined(answer: Any) -> None:
            if isinstance(answer, Joined):
                peer.looks_on = answer.seat is None
                done(replies.AtTable(created=created, joined=answer))
            else:
                peer.table = before
                if before != table:
                    # Perhaps only the seat could not be written: then they are there without one.
                    self._bus.ask(table, peer.who(), req.Disconnect(), _unheard)
                done(answer)

        self._bus.ask(table, peer.who(), joining, joined)

    def _must_be_free(self, peer: Peer) -> None:
        """At no table; one that has been closed meanwhile does not count."""
        if peer.table is not None and self._lobby.has(peer.table, peer.connection):
            raise Refusal("at_table", "You are at a table already; leave it first.")
        peer.table = None

    @handles(req.Leave)
    def leave(self, peer: Peer, asked: req.Leave, done: Done) -> None:
        table = must_be_at(peer)
        peer.table = None
        peer.looks_on = False

        def left(answer: Any) -> None:
            if isinstance(answer, Refused) and answer.code == CANNOT_WRITE:
                peer.table = peer.table or table
            done(answer)

        self._bus.ask(table, peer.who(), asked, left)

    @handles(req.Invite)
    def invite(self, peer: Peer, asked: req.Invite, done: Done) -> None:
        who = must_enter(peer)
        table = must_be_at(peer)
        guests = [one for one in self._signed_in.named(asked.name) if one is not peer]
        if not guests:
            done(replies.Talked(heard=False))
            return
        account = guests[0].account
        assert account is not None
        # Made now: when the answer comes the table may be gone.
        invited = replies.Invited(
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
            done(replies.Talked(heard=True))

        self._bus.ask(table, who, req.AllowEntry(account=account.id), allowed)


class TableListing:
    """Lists of tables: one at a time, and a few rows of it, so that tables go first.

    A row takes some work, a list may have hundreds, and anybody may ask for one. However many ask,
    making rows takes no more than a part of the time.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._one = asyncio.Lock()
        self._waiting = 0

    async def page(
        self, game: str | None, after: int, limit: int
    ) -> tuple[list[TableInfo], int | None]:
        """So many of the public tables, oldest first, and after which the next page begins."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", "Too many ask for lists of tables just now; try again.")
        tables: list[TableInfo] = []
        self._waiting += 1
        try:
            async with self._one:
                while True:
                    rows, more = self._lobby.page(game, after, min(ROWS, limit - len(tables)))
                    tables += rows
                    if self._waiting > 1 or (more is not None and len(tables) < limit):
                        await asyncio.sleep(PAUSE)
                    if more is None or len(tables) >= limit:
                        return tables, more
                    after = more
        finally:
            self._waiting -= 1


class Queries:
    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        listing: TableListing,
        signed_in: SignedIn,
        archiver: MatchArchiver,
        key: ServerKey,
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._listing = listing
        self._signed_in = signed_in
        self._archiver = archiver
        self._key = key

    @handles(req.AskPlayers)
    def players(self, _: Peer, __: req.AskPlayers, done: Done) -> None:
        done(replies.Players(names=self._signed_in.names()))

    @handles(req.AskTables)
    async def tables(self, peer: Peer, asked: req.AskTables) -> Reply:
        if asked.mine:
            own = self._lobby.tables_of(must_enter(peer).account)
            infos = [self._lobby.info(table) for table in own]
            return replies.Tables(
                tables=[info for info in infos if asked.game in (None, info.game)]
            )
        tables, more = await self._listing.page(asked.game, asked.after, asked.limit)
        return replies.Tables(tables=tables, more=more)

    @handles(req.AskServer)
    def server(self, _: Peer, __: req.AskServer, done: Done) -> None:
        done(replies.ServerInfo(id=self._key.server_id, players=len(self._signed_in.peers)))

    @handles(req.FindTables)
    def find(self, peer: Peer, asked: req.FindTables, done: Done) -> None:
        who = must_enter(peer)
        if asked.table is None:
            found = self._lobby.seated_at(who.account, asked.game)
        else:
            found = self._lobby.found(asked.table, asked.game, who, asked.password)
        done(replies.Tables(tables=found))

    @handles(req.AskScores)
    async def scores(self, _: Peer, asked: req.AskScores) -> Reply:
        game_named(asked.game)
        # Whoever has just won looks for it there.
        await self._archiver.caught_up()
        return replies.Scores(scores=await self._store.high_scores(asked.game, SCORES_LISTED))

    @handles(req.AskRatings)
    async def ratings(self, _: Peer, asked: req.AskRatings) -> Reply:
        return replies.Ratings(ratings=await self.best_rated(asked.game, SCORES_LISTED))

    async def best_rated(self, game: str, limit: int) -> list[replies.RatedPlayer]:
        game_named(game)
        players = []
        for rating in await self._store.best_rated(game, limit):
            account = await self._store.account(rating.account)
            players.append(
                replies.RatedPlayer(
                    name=account.name if account else rating.account.replace(":", "_"),
                    mu=rating.mu,
                    sigma=rating.sigma,
                    played=rating.played,
                )
            )
        return players

    @handles(req.AskPerson)
    async def person(self, _: Peer, asked: req.AskPerson) -> Reply:
        if (asked.name is None) == (asked.person is None):
            raise Refusal("bad_message", "Name either the person or the name.")
        inside = self._signed_in.account(name=asked.name, person=asked.person)
        account = inside
        if account is None and asked.name is not None:
            account = await self._store.registered(asked.name)
        if account is None:
            raise Refusal("unknown_person", "Nobody of that name is known here.")
        return replies.Person(
            name=account.name,
            person=person_of(account.id),
            kind=account.kind,
            here=inside is not None,
        )


class Talk:
    """What people say to everybody, or to one person; what they say at a table goes there."""

    def __init__(
        self,
        bus: Bus,
        signed_in: SignedIn,
        broadcaster: Broadcaster,
        connections: Mapping[str, Peer],
    ) -> None:
        self._bus = bus
        self._signed_in = signed_in
        self._broadcaster = broadcaster
        self._connections = connections

    @handles(req.Say)
    def say(self, peer: Peer, asked: req.Say, done: Done) -> None:
        who = must_enter(peer)
        if asked.reach == "table":
            self._bus.ask(must_be_at(peer), who, asked, done)
            return
        if (asked.reach == "person") != (asked.to is not None):
            raise Refusal(
                "bad_message", 'Name the person in "to" if, and only if, reach is "person".'
            )
        message = replies.ChatMessage(reach=asked.reach, text=asked.text, sender=who.name)
        if asked.reach == "person":
            listeners = self._signed_in.named(asked.to or "")
            for listener in listeners:
                listener.deliver(message)
            done(replies.Talked(heard=bool(listeners)))
            return
        source = address_key(peer.address)
        self._broadcaster.check(source)
        everyone = self._connections.values()
        self._broadcaster.tell(
            message,
            [one for one in everyone if one is not peer and one.account is not None],
            source,
        )
        done(replies.Talked())


def _code_in(invite: str) -> str:
    """An invite is a code, or a link that ends with it."""
    return re.split(r"[/=#]", invite)[-1]


def _unheard(_: Any) -> None:
    pass
