"""The server: everybody who comes in asks it, and it leads them to the tables."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec
from argon2 import PasswordHasher

from stammtisch import requests as req
from stammtisch.accounts.access import AccessPolicy, ModerationRecords
from stammtisch.accounts.limits import LoginThrottle, RateLimiter, address_key
from stammtisch.accounts.passwords import Passwords
from stammtisch.accounts.peer import Peer, must_be_at, must_enter
from stammtisch.accounts.sign_in import Accounts
from stammtisch.bus.bus import Bus
from stammtisch.config import AppConfig
from stammtisch.games.game import Refusal
from stammtisch.lobby.admin import AdminService, Answer
from stammtisch.lobby.admin_commands import AdminCommand, Administer, ListPeople, ListTables
from stammtisch.lobby.archive import MatchArchiver
from stammtisch.lobby.handlers import Done, LobbyHandlers
from stammtisch.lobby.lobby import CorruptJournal, Lobby, TableQuota
from stammtisch.lobby.notices import Announcements, Broadcaster, OfflineNotices
from stammtisch.lobby.queries import Queries, TableListing
from stammtisch.lobby.replays import MatchAccess
from stammtisch.records import CANNOT_WRITE, OutcomeUnknown, ReadOnly
from stammtisch.requests import Notice, Reply, Request
from stammtisch.store.store import Store, StoreUnavailable
from stammtisch.tables import requests
from stammtisch.tables.bot_executor import AtOnce, BotExecutor, Worker
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.entries import decode
from stammtisch.tables.outbox import UNKNOWN
from stammtisch.tables.replies import Refused, TableInfo
from stammtisch.tables.requests import Caller

log = logging.getLogger(__name__)

#: How often the time is noted, in milliseconds: while somebody is here, or it cannot be written;
#: and while nobody is.
BEAT_EVERY = 1_000
BEAT_ALONE = 60_000
#: How often guests are looked through, in milliseconds of server time; and how many of them are
#: forgotten by one change, so that nobody's move waits for long behind it.
FORGET_EVERY = 3_600_000
FORGET_AT_ONCE = 200
DAY = 86_400
#: What must find room before the server believes that it can write again, in bytes.
ROOM = 1 << 18
#: How long somebody waits for the disk before being told so, in seconds.
PATIENCE = 10
#: How long a server that closes waits for what is under way, in seconds.
CLOSING = 5
#: As many tables as there are.
EVERY = 1 << 62


SILENT = "The house waits for its disk and cannot answer just now; try again in a moment."


@dataclass(frozen=True, slots=True)
class AppCounts:
    tables: int
    seats: int
    players: int
    #: Steps of tables on their way to the disk.
    waiting: int
    actions: int
    #: How often a rule of a game or an answer of a table failed.
    failures: int


class App:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        clock: Clock,
        executor: BotExecutor,
        rules: AppConfig | None = None,
        random_bytes: Callable[[int], bytes] = os.urandom,
        hasher: PasswordHasher | None = None,
        worker: Worker | None = None,
    ) -> None:
        """`worker` does what takes long for people who only look on."""
        self.store = store
        self.rules = rules or AppConfig()
        self._bus = bus
        self._clock = clock
        self._random_bytes = random_bytes
        self._archiver = MatchArchiver(store)
        self.worker: Worker = worker or AtOnce()
        self.lobby = Lobby(
            store,
            bus,
            clock,
            executor,
            self._archiver,
            random_bytes,
            self.rules.timings,
            self.rules.most_tables,
            self.rules.cheats,
            TableQuota(
                self.rules.tables_per_account,
                self.rules.tables_per_address,
                spare_loopback=self.rules.rate_limits.spare_loopback,
            ),
        )
        self._rate_limiter = RateLimiter(self.rules.rate_limits, clock)
        self._book = ModerationRecords(store)
        self._access = AccessPolicy(
            self._book, clock, self.rules.password, invite_only=self.rules.invite_only
        )
        self._door = Accounts(
            store,
            clock,
            random_bytes,
            self.lobby.seated,
            Passwords(hasher or PasswordHasher(), self.rules.hashes),
            LoginThrottle(self.rules.rate_limits, self._rate_limiter),
            self._book,
            self._access,
        )
        self.library = MatchAccess(
            store,
            bus,
            self._archiver,
            self.worker,
            self._door.owner_of,
            lambda: self.lobby.key,
        )
        self._notices = OfflineNotices(lambda account: self._door.inside.get(account, []))
        self.lobby.tell_account = self._notices.write
        self._broadcaster = Broadcaster(clock)
        self._announcer = Announcements(clock, self._broadcaster, lambda: self._peers.values())
        self._admin = AdminService(
            store,
            clock,
            bus,
            self.lobby,
            self._door,
            self._book,
            self._announcer,
            random_bytes,
            lambda: self._access.closed,
        )
        self.lister = TableListing(self.lobby)
        self.queries = Queries(store, self.lobby, self.lister, self._door, self._archiver)
        self._lobby_handlers = LobbyHandlers(
            self.lobby,
            bus,
            self._door.named,
            self._must_write,
            lambda opener: self._rate_limiter.count(opener, "openings"),
            self.ask,
            cheats=self.rules.cheats,
        )
        self._peers: dict[str, Peer] = {}
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
        self._at_once: dict[type, Callable[[Peer, Any, Done], None]] = {
            req.AskPlayers: self.queries.players,
            req.AskServer: self.queries.app,
            req.FindTables: self.queries.find,
            req.Open: self._lobby_handlers.open,
            requests.Join: self._lobby_handlers.join,
            req.Sit: self._lobby_handlers.sit,
            req.JoinNumber: self._lobby_handlers.join_number,
            req.Invite: self._lobby_handlers.invite,
            requests.Leave: self._lobby_handlers.leave,
            requests.Say: self._say,
        }
        self._with_time: dict[type, Callable[[Peer, Any], Awaitable[Reply]]] = {
            req.Enter: self._door.enter_as_guest,
            req.EnterFrom: self._enter_from,
            req.Resume: self._door.resume,
            req.SignIn: self._door.sign_in,
            req.SignOut: self._door.sign_out,
            req.Register: self._register,
            req.Rename: self._change_name,
            req.ChangePassword: self._door.change_password,
            req.AskTables: self.queries.tables,
            req.AskScores: self.queries.scores,
            req.AskRatings: self.queries.ratings,
            req.AskPerson: self.queries.person,
            req.Share: self._share,
            Administer: self._administer,
        }

    # --- life ----------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring all tables back as they were."""
        await self.store.open()
        self.lobby.key = await self.store.secret("signing", os.urandom(32))
        await self._book.open()
        await self._access.open(self.lobby.key)
        await self._door.open()
        stored = await self.store.tables()
        # The newest entry may be younger than the last beat.
        times = [_time_of(entry.payload) for table in stored for entry in table.entries[-1:]]
        try:
            times.append(await self.store.last_beat() or 0)
        except StoreUnavailable as error:
            log.error("the house's time is taken from its tables: %s", error)
        self._clock.begin_at(int(max(times, default=0)))
        for table in stored:
            try:
                if table.damage is not None:
                    raise CorruptJournal(table.damage)
                self.lobby.restore(table)
            except CorruptJournal as damage:
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
        often = self._peers or self.trouble is not None
        self._beat = self._clock.call_at(
            now + (BEAT_EVERY if often else BEAT_ALONE), self._keep_beating
        )
        self.store.beat(now, self._beaten, room=ROOM if self.trouble is not None else 0)

    def _beaten(self, error: Exception | None) -> None:
        if isinstance(error, ReadOnly):
            self._cannot_write(error)
        elif error is not None:
            log.warning("the time could not be noted: %s", error)
        elif self.trouble is not None:
            log.warning("the house can write again")
            self.trouble = None
            self._door.save_again()
            self._archiver.try_again()
            self.lobby.go_on()

    def _cannot_write(self, error: ReadOnly) -> None:
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
        for peer in list(self._peers.values()):
            peer.deliver(req.Goodbye(reason=reason))
        self.lobby.close()
        # Whoever waits behind others' passwords has heard the goodbye, and keeps nobody waiting.
        self._door.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSING)
        try:
            async with asyncio.timeout(CLOSING):
                await self.store.wait()
                await self._archiver.close()
        except Exception as error:
            # Whoever asked for it was told so; the others still want to hear the goodbye.
            log.error("the last changes could not be stored: %s", error or "the disk is silent")
        self.store.beat(self._clock.now(), _unheard)
        await self.store.close()

    # --- peers ------------------------------------------------------------------------------

    def arrive(self, address: str, protocol: str, deliver: Callable[[Notice], None]) -> Peer:
        peer = Peer(f"{self._prefix}-{next(self._numbers)}", address, protocol, deliver)
        self._peers[peer.connection] = peer
        self._bus.attach(peer.connection, deliver)
        if len(self._peers) == 1 and self.is_open:
            self._keep_beating()
        return peer

    def depart(self, peer: Peer) -> None:
        if peer.gone:
            return
        peer.gone = True
        del self._peers[peer.connection]
        self._bus.detach(peer.connection)
        if peer.table is not None and self.is_open:
            self._bus.ask(peer.table, peer.who(), requests.Disconnect(), _unheard)
        self._door.leave(peer)

    def ask(self, peer: Peer, request: Request, done: Done) -> None:
        """Answer a request: `done` is called exactly once, now or later."""
        try:
            if not self.is_open:
                raise Refusal("closed", "The house is closing.")
            self._rate_limiter.check(peer, request)
            if type(request) in _AT_TABLE:
                table = peer.table or must_be_at(peer)
                self._bus.ask(table, peer.who(), request, done)
                return
            at_once = self._at_once.get(type(request))
            if at_once is not None:
                at_once(peer, request, done)
                return
            if type(request) in _WRITING:
                self._must_write()
            work = self._with_time[type(request)](peer, request)
        except Refusal as refusal:
            done(Refused.by(refusal))
            return
        self._begin(self._answer(peer, work, done))

    async def _answer(self, peer: Peer, work: Awaitable[Reply], done: Done) -> None:
        reply: Reply
        try:
            async with asyncio.timeout(PATIENCE):
                reply = await work
        except Refusal as refusal:
            reply = Refused.by(refusal)
        except TimeoutError:
            reply = _cannot_write(SILENT)
        except ReadOnly as error:
            self._cannot_write(error)
            reply = UNKNOWN if isinstance(error, OutcomeUnknown) else _cannot_write(str(error))
        except OutcomeUnknown:
            reply = UNKNOWN
        except Exception:
            log.exception("a request failed")
            reply = Refused(code="failed", message="Something went wrong here; please try again.")
        done(reply)
        if isinstance(reply, req.Entered):
            self._notices.hand_out(peer)
            self._announcer.tell_newcomer(peer)

    # --- what it can say of itself ---------------------------------------------------------------

    def tables(self, game: str | None = None) -> list[TableInfo]:
        """All public tables, oldest first."""
        return self.lobby.page(game, 0, EVERY)[0]

    def counts(self) -> AppCounts:
        runners = list(self.lobby.runners())
        return AppCounts(
            tables=len(runners),
            seats=sum(place.taken for runner in runners for place in runner.table.places),
            players=len(self._door.inside),
            waiting=sum(runner.waiting for runner in runners),
            actions=self.lobby.actions,
            failures=self.lobby.failures,
        )

    # --- administrators ------------------------------------------------------------------------

    async def administer(self, command: AdminCommand, by: str) -> Answer:
        """Do it for somebody who was found to be an administrator; or a `Refusal`."""
        if not isinstance(command, ListPeople | ListTables):
            self._must_write()
        return await self._admin.do(command, by)

    async def administrator(self, token: str | None) -> str:
        """The name of the administrator who has that token; or a `Refusal`."""
        account = None if token is None else await self._door.account_of(token)
        return self._admin.may(account)

    async def _administer(self, peer: Peer, asked: Administer) -> Reply:
        return await self.administer(asked.command, self._admin.may(peer.account))

    # --- finished matches ----------------------------------------------------------------------

    async def _share(self, peer: Peer, asked: req.Share) -> Reply:
        return await self.library.share(asked.match, must_enter(peer).account)

    # --- names ---------------------------------------------------------------------------------

    async def _enter_from(self, peer: Peer, asked: req.EnterFrom) -> Reply:
        entered = await self._door.enter_from(peer, asked)
        self._tell_name(peer)
        return entered

    async def _change_name(self, peer: Peer, asked: req.Rename) -> Reply:
        entered = await self._door.rename(peer, asked)
        self._tell_name(peer)
        return entered

    async def _register(self, peer: Peer, asked: req.Register) -> Reply:
        entered = await self._door.register(peer, asked)
        self._tell_name(peer)
        return entered

    def _tell_name(self, peer: Peer) -> None:
        """Everybody at the table hears of a new name, its owner too."""
        if peer.table is None or peer.account is None:
            return
        nobody = Caller("", peer.account.id, peer.account.name)
        self._bus.ask(peer.table, nobody, requests.TakeName(), _unheard)

    # --- talk ----------------------------------------------------------------------------------

    def _say(self, peer: Peer, asked: requests.Say, done: Done) -> None:
        who = must_enter(peer)
        if asked.reach == "table":
            self._bus.ask(must_be_at(peer), who, asked, done)
            return
        if (asked.reach == "person") != (asked.to is not None):
            raise Refusal(
                "bad_message", 'Name the person in "to" if, and only if, reach is "person".'
            )
        heard = req.ChatMessage(reach=asked.reach, text=asked.text, sender=who.name)
        if asked.reach == "person":
            listeners = self._door.named(asked.to or "")
            for listener in listeners:
                listener.deliver(heard)
            done(req.Talked(heard=bool(listeners)))
            return
        source = address_key(peer.address)
        self._broadcaster.check(source)
        everyone = self._peers.values()
        self._broadcaster.tell(
            heard,
            [one for one in everyone if one is not peer and one.account is not None],
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
