"""A house for tests: the real store and rules, a clock that stands still, people who ask."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

from argon2 import PasswordHasher

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.accounts.peers import Peer
from stammtisch.app import build_app
from stammtisch.bus.strict import StrictBus
from stammtisch.config import AppConfig
from stammtisch.games.game import Action
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Cheat, Draw, Put
from stammtisch.replies import NO_TABLE, Accepted, Refused
from stammtisch.store.changes import Change
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.store import Done, Store
from stammtisch.tables.bot_executor import InlineExecutor, choose
from stammtisch.tables.encoding import pack, unpack
from stammtisch.tables.events import AnyEvent, EventBatch
from stammtisch.tables.runner import TableRunner
from stammtisch.tables.settings import Settings
from stammtisch.vocabulary import Notice, Reply, Request
from tests.tables.hand_clock import HandClock

PEOPLE = ("ada", "bo", "cy", "di")
#: Weak and fast: these tests are not about the strength of argon2.
HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def submitting(
    store: Store, kind: type[Change], instead: Callable[[Any, Done], None]
) -> Callable[[Any, Done], None]:
    """A store's `submit` that gives changes of that kind to somebody else."""
    submit = store.submit

    def submitted(change: Any, done: Done) -> None:
        (instead if type(change) is kind else submit)(change, done)

    return submitted


class Person:
    """A visitor, and everything it was told unasked."""

    def __init__(self, harness: AppHarness, address: str, protocol: str) -> None:
        self.notices: list[Notice] = []
        self._harness = harness
        self.peer: Peer = harness.app.arrive(address, protocol, self.notices.append)

    async def ask(self, request: Request) -> Reply:
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._harness.app.ask(self.peer, request, reply.set_result)
        return await reply

    async def refused(self, request: Request) -> str:
        """The code with which the request is refused."""
        reply = await self.ask(request)
        assert isinstance(reply, Refused), reply
        assert reply.message.endswith((".", "!", "?"))
        return reply.code

    async def enter(self, name: str, protocol: str = "tiles") -> replies.Entered:
        entered = await self.ask(req.EnterFrom(name=name, protocol=protocol))
        assert isinstance(entered, replies.Entered), entered
        return entered

    async def at(self, request: Request) -> replies.AtTable:
        at_table = await self.ask(request)
        assert isinstance(at_table, replies.AtTable), at_table
        return at_table

    async def do(self, request: Request) -> Accepted:
        accepted = await self.ask(request)
        assert isinstance(accepted, Accepted), accepted
        return accepted

    def depart(self) -> None:
        self._harness.app.depart(self.peer)

    @property
    def name(self) -> str:
        assert self.peer.account is not None
        return self.peer.account.name

    def told(self) -> list[AnyEvent]:
        return [
            event
            for notice in self.notices
            if isinstance(notice, EventBatch)
            for event in notice.events
        ]


