"""A healthy table: four clients of the tiles protocol who take a moment before each turn."""

from __future__ import annotations

import asyncio
import time

from bench.load.clients import Games, Lobby, Player
from bench.load.figures import quantile

NUMBER = 7
#: Seconds before a turn: the table is there to be watched, not to be the load.
PAUSE = 0.01


class Calm(Player):
    def _move(self) -> None:
        # Until the move is sent, a further STAT is no reason for another one.
        self._sent_at = -1.0
        asyncio.get_running_loop().call_later(PAUSE, super()._move)


async def seat_four(port: int) -> Games:
    """Four sit down and play, one game after the other, as long as this process lives."""
    games = Games()
    games.expect(1 << 30)
    loop = asyncio.get_running_loop()
    players: list[Player] = []
    for seat in range(4):
        _, player = await loop.create_connection(lambda: Calm(games), "127.0.0.1", port)
        await player.ask(b"LOGI calm%d unpaced" % seat)
        await player.ask(b"JLOB %d" % NUMBER)
        players.append(player)
    Lobby(games, players).begin()
    return games


async def watch(games: Games, seconds: float) -> dict[str, float]:
    """How long its moves take to be answered in the next seconds."""
    games.took.clear()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = sorted(games.took)
    return {
        "actions/s": len(took) / (time.perf_counter() - began),
        "p50 ms": quantile(took, 0.5) * 1000,
        "p99 ms": quantile(took, 0.99) * 1000,
        "worst ms": (took[-1] if took else seconds) * 1000,
    }
