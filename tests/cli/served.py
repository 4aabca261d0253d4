"""A server for the terminal to come to, and the patience to see what becomes of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from textual.pilot import Pilot

from stammtisch.fabric.local import LocalFabric
from stammtisch.house.house import House, HouseRules
from stammtisch.server.server import Server
from stammtisch.server.settings import Settings
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.answers import NO_TABLE
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.thinking import InlineThinker
from tests.house.driver import HASHER


@asynccontextmanager
async def served(pace: int = 0) -> AsyncIterator[str]:
    """Its address; bots take `pace` milliseconds for a move."""
    house = House(
        SqliteStore(None),
        LocalFabric(NO_TABLE),
        LoopClock(),
        InlineThinker(Random()),
        HouseRules(patience=Patience(bot_pace=pace)),
        hasher=HASHER,
    )
    await house.open()
    server = Server(Settings(port=0, tiles_port=-1, cg_port=0, drain_seconds=0), house)
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