class AppHarness:
    """One evening in the house."""

    def __init__(
        self,
        path: Path | None,
        seed: int,
        began: int,
        hasher: PasswordHasher = HASHER,
        **rules: Any,
    ) -> None:
        self.clock = HandClock()
        self.clock.advance(began)
        self.store = SqliteStore(path)
        random = Random(seed)
        self.app = build_app(
            self.store,
            StrictBus(NO_TABLE, pack, unpack),
            self.clock,
            InlineExecutor(random),
            AppConfig(**rules),
            random_bytes=random.randbytes,
            hasher=hasher,
        )

    def arrive(self, address: str = "192.0.2.1", protocol: str = "tiles") -> Person:
        return Person(self, address, protocol)

    async def guest(self, name: str, **where: str) -> Person:
        person = self.arrive(**where)
        await person.enter(name)
        return person

    async def seated(self, *names: str, number: int = 1) -> list[Person]:
        """People at the tiles table of that number."""
        people = [await self.guest(name) for name in names or PEOPLE]
        for person in people:
            await person.at(req.JoinNumber(game="tiles", number=number))
        return people

    async def match(self, *names: str) -> list[Person]:
        """Four people in a match."""
        people = await self.seated(*names)
        for person in people:
            await person.do(req.Ready())
        return people

    async def settle(self) -> None:
        """Until everything that was begun is done, and durable."""
        while True:
            await self.store.wait()
            archiving = list(self.app.archiver._tasks)
            if not archiving and not self.app.counts().waiting:
                return
            if archiving:
                await asyncio.wait(archiving)

    async def rest(self, milliseconds: int) -> None:
        """Time passes, and what it brings about is done."""
        self.clock.advance(milliseconds)
        await self.settle()
        self.clock.advance(0)
        await self.settle()

    async def sleep(self, milliseconds: int) -> None:
        """Time passes while the whole machine sleeps."""
        self.clock.skip(milliseconds)
        await self.rest(0)

    def runner(self, number: int = 1) -> TableRunner:
        table = self.app.lobby.numbered("tiles", number, "")
        return next(one for one in self.app.lobby.runners() if one.table.id == table)

    def game(self, number: int = 1) -> TilesMatch:
        match = self.runner(number).table.state.match
        assert isinstance(match, TilesMatch)
        return match

    async def move(self, people: list[Person], number: int = 1) -> None:
        match = self.game(number)
        put = Put(match.held(match.mover)[0])
        await people[match.mover].do(req.Act(action=put if match.must_put else Draw("main")))

    async def win_by_cheating(self, people: list[Person], number: int = 1) -> Person:
        """The mover wins; the winner is returned."""
        match = self.game(number)
        winner = people[match.mover]
        if not match.must_put:
            await winner.do(req.Act(action=Draw("main")))
        await winner.do(req.Act(action=Cheat()))
        winning = [one for one in match.actions(match.mover) if isinstance(one, Put) and one.rack]
        await winner.do(req.Act(action=winning[0]))
        return winner

    async def play_out(self, people: list[Person], number: int = 1) -> None:
        while self.runner(number).table.state.running:
            await self.move(people, number)

    async def win_honestly(self, people: list[Person], number: int = 1) -> Person:
        """Everybody plays as a bot would, so that somebody wins; the winner is returned."""
        seat, moves = next(filter(None, map(_a_win, repeat(self.game(number)), range(20))))
        for mover, action in moves:
            await people[mover].do(req.Act(action=action))
        return people[seat]


def _a_win(match: TilesMatch, seed: int) -> tuple[int, list[tuple[int, Action]]] | None:
    """Who wins, and by which moves, if bots play the match from here; None if it is a draw."""
    trial, random = match.copy(), Random(seed)
    moves: list[tuple[int, Action]] = []
    while trial.outcome is None:
        mover = trial.mover
        action = choose("tiles", "easy", trial.observation(mover), random.getrandbits(32)).action
        assert action is not None
        moves.append((mover, action))
        trial.apply(mover, action)
    return (trial.outcome.winners[0], moves) if trial.outcome.winners else None


@asynccontextmanager
async def harness(
    path: Path | None = None,
    *,
    seed: int = 1,
    began: int = 0,
    hasher: PasswordHasher = HASHER,
    **rules: Any,
) -> AsyncIterator[AppHarness]:
    """A house that is open."""
    one = AppHarness(path, seed, began, hasher, **rules)
    await one.app.open()
    try:
        yield one
    finally:
        await one.app.close()


async def crash(one: AppHarness) -> None:
    """The process dies: nobody says goodbye, nothing more is done."""
    one.app.is_open = False
    one.app.lobby.close()
    one.app.heartbeat.stop()
    await one.store.close()


def settings(**changes: Any) -> Settings:
    return Settings(**{"game": "tiles", "profile": "classic", "bots": "random", **changes})


def opening(of: Settings, **how: Any) -> req.Open:
    """To open a table with these settings."""
    return req.Open(**{name: getattr(of, name) for name in of.__struct_fields__}, **how)
