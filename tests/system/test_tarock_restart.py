"""The server is killed in a match of Tarock and started again: everything is as it was."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from tests.protocols.tarock.document_player import DocumentPlayer
from tests.system.serving import PATIENCE, Server, serving
from tests.system.tarock_client import TarockClient, play_out, seated

VALID = ("valid_bids", "valid_bonuses", "valid_kontra", "valid_cards", "invalid_cards")
CARDS = ("phase", "id", "hand", "turn", "trick", "history", "totals", "radli", "round", "dealer")
TERMS = ("players", "rules", "contract", "declarer", "called", "partner", "discarded")


async def test_a_match_goes_on_after_a_kill(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        clients = await seated(server, "abcd", deals=2)
        rng = Random(11)
        players = [DocumentPlayer(rng) for _ in clients]
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
            for client, player in zip(clients, players, strict=True):
                tasks.create_task(client.play(player, until="game.tarock.result"))
        # The next deal is on, and somebody has said something in it.
        mover = (await clients[0].ask("game.tarock.state"))["turn"]
        await clients[mover].ask("game.tarock.bid", contract="pass")
        states = [await client.ask("game.tarock.state") for client in clients]
        assert states[0]["round"] == 2 and states[0]["history"]
        await server.kill()
        await server.start()

        again = []
        for client, before in zip(clients, states, strict=True):
            await client.go()
            back = await TarockClient.come(server, token=client.token, spelling="document")
            assert back.heard[0]["playing"] is True
            assert back.heard[0]["user_id"] == client.heard[0]["user_id"]
            after = await back.ask("game.tarock.state")
            for key in (*CARDS, *TERMS, *VALID):
                assert after.get(key) == before.get(key), key
            again.append(back)
        # And play goes on, by clients who know where they are from the state.
        states = [await client.ask("game.tarock.state") for client in again]
        players = []
        for client, state in zip(again, states, strict=True):
            player = DocumentPlayer(rng)
            player.id, player.hand = state["id"], list(state["hand"])
            player.contract = state["contract"] or ""
            players.append(player)
            if state["turn"] == state["id"]:
                for command in player.on({**state["history"][-1], "next_player": state["id"]}):
                    await client.send(**command)
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
            for client, player in zip(again, players, strict=True):
                tasks.create_task(client.play(player))
        results = [client.events("game.tarock.result") for client in again]
        assert results[0][0]["round"] == 2
        assert results[0] == results[1] == results[2] == results[3]
        for client in again:
            await client.go()


async def test_a_room_is_still_there_after_a_kill(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ana = await TarockClient.come(server, name="Ana")
        made = await ana.ask("lobby.room.create", name="Miza", private=True, options={"deals": 1})
        await server.kill()
        await server.start()
        await ana.go()
        back = await TarockClient.come(server, token=ana.token)
        assert back.heard[0]["room"] == made["room"]
        assert "error" not in await back.ask("lobby.game.start")
        await back.until("game.tarock.deal")
        await back.go()


async def test_two_matches_in_a_row_in_one_room(server: Server) -> None:
    clients = await seated(server, "abcd", deals=1)
    await play_out(clients, Random(2))
    await clients[0].ask("lobby.game.start")
    for client in clients[1:]:
        start = await client.until("lobby.game.start")
        await client.ask("lobby.player.ready", state=start["state"])
    await play_out(clients, Random(3))
    assert len(clients[2].events("game.tarock.finished")) == 2
    for client in clients:
        await client.go()
