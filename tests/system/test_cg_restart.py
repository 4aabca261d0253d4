"""Players of cg who vanish and come back, and a server that is killed in the middle of a round."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.system.cg_client import CgClient, all_until, four_at_a_table
from tests.system.serving import HASTY, Server, serving


async def back(port: int, name: str) -> CgClient:
    client = await CgClient().connect(port)
    client.vote = None
    await client.sign_in(name, create=False)
    return client


async def test_a_player_who_vanished_comes_back_to_the_running_round(tmp_path: Path) -> None:
    async with serving(tmp_path, "--set", "cg.pace_ms=0", program=HASTY) as server:
        clients = await four_at_a_table(server)
        for client in clients:
            client.vote = None
        # Nobody plays for whoever is gone, so that the hand stays as it was: in a house of its own
        # a bot has to be woken first.
        clients[1].plays = False
        for client in clients:
            client.send("lobby.ready", ready=True)
        await clients[1].until(
            lambda: (clients[1].last("game.dk.turn") or {}).get("current_player") == clients[1].uuid
        )
        hand = sorted(clients[1].hand().values())
        table = sorted(v for slot, v in clients[1].cards.values() if slot == "table")
        ids = set(clients[1].cards)
        await clients[1].close(politely=False)
        await clients[0].until(lambda: "game.dk.player_gone" in clients[0].warnings)
        again = await back(server.cg, clients[1].name)
        again.plays = False
        await again.until(lambda: again.last("game.dk.turn"))
        await clients[0].until(lambda: "game.dk.player_back" in clients[0].warnings)
        assert not ids & set(again.cards), "fresh ids"
        if (again.last("game.dk.turn") or {})["current_player"] == again.uuid:
            assert sorted(again.hand().values()) == hand
            assert sorted(v for slot, v in again.cards.values() if slot == "table") == table
            again.plays = True
            again.play(next(iter(again.hand())))
        again.plays = True
        await again.until(lambda: again.ends)
        for client in (clients[0], clients[2], clients[3], again):
            await client.until(lambda c=client: c.ends)  # type: ignore[misc]
            assert client.ends == again.ends
        # Back once more, after the round: it is voted on.
        await clients[2].close(politely=False)
        third = await back(server.cg, clients[2].name.upper())
        await third.until(lambda: third.phase == "end")
        four = [clients[0], clients[3], again, third]
        for client in four:
            client.vote = "continue"
            client.say("continue_yes")
        await all_until(four, lambda one: one.round >= 2 and one.phase == "end")
        for client in four:
            await client.close()


async def test_a_bot_plays_for_who_does_not_come_back(server: Server) -> None:
    clients = await four_at_a_table(server)
    await clients[0].set(rounds=1)
    for client in clients:
        client.send("lobby.ready", ready=True)
    await clients[3].until(lambda: clients[3].phase == "tricks")
    await clients[3].close()
    await all_until(clients[:3], lambda one: one.ends and one.state == "lobby")
    for client in clients[:3]:
        await client.close()


async def test_a_killed_server_comes_back_with_the_round_as_it_was(tmp_path: Path) -> None:
    async with serving(tmp_path, "--set", "cg.pace_ms=0", program=HASTY) as server:
        clients = await four_at_a_table(server)
        for client in clients:
            client.vote = None
            client.send("lobby.ready", ready=True)
        for life in range(3):
            await all_until(clients[:1], lambda one: "table" in dict(one.cards.values()))
            await asyncio.sleep(0.02 * life)
            await server.kill()
            for client in clients:
                await client.gone()
            seen = [
                body["card_value"]
                for name, body in clients[0].heard
                if name == "game.dk.card.transfer" and body["to_slot"] == "table"
            ]
            await server.start()
            clients = [await back(server.cg, client.name) for client in clients]
            await all_until(clients, lambda one: one.phase in ("tricks", "end"))
            for client in clients:
                again = [
                    body["card_value"]
                    for name, body in client.heard
                    if name == "game.dk.card.transfer" and body["to_slot"] == "table"
                ]
                assert again[: len(seen)] == seen
        await all_until(clients, lambda one: len(one.ends) == 1)
        assert all(client.ends == clients[0].ends for client in clients)
        for client in clients:
            client.say("adjourn_yes")
        await all_until(clients, lambda one: one.saves and one.state == "lobby")
        # What was saved before a restart is known after it.
        save = clients[0].saves[0]
        await server.kill()
        await server.start()
        clients = [await back(server.cg, client.name) for client in clients]
        await all_until(clients, lambda one: len(one.members) == 4)
        clients[0].send("game.load", **save)
        await clients[0].until(lambda: "lobby.load_game.success" in clients[0].warnings)
        for client in clients:
            client.send("lobby.ready", ready=True)
        await all_until(clients, lambda one: one.summaries)
        for client in clients:
            await client.close()
