"""Who answers questions about the house: its people, its tables, its best players."""

from __future__ import annotations

from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.house import requests as req
from stammtisch.house.archivist import Archivist
from stammtisch.house.doorkeeper import Doorkeeper
from stammtisch.house.listing import Lister
from stammtisch.house.lobby import Lobby
from stammtisch.house.requests import Reply
from stammtisch.house.visitor import Visitor, must_enter
from stammtisch.house.waiter import Done
from stammtisch.records import person_of
from stammtisch.store.store import Store
from stammtisch.tables.saving import house_of

SCORES_LISTED = 1000


class InformationDesk:
    def __init__(
        self, store: Store, lobby: Lobby, lister: Lister, door: Doorkeeper, archivist: Archivist
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._lister = lister
        self._door = door
        self._archivist = archivist

    def players(self, _: Visitor, __: req.AskPlayers, done: Done) -> None:
        done(req.Players(names=self._door.names()))

    async def tables(self, visitor: Visitor, asked: req.AskTables) -> Reply:
        if asked.mine:
            own = self._lobby.tables_of(must_enter(visitor).account)
            infos = [self._lobby.info(table) for table in own]
            return req.Tables(tables=[info for info in infos if asked.game in (None, info.game)])
        tables, more = await self._lister.page(asked.game, asked.after, asked.limit)
        return req.Tables(tables=tables, more=more)

    def house(self, _: Visitor, __: req.AskHouse, done: Done) -> None:
        done(req.HouseInfo(id=house_of(self._lobby.key), players=len(self._door.inside)))

    def find(self, visitor: Visitor, asked: req.FindTables, done: Done) -> None:
        who = must_enter(visitor)
        if asked.table is None:
            found = self._lobby.seated_at(who.account, asked.game)
        else:
            found = self._lobby.found(asked.table, asked.game, who, asked.password)
        done(req.Tables(tables=found))

    async def scores(self, _: Visitor, asked: req.AskScores) -> Reply:
        game_named(asked.game)
        # Whoever has just won looks for it there.
        await self._archivist.caught_up()
        return req.Scores(scores=await self._store.high_scores(asked.game, SCORES_LISTED))

    async def ratings(self, _: Visitor, asked: req.AskRatings) -> Reply:
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

    async def person(self, _: Visitor, asked: req.AskPerson) -> Reply:
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
