"""Two servers that differ only in cards which nobody who looks may know.

`Plan` finds them: a match as it is played at one server, and a second deal in which cards are
elsewhere that the observed seat has no right to know, although everybody does the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from random import Random
from typing import Any, Self, TypeVar, cast
from unittest.mock import patch
from weakref import WeakValueDictionary

from argon2 import PasswordHasher

from stammtisch.app import build_app
from stammtisch.bots.bots import Decision, Reason, Uniform, bot_for, filled
from stammtisch.bus.local import LocalBus
from stammtisch.config import LENIENT, AppConfig, Timings
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.words import PURPOSE
from stammtisch.games.game import Action, Deal, Match, Observation, Refusal, Rules, Seat
from stammtisch.games.games import GAMES, game_named
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.stream import Stream
from stammtisch.games.tarock.cards import TAROKS
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.net.ports import STREAM_PORTS, WEBSOCKET_ROUTES, StreamPort
from stammtisch.net.registry import ConnectionInfo, SessionFactory, WebSocketRoute, milliseconds
from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from stammtisch.protocols.cg.session import CgSession
from stammtisch.protocols.cg.shared import Shared
from stammtisch.protocols.mao.session import MaoSession, Memory
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import Thought, choose
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.runner import TableRunner
from stammtisch.tables.state import Step
from stammtisch.tables.table import Table
from tests.net.client import TEXT, frame, upgrade
from tests.system.cg_client import CgClient

T = TypeVar("T")

# --- deals that differ -------------------------------------------------------------------------

#: Where games get their random numbers from.
STREAMS = (
    "stammtisch.games.doppelkopf.rounds.Stream",
    "stammtisch.games.tarock.table.Stream",
    "stammtisch.games.tiles.table.Stream",
    "stammtisch.games.mao.cards.Stream",
)


@dataclass
class Change:
    """What is other in a deal: places of the shuffled pack that are exchanged, or (in Mao, whose
    pack has no end) cards that are drawn instead."""

    places: list[tuple[int, int]] = field(default_factory=list)
    draws: dict[int, int] = field(default_factory=dict)


def changed_stream(changes: dict[bytes, Change]) -> Callable[[bytes], Any]:
    """What a game takes for its `Stream`."""

    class Changed:
        def __init__(self, seed: bytes) -> None:
            self._stream = Stream(seed)
            self._change = changes.get(seed, Change())
            self._drawn = 0

        def shuffled(self, items: Sequence[T]) -> list[T]:
            deck = self._stream.shuffled(items)
            for one, other in self._change.places:
                deck[one], deck[other] = deck[other], deck[one]
            return deck

        def below(self, bound: int) -> int:
            self._drawn += 1
            drawn = self._stream.below(bound)
            return self._change.draws.get(self._drawn - 1, drawn)

    return Changed


@contextmanager
def dealing(changes: dict[bytes, Change]) -> Iterator[None]:
    """Meanwhile deals are changed so."""
    with ExitStack() as stack:
        for name in STREAMS:
            stack.enter_context(patch(name, changed_stream(changes)))
        yield


# --- what a seat has a right to know -----------------------------------------------------------


def _tarock(match: TarockMatch, seat: Seat) -> Any:
    shown: list[Any] = [match.held(seat), match.discarded & TAROKS]
    if match.piles:
        shown.append(tuple(match.talon))
    if seat == match.declarer:
        shown.append(match.discarded)
    if match.tricks is not None and match.terms is not None:
        won = len(match.tricks.winners)
        if match.terms.contract.name == "klop":
            shown.append(tuple(match.talon[:won]))
        if match.terms.contract.name == "open_beggar" and won:
            shown.append(match.held(match.declarer))
    return shown


def _doppelkopf(match: DoppelkopfMatch, seat: Seat) -> Any:
    """A call tells everybody the caller's party; a poverty that circulates is seen on its way."""
    callers = {said.seat for said in match.said if PURPOSE[said.word] == "call"}
    parties = [(one, match.re >> one & 1) for one in sorted(callers)]
    offered = match.rules.poverty != "sell" and seat in match.sold_to
    return match.hands[seat], parties, match.passed if offered else 0


