"""The house: everybody who comes in asks it, and it leads them to the tables."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar

import msgspec
from argon2 import PasswordHasher

from stammtisch.fabric.fabric import Fabric
from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.house import requests as req
from stammtisch.house.announcing import Announcer
from stammtisch.house.archivist import Archivist
from stammtisch.house.book import Book
from stammtisch.house.crier import Crier
from stammtisch.house.deeds import Administer, Deed, ListPeople, ListTables
from stammtisch.house.doorkeeper import Doorkeeper
from stammtisch.house.gate import Gate
from stammtisch.house.letters import Letters
from stammtisch.house.listing import Lister
from stammtisch.house.lobby import Damaged, Lobby
from stammtisch.house.manners import LENIENT, Manners, Tries, Usher
from stammtisch.house.openers import Openers
from stammtisch.house.passwords import Passwords
from stammtisch.house.records import may_see, share_code, was_there
from stammtisch.house.requests import Notice, Reply, Request
from stammtisch.house.reviewing import Reviewer
from stammtisch.house.steward import Answer, Steward
from stammtisch.house.visitor import Visitor
from stammtisch.records import CannotWrite, MatchRow, Unanswered, person_of
from stammtisch.store.store import Store, Unusable
from stammtisch.tables import asks
from stammtisch.tables.answers import Joined, Refused, TableInfo
from stammtisch.tables.asks import Who
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.entries import decode
from stammtisch.tables.outbox import UNKNOWN
from stammtisch.tables.saving import house_of
from stammtisch.tables.settings import Settings
from stammtisch.tables.thinking import Thinker

log = logging.getLogger(__name__)

#: How often the time is noted, in milliseconds: while somebody is here, or it cannot be written;
#: and while nobody is.
BEAT_EVERY = 1_000
BEAT_ALONE = 60_000
#: How often guests are looked through, in milliseconds of house time; and how many of them are
#: forgotten by one change, so that nobody's move waits for long behind it.
FORGET_EVERY = 3_600_000
FORGET_AT_ONCE = 200
DAY = 86_400
#: What must find room before the house believes that it can write again, in bytes.
ROOM = 1 << 18
#: How long somebody waits for the disk before being told so, in seconds.
PATIENCE = 10
#: How long a house that closes waits for what is under way, in seconds.
CLOSING = 5
SCORES_LISTED = 1000
#: As many tables as there are.
EVERY = 1 << 62


CANNOT_WRITE = "cannot_write"
SILENT = "The house waits for its disk and cannot answer just now; try again in a moment."


@dataclass(frozen=True, slots=True)
class HouseCounts:
    tables: int
    seats: int
    players: int
    #: Steps of tables on their way to the disk.
    waiting: int
    actions: int
    #: How often a rule of a game or an answer of a table failed.
    failures: int


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the host has decided for the whole house."""

    #: Tables may have cheats, and those opened through a game's own protocol do.
    cheats: bool = False
    most_tables: int = 10_000
    #: Tables that one account, and one address, may have opened at the same time; 0 is no limit.
    tables_per_account: int = 0
    tables_per_address: int = 0
    #: Guests who never played are forgotten after so many days; 0 is never.
    guest_days: int = 30
    patience: Patience = field(default_factory=Patience)
    #: How often one may ask what.
    manners: Manners = LENIENT
    #: Passwords that are worked on at once.
    hashes: int = 1
    #: Whoever is new needs this password, or an invitation; "" is none.
    password: str = ""
    #: Whoever is new needs an invitation.
    invite_only: bool = False


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
        self._random_bytes = random_bytes
        self._archivist = Archivist(store)
        self.reviewer = Reviewer(thinker)
        self.lobby = Lobby(
            store,
            fabric,
            clock,
            thinker,
            self._archivist,
            random_bytes,
            self.rules.patience,
            self.rules.most_tables,
            self.rules.cheats,
            Openers(
                self.rules.tables_per_account,
                self.rules.tables_per_address,
                spare_loopback=self.rules.manners.spare_loopback,
            ),
        )
        self._usher = Usher(self.rules.manners)
        self._book = Book(store)
        self._gate = Gate(
            self._book, clock, self.rules.password, invite_only=self.rules.invite_only
        )
        self._door = Doorkeeper(
            store,
            clock,
            random_bytes,
            self.lobby.seated,
            Passwords(hasher or PasswordHasher(), self.rules.hashes),
            Tries(self.rules.manners, self._usher),
            self._book,
            self._gate,
        )
        self._letters = Letters(lambda account: self._door.inside.get(account, []))
        self.lobby.tell_account = self._letters.write
        self._crier = Crier(clock)
        self._announcer = Announcer(clock, self._crier, lambda: self._visitors.values())
        self._steward = Steward(
            store,
            clock,
            fabric,
            self.lobby,
            self._door,
            self._book,
            self._announcer,
            random_bytes,
            lambda: self._gate.closed,
        )
        self.lister = Lister(self.lobby)
        self._visitors: dict[str, Visitor] = {}
        self._numbers = count(1)
        self._prefix = random_bytes(4).hex()
        self._tasks: set[asyncio.Task[None]] = set()
        self._beat: Timer | None = None
        #: Tables that are in the store and could not be brought back: a sentence for each.
        self.damaged: list[str] = []
        self.is_open = False
        #: Why nothing can be written just now.
        self.trouble: str | None = None
        self.lobby.cannot_write = self._cannot_write
        self._door.check_writing = self._must_write

    # --- life ----------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring all tables back as they were."""
        await self.store.open()
        self.lobby.key = await self.store.secret("signing", os.urandom(32))
        await self._book.open()
        await self._gate.open(self.lobby.key)
        await self._door.open()
        stored = await self.store.tables()
        # The newest entry may be younger than the last beat.
        times = [_time_of(entry.payload) for table in stored for entry in table.entries[-1:]]
        try:
            times.append(await self.store.last_beat() or 0)
        except Unusable as error:
            log.error("the house's time is taken from its tables: %s", error)
        self._clock.begin_at(int(max(times, default=0)))
        for table in stored:
            try:
                if table.damage is not None:
                    raise Damaged(table.damage)
                self.lobby.restore(table)
            except Damaged as damage:
                self.lobby.hold(table.row)
                named = f"Table {table.row.number} of {table.row.game} ({table.row.id})"
                self.damaged.append(f"{named} stays closed: {damage}")
                log.error("%s", self.damaged[-1])
        self.is_open = True
        self._keep_beating()
        self._look_through_guests()

    def _look_through_guests(self) -> None:
        if not self.is_open or not self.rules.guest_days:
            return
        self._clock.call_at(self._clock.now() + FORGET_EVERY, self._look_through_guests)
        self._begin(self._forget_guests(self._clock.wall() - self.rules.guest_days * DAY))

    async def _forget_guests(self, before: float) -> None:
        """Those who came before that time, and never played nor are here now."""
        try:
            while self.is_open:
                keep = [*self._door.inside, *self.lobby.seated_accounts(), *self._book.bans]
                if await self.store.forget_guests(before, keep, FORGET_AT_ONCE) < FORGET_AT_ONCE:
                    return
        except Exception as error:
            log.warning("guests could not be forgotten: %s", error)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _keep_beating(self) -> None:
        now = self._clock.now()
        if self._beat is not None:
            self._beat.cancel()
        often = self._visitors or self.trouble is not None
        self._beat = self._clock.call_at(
            now + (BEAT_EVERY if often else BEAT_ALONE), self._keep_beating
        )
        self.store.beat(now, self._beaten, room=ROOM if self.trouble is not None else 0)

    def _beaten(self, error: Exception | None) -> None:
        if isinstance(error, CannotWrite):
            self._cannot_write(error)
        elif error is not None:
            log.warning("the time could not be noted: %s", error)
        elif self.trouble is not None:
            log.warning("the house can write again")
            self.trouble = None
            self._door.save_again()
            self._archivist.try_again()
            self.lobby.go_on()

    def _cannot_write(self, error: CannotWrite) -> None:
        """From now on nobody changes anything, until the time can be noted again."""
        if self.trouble is None and self.is_open:
            log.error("the house cannot write: %s", error)
            self.trouble = str(error)
            self.lobby.stand_still(_cannot_write(self.trouble))
            self._keep_beating()

    def _must_write(self) -> None:
        if self.trouble is not None:
            raise Refusal(CANNOT_WRITE, self.trouble)

    async def close(self, reason: str = "The house closes.") -> None:
        """Say goodbye to everybody; what was acknowledged is durable when this returns."""
        self.is_open = False
        if self._beat is not None:
            self._beat.cancel()
        self._announcer.close()
        for visitor in list(self._visitors.values()):
            visitor.deliver(req.Goodbye(reason=reason))
        self.lobby.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSING)
        try:
            async with asyncio.timeout(CLOSING):
                await self.store.wait()
                await self._archivist.close()
        except Exception as error:
            # Whoever asked for it was told so; the others still want to hear the goodbye.
            log.error("the last changes could not be stored: %s", error or "the disk is silent")
        self.store.beat(self._clock.now(), _unheard)
        await self.store.close()
        self._door.close()

    # --- visitors ------------------------------------------------------------------------------

    def arrive(self, address: str, protocol: str, deliver: Callable[[Notice], None]) -> Visitor:
        visitor = Visitor(f"{self._prefix}-{next(self._numbers)}", address, protocol, deliver)
        self._visitors[visitor.connection] = visitor
        self._fabric.attach(visitor.connection, deliver)
        if len(self._visitors) == 1 and self.is_open:
            self._keep_beating()
        return visitor

    def depart(self, visitor: Visitor) -> None:
        if visitor.gone:
            return
        visitor.gone = True
        del self._visitors[visitor.connection]
        self._fabric.detach(visitor.connection)
        if visitor.table is not None and self.is_open:
            self._fabric.ask(visitor.table, visitor.who(), asks.LoseTouch(), _unheard)
        self._door.leave(visitor)

    def ask(self, visitor: Visitor, request: Request, done: Callable[[Reply], None]) -> None:
        """Answer a request: `done` is called exactly once, now or later."""
        try:
            if not self.is_open:
                raise Refusal("closed", "The house is closing.")
            self._usher.check(visitor, request, self._clock.now() / 1000)
            if type(request) in _AT_TABLE:
                table = visitor.table or _must_be_at(visitor)
                self._fabric.ask(table, visitor.who(), request, done)
                return
            at_once = self._AT_ONCE.get(type(request))
            if at_once is not None:
                at_once(self, visitor, request, done)
                return
            if type(request) in _WRITING:
                self._must_write()
            work = self._WITH_TIME[type(request)](self, visitor, request)
        except Refusal as refusal:
            done(Refused.by(refusal))
            return
        self._begin(self._answer(visitor, work, done))

    async def _answer(
        self, visitor: Visitor, work: Awaitable[Reply], done: Callable[[Reply], None]
    ) -> None:
        reply: Reply
        try:
            async with asyncio.timeout(PATIENCE):
                reply = await work
        except Refusal as refusal:
            reply = Refused.by(refusal)
        except TimeoutError:
            reply = _cannot_write(SILENT)
        except CannotWrite as error:
            self._cannot_write(error)
            reply = UNKNOWN if isinstance(error, Unanswered) else _cannot_write(str(error))
        except Unanswered:
            reply = UNKNOWN
        except Exception:
            log.exception("a request failed")
            reply = Refused(code="failed", message="Something went wrong here; please try again.")
        done(reply)
        if isinstance(reply, req.Entered):
            self._letters.hand_out(visitor)
            self._announcer.tell_newcomer(visitor)

    # --- looking around ------------------------------------------------------------------------

    def tables(self, game: str | None = None) -> list[TableInfo]:
        """All public tables, oldest first."""
        return self.lobby.page(game, 0, EVERY)[0]

    def counts(self) -> HouseCounts:
        keepers = list(self.lobby.keepers())
        return HouseCounts(
            tables=len(keepers),
            seats=sum(place.taken for keeper in keepers for place in keeper.table.places),
            players=len(self._door.inside),
            waiting=sum(keeper.waiting for keeper in keepers),
            actions=self.lobby.actions,
            failures=self.lobby.failures,
        )

    def _list_players(self, _: Visitor, __: req.AskPlayers, done: Callable[[Reply], None]) -> None:
        done(req.Players(names=self._door.names()))

    async def _list_tables(self, _: Visitor, asked: req.AskTables) -> Reply:
        tables, more = await self.lister.page(asked.game, asked.after, asked.limit)
        return req.Tables(tables=tables, more=more)

    def _tell_house(self, _: Visitor, __: req.AskHouse, done: Callable[[Reply], None]) -> None:
        done(req.HouseInfo(id=house_of(self.lobby.key), players=len(self._door.inside)))

    def _find_tables(
        self, visitor: Visitor, asked: req.FindTables, done: Callable[[Reply], None]
    ) -> None:
        who = _must_enter(visitor)
        if asked.table is None:
            found = self.lobby.seated_at(who.account, asked.game)
        else:
            found = self.lobby.found(asked.table, asked.game, who, asked.password)
        done(req.Tables(tables=found))

    async def _list_scores(self, _: Visitor, asked: req.AskScores) -> Reply:
        game_named(asked.game)
        # Whoever has just won looks for it there.
        await self._archivist.caught_up()
        return req.Scores(scores=await self.store.high_scores(asked.game, SCORES_LISTED))

    async def _list_ratings(self, _: Visitor, asked: req.AskRatings) -> Reply:
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

    # --- administrators ------------------------------------------------------------------------

    async def administer(self, deed: Deed, by: str) -> Answer:
        """Do it for somebody who was found to be an administrator; or a `Refusal`."""
        if not isinstance(deed, ListPeople | ListTables):
            self._must_write()
        return await self._steward.do(deed, by)

    async def administer_for(self, deed: Deed, token: str | None) -> Answer:
        """The same for who has that token, if they may."""
        account = None if token is None else await self._door.account_of(token)
        return await self.administer(deed, self._steward.may(account))

    async def _administer(self, visitor: Visitor, asked: Administer) -> Reply:
        return await self.administer(asked.deed, self._steward.may(visitor.account))

    # --- finished matches ----------------------------------------------------------------------

    async def match(self, id: str, token: str | None, share: str | None) -> MatchRow | None:
        """The match, for who has that token or share code; None also if they may not know of it."""
        await self._archivist.caught_up()
        row = await self.store.match(id)
        account = None if token is None else await self._door.owner_of(token)
        if row is None or not may_see(row, account, share, self.lobby.key):
            return None
        return row

    async def _share(self, visitor: Visitor, asked: req.Share) -> Reply:
        return await self.share(asked.match, _must_enter(visitor).account)

    async def share_for(self, match: str, token: str | None) -> req.Shared:
        """A code for who has that token, or a `Refusal`."""
        return await self.share(match, None if token is None else await self._door.owner_of(token))

    async def share(self, match: str, account: str | None) -> req.Shared:
        """A code for somebody who was there, or a `Refusal`."""
        await self._archivist.caught_up()
        row = await self.store.match(match)
        if row is None or account is None or not was_there(row, account):
            raise Refusal("unknown_match", "There is no finished match of yours of that name.")
        return req.Shared(match=match, share=share_code(self.lobby.key, match))

    # --- names ---------------------------------------------------------------------------------

    async def _enter_from(self, visitor: Visitor, asked: req.EnterFrom) -> Reply:
        entered = await self._door.enter_from(visitor, asked)
        self._tell_name(visitor)
        return entered

    async def _change_name(self, visitor: Visitor, asked: req.Rename) -> Reply:
        entered = await self._door.rename(visitor, asked)
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
        nobody = Who("", visitor.account.id, visitor.account.name)
        self._fabric.ask(visitor.table, nobody, asks.TakeName(), _unheard)

    async def _tell_person(self, _: Visitor, asked: req.AskPerson) -> Reply:
        if (asked.name is None) == (asked.person is None):
            raise Refusal("bad_message", "Name either the person or the name.")
        inside = self._door.known(asked.name, asked.person)
        account = inside
        if account is None and asked.name is not None:
            account = await self.store.registered(asked.name)
        if account is None:
            raise Refusal("unknown_person", "Nobody of that name is known here.")
        return req.Person(
            name=account.name,
            person=person_of(account.id),
            kind=account.kind,
            here=inside is not None,
        )

    # --- tables --------------------------------------------------------------------------------

    def _open_table(self, visitor: Visitor, asked: req.Open, done: Callable[[Reply], None]) -> None:
        _must_enter(visitor)
        self._must_be_free(visitor)
        self._must_write()
        if not (asked.sit or asked.watch):
            raise Refusal("no_watching", "Nobody could be at a table where you only watch.")
        table = self.lobby.open_table(asked.settings, password=asked.password, opener=visitor)
        invite = self.lobby.invite_of(table)
        joining = asks.Join(invite=invite, watch=not asked.sit, follow=asked.follow)
        self._join(visitor, table, joining, done, created=True)

    def _join_table(
        self, visitor: Visitor, asked: asks.Join, done: Callable[[Reply], None]
    ) -> None:
        _must_enter(visitor)
        if (asked.table is None) == (asked.invite is None):
            raise Refusal("bad_message", "To join, name either the table or the invite.")
        if asked.invite is not None:
            code = _code_in(asked.invite)
            table = self.lobby.invited(code)
            asked = msgspec.structs.replace(asked, invite=code)
        else:
            table = self.lobby.checked(asked.table or "")
        if visitor.table != table:
            self._must_be_free(visitor)
        self._join(visitor, table, asked, done, created=False)

    def _sit(self, visitor: Visitor, asked: req.Sit, done: Callable[[Reply], None]) -> None:
        table = _must_be_at(visitor)
        joining = asks.Join(
            table=table,
            # Whoever watches may also sit down.
            invite=(
                self.lobby.invite_of(table) if self.lobby.has(table, visitor.connection) else None
            ),
            seat=asked.seat,
            follow=asked.follow,
        )
        self._join(visitor, table, joining, done, created=False)

    def _join_number(
        self, visitor: Visitor, asked: req.JoinNumber, done: Callable[[Reply], None]
    ) -> None:
        who = _must_enter(visitor)
        self._must_be_free(visitor)
        table = self.lobby.numbered(asked.game, asked.number, who.account)
        created = table is None
        if table is None:
            if not asked.create:
                raise Refusal("unknown_table", "There is no table of that number.")
            self._must_write()
            if self.lobby.is_held(asked.game, asked.number):
                if self.lobby.when_free(
                    asked.game, asked.number, lambda: self.ask(visitor, asked, done)
                ):
                    return
                raise Refusal("unknown_table", "The table of that number is closed.")
            self._usher.count(visitor, "openings", self._clock.now() / 1000)
            table = self.lobby.open_table(self._usual_settings(asked), asked.number, opener=visitor)
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
            options=dict.fromkeys(cheats, True) if self.rules.cheats else {},
            seats=asked.seats or game.seats[-1],
            leaver="out" if game.goes_on else "bot",
        )

    def _join(
        self,
        visitor: Visitor,
        table: str,
        joining: asks.Join,
        done: Callable[[Reply], None],
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
        if visitor.table is not None and self.lobby.has(visitor.table, visitor.connection):
            raise Refusal("at_table", "You are at a table already; leave it first.")
        visitor.table = None

    def _leave_table(
        self, visitor: Visitor, asked: asks.Leave, done: Callable[[Reply], None]
    ) -> None:
        table = _must_be_at(visitor)
        visitor.table = None
        visitor.looks_on = False

        def left(answer: Any) -> None:
            if isinstance(answer, Refused) and answer.code == CANNOT_WRITE:
                visitor.table = visitor.table or table
            done(answer)

        self._fabric.ask(table, visitor.who(), asked, left)

    def _invite(self, visitor: Visitor, asked: req.Invite, done: Callable[[Reply], None]) -> None:
        who = _must_enter(visitor)
        table = _must_be_at(visitor)
        guests = [one for one in self._door.named(asked.name) if one is not visitor]
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
            game=self.lobby.info(table).game,
            invite=self.lobby.invite_of(table),
        )

        def allowed(answer: Any) -> None:
            if isinstance(answer, Refused):
                done(answer)
                return
            for guest in guests:
                guest.deliver(invited)
            done(req.Talked(heard=True))

        self._fabric.ask(table, who, asks.Welcome(account=account.id), allowed)

    # --- talk ----------------------------------------------------------------------------------

    def _say(self, visitor: Visitor, asked: asks.Say, done: Callable[[Reply], None]) -> None:
        who = _must_enter(visitor)
        if asked.reach == "table":
            self._fabric.ask(_must_be_at(visitor), who, asked, done)
            return
        if (asked.reach == "person") != (asked.to is not None):
            raise Refusal(
                "bad_message", 'Name the person in "to" if, and only if, reach is "person".'
            )
        heard = req.Heard(reach=asked.reach, text=asked.text, sender=who.name)
        if asked.reach == "person":
            listeners = self._door.named(asked.to or "")
            for listener in listeners:
                listener.deliver(heard)
            done(req.Talked(heard=bool(listeners)))
            return
        self._crier.check()
        everyone = self._visitors.values()
        self._crier.tell(
            heard, [one for one in everyone if one is not visitor and one.account is not None]
        )
        done(req.Talked())

    _AT_ONCE: ClassVar[
        dict[type, Callable[[House, Visitor, Any, Callable[[Reply], None]], None]]
    ] = {
        req.AskPlayers: _list_players,
        req.AskHouse: _tell_house,
        req.FindTables: _find_tables,
        req.Open: _open_table,
        asks.Join: _join_table,
        req.Sit: _sit,
        req.JoinNumber: _join_number,
        req.Invite: _invite,
        asks.Leave: _leave_table,
        asks.Say: _say,
    }
    _WITH_TIME: ClassVar[dict[type, Callable[[House, Visitor, Any], Awaitable[Reply]]]] = {
        req.Enter: lambda house, visitor, asked: house._door.enter_as_guest(visitor, asked),
        req.EnterFrom: _enter_from,
        req.Resume: lambda house, visitor, asked: house._door.resume(visitor, asked),
        req.SignIn: lambda house, visitor, asked: house._door.sign_in(visitor, asked),
        req.SignOut: lambda house, visitor, asked: house._door.sign_out(visitor, asked),
        req.Register: _register,
        req.Rename: _change_name,
        req.ChangePassword: lambda house, visitor, asked: house._door.change_password(
            visitor, asked
        ),
        req.AskTables: _list_tables,
        req.AskScores: _list_scores,
        req.AskRatings: _list_ratings,
        req.AskPerson: _tell_person,
        req.Share: _share,
        Administer: _administer,
    }


_AT_TABLE = frozenset(req.AT_TABLE)
#: Requests that must be written down to be answered.
_WRITING = frozenset(
    {req.Enter, req.SignIn, req.SignOut, req.Register, req.Rename, req.ChangePassword}
)


def _cannot_write(why: str) -> Refused:
    return Refused(code=CANNOT_WRITE, message=why)


def _time_of(payload: bytes) -> int:
    try:
        return decode(payload).at
    except (msgspec.MsgspecError, UnicodeDecodeError):
        # Its table is found to be damaged when it is restored.
        return 0


def _code_in(invite: str) -> str:
    """An invite is a code, or a link that ends with it."""
    return re.split(r"[/=#]", invite)[-1]


def _must_enter(visitor: Visitor) -> Who:
    if visitor.account is None:
        raise Refusal("enter_first", "Say who you are first: enter as a guest or sign in.")
    return visitor.who()


def _must_be_at(visitor: Visitor) -> str:
    if visitor.table is None:
        _must_enter(visitor)
        raise Refusal("not_at_table", "You are at no table; join one first.")
    return visitor.table


def _unheard(_: Any) -> None:
    pass
