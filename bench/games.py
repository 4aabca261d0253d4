"""Complete games of tiles over TCP: four clients at each lobby, all lobbies at once, unpaced.

Three servers play the same games one after the other: the real one with a journal that survives
the loss of power (FULL), the same with one that survives the loss of the process (NORMAL), and a
bare one that only moves the lines: the ceiling that the sockets and this load generator set.

example: python -m bench.games --games 1500
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from time import perf_counter

import uvloop

from bench.load.clients import Games, Lobby, Player
from bench.load.figures import Value, quantile, show
from bench.load.serving import Served, allow_files, bare, stammtisch

SEATS = 4


async def play(served: Served, lobbies: int, games: int, seconds: float) -> dict[str, Value]:
    """Seat everybody, play one game in each lobby to warm up, then measure so many."""
    counted = Games()
    seated = [await seat_four(served.port, number, counted) for number in range(lobbies)]
    await until_played(counted, lobbies, seated, seconds)
    cpu, began = served.cpu_seconds(), perf_counter()
    await until_played(counted, games, seated, seconds)
    took, cpu = perf_counter() - began, served.cpu_seconds() - cpu
    return figures(counted, took, cpu)


async def seat_four(port: int, number: int, games: Games) -> Lobby:
    loop = asyncio.get_running_loop()
    players: list[Player] = []
    for seat in range(SEATS):
        _, player = await loop.create_connection(lambda: Player(games), "127.0.0.1", port)
        await player.ask(b"LOGI p%d_%d unpaced" % (number, seat))
        await player.ask(b"JLOB %d" % number)
        players.append(player)
    return Lobby(games, players)


async def until_played(games: Games, count: int, lobbies: list[Lobby], seconds: float) -> None:
    games.expect(count)
    for lobby in lobbies:
        lobby.begin()
    try:
        async with asyncio.timeout(seconds):
            await games.over.wait()
    except TimeoutError:
        raise SystemExit(
            f"Only {games.finished} of {count} games were finished in {seconds:g} seconds."
        ) from None


def figures(games: Games, seconds: float, cpu: float) -> dict[str, Value]:
    took = sorted(games.took)
    return {
        "games": games.finished,
        "seconds": seconds,
        "games/s": games.finished / seconds,
        "actions/s": len(took) / seconds,
        "lines/s": games.lines / seconds,
        "refused": games.refused,
        "p50 ms": quantile(took, 0.5) * 1000,
        "p99 ms": quantile(took, 0.99) * 1000,
        "server CPU ms/game": cpu / games.finished * 1000,
        "server CPU share": cpu / seconds,
    }


def measure(
    serving: Callable[[], AbstractContextManager[Served]], asked: argparse.Namespace
) -> dict[str, Value]:
    with serving() as served, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(play(served, asked.lobbies, asked.games, asked.seconds))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.games",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--lobbies", type=int, default=100, help="lobbies at once (100)")
    parser.add_argument("--games", type=int, default=1500, help="games to be measured (1500)")
    parser.add_argument("--seconds", type=float, default=90, help="give up after that (90)")
    parser.add_argument("--only", choices=("full", "normal", "bare"), help="one of the three")
    parser.add_argument("--folder", help="a folder on the disk to be measured")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    allow_files(asked.lobbies * SEATS + 100)
    servers: dict[str, Callable[[], AbstractContextManager[Served]]] = {
        "full": lambda: stammtisch(folder=asked.folder),
        "normal": lambda: stammtisch("--set", "journal.synchronous=normal", folder=asked.folder),
        "bare": bare,
    }
    chosen = [asked.only] if asked.only else list(servers)
    rows = {name: measure(servers[name], asked) for name in chosen}
    if "bare" in rows and len(rows) > 1:
        for row in rows.values():
            row["part of bare"] = float(row["games/s"]) / float(rows["bare"]["games/s"])
    show(rows, asked.json)


if __name__ == "__main__":
    main()
