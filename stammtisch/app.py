"""The server: request in, reply out. `build_app` puts its parts together."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from inspect import iscoroutinefunction
from itertools import count
from typing import Any

import msgspec
from argon2 import PasswordHasher

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.accounts.access import AccessPolicy, ModerationRecords
from stammtisch.accounts.limits import LoginThrottle, RateLimiter
from stammtisch.accounts.passwords import Passwords
from stammtisch.accounts.peers import Peer, SignedIn, must_be_at, must_enter
from stammtisch.accounts.sign_in import Accounts
from stammtisch.bus.bus import Bus
from stammtisch.config import AppConfig
from stammtisch.games.game import Refusal
from stammtisch.lobby.admin import AdminService, Answer
from stammtisch.lobby.admin_commands import AdminCommand, ListPeople, ListTables
from stammtisch.lobby.archive import MatchAccess, MatchArchiver
from stammtisch.lobby.background import GuestCleanup, Heartbeat
from stammtisch.lobby.handlers import LobbyHandlers, Queries, TableListing, Talk
from stammtisch.lobby.lobby import Lobby
from stammtisch.lobby.notices import Announcements, Broadcaster, OfflineNotices
from stammtisch.records import OutcomeUnknown, ReadOnly
from stammtisch.replies import Refused, TableInfo
from stammtisch.requests import Caller
from stammtisch.store.changes import KeepSecret, NoteTime
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.store import Store
from stammtisch.tables.bot_executor import AtOnce, BotExecutor, Worker
from stammtisch.tables.clock import Clock
from stammtisch.tables.entries import decode
from stammtisch.tables.outbox import UNKNOWN
from stammtisch.tables.runner import Counters
from stammtisch.tables.saving import ServerKey
from stammtisch.tables.state import CorruptJournal
from stammtisch.tables.write_status import WriteStatus, cannot_write
from stammtisch.vocabulary import DECLARED, Done, Notice, Reply, Request, handlers_in, handles

log = logging.getLogger(__name__)

#: How long somebody waits for the disk before being told so, in seconds.
PATIENCE = 10
#: How long a server that closes waits for what is under way, in seconds.
CLOSING = 5
#: As many tables as there are.
EVERY = 1 << 62

SILENT = "The server waits for its disk and cannot answer just now; try again in a moment."


@dataclass(frozen=True, slots=True)
class AppCounts:
    tables: int
    seats: int
    players: int
    #: Steps of tables on their way to the disk.
    waiting: int
    #: What tables have counted since the server was opened.
    counters: Counters


def build_app(
    store: Store,
    bus: Bus,
    clock: Clock,
    executor: BotExecutor,
    config: AppConfig | None = None,
    *,
    random_bytes: Callable[[int], bytes] = os.urandom,
    hasher: PasswordHasher | None = None,
    worker: Worker | None = None,
) -> App:
    """Each part gets what it needs by its constructor, and knows nothing that comes after it.

    `worker` does what takes long for people who only look on.
    """
    config = config or AppConfig()
    worker = worker or AtOnce()
    writing = WriteStatus()
    key = ServerKey()
    counters = Counters()
    #: Every connection, by its id.
    connections: dict[str, Peer] = {}

    # Who is here, and who may come in.
    signed_in = SignedIn()
    rate_limiter = RateLimiter(config.rate_limits, clock)
    records = ModerationRecords(store)
    access = AccessPolicy(records, clock, config)
    broadcaster = Broadcaster(clock)
    announcements = Announcements(clock, broadcaster, connections)
    notices = OfflineNotices(signed_in)

    # Tables, and what becomes of their matches.
    archiver = MatchArchiver(store, writing)
    lobby = Lobby(
        store,
        bus,
        clock,
        executor,
        random_bytes,
        config,
        archiver,
        notices,
        key,
        writing,
        counters,
    )

    # People, whose names must not be those of seats.
    accounts = Accounts(
        store,
        clock,
        random_bytes,
        signed_in,
        lobby.seated,
        Passwords(hasher or PasswordHasher(), config.hashes),
        LoginThrottle(config.rate_limits, rate_limiter),
        access,
        writing,
    )
    matches = MatchAccess(store, bus, archiver, worker, accounts, key)

    # What answers requests.
    listing = TableListing(lobby)
    queries = Queries(store, lobby, listing, signed_in, archiver, key)
    handlers = LobbyHandlers(lobby, bus, signed_in, rate_limiter, writing, config)
    talk = Talk(bus, signed_in, broadcaster, connections)
    admin = AdminService(
        store, clock, bus, random_bytes, lobby, accounts, signed_in, access, announcements
    )
    return App(
        store=store,
        bus=bus,
        clock=clock,
        worker=worker,
        writing=writing,
        key=key,
        counters=counters,
        connections=connections,
        signed_in=signed_in,
        rate_limiter=rate_limiter,
        access=access,
        announcements=announcements,
        notices=notices,
        archiver=archiver,
        lobby=lobby,
        accounts=accounts,
        matches=matches,
        listing=listing,
        queries=queries,
        handlers=handlers,
        talk=talk,
        admin=admin,
        heartbeat=Heartbeat(store, clock, writing, connections),
        cleanup=GuestCleanup(store, clock, signed_in, lobby, records, config.guest_days),
        prefix=random_bytes(4).hex(),
    )


@dataclass(eq=False, kw_only=True)
class App:
    store: Store
    bus: Bus
    clock: Clock
    worker: Worker
    writing: WriteStatus
    key: ServerKey
    counters: Counters
    connections: dict[str, Peer]
    signed_in: SignedIn
    rate_limiter: RateLimiter
    access: AccessPolicy
    announcements: Announcements
    notices: OfflineNotices
    archiver: MatchArchiver
    lobby: Lobby
    accounts: Accounts
    matches: MatchAccess
    listing: TableListing
    queries: Queries
    handlers: LobbyHandlers
    talk: Talk
    admin: AdminService
    heartbeat: Heartbeat
    cleanup: GuestCleanup
    #: What the ids of connections begin with.
    prefix: str

    def __post_init__(self) -> None:
        self.is_open = False
        #: Tables that are in the store and could not be brought back: a sentence for each.
        self.damaged: list[str] = []
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        handlers = handlers_in(self, self.accounts, self.queries, self.handlers, self.talk)
        #: What is answered at once, or by a table; and what takes its time.
        self._at_once: dict[type, Callable[[Peer, Any, Done], None]] = {}
        self._with_time: dict[type, Callable[[Peer, Any], Awaitable[Reply]]] = {}
        for kind, handler in handlers.items():
            (self._with_time if iscoroutinefunction(handler) else self._at_once)[kind] = handler

    # --- life ----------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring all tables back as they were."""
        await self.store.open()
        self.key.value = await self.store.write(KeepSecret("signing", os.urandom(32)))
        await self.access.open(self.key.value)
        await self.accounts.open()
        stored = await self.store.tables()
        # The newest entry may be younger than the last beat.
        times = [_time_of(entry.payload) for table in stored for entry in table.entries[-1:]]
        try:
            times.append(await self.store.last_beat() or 0)
        except StoreUnavailable as error:
            log.error("the server's time is taken from its tables: %s", error)
        self.clock.begin_at(int(max(times, default=0)))
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
        self.heartbeat.start()
        self.cleanup.start()

    async def close(self, reason: str = "The server closes.") -> None:
        """Say goodbye to everybody; what was acknowledged is durable when this returns."""
        self.is_open = False
        self.heartbeat.stop()
        self.cleanup.stop()
        self.announcements.close()
        for peer in list(self.connections.values()):
            peer.deliver(replies.Goodbye(reason=reason))
        self.lobby.close()
        # Whoever waits behind others' passwords has heard the goodbye, and keeps nobody waiting.
        self.accounts.close()
        if under_way := self._tasks | self.cleanup.tasks:
            await asyncio.wait(under_way, timeout=CLOSING)
        try:
            async with asyncio.timeout(CLOSING):
                await self.store.wait()
                await self.archiver.close()
        except Exception as error:
            # Whoever asked for it was told so; the others still want to hear the goodbye.
            log.error("the last changes could not be stored: %s", error or "the disk is silent")
        self.store.submit(NoteTime(self.clock.now()), _unheard)
        await self.store.close()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written just now."""
        return self.writing.trouble

    # --- peers ------------------------------------------------------------------------------

    def arrive(self, address: str, protocol: str, deliver: Callable[[Notice], None]) -> Peer:
        peer = Peer(f"{self.prefix}-{next(self._numbers)}", address, protocol, deliver)
        self.connections[peer.connection] = peer
        self.bus.attach(peer.connection, deliver)
        if len(self.connections) == 1:
            self.heartbeat.beat()
        return peer

    def depart(self, peer: Peer) -> None:
        if peer.gone:
            return
        peer.gone = True
        del self.connections[peer.connection]
        self.bus.detach(peer.connection)
        if peer.table is not None and self.is_open:
            self.bus.ask(peer.table, peer.who(), req.Disconnect(), _unheard)
        self.signed_in.remove(peer)

    def ask(self, peer: Peer, request: Request, done: Done) -> None:
        """Answer a request: `done` is called exactly once, now or later."""
        try:
            if not self.is_open:
                raise Refusal("closed", "The server is closing.")
            self.rate_limiter.check(peer, request)
            declared = DECLARED[type(request)]
            if declared.at_table:
                table = peer.table or must_be_at(peer)
                self.bus.ask(table, peer.who(), request, done)
                return
            at_once = self._at_once.get(type(request))
            if at_once is not None:
                at_once(peer, request, done)
                return
            if declared.writes:
                self.writing.check()
            work = self._with_time[type(request)](peer, request)
        except Refusal as refusal:
            done(Refused.by(refusal))
            return
        self._begin(self._answer(peer, request, work, done))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(
        self, peer: Peer, request: Request, work: Awaitable[Reply], done: Done
    ) -> None:
        reply: Reply
        try:
            async with asyncio.timeout(PATIENCE):
                reply = await work
            if type(request) in _NAMING:
                self._tell_name(peer)
        except Refusal as refusal:
            reply = Refused.by(refusal)
        except TimeoutError:
            reply = cannot_write(SILENT)
        except ReadOnly as error:
            self.writing.failed(error)
            reply = UNKNOWN if isinstance(error, OutcomeUnknown) else cannot_write(str(error))
        except OutcomeUnknown:
            reply = UNKNOWN
        except Exception:
            log.exception("a request failed")
            reply = Refused(code="failed", message="Something went wrong here; please try again.")
        done(reply)
        if isinstance(reply, replies.Entered):
            self.notices.hand_out(peer)
            self.announcements.tell_newcomer(peer)

    def _tell_name(self, peer: Peer) -> None:
        """Everybody at the table hears of a new name, its owner too."""
        if peer.table is None or peer.account is None:
            return
        nobody = Caller("", peer.account.id, peer.account.name)
        self.bus.ask(peer.table, nobody, req.TakeName(), _unheard)

    # --- what it can say of itself ---------------------------------------------------------------

    def tables(self, game: str | None = None) -> list[TableInfo]:
        """All public tables, oldest first."""
        return self.lobby.page(game, 0, EVERY)[0]

    def counts(self) -> AppCounts:
        runners = list(self.lobby.runners())
        return AppCounts(
            tables=len(runners),
            seats=sum(place.taken for runner in runners for place in runner.table.state.places),
            players=len(self.signed_in.peers),
            waiting=sum(runner.waiting for runner in runners),
            counters=self.counters,
        )

    # --- administrators, and finished matches --------------------------------------------------

    async def administer(self, command: AdminCommand, by: str) -> Answer:
        """Do it for somebody who was found to be an administrator; or a `Refusal`."""
        if not isinstance(command, ListPeople | ListTables):
            self.writing.check()
        return await self.admin.do(command, by)

    async def administrator(self, token: str | None) -> str:
        """The name of the administrator who has that token; or a `Refusal`."""
        account = None if token is None else await self.accounts.account_of(token)
        return self.admin.may(account)

    @handles(req.Administer)
    async def _administer(self, peer: Peer, asked: req.Administer) -> Reply:
        return await self.administer(asked.command, self.admin.may(peer.account))

    @handles(req.Share)
    async def _share(self, peer: Peer, asked: req.Share) -> Reply:
        return await self.matches.share(asked.match, must_enter(peer).account)


#: Requests by which somebody at a table may get another name.
_NAMING = frozenset({req.EnterFrom, req.Rename, req.Register})


def _time_of(payload: bytes) -> int:
    try:
        return decode(payload).at
    except (msgspec.MsgspecError, UnicodeDecodeError):
        # Its table is found to be damaged when it is restored.
        return 0


def _unheard(_: Any) -> None:
    pass
