"""A server for the terminal to come to, and the patience to see what becomes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from stammtisch.cli.lines.local import open_house
from stammtisch.server.server import Server
from stammtisch.server.settings import Settings


@asynccontextmanager
async def served(pace: int = 0) -> AsyncIterator[str]:
    """Its address; bots take `pace` milliseconds for a move."""
    house = await open_house(None, pace)
    server = Server(Settings(port=0, tiles_port=-1, cg_port=0, drain_seconds=0), house)
    await server.start()
    yield server.addresses.url
    await server.stop()


async def until(pilot: Pilot[str], true: Callable[[], bool]) -> None:
    for _ in range(2000):
        if true():
            await pilot.pause()
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came true")
