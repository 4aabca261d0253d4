"""Who answers questions about the server: its people, its tables, its best players.

Lists of tables: one at a time, and a few rows of it, so that tables go first.

A row takes some work, a list may have hundreds, and anybody may ask for one. However many ask,
making rows takes no more than a part of the time.
"""

from __future__ import annotations

import asyncio

from stammtisch import requests as req
from stammtisch.accounts.peer import Peer, must_enter
from stammtisch.accounts.sign_in import Accounts
from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.lobby.archive import MatchArchiver
from stammtisch.lobby.handlers import Done
from stammtisch.lobby.lobby import Lobby
from stammtisch.records import person_of
from stammtisch.requests import Reply
from stammtisch.store.store import Store
from stammtisch.tables.replies import TableInfo
from stammtisch.tables.saving import house_of

#: Rows that are made in one go: less than a millisecond's work.
ROWS = 25
#: Seconds between them, if there is more to do.
PAUSE = 0.002
#: Lists that may wait to be made.
MOST_WAITING = 30


class TableListing:
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


SCORES_LISTED = 1000


class Queries:
    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        lister: TableListing,
        door: Accounts,
        archiver: MatchArchiver,
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._lister = lister
        self._door = door
        self._archiver = archiver

    def players(self, _: Peer, __: req.AskPlayers, done: Done) -> None:
        done(req.Players(names=self._door.names()))

    async def tables(self, peer: Peer, asked: req.AskTables) -> Reply:
        if asked.mine:
            own = self._lobby.tables_of(must_enter(peer).account)
            infos = [self._lobby.info(table) for table in own]
            return req.Tables(tables=[info for info in infos if asked.game in (None, info.game)])
        tables, more = await self._lister.page(asked.game, asked.after, asked.limit)
        return req.Tables(tables=tables, more=more)

    def app(self, _: Peer, __: req.AskServer, done: Done) -> None:
        done(req.ServerInfo(id=house_of(self._lobby.key), players=len(self._door.inside)))

    def find(self, peer: Peer, asked: req.FindTables, done: Done) -> None:
        who = must_enter(peer)
        if asked.table is None:
            found = self._lobby.seated_at(who.account, asked.game)
        else:
            found = self._lobby.found(asked.table, asked.game, who, asked.password)
        done(req.Tables(tables=found))

    async def scores(self, _: Peer, asked: req.AskScores) -> Reply:
        game_named(asked.game)
        # Whoever has just won looks for it there.
        await self._archiver.caught_up()
        return req.Scores(scores=await self._store.high_scores(asked.game, SCORES_LISTED))

    async def ratings(self, _: Peer, asked: req.AskRatings) -> Reply:
        return req.Ratings(ratings=await self.best_rated(asked.game, SCORES_LISTED))

    async def best_rated(self, game: str, limit: int) -> list[req.RatedPlayer]:
        game_named(game)
        players = []
        for rating in await self._store.best_rated(game, limit):
            account = await self._store.account(rating.account)
            players.append(
                req.RatedPlayer(
                    name=account.name if account else rating.account.replace(":", "_"),
                    mu=rating.mu,
                    sigma=rating.sigma,
                    played=rating.played,
                )
            )
        return players

    async def person(self, _: Peer, asked: req.AskPerson) -> Reply:
        if (asked.name is None) == (asked.person is None):
            raise Refusal("bad_message", "Name either the person or the name.")
        inside = self._door.known(asked.name, asked.person)
        account = inside
        if account is None and asked.name is not None:
            account = await self._store.registered(asked.name)
        if account is None:
            raise Refusal("unknown_person", "Nobody of that name is known here.")
        return req.Person(
            name=account.name,
            person=person_of(account.id),
            kind=account.kind,
            here=inside is not None,
        )
