"""Bots that think in other processes."""

from __future__ import annotations

import asyncio
import pickle

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Refusal, Sight
from stammtisch.tables.thinking import PoolThinker
from tests.tables.sitting import Sitting


def test_a_refusal_is_the_same_in_another_process() -> None:
    refusal = Refusal("bad_seats", "{game} has {most} seats.", game="tiles", most=4)
    again = pickle.loads(pickle.dumps(refusal))
    assert (again.code, again.reason, again.data) == (refusal.code, refusal.reason, refusal.data)


async def test_a_bot_that_cannot_think_does_not_keep_others_from_it() -> None:
    sitting = Sitting()
    sitting.start()
    match = sitting.match
    sight = match.sight(match.mover)
    pool = PoolThinker(1)

    async def thought(level: str, sight: Sight) -> Decision | None:
        decided: asyncio.Future[Decision | None] = asyncio.get_running_loop().create_future()
        pool.think("tiles", level, sight, decided.set_result)
        return await decided

    try:
        first = await thought("easy", sight)
        assert first is not None and first.action in sight.actions
        workers = pool._pool
        assert await thought("unheard of", sight) is None
        again = await thought("easy", sight)
        assert again is not None and again.action in sight.actions
        assert pool._pool is workers
    finally:
        pool.close()
