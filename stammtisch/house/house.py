"""The house: everybody who comes in asks it, and it leads them to the tables."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec
from argon2 import PasswordHasher

from stammtisch.fabric.fabric import Fabric
from stammtisch.games.game import Refusal
from stammtisch.house import requests as req
from stammtisch.house.announcing import Announcer
from stammtisch.house.archivist import Archivist
from stammtisch.house.book import Book
from stammtisch.house.crier import Crier
from stammtisch.house.deeds import Administer, Deed, ListPeople, ListTables
from stammtisch.house.desk import InformationDesk
from stammtisch.house.doorkeeper import Doorkeeper
from stammtisch.house.gate import Gate
from stammtisch.house.letters import Letters
from stammtisch.house.library import Library
from stammtisch.house.listing import Lister
from stammtisch.house.lobby import Damaged, Lobby
from stammtisch.house.manners import LENIENT, Manners, Tries, Usher
from stammtisch.house.openers import Openers
from stammtisch.house.passwords import Passwords
from stammtisch.house.rates import household
from stammtisch.house.requests import Notice, Reply, Request
from stammtisch.house.steward import Answer, Steward
from stammtisch.house.visitor import Visitor, must_be_at, must_enter
from stammtisch.house.waiter import Done, Waiter
from stammtisch.records import CANNOT_WRITE, CannotWrite, Unanswered
from stammtisch.store.store import Store, Unusable
from stammtisch.tables import asks
from stammtisch.tables.answers import Refused, TableInfo
from stammtisch.tables.asks import Who
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.entries import decode
from stammtisch.tables.outbox import UNKNOWN
from stammtisch.tables.thinking import AtOnce, Thinker, Worker

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
#: As many tables as there are.
EVERY = 1 << 62


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
        worker: Worker | None = None,
    ) -> None:
        """`worker` does what takes long for people who only look on."""
        self.store = store
        self.rules = rules or HouseRules()
        self._fabric = fabric
        self._clock = clock
        self._random_bytes = random_bytes
        self._archivist = Archivist(store)
        self.worker: Worker = worker or AtOnce()
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
        self._usher = Usher(self.rules.manners, clock)
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
        self.library = Library(
            store,
            fabric,
            self._archivist,
            self.worker,
            self._door.owner_of,
            lambda: self.lobby.key,
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
        self.desk = InformationDesk(store, self.lobby, self.lister, self._door, self._archivist)
        self._waiter = Waiter(
            self.lobby,
            fabric,
            self._door.named,
            self._must_write,
            lambda opener: self._usher.count(opener, "openings"),
            self.ask,
            cheats=self.rules.cheats,
        )
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
        #: What is answered at once, or by a table; and what takes its time.
        self._at_once: dict[type, Callable[[Visitor, Any, Done], None]] = {
            req.AskPlayers: self.desk.players,
            req.AskHouse: self.desk.house,
            req.FindTables: self.desk.find,
            req.Open: self._waiter.open,
            asks.Join: self._waiter.join,
            req.Sit: self._waiter.sit,
            req.JoinNumber: self._waiter.join_number,
            req.Invite: self._waiter.invite,
            asks.Leave: self._waiter.leave,
            asks.Say: self._say,
        }
        self._with_time: dict[type, Callable[[Visitor, Any], Awaitable[Reply]]] = {
            req.Enter: self._door.enter_as_guest,
            req.EnterFrom: self._enter_from,
            req.Resume: self._door.resume,
            req.SignIn: self._door.sign_in,
            req.SignOut: self._door.sign_out,
            req.Register: self._register,
            req.Rename: self._change_name,
            req.ChangePassword: self._door.change_password,
            req.AskTables: self.desk.tables,
            req.AskScores: self.desk.scores,
            req.AskRatings: self.desk.ratings,
            req.AskPerson: self.desk.person,
            req.Share: self._share,
            Administer: self._administer,
        }

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
        # Whoever waits behind others' passwords has heard the goodbye, and keeps nobody waiting.
        self._door.close()
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

    def ask(self, visitor: Visitor, request: Request, done: Done) -> None:
        """Answer a request: `done` is called exactly once, now or later."""
        try:
            if not self.is_open:
                raise Refusal("closed", "The house is closing.")
            self._usher.check(visitor, request)
            if type(request) in _AT_TABLE:
                table = visitor.table or must_be_at(visitor)
                self._fabric.ask(table, visitor.who(), request, done)
                return
            at_once = self._at_once.get(type(request))
            if at_once is not None:
                at_once(visitor, request, done)
                return
            if type(request) in _WRITING:
                self._must_write()
            work = self._with_time[type(request)](visitor, request)
        except Refusal as refusal:
            done(Refused.by(refusal))
            return
        self._begin(self._answer(visitor, work, done))

    async def _answer(self, visitor: Visitor, work: Awaitable[Reply], done: Done) -> None:
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

    # --- what it can say of itself ---------------------------------------------------------------

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

    # --- administrators ------------------------------------------------------------------------

    async def administer(self, deed: Deed, by: str) -> Answer:
        """Do it for somebody who was found to be an administrator; or a `Refusal`."""
        if not isinstance(deed, ListPeople | ListTables):
            self._must_write()
        return await self._steward.do(deed, by)

    async def administrator(self, token: str | None) -> str:
        """The name of the administrator who has that token; or a `Refusal`."""
        account = None if token is None else await self._door.account_of(token)
        return self._steward.may(account)

    async def _administer(self, visitor: Visitor, asked: Administer) -> Reply:
        return await self.administer(asked.deed, self._steward.may(visitor.account))

    # --- finished matches ----------------------------------------------------------------------

    async def _share(self, visitor: Visitor, asked: req.Share) -> Reply:
        return await self.library.share(asked.match, must_enter(visitor).account)

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

    # --- talk ----------------------------------------------------------------------------------

    def _say(self, visitor: Visitor, asked: asks.Say, done: Done) -> None:
        who = must_enter(visitor)
        if asked.reach == "table":
            self._fabric.ask(must_be_at(visitor), who, asked, done)
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
        source = household(visitor.address)
        self._crier.check(source)
        everyone = self._visitors.values()
        self._crier.tell(
            heard,
            [one for one in everyone if one is not visitor and one.account is not None],
            source,
        )
        done(req.Talked())


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


def _unheard(_: Any) -> None:
    pass
