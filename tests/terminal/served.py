"""A server for the terminal to come to, and the patience to see what becomes of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from textual.pilot import Pilot

from stammtisch.app import build_app
from stammtisch.bus.local import LocalBus
from stammtisch.config import AppConfig, Timings
from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.clock import LoopClock
from tests.lobby.driver import HASHER


@asynccontextmanager
async def served(pace: int = 0) -> AsyncIterator[str]:
    """Its address; bots take `pace` milliseconds for a move."""
    app = build_app(
        SqliteStore(None),
        LocalBus(NO_TABLE),
        LoopClock(),
        InlineExecutor(Random()),
        AppConfig(timings=Timings(bot_pace=pace)),
        hasher=HASHER,
    )
    await app.open()
    server = Server(Settings(port="auto", tiles_port="off", cg_port="off", drain_seconds=0), app)
    await server.start()
    yield server.addresses.url
    await server.stop()


async def until(pilot: Pilot[str], true: Callable[[], bool]) -> None:
    for _ in range(2000):
        if true():
            await pilot.pause()
            return
        # Not a pause of the pilot's, which asks every widget whether it is done.
        await asyncio.sleep(0.005)
    raise AssertionError("it never came true")
