from __future__ import annotations

import asyncio

from stammtisch.store.writers import EVERY, GilYield


async def test_the_loop_steps_aside_as_long_as_somebody_waits() -> None:
    pauses: list[float] = []
    paused = asyncio.Event()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        paused.set()

    courtesy = GilYield(asyncio.get_running_loop(), pause)
    courtesy.begin()
    courtesy.begin()
    await paused.wait()
    courtesy.end()
    paused.clear()
    await paused.wait()
    courtesy.end()
    before = len(pauses)
    await asyncio.sleep(5 * EVERY)
    assert len(pauses) == before
    courtesy.begin()
    paused.clear()
    await paused.wait()
    courtesy.end()
