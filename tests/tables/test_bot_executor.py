"""Bots that think in other processes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stammtisch.bots.bots import Decision
from stammtisch.games.game import Observation, Refusal
from stammtisch.tables.bot_executor import MOST_WAITING, Busy, PoolExecutor
from tests.tables.harness import TableHarness


def test_a_refusal_is_the_same_in_another_process() -> None:
    refusal = Refusal("bad_seats", "{game} has {most} seats.", game="tiles", most=4)
    again = pickle.loads(pickle.dumps(refusal))
    assert (again.code, again.reason, again.data) == (refusal.code, refusal.reason, refusal.data)


async def test_a_bot_that_cannot_think_does_not_keep_others_from_it() -> None:
    harness = TableHarness()
    harness.start()
    match = harness.match
    observation = match.observation(match.mover)
    pool = PoolExecutor(1)

    async def thought(level: str, observation: Observation) -> Decision | None:
        decided: asyncio.Future[Decision | None] = asyncio.get_running_loop().create_future()
        pool.think("tiles", level, observation, decided.set_result)
        return await decided

    try:
        first = await thought("easy", observation)
        assert first is not None and first.action in observation.actions
        workers = pool._pool
        assert await thought("unheard of", observation) is None
        again = await thought("easy", observation)
        assert again is not None and again.action in observation.actions
        assert pool._pool is workers
    finally:
        pool.close()


# --- jobs: run by other processes, which find them by their names --------------------------------


def whose() -> int:
    return os.getpid()


def wait_for(file: Path) -> None:
    while not file.exists():
        time.sleep(0.005)


def refuse() -> None:
    raise Refusal("no_such_round", "The match had {rounds} deals.", rounds=3)


def end_at_first(file: Path) -> int:
    """Be killed, unless that has happened before."""
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


@contextlib.asynccontextmanager
async def a_pool() -> AsyncIterator[PoolExecutor]:
    pool = PoolExecutor(1)
    try:
        yield pool
    finally:
        pool.close()


async def test_jobs_are_done_in_another_process() -> None:
    async with a_pool() as pool:
        assert await pool.work(whose) != os.getpid()
        with pytest.raises(Refusal) as refused:
            await pool.work(refuse)
        assert refused.value.reason == "The match had 3 deals."


async def test_only_so_many_jobs_wait_and_bots_wait_for_one_at_most(tmp_path: Path) -> None:
    harness = TableHarness()
    harness.start()
    observation = harness.match.observation(harness.match.mover)
    gates = [tmp_path / str(number) for number in range(MOST_WAITING)]
    async with asyncio.timeout(60), a_pool() as pool:
        jobs = [asyncio.create_task(pool.work(wait_for, gate)) for gate in gates]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.work(whose)
        decided: asyncio.Future[Decision | None] = asyncio.get_running_loop().create_future()
        pool.think("tiles", "easy", observation, decided.set_result)
        gates[0].touch()
        # The bot was asked last, and comes before all jobs but the one that was under way.
        assert await decided is not None
        assert sum(job.done() for job in jobs) <= 1
        for gate in gates:
            gate.touch()
        await asyncio.gather(*jobs)
        assert await pool.work(whose)


async def test_a_job_whose_process_was_killed_is_done_by_another(tmp_path: Path) -> None:
    async with a_pool() as pool:
        assert await pool.work(end_at_first, tmp_path / "killed") == 7


async def test_a_pool_that_is_closed_takes_no_jobs() -> None:
    async with a_pool() as pool:
        pool.close()
        with pytest.raises(Busy):
            await pool.work(whose)