#: The cards that a seat holds, and those that lie open to everybody, from the whole truth: by no
#: means from what the server would show. (Cards that are played are part of the action.)
KNOWN: dict[type[Match], Callable[[Any, Seat], Any]] = {
    DoppelkopfMatch: _doppelkopf,
    TarockMatch: _tarock,
    TilesMatch: lambda match, seat: (match.racks[seat], match.exchange, match.indicator),
    MaoMatch: lambda match, seat: (match.hands[seat], match.pile),
}


# --- the plan ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deed:
    """What a seat does; the same in both worlds, up to what others do not see of it."""

    seat: Seat
    here: Action
    there: Action


@dataclass
class Plan:
    game: str
    rules: Rules
    seats: int
    observer: Seat
    deeds: list[Deed]
    #: What is other there.
    changes: dict[bytes, Change]
    #: The first deed of the deal that differs.
    begin: int
    seed: int

    def seed_of(self, secret: bytes, round: int, nonces: Sequence[bytes]) -> bytes:
        return seed_of(self.seed, round)


def seed_of(seed: int, round: int) -> bytes:
    return hashlib.sha256(b"%d %d" % (seed, round)).digest()


#: Actions of which others do not see the cards.
HIDDEN = ("pass_cards", "return_cards", "exchange")
#: Deeds in the deal that differs, the fewest of them, and exchanges of hidden cards.
DEEDS = 26
LEAST = 6
SWAPS = 12
TRIES = 120


def planned(
    game: str,
    seed: int,
    profile: str | None = None,
    *,
    rules: Rules | None = None,
    earlier: int = 0,
    deeds: int = DEEDS,
) -> Plan | None:
    """A plan, or None if this seed has none. `earlier` deals are the same in both worlds."""
    of, rng = GAMES[game], Random(f"{game} {seed}")
    rules = rules or of.rules.named(profile or of.usual_profile)
    seats = 4 if 4 in of.seats else of.seats[0]
    observer = rng.randrange(seats)
    match = of.new(rules, seats)
    done, begin = _played(game, match, rng, seed, earlier, deeds)
    if len(done) - begin < LEAST or (earlier and not begin):
        return None
    plan = Plan(game, rules, seats, observer, [], {}, begin, seed)
    truth = _told_along(plan, done, rng)
    assert truth is not None
    change = plan.changes[seed_of(seed, earlier + 1)] = Change()
    best: list[tuple[Seat, Action]] = done
    found = 0
    for _ in range(TRIES):
        before = Change([*change.places], {**change.draws})
        _change_more(change, match, rng)
        along = _told_along(plan, done, rng)
        if along is None or along.known != truth.known or along.digest == truth.digest:
            change.places, change.draws = before.places, before.draws
            continue
        best, found = along.deeds, found + 1
        if found == SWAPS:
            break
    plan.deeds = [
        Deed(seat, one, other) for (seat, one), (_, other) in zip(done, best, strict=True)
    ]
    return plan if found else None


def _played(
    game: str, match: Match, rng: Random, seed: int, earlier: int, deeds: int
) -> tuple[list[tuple[Seat, Action]], int]:
    """What is done in the real deal, as far as it is secret; and where the last deal begins."""
    bots = [Uniform(), bot_for(game, game_named(game).all_levels[1])]
    wild = rng.choice((0.1, 0.5, 0.9))
    done: list[tuple[Seat, Action]] = []
    begin = deals = 0
    while True:
        if match.awaits_deal:
            deals += 1
            begin = len(done)
            match.apply(None, Deal(seed_of(seed, deals)), 0)
        if deals > earlier and len(done) - begin == deeds:
            return done, begin
        seat = rng.choice(match.turn)
        if deals > earlier and rng.random() < 0.15:
            seat = rng.choice((*match.turn, *match.speakers))
        bot = bots[deals <= earlier or rng.random() > wild]
        action = bot.choose(match.observation(seat), rng).action
        if action is None:
            action = Uniform().choose(match.observation(seat), rng).action
        if action is None:
            continue
        trial = match.copy()
        trial.apply(seat, action, 0)
        over = trial.deal_public or trial.awaits_deal or trial.outcome is not None
        if trial.outcome is not None or (over and deals > earlier):
            return done, begin
        match.apply(seat, action, 0)
        done.append((seat, action))


