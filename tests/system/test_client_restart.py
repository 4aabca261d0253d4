"""Clients of the library at a server that is killed: they are back by themselves, and play on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stammtisch.client import TableHandle, Update, connect
from stammtisch.games.tiles.records import Drawn, PutDown
from stammtisch.tables.record import MatchRecord, moments
from tests.system.serving import PATIENCE, Server, serving

#: After so many moves the server is killed; so many times.
MOVES, KILLS = 12, 2


def moves_of(record: MatchRecord) -> list[tuple[str, int]]:
    return [
        (event.type, event.seat)
        for moment in moments(record)
        for event in moment.events
        if isinstance(event, Drawn | PutDown)
    ]


class Player:
    """Does the first thing that is legal, and remembers what happened."""

    def __init__(self, table: TableHandle) -> None:
        self.table = table
        self.moves: list[tuple[str, int]] = []
        self.at: list[int] = []
        self.ended: Update | None = None
        self.moved = asyncio.Event()

    async def play(self) -> None:
        await self.table.ready()
        async for moment in self.table:
            self.at.append(moment.seq)
            self.moves += [
                (event["type"], event["seat"])
                for event in moment.events
                if event["type"] in ("drawn", "put_down")
            ]
            self.moved.set()
            if moment.ended:
                self.ended = moment
                return
            if moment.my_turn:
                await moment.act(moment.legal[0])


async def killed_from_time_to_time(server: Server, player: Player) -> None:
    for time in range(1, KILLS + 1):
        while len(player.moves) < time * MOVES and player.ended is None:
            player.moved.clear()
            await player.moved.wait()
        await server.kill()
        await server.start()


async def test_a_match_goes_on_over_the_deaths_of_its_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, asyncio.timeout(4 * PATIENCE):
        url = f"http://127.0.0.1:{server.web}"
        async with connect(url) as ada, connect(url) as bo, connect(url) as cy, connect(url) as di:
            for client, name in ((ada, "Ada"), (bo, "Bo"), (cy, "Cy"), (di, "Di")):
                await client.enter(name)
            table = await ada.open_table("tiles")
            others = [await client.join(table.info.id) for client in (bo, cy, di)]
            players = [Player(one) for one in (table, *others)]
            await asyncio.gather(
                killed_from_time_to_time(server, players[0]), *(one.play() for one in players)
            )
            # All that was promised before the server died was kept after it.
            proof = await bo.proof(table.match or "")
            assert set(proof.nonces_from) == {"commitment"}
            happened = moves_of(await ada.record(table.match or ""))
            assert len(happened) > KILLS * MOVES
            for player in players:
                assert player.at == sorted(player.at)
                # A move that was stored but not told before a kill is seen in the view alone.
                assert len(player.moves) >= len(happened) - KILLS
                rest = iter(happened)
                assert all(move in rest for move in player.moves)
