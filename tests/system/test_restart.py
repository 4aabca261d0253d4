"""The server is killed in the middle of a match and started again: all come back and play on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from stammtisch.protocols.tiles.lines import decode
from tests.system.clients import Client, TableClient, TilesClient
from tests.system.serving import HASTY, PATIENCE, Server, serving, stammtisch, until
from tests.system.wires import TcpWire, WebWire

LOBBY = 42


def over_tcp(server: Server, name: str) -> TilesClient:
    return TilesClient(name, LOBBY, lambda: TcpWire.open(server.tiles))


def over_websocket(server: Server, name: str) -> TilesClient:
    return TilesClient(name, LOBBY, lambda: WebWire.open(server.web, "/tiles"))


def at_table(server: Server, name: str) -> TableClient:
    return TableClient(name, "tiles", LOBBY, lambda: WebWire.open(server.web, "/table"))


def made(clients: Sequence[Client]) -> int:
    return sum(client.moves for client in clients)


async def play_through_kills(server: Server, clients: Sequence[Client], kills: int) -> None:
    """Let the clients play; kill the server each time that a dozen more moves are made."""
    tasks: list[asyncio.Task[None]] = []
    for client in clients:
        client.hand.patient = True
        # One after the other, so that the seats follow their order.
        tasks.append(asyncio.create_task(client.run()))
        await until(client.seated.is_set, tasks)
    for _ in range(kills):
        enough = made(clients) + 12
        await until(partial(lambda enough: made(clients) >= enough, enough), tasks)
        await server.kill()
        await server.start()
    for client in clients:
        client.hand.patient = False
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*tasks)


async def goodbye(clients: Sequence[Client]) -> None:
    for client in clients:
        await client.leave()


async def verified(server: Server, folder: Path) -> list[dict[str, object]]:
    """The matches of the archive, after `stammtisch verify` has checked them."""
    matches = folder / "matches.jsonl"
    code, printed = await stammtisch("export", "--data", str(server.data), str(matches))
    assert code == 0, printed
    code, printed = await stammtisch("verify", str(matches))
    assert code == 0, printed
    lines = map(json.loads, matches.read_text().splitlines())
    return [line["match"] for line in lines if line["kind"] == "match"]


async def test_all_come_back_after_a_kill_and_play_the_match_to_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", own_writer_process=True) as server:
        anna, bert = over_tcp(server, "anna"), over_tcp(server, "bert")
        cora, dora = over_websocket(server, "cora"), at_table(server, "dora")
        clients: list[Client] = [anna, bert, cora, dora]
        await play_through_kills(server, clients, kills=2)
        assert [client.hand.seat for client in clients] == [0, 1, 2, 3]
        assert all(client.returns == 2 for client in clients)
        assert anna.result == bert.result == cora.result
        won = dora.result != "draw"
        if won:
            winner = clients[int(str(dora.result).split()[-1])].name
            assert anna.result == f"won by {winner}"
        scores = [decode(score) for score in decode((await anna.ask("HIGH"))[1])]
        assert [(name, int(score)) for name, _, score in scores] == (
            [(winner, dora.draws // 4 + 1)] if won else []
        )
        await goodbye(clients)
        assert await server.stop() == 0
        (match,) = await verified(server, tmp_path)
        assert match["players"] == ["anna", "bert", "cora", "dora"]
        assert match["outcome"] == ("won" if won else "draw")


async def test_people_and_bots_play_on_after_a_kill(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", program=HASTY) as server:
        dora, anna = at_table(server, "dora"), over_tcp(server, "anna")
        dora.bots, anna.lobby = ["medium", "easy"], 1
        clients: list[Client] = [dora, anna]
        await play_through_kills(server, clients, kills=1)
        assert dora.returns == anna.returns == 1
        assert (anna.result == "draw") == (dora.result == "draw")
        await goodbye(clients)
        assert await server.stop() == 0
        (match,) = await verified(server, tmp_path)
        assert match["players"] == ["dora", "medium_bot1", "easy_bot1", "anna"]