def _change_more(change: Change, match: Match, rng: Random) -> None:
    if isinstance(match, MaoMatch):
        change.draws[rng.randrange(match.deck.drawn + 20)] = rng.randrange(52)
        return
    size = {TilesMatch: 106, TarockMatch: 54}.get(type(match)) or sum(
        hand.bit_count()
        for hand in match.dealt  # type: ignore[attr-defined]
    )
    one, other = rng.sample(range(size), 2)
    change.places.append((one, other))


def _filled_otherwise(match: Match, seat: Seat, action: Action, rng: Random) -> Action:
    """Other cards, where it is its player's own business which."""
    forms = [form for form in match.forms(seat) if form.action == action.type]
    if not forms:
        return action
    filled_in: Any = filled(forms[0], action, rng)
    return replace(action, cards=filled_in.cards)  # type: ignore[type-var]


@dataclass
class _Along:
    #: What the observer knows after each deed.
    known: list[str]
    #: The deeds, with what is hidden of them.
    deeds: list[tuple[Seat, Action]]
    #: How it stands in the end.
    digest: str


def _told_along(plan: Plan, done: list[tuple[Seat, Action]], rng: Random) -> _Along | None:
    """Do it in the changed deal; None if something of it cannot be done there."""
    of = GAMES[plan.game]
    known, twins = [], []
    with dealing(plan.changes):
        match = of.new(plan.rules, plan.seats)
        deals = 0
        for seat, action in done:
            if match.awaits_deal:
                deals += 1
                match.apply(None, Deal(seed_of(plan.seed, deals)), 0)
                known.append(repr(KNOWN[of.match](match, plan.observer)))
            twin = action
            differs = seed_of(plan.seed, deals) in plan.changes
            if differs and action.type in HIDDEN and seat != plan.observer:
                twin = _filled_otherwise(match, seat, action, rng)
            try:
                match.apply(seat, twin, 0)
            except Refusal:
                return None
            twins.append((seat, twin))
            known.append(repr(KNOWN[of.match](match, plan.observer)))
    return _Along(known, twins, match.digest())


# --- one server --------------------------------------------------------------------------------

#: What may differ between two servers, whatever is dealt. (Ids, tokens, secrets and times do not:
#: both servers have the same random numbers and the same clock.)
MAY_DIFFER: tuple[tuple[bytes, bytes], ...] = ((rb"\r\nDate: [^\r]*", b"\r\nDate: -"),)

PACE = 800
#: Milliseconds after which the next connection is accepted.
ACCEPTING = 3
#: Rounds of the loop in which nothing happens before all is said.
QUIET = 5
#: Weak and fast: this is not about the strength of argon2.
HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "quite secret"


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still until somebody sets it."""

    now = 1_000.0

    def time(self) -> float:
        return self.now

    def due(self) -> float | None:
        """When its next timer is due."""
        timers = self._scheduled  # type: ignore[attr-defined]
        return min((timer.when() for timer in timers if not timer.cancelled()), default=None)


class StillClock(LoopClock):
    def wall(self) -> float:
        return 1_800_000_000.0 + self.now() / 1000


class PlannedThinker:
    """Bots that do what was planned. They think for as long as their hand makes them; who asks for
    advice gets what the real bot says."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        if level == game_named(game).best_level:
            done(choose(game, level, observation, seed=7))
            return
        deed = self._stage.next
        own = deed is not None and deed[0] == observation.seat
        decision = Decision(deed[1] if deed and own else None, Reason("As it was planned."))
        self._stage.loop.call_later(_pondering(observation), done, decision)


