"""The house: everybody who comes in asks it, and it leads them to the tables."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar

import msgspec
from argon2 import PasswordHasher

from stammtisch.fabric.fabric import Fabric
from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES, game_named
from stammtisch.house import requests as req
from stammtisch.house.archivist import Archivist
from stammtisch.house.doorkeeper import Doorkeeper
from stammtisch.house.lobby import Damaged, Lobby
from stammtisch.house.requests import Notice, Reply, Request
from stammtisch.house.visitor import Visitor
from stammtisch.store.store import Store
from stammtisch.tables import commands
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.commands import Refused, TableInfo
from stammtisch.tables.entries import decode
from stammtisch.tables.settings import Settings
from stammtisch.tables.thinking import Thinker

log = logging.getLogger(__name__)

BEAT_EVERY = 1000
SCORES_LISTED = 1000


@dataclass(frozen=True, slots=True)
class HouseCounts:
    tables: int
    seats: int
    players: int
    #: Steps of tables on their way to the disk.
    waiting: int
    actions: int


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the host has decided for the whole house."""

    #: Tables may have cheats, and those opened through a game's own protocol do.
    cheats: bool = False
    most_tables: int = 10_000
    patience: Patience = field(default_factory=Patience)


class House:
    def __init__(
        self,
        store: Store,
        fabric: Fabric,
        clock: Clock,
        thinker: Thinker,
        rules: HouseRules | None = None,
        random_bytes: Callable[[int], bytes] = os.urandom,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self.store = store
        self.rules = rules or HouseRules()
        self._fabric = fabric
        self._clock = clock
        self._archivist = Archivist(store)
        self.lobby = Lobby(
            store,
            fabric,
            clock,
            thinker,
            self._archivist,
            random_bytes,
            self.rules.patience,
            self.rules.most_tables,
        )
        self._door = Doorkeeper(
            store, clock, random_bytes, self.lobby.seated, hasher or PasswordHasher()
        )
        self._visitors: dict[str, Visitor] = {}
        self._numbers = count(1)
        self._prefix = random_bytes(4).hex()
        self._tasks: set[asyncio.Task[None]] = set()
        self._beat: Timer | None = None
        self.is_open = False

    # --- life ----------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring all tables back as they were."""
        await self.store.open()
        stored = await self.store.tables()
        # The newest entry may be younger than the last beat.
        times = [_time_of(entry.payload) for table in stored for entry in table.entries[-1:]]
        self._clock.begin_at(int(max([await self.store.last_beat() or 0, *times])))
        for table in stored:
            try:
                self.lobby.restore(table)
            except Damaged as damage:
                log.error("table %s stays closed: %s", table.row.id, damage)
        self.is_open = True
        self._keep_beating()

    def _keep_beating(self) -> None:
        now = self._clock.now()
        self.store.beat(now)
        self._beat = self._clock.call_at(now + BEAT_EVERY, self._keep_beating)

    async def close(self, reason: str = "The house closes.") -> None:
        """Say goodbye to everybody; what was acknowledged is durable when this returns."""
        self.is_open = False
        if self._beat is not None:
            self._beat.cancel()
        for visitor in list(self._visitors.values()):
            visitor.deliver(req.Goodbye(reason=reason))
        self.lobby.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        try:
            await self.store.wait()
        except Exception as error:
            # Whoever asked for it was told so; the others still want to hear the goodbye.
            log.error("the last changes could not be stored", exc_info=error)
        await self._archivist.close()
        self.store.beat(self._clock.now())
        await self.store.close()

    # --- visitors ------------------------------------------------------------------------------

    def arrive(self, address: str, protocol: str, deliver: Callable[[Notice], None]) -> Visitor:
        visitor = Visitor(f"{self._prefix}-{next(self._numbers)}", address, protocol, deliver)
        self._visitors[visitor.connection] = visitor
        self._fabric.attach(visitor.connection, deliver)
        return visitor

    def depart(self, visitor: Visitor) -> None:
        if visitor.gone:
            return
        visitor.gone = True
        del self._visitors[visitor.connection]
        self._fabric.detach(visitor.connection)
        if visitor.table is not None and self.is_open:
            leaving = commands.Leave(who=visitor.who(), stand=False)
            self._fabric.ask(visitor.table, leaving, _unheard)
        self._door.leave(visitor)

    def ask(self, visitor: Visitor, request: Request, done: Callable[[Reply], None]) -> None:
        """Answer a request: `done` is called exactly once, now or later."""
        try:
            if not self.is_open:
                raise Refusal("closed", "The house is closing.")
            at_once = self._AT_ONCE.get(type(request))
            if at_once is not None:
                at_once(self, visitor, request, done)
                return
            work = self._WITH_TIME[type(request)](self, visitor, request)
        except Refusal as refusal:
            done(Refused(code=refusal.code, message=refusal.reason))
            return
        task = asyncio.get_running_loop().create_task(_answer(work, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- looking around ------------------------------------------------------------------------

    def tables(self, game: str | None = None) -> list[TableInfo]:
        return self.lobby.infos(game)

    def counts(self) -> HouseCounts:
        keepers = list(self.lobby.keepers())
        return HouseCounts(
            tables=len(keepers),
            seats=sum(place.taken for keeper in keepers for place in keeper.table.places),
            players=len(self._door.inside),
            waiting=sum(keeper.waiting for keeper in keepers),
            actions=self.lobby.actions,
        )

    def _list_players(self, _: Visitor, __: req.ListPlayers, done: Callable[[Reply], None]) -> None:
        done(req.Players(names=self._door.names()))

    def _list_tables(
        self, _: Visitor, asked: req.ListTables, done: Callable[[Reply], None]
    ) -> None:
        done(req.Tables(tables=self.lobby.infos(asked.game)))

    async def _list_scores(self, _: Visitor, asked: req.ListScores) -> Reply:
        game_named(asked.game)
        # Whoever has just won looks for it there.
        await self._archivist.caught_up()
        return req.Scores(scores=await self.store.high_scores(asked.game, SCORES_LISTED))

    async def _list_ratings(self, _: Visitor, asked: req.ListRatings) -> Reply:
        return req.Ratings(ratings=await self.best_rated(asked.game, SCORES_LISTED))

    async def best_rated(self, game: str, limit: int) -> list[req.RatedPlayer]:
        game_named(game)
        players = []
        for rating in await self.store.best_rated(game, limit):
            account = await self.store.account(rating.account)
            players.append(
                req.RatedPlayer(
                    name=account.name if account else rating.account.replace(":", "_"),
                    mu=rating.mu,
                    sigma=rating.sigma,
                    played=rating.played,
                )
            )
        return players

    # --- names ---------------------------------------------------------------------------------

    async def _enter_from(self, visitor: Visitor, asked: req.EnterFrom) -> Reply:
        entered = await self._door.enter_from(visitor, asked)
        self._tell_name(visitor)
        return entered

    async def _change_name(self, visitor: Visitor, asked: req.ChangeName) -> Reply:
        entered = await self._door.change_name(visitor, asked)
        self._tell_name(visitor)
        return entered

    async def _register(self, visitor: Visitor, asked: req.Register) -> Reply:
        entered = await self._door.register(visitor, asked)
        self._tell_name(visitor)
        return entered

    def _tell_name(self, visitor: Visitor) -> None:
        """Everybody at the table hears of a new name, its owner too."""
        if visitor.table is None or visitor.account is None:
            return
        nobody = commands.Who("", visitor.account.id, visitor.account.name)
        self._fabric.ask(visitor.table, commands.TakeName(who=nobody), _unheard)

    # --- tables --------------------------------------------------------------------------------

    def _open_table(
        self, visitor: Visitor, asked: req.OpenTable, done: Callable[[Reply], None]
    ) -> None:
        _must_enter(visitor)
        self._must_be_free(visitor)
        if asked.settings.options.get("cheats") and not self.rules.cheats:
            raise Refusal("no_cheats", "This house allows no cheats.")
        if not (asked.sit or asked.settings.watch):
            raise Refusal("no_watching", "Nobody could be at a table where you only watch.")
        table = self.lobby.open_table(asked.settings)
        self._join(visitor, table, done, created=True, watch=not asked.sit)

    def _join_table(
        self, visitor: Visitor, asked: req.JoinTable, done: Callable[[Reply], None]
    ) -> None:
        who = _must_enter(visitor)
        if asked.invite is not None:
            table = self.lobby.invited(asked.invite)
        else:
            table = self.lobby.checked(asked.table or "")
            if self.lobby.is_private(table) and self.lobby.seat_of(table, who.account) is None:
                raise Refusal("private", "This table is private: come with an invitation.")
        if visitor.table != table:
            self._must_be_free(visitor)
        self._join(
            visitor,
            table,
            done,
            created=False,
            watch=asked.watch,
            seat=asked.seat,
            since=asked.since,
        )

    def _join_number(
        self, visitor: Visitor, asked: req.JoinNumber, done: Callable[[Reply], None]
    ) -> None:
        who = _must_enter(visitor)
        self._must_be_free(visitor)
        table = self.lobby.numbered(asked.game, asked.number)
        created = table is None
        if table is None:
            if not asked.create:
                raise Refusal("unknown_table", "There is no table of that number.")
            table = self.lobby.open_table(self._usual_settings(asked), asked.number)
        elif self.lobby.is_private(table) and self.lobby.seat_of(table, who.account) is None:
            raise Refusal("private", "This table is private.")
        self._join(
            visitor,
            table,
            done,
            created=created,
            watch=asked.watch,
            since=asked.since,
            keep=asked.keep,
            late=asked.late,
        )

    def _usual_settings(self, asked: req.JoinNumber) -> Settings:
        """How a table is opened by a client that can hardly say how."""
        game, rules = asked.game, game_named(asked.game).rules
        cheats = self.rules.cheats and any(one.name == "cheats" for one in rules.options())
        options: dict[str, Any] = {"cheats": True} if cheats else {}
        return Settings(
            game=game,
            profile=asked.profile or next(iter(rules.profiles)),
            options=options,
            seats=asked.seats or GAMES[game].seats[-1],
            leaver="out" if GAMES[game].goes_on else "bot",
        )

    def _join(
        self,
        visitor: Visitor,
        table: str,
        done: Callable[[Reply], None],
        *,
        created: bool,
        watch: bool = False,
        seat: int | None = None,
        since: int | None = None,
        keep: bool = True,
        late: bool = True,
    ) -> None:
        before = visitor.table
        visitor.table = table
        joining = commands.Join(
            who=visitor.who(), seat=seat, watch=watch, since=since, keep=keep, late=late
        )

        def joined(answer: Any) -> None:
            if isinstance(answer, commands.Joined):
                invite = self.lobby.invite_of(table)
                done(req.AtTable(created=created, joined=answer, invite=invite))
            else:
                visitor.table = before
                done(answer or _NO_TABLE)

        self._fabric.ask(table, joining, joined)

    def _must_be_free(self, visitor: Visitor) -> None:
        """At no table; one that has been closed meanwhile does not count."""
        if visitor.table is not None and self.lobby.has(visitor.table):
            raise Refusal("at_table", "You are at a table already; leave it first.")
        visitor.table = None

    def _leave_table(
        self, visitor: Visitor, _: req.LeaveTable, done: Callable[[Reply], None]
    ) -> None:
        table = _must_be_at(visitor)
        visitor.table = None
        self._at_table(table, commands.Leave(who=visitor.who()), done)

    def _be_ready(
        self, visitor: Visitor, asked: req.BeReady, done: Callable[[Reply], None]
    ) -> None:
        table = _must_be_at(visitor)
        self._at_table(table, commands.MakeReady(who=visitor.who(), nonce=asked.nonce), done)

    def _do_action(
        self, visitor: Visitor, asked: req.DoAction, done: Callable[[Reply], None]
    ) -> None:
        table = _must_be_at(visitor)
        self._at_table(table, commands.Play(who=visitor.who(), action=asked.action), done)

    def _ask_actions(
        self, visitor: Visitor, _: req.AskActions, done: Callable[[Reply], None]
    ) -> None:
        self._at_table(_must_be_at(visitor), commands.TellActions(who=visitor.who()), done)

    def _ask_why(self, visitor: Visitor, asked: req.AskWhy, done: Callable[[Reply], None]) -> None:
        table = _must_be_at(visitor)
        self._at_table(table, commands.TellWhy(who=visitor.who(), action=asked.action), done)

    def _add_bot(self, visitor: Visitor, asked: req.AddBot, done: Callable[[Reply], None]) -> None:
        table = _must_be_at(visitor)
        seating = commands.SeatBot(who=visitor.who(), level=asked.level, seat=asked.seat)
        self._at_table(table, seating, done)

    def _remove_bot(
        self, visitor: Visitor, asked: req.RemoveBot, done: Callable[[Reply], None]
    ) -> None:
        table = _must_be_at(visitor)
        self._at_table(table, commands.UnseatBot(who=visitor.who(), seat=asked.seat), done)

    def _at_table(self, table: str, command: Any, done: Callable[[Reply], None]) -> None:
        self._fabric.ask(table, command, lambda answer: done(answer or _NO_TABLE))

    # --- talk ----------------------------------------------------------------------------------

    def _talk(self, visitor: Visitor, asked: req.Talk, done: Callable[[Reply], None]) -> None:
        who = _must_enter(visitor)
        if asked.reach == "table":
            table = _must_be_at(visitor)
            self._at_table(table, commands.Say(who=who, text=asked.text), done)
            return
        heard = req.Heard(reach=asked.reach, text=asked.text, sender=who.name)
        if asked.reach == "person":
            listeners = self._door.named(asked.to or "")
        else:
            everyone = self._visitors.values()
            listeners = [one for one in everyone if one is not visitor and one.account is not None]
        for listener in listeners:
            listener.deliver(heard)
        done(req.Talked(heard=bool(listeners) or asked.reach == "everyone"))

    _AT_ONCE: ClassVar[
        dict[type, Callable[[House, Visitor, Any, Callable[[Reply], None]], None]]
    ] = {
        req.ListPlayers: _list_players,
        req.ListTables: _list_tables,
        req.OpenTable: _open_table,
        req.JoinTable: _join_table,
        req.JoinNumber: _join_number,
        req.LeaveTable: _leave_table,
        req.BeReady: _be_ready,
        req.DoAction: _do_action,
        req.AskActions: _ask_actions,
        req.AskWhy: _ask_why,
        req.AddBot: _add_bot,
        req.RemoveBot: _remove_bot,
        req.Talk: _talk,
    }
    _WITH_TIME: ClassVar[dict[type, Callable[[House, Visitor, Any], Awaitable[Reply]]]] = {
        req.EnterAsGuest: lambda house, visitor, asked: house._door.enter_as_guest(visitor, asked),
        req.EnterFrom: _enter_from,
        req.Resume: lambda house, visitor, asked: house._door.resume(visitor, asked),
        req.SignIn: lambda house, visitor, asked: house._door.sign_in(visitor, asked),
        req.Register: _register,
        req.ChangeName: _change_name,
        req.ListScores: _list_scores,
        req.ListRatings: _list_ratings,
    }


_NO_TABLE = Refused(code="unknown_table", message="The table has been closed.")


async def _answer(work: Awaitable[Reply], done: Callable[[Reply], None]) -> None:
    reply: Reply
    try:
        reply = await work
    except Refusal as refusal:
        reply = Refused(code=refusal.code, message=refusal.reason)
    except Exception:
        log.exception("a request failed")
        reply = Refused(code="failed", message="Something went wrong here; please try again.")
    done(reply)


def _time_of(payload: bytes) -> int:
    try:
        return decode(payload).at
    except (msgspec.MsgspecError, UnicodeDecodeError):
        # Its table is found to be damaged when it is restored.
        return 0


def _must_enter(visitor: Visitor) -> commands.Who:
    if visitor.account is None:
        raise Refusal("enter_first", "Say who you are first.")
    return visitor.who()


def _must_be_at(visitor: Visitor) -> str:
    if visitor.table is None:
        _must_enter(visitor)
        raise Refusal("no_table", "You are at no table.")
    return visitor.table


def _unheard(_: Any) -> None:
    pass
