"""How bots think without anybody waiting for them: in other processes. What else takes long, and is
asked for by people who only look (replays, advice, readings of rules), is done there, too."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, Protocol, TypeVar

from stammtisch.bots.bots import Decision, bot_for
from stammtisch.bots.workers import end_with_parent
from stammtisch.games.game import Observation

log = logging.getLogger(__name__)

R = TypeVar("R")

#: Called in the event loop with the bot's decision, or None if it could not think.
Thought = Callable[[Decision | None], None]


#: Jobs that may wait for their turn.
MOST_WAITING = 32


class BotExecutor(Protocol):
    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None: ...


class Busy(Exception):
    """So much waits to be done that nothing more is taken."""


class Worker(Protocol):
    async def work(self, job: Callable[..., R], *about: Any) -> R:
        """What that function of a module returns, or raises; `Busy` if too much waits already."""


class AtOnce:
    """Does it at once, in the caller's thread."""

    async def work(self, job: Callable[..., R], *about: Any) -> R:
        return job(*about)


def choose(game: str, level: str, observation: Observation, seed: int) -> Decision:
    """What a bot of that level does, if anything: a plain function, so that any process can run
    it."""
    return bot_for(game, level).choose(observation, Random(seed))


class InlineExecutor:
    """Thinks at once, in the caller's thread: for a game alone in the terminal, and for tests."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        try:
            decision = choose(game, level, observation, self._rng.getrandbits(64))
        except Exception:
            log.exception("a %s bot of %s could not think", level, game)
            done(None)
        else:
            done(decision)


class PoolExecutor:
    """Thinks, and works, in a pool of processes, which is started when it is first asked.

    Bots come before jobs: of these only as many are given to the pool at a time that a bot waits
    for one of them at most.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._jobs = asyncio.Semaphore(max(1, processes - 1))
        self._waiting = 0

    async def work(self, job: Callable[..., R], *about: Any) -> R:
        if self._waiting >= MOST_WAITING or self._closed:
            raise Busy
        self._waiting += 1
        try:
            async with self._jobs:
                try:
                    return await self._done(job, *about)
                except BrokenProcessPool:
                    # A worker was killed: try once more with others.
                    self._pool = None
                    await asyncio.sleep(0.5)
                    return await self._done(job, *about)
        finally:
            self._waiting -= 1

    async def _done(self, job: Callable[..., R], *about: Any) -> R:
        if self._closed:
            raise Busy
        return await asyncio.get_running_loop().run_in_executor(self._workers(), job, *about)

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        self._ask(game, level, observation, done, again=True)

    def _ask(
        self, game: str, level: str, observation: Observation, done: Thought, *, again: bool
    ) -> None:
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        seed = int.from_bytes(os.urandom(8), "big")

        def finish(future: asyncio.Future[Decision]) -> None:
            if future.cancelled():
                done(None)
                return
            error = future.exception()
            if error is None:
                done(future.result())
            elif isinstance(error, BrokenProcessPool) and again:
                broken()
            else:
                log.error("a %s bot of %s could not think", level, game, exc_info=error)
                done(None)

        def broken() -> None:
            # A worker was killed: start anew, and ask once more.
            self._pool = None
            loop.call_later(0.5, lambda: self._ask(game, level, observation, done, again=False))

        try:
            thought = loop.run_in_executor(self._workers(), choose, game, level, observation, seed)
        except BrokenProcessPool:
            if again:
                broken()
            else:
                done(None)
            return
        thought.add_done_callback(finish)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # "spawn": a fork of a process with threads and sockets would inherit both.
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_be_modest,
            )
        return self._pool

    def close(self) -> None:
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _be_modest() -> None:
    """People's moves come first on a busy machine."""
    os.nice(5)
    end_with_parent()