def _pondering(observation: Observation) -> float:
    """Seconds that depend on all that the seat sees, and no others do."""
    seen = hashlib.sha256(repr(observation).encode()).digest()
    return (int.from_bytes(seen[:4], "big") % (PACE // 4)) / 1000


class Wire(asyncio.Protocol):
    """One connection, and every byte that it was sent, with the time."""

    def __init__(self, stage: Stage, name: str) -> None:
        self._stage = stage
        self.log: list[tuple[int, bytes]] = stage.logs.setdefault(name, [])
        self.unread = bytearray()
        self.transport: asyncio.Transport
        self.lost = False

    async def open(self, port: int) -> Self:
        await self._stage.loop.create_connection(lambda: self, "127.0.0.1", port)
        await self._stage.advance(ACCEPTING)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._stage.busy = True
        now = round(self._stage.loop.now * 1000)
        if self.log and self.log[-1][0] == now:
            data_before = self.log.pop()[1]
            self.log.append((now, data_before + data))
        else:
            self.log.append((now, data))
        self.unread += data
        self.take()

    def connection_lost(self, error: Exception | None) -> None:
        self._stage.busy = True
        self.lost = True
        self.log.append((round(self._stage.loop.now * 1000), b"(the end)"))

    def take(self) -> None:
        """Read what has come."""

    def send(self, data: bytes) -> None:
        self.transport.write(data)

    def cut(self) -> None:
        self.transport.abort()


class Socket(Wire):
    """A WebSocket: `heard` is every message."""

    def __init__(self, stage: Stage, name: str) -> None:
        super().__init__(stage, name)
        self.heard: list[str] = []
        self._upgraded = False

    async def enter(self, path: str) -> Self:
        await self.open(self._stage.web)
        self.send(upgrade(path, {"Host": "localhost"}))
        await self._stage.settle()
        assert self._upgraded, self.log
        return self

    def take(self) -> None:
        if not self._upgraded:
            head, end, rest = self.unread.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._upgraded, self.unread = True, rest
        while len(self.unread) >= 2:
            size, begin = self.unread[1], 2
            if size >= 126:
                begin = 4 if size == 126 else 10
                size = int.from_bytes(self.unread[2:begin], "big")
            if len(self.unread) < begin + size:
                return
            if self.unread[0] & 15 == TEXT:
                self.heard.append(self.unread[begin : begin + size].decode())
            del self.unread[: begin + size]

    def say(self, message: Any) -> None:
        self.send(frame(TEXT, json.dumps(message).encode()))


class Person(Socket):
    """Somebody who speaks the table protocol."""

    token = ""
    _asks = 0

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        self._asks += 1
        self.say({"type": type, "id": self._asks, **fields})
        for _ in range(40):
            await self._stage.settle()
            for text in reversed(self.heard):
                answer: dict[str, Any] = json.loads(text)
                if answer.get("id") == self._asks:
                    return answer
            # What waits for a bot, or a clock.
            await self._stage.advance(50)
        raise AssertionError(f"no answer to {type} {fields}: {self.heard[-2:]}")

    async def register(self, name: str) -> Self:
        await self.enter("/table")
        entered = await self.ask("register", name=name, password=PASSWORD)
        self.token = entered["token"]
        return self

    async def resume(self, token: str) -> Self:
        await self.enter("/table")
        await self.ask("resume", token=token)
        self.token = token
        return self

    @property
    def seq(self) -> int:
        """The last sequence number that it knows."""
        return max(json.loads(text).get("seq") or 0 for text in self.heard)


class Cg(CgClient):
    """The original client: says by itself that it has the cards, and plays nothing."""

    def __init__(self, stage: Stage, name: str) -> None:
        super().__init__(lambda mirror, question: None)
        self.plays, self.vote = False, None
        self._stage = stage
        self.log: list[tuple[int, bytes]] = stage.logs.setdefault(name, [])

    def take(self, name: str, body: dict[str, Any]) -> None:
        self._stage.busy = True
        self.log.append((round(self._stage.loop.now * 1000), self.raw[-1]))
        super().take(name, body)

    def cut(self) -> None:
        self._writer.transport.abort()

    def check(self) -> None:
        """The original client could read all that came."""
        if self._task is not None and self._task.done():
            self._task.result()


class Stage:
    """One server, those who play there, and those who look."""

    def __init__(self, plan: Plan, *, changed: bool) -> None:
        self.plan = plan
        self.changed = changed
        self.loop = StillLoop()
        self.busy = False
        self.logs: dict[str, list[tuple[int, bytes]]] = {}
        self.web = self.tiles = self.cg = 0
        self._random = Random(plan.seed)
        #: How many of the deeds are done.
        self.done = 0

    @property
    def next(self) -> tuple[Seat, Action] | None:
        """What is to be done, and by whom."""
        if self.done == len(self.plan.deeds):
            return None
        deed = self.plan.deeds[self.done]
        return deed.seat, deed.there if self.changed else deed.here

    @contextmanager
    def _edges(self) -> Iterator[None]:
        """Random numbers and times are the same at both servers."""

        def now() -> float:
            return self.loop.now

        act = Table.act

        def counted(table: Table, seat: Seat, *what: Any, **how: Any) -> Step:
            step = act(table, seat, *what, **how)
            self.done += 1
            return step

        with ExitStack() as stack:
            stack.enter_context(dealing(self.plan.changes if self.changed else {}))
            for name, value in (
                ("stammtisch.tables.table.Table.act", counted),
                ("stammtisch.tables.state.seed_of", self.plan.seed_of),
                ("stammtisch.tables.record.seed_of", self.plan.seed_of),
                # Both servers have the same journal: what one has played again is not the other's.
                ("stammtisch.tables.replay._kept", OrderedDict()),
                ("stammtisch.app.os.urandom", self._random.randbytes),
                ("stammtisch.net.connection.perf_counter", now),
                ("stammtisch.net.registry.time.monotonic_ns", lambda: int(now() * 1e9)),
            ):
                stack.enter_context(patch(name, value))
            yield

    def run(self, scene: Callable[[Stage], Awaitable[None]]) -> dict[str, list[tuple[int, bytes]]]:
        """All that was sent to those who look, by who they are."""
        with self._edges(), asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._run(scene))
        return self.told

    async def _run(self, scene: Callable[[Stage], Awaitable[None]]) -> None:
        self.executor = PlannedThinker(self)
        self.app = build_app(
            SqliteStore(None),
            LocalBus(NO_TABLE),
            StillClock(),
            self.executor,
            AppConfig(cheats=True, timings=Timings(bot_pace=PACE), rate_limits=LENIENT),
            random_bytes=self._random.randbytes,
            hasher=HASHER,
        )
        await self.app.open()
        settings = Settings(
            port="auto", tiles_port="auto", cg_port="auto", tiles_pace_ms=0, cg_pace_ms=0, rate=0,
            cheats=True, drain_seconds=0, ping_seconds=10_000,
        )  # fmt: skip
        server = Server(settings, self.app, self._entrances(), self._stream_ports())
        await server.start()
        self.web = server.addresses.web
        self.tiles, self.cg = (server.addresses.streams[name] for name in ("tiles", "cg"))
        try:
            await scene(self)
            table = self.runner.table
            secrets = [table.row.secret, table.state.secrets.of(table.state.round)]
            self.secrets = [one.hex().encode() for one in secrets]
            # How a server stops takes as long as the machine likes.
            self.told = {name: [*log] for name, log in self.logs.items()}
        finally:
            await self._stop(server)

    async def _stop(self, server: Server) -> None:
        stopping = asyncio.ensure_future(server.stop())
        while not stopping.done():
            await asyncio.sleep(0)
            self.loop.now += 0.001
        stopping.result()

    def _entrances(self) -> list[WebSocketRoute]:
        wall, memory = StillClock().wall, Memory()
        made: dict[str, Callable[[ConnectionInfo], Any]] = {
            "mao": lambda one: MaoSession(one.address, one.query, wall, memory),
            "tarock": lambda one: TarockSession(
                one.address,
                one.query,
                lambda: int(wall() * 1e9),
                self._random.randbytes,
                milliseconds,
            ),
        }
        return [
            replace(one, session=made.get(one.protocol, one.session)) for one in WEBSOCKET_ROUTES
        ]

    def _stream_ports(self) -> list[StreamPort]:
        def sessions(settings: Settings) -> SessionFactory:
            queries = Shared(
                wall=StillClock().wall,
                random=Random(self.plan.seed),
                log=lambda *_: None,
                log_arrival=lambda *_: None,
                hidden="",
                number_keys=False,
                most_players=100,
                speakers=WeakValueDictionary(),
            )
            return lambda arrival: CgSession(queries, arrival.now)

        return [
            replace(one, sessions=sessions) if one.protocol == "cg" else one for one in STREAM_PORTS
        ]

    # --- time ----------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Until everything that was asked is answered, durable and heard."""
        quiet, store = 0, self.app.store
        assert isinstance(store, SqliteStore)
        while quiet < QUIET:
            assert store._writer is not None
            self.busy = not store._writer.idle
            if self.busy:
                await store.wait()
            for tasks in (self.app._tasks, self.app.archiver._tasks):
                if tasks:
                    self.busy = True
                    await asyncio.wait(tasks)
            await asyncio.sleep(0)
            quiet = 0 if self.busy else quiet + 1

    async def advance(self, milliseconds: int) -> None:
        """Let time pass; whatever is due happens at its moment."""
        until = self.loop.now + milliseconds / 1000
        await self.settle()
        while (due := self.loop.due()) is not None and due <= until:
            self.loop.now = max(self.loop.now, due)
            await self.settle()
        self.loop.now = until

    # --- the truth -----------------------------------------------------------------------------

    @property
    def runner(self) -> TableRunner:
        (runner,) = self.app.lobby.runners()
        return runner

    def is_bots(self, seat: Seat) -> bool:
        table = self.runner.table
        return table.state.places[seat].bot is not None or table.state.deputy_of(seat) is not None

    async def get(self, name: str, path: str, token: str = "") -> None:
        """Ask the REST interface; the whole answer is in that log."""
        wire = await Wire(self, name).open(self.web)
        who = f"Authorization: Bearer {token}\r\n" if token else ""
        wire.send(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{who}Connection: close\r\n\r\n".encode()
        )
        for _ in range(2_000):
            await self.settle()
            if wire.lost:
                return
            # A thread works on it.
            await self.loop.run_in_executor(None, time.sleep, 0.001)
        raise AssertionError(f"no answer to {path}")


# --- what happens there ------------------------------------------------------------------------

#: After so many deeds of the deal that differs, somebody is lost, comes back, leaves for good, and
#: is replaced; the same happens to the seat that is observed.
LOST, BACK, OBSERVER_LOST, OBSERVER_BACK, LEAVES, REPLACED, GIVES_UP, INHERITED = range(2, 18, 2)
#: What strangers, and those who are at the table, may try to read there.
PUBLIC = (
    "/api/tables",
    "/api/tables/{table}",
    "/api/matches",
    "/api/matches/{match}",
    "/api/matches/{match}/record",
    "/api/matches/{match}/replay?round=0",
    "/api/scores/{game}",
    "/api/ratings/{game}",
    "/lobbies",
    "/metrics",
)
OF_THE_SEAT = (
    "/api/matches/{match}/advice/{past}",
    "/api/matches/{match}/record",
    "/api/matches/{match}/replay?round=0&seat={other}",
    "/api/matches/{match}/replay?round={round}&seat={other}",
    "/api/matches/{match}/advice/{seq}",
)


class Scene:
    """A match from beginning to end, of which one seat and some onlookers see what they see."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.plan = stage.plan
        self.people: dict[Seat, Person] = {}
        #: The observed seat's connections, but for the one that plays.
        self.own: list[Wire | Cg] = []
        self.table = ""
        self.number = 0

    async def play(self) -> None:
        plan, stage = self.plan, self.stage
        await self._sit_down()
        for at, deed in enumerate(plan.deeds):
            since = at - plan.begin
            if since >= 0:
                await self._interlude(since)
            if stage.is_bots(deed.seat):
                for _ in range(4):
                    if stage.done == at:
                        await stage.advance(PACE)
            elif stage.done == at:
                assert stage.next is not None
                action = to_plain(stage.next[1])
                answer = await self.people[deed.seat].ask("act", action=action)
                assert answer["type"] == "accepted", (at, deed, answer)
                await stage.advance(150)
            assert stage.done > at, (at, deed)
        await self._look_around()
        for one in self.own:
            if isinstance(one, Cg):
                one.check()

    # --- at the beginning ------------------------------------------------------------------------

    async def _sit_down(self) -> None:
        plan, stage = self.plan, self.stage
        await self._read("a stranger", PUBLIC[:1])
        for seat in range(plan.seats):
            name = "seat, events" if seat == plan.observer else f"player {seat}"
            self.people[seat] = await Person(stage, name).register(f"player{seat}")
        opened = await self.people[0].ask(
            "open", game=plan.game, profile=plan.rules.profile, options=plan.rules.changes(),
            seats=plan.seats, bots="easy", leaver="bot", grace=60, hints=True, watch=True,
        )  # fmt: skip
        assert opened["type"] == "table", opened
        self.table, self.number = opened["table"]["id"], opened["table"]["number"]
        if plan.observer:
            await self._join(self.people[plan.observer], seat=plan.observer)
        await self._watch()
        await self._come_more()
        for seat in range(1, plan.seats):
            if seat != plan.observer:
                await self._join(self.people[seat], seat=seat)
        if not GAMES[plan.game].starts_when_full:
            for seat in range(plan.seats):
                await self.people[seat].ask("ready")
        assert stage.runner.table.state.running

    async def _join(self, person: Person, **how: Any) -> dict[str, Any]:
        return await person.ask("join", table=self.table, **how)

    async def _watch(self) -> None:
        stage = self.stage
        for follow in ("events", "views"):
            onlooker = await Person(stage, f"onlooker, {follow}").enter("/table")
            await onlooker.ask("enter", name=f"onlooker_{follow}")
            await self._join(onlooker, watch=True, follow=follow)
        if self.plan.game == "mao":
            path = f"/mao?tableID={self.number}&ext=1&watch=1&name=onlooker"
            await Socket(stage, "onlooker, mao").enter(path)
        self.heir = await Person(stage, "heir").register("heir")
        await self._join(self.heir, watch=True, follow="views")

    async def _come_more(self) -> None:
        """The observed seat's other connections: by views, and by its game's own protocol."""
        stage, plan = self.stage, self.plan
        token, name = self.people[plan.observer].token, f"player{plan.observer}"
        views = await Person(stage, "seat, views").resume(token)
        await self._join(views, follow="views")
        self.own = [views, await self._native(name, token)]

    async def _native(self, name: str, token: str) -> Wire | Cg:
        stage, game = self.stage, self.plan.game
        log = f"seat, {game}"
        if game == "doppelkopf":
            client = Cg(stage, log)
            await client.connect(stage.cg)
            await stage.advance(ACCEPTING)
            await client.sign_in(name, PASSWORD, create=False)
            return client
        if game == "tiles":
            wire = await Wire(stage, log).open(stage.tiles)
            wire.send(f"LOGI {name} token={token} unpaced\r\nJLOB {self.number}\r\n".encode())
            await stage.settle()
            return wire
        path = {"tarock": "/tarock?", "mao": f"/mao?tableID={self.number}&ext=1&"}[game]
        return await Socket(stage, log).enter(f"{path}token={token}")

    # --- in the match ----------------------------------------------------------------------------

    async def _interlude(self, since: int) -> None:
        stage, observer = self.stage, self.plan.observer
        other, third = (observer + 1) % self.plan.seats, (observer + 2) % self.plan.seats
        mine = self.people[observer]
        if since % 3 == 0:
            await self._look_around()
        if since == LOST:
            self.people[other].cut()
        elif since == BACK:
            self.people[other] = await Person(stage, "-").resume(self.people[other].token)
            await self._join(self.people[other])
        elif since == OBSERVER_LOST:
            self._seq = mine.seq
            for wire in (mine, *self.own):
                wire.cut()
        elif since == OBSERVER_BACK:
            again = self.people[observer] = await Person(stage, "seat, back").resume(mine.token)
            await self._join(again, since=self._seq)
            await self._come_more()
        elif since == LEAVES:
            await self.people[third].ask("leave")
        elif since == REPLACED:
            self.people[third] = await Person(stage, "-").register("newcomer")
            assert (await self._join(self.people[third], late=True))["seat"] == third
        elif since == GIVES_UP:
            for wire in self.own:
                wire.cut()
            await stage.settle()
            await mine.ask("leave")
        elif since == INHERITED:
            await self.heir.ask("leave")
            assert (await self._join(self.heir, late=True, follow="views"))["seat"] == observer
            await self._join(mine)
            self.people[observer] = self.heir
        await stage.settle()

    async def _look_around(self) -> None:
        """Everybody who looks asks for all that can be asked."""
        plan, stage = self.plan, self.stage
        await self._read("a stranger", PUBLIC)
        mine = self.people[plan.observer]
        await self._read("the seat", OF_THE_SEAT, mine.token)
        await self.heir.ask("tables", game=plan.game)
        if stage.is_bots(plan.observer):
            return
        await mine.ask("actions")
        for deed in plan.deeds[-4:]:
            # What it would be told if it did the same, also out of turn.
            await mine.ask("check_action", action=to_plain(deed.here))
        await mine.ask("hint")
        native = self.own[-1]
        if isinstance(native, Cg) or native.lost:
            return
        if plan.game == "tiles":
            native.send(b"PING\r\nRSTA\r\nRNAM\r\nLGAM r\r\n")
        elif plan.game == "tarock":
            assert isinstance(native, Socket)
            native.say({"command": "game.tarock.state"})
            native.say({"command": "lobby.room.list"})
        await stage.settle()

    async def _read(self, who: str, paths: Sequence[str], token: str = "") -> None:
        table = self.stage.runner.table if self.table else None
        words = {
            "game": self.plan.game,
            "table": self.table,
            "match": table and table.state.match_id,
            "seq": table and table.state.seq,
            "round": table and table.state.round,
            "past": table and max(table.state.open_to - 20, 0),
            "other": (self.plan.observer + 1) % self.plan.seats,
        }
        for path in paths:
            await self.stage.get(f"{who}: {path}", path.format(**words), token)


# --- both --------------------------------------------------------------------------------------


#: Connections that only play along.
PLAYING = ("player ", "-")


class Leak(AssertionError):
    """Somebody was sent something else."""

    def __init__(self, found: dict[str, str]) -> None:
        super().__init__("\n".join(f"{name}: {what}" for name, what in found.items()))
        #: Who was, and where it differs.
        self.found = found


def compare(plan: Plan) -> dict[str, bytes]:
    """Play it at both servers; all that everybody who looks was sent. A `Leak` if anything
    differs."""
    stages = [Stage(plan, changed=changed) for changed in (False, True)]
    logs = [stage.run(lambda stage: Scene(stage).play()) for stage in stages]
    here, there = ({name: _normal(log) for name, log in one.items()} for one in logs)
    playing = [name for name in here if name.startswith(PLAYING)]
    assert any(here[name] != there[name] for name in playing), "the servers do not differ"
    found = {}
    for name in {**here, **there}:
        pairs = zip_longest(here.get(name, []), there.get(name, []))
        differs = next((pair for pair in pairs if pair[0] != pair[1]), None)
        if differs is not None and name not in playing:
            found[name] = _excerpt(*differs)
        # Both servers have the same secrets, so this would be no difference.
        if any(secret in data for secret in stages[0].secrets for _, data in here.get(name, [])):
            found[name] = "the secret of the running deal"
    if found:
        raise Leak(found)
    return {
        name: b"".join(data for _, data in log) for name, log in here.items() if name not in playing
    }


def _normal(log: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    told = []
    for at, data in log:
        for pattern, instead in MAY_DIFFER:
            data = re.sub(pattern, instead, data)
        told.append((at, data))
    return told


def _excerpt(one: tuple[int, bytes] | None, other: tuple[int, bytes] | None) -> str:
    """Where they begin to differ."""
    if one is None or other is None or one[0] != other[0]:
        return f"{one and one[0]} ms and {other and other[0]} ms: {one} and {other}"[:2_000]
    pairs = enumerate(zip_longest(one[1], other[1]))
    begin = max(0, next(at for at, (here, there) in pairs if here != there) - 80)
    return f"{one[0]} ms: {one[1][begin : begin + 200]!r} and {other[1][begin : begin + 200]!r}"
