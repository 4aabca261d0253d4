"""Whole matches over TCP, by the packets of the original client."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from tests.system.cg_client import CgClient, all_until, four_at_a_table
from tests.system.serving import HASTY, Server, serving


def ready(*clients: CgClient) -> None:
    for client in clients:
        client.send("lobby.ready", ready=True)


def _has_ended(rounds: int, client: CgClient) -> bool:
    return len(client.ends) == rounds


async def play_rounds(clients: list[CgClient], count: int, then: str) -> None:
    """Play so many rounds; after the last one all vote for that, and are in the lobby again."""
    have = len(clients[0].ends)
    for client in clients:
        client.vote = None
    for number in range(1, count + 1):
        await all_until(clients, partial(_has_ended, have + number))
        for client in clients:
            client.say(f"{then if number == count else 'continue'}_yes")
    await all_until(clients, lambda one: one.state == "lobby" and not one.anybody_ready)


async def test_four_people_play_adjourn_and_go_on(server: Server) -> None:
    clients = await four_at_a_table(server)
    host = clients[0]
    ready(*clients)
    await play_rounds(clients, 2, "adjourn")
    points = dict(host.points)
    assert sum(points.values()) == 0
    for client in clients:
        assert client.points == points
        assert [one["round"] for one in client.ends] == [1, 2]
        # The first of the lobby leads the first round, the next one the second.
        assert client.players == [*(c.uuid for c in clients[1:]), host.uuid]
        assert not [one for one in client.warnings if one.startswith("game")]
    (saved,) = host.saves
    claims = json.loads(base64.urlsafe_b64decode(saved["data"].split(".")[1] + "=="))
    assert claims["iss"] == host.server_id
    assert claims["data"]["players"] == [client.uuid for client in clients]

    ready(*clients)
    await all_until(clients, lambda one: len(one.ends) == 3)
    for client in clients:
        assert [row["round_num"] for row in client.summaries] == [1, 2]
        assert client.summaries[-1]["points"] == [points[c.uuid] for c in clients]
        assert client.round == 3
    for client in clients:
        client.say("end_yes")
    await all_until(clients, lambda one: one.state == "lobby")
    for client in clients:
        assert len(client.saves) == 1
        await client.close()


async def test_a_saved_match_is_loaded_at_another_table(server: Server) -> None:
    clients = await four_at_a_table(server)
    host = clients[0]
    await host.set(fox=False)
    ready(*clients)
    await play_rounds(clients, 1, "adjourn")
    points = dict(host.points)
    for client in clients:
        client.send("lobby.leave", lobby=client.lobby)
    await all_until(clients, lambda one: one.state == "active")
    # Another one is the host, and they sit in another order.
    second = clients[2]
    await second.create()
    for number in (3, 1, 0):
        second.send("lobby.invite", username=clients[number].name)
        await clients[number].accept()
    await second.until(lambda: len(second.members) == 4)
    save = host.saves[0]
    clients[0].send("game.load", **save)
    await clients[0].until(lambda: "lobby.load_game.missing_rights" in clients[0].warnings)
    head, body, signature = save["data"].split(".")
    for forged in (
        f"{head}.{body}.{signature[:-2]}AA",
        "nonsense",
        f"{head}.{body}A.{signature}",
    ):
        second.warnings.clear()
        second.send("game.load", game_id=save["game_id"], data=forged)
        await second.until(lambda: "lobby.load_game.invalid_data" in second.warnings)
    second.send("game.load", **save)
    await second.until(lambda: "lobby.load_game.success" in second.warnings)
    assert second.rules["dk.fox"] is False
    ready(*clients)
    await second.until(lambda: second.state == "game")
    assert second.summaries[0]["points"] == [points[client.uuid] for client in clients]
    start = second.last("game.start")
    assert start is not None and start["player_list"] == [client.uuid for client in clients]
    for client in clients:
        await client.close()


#: A round as the original client was told it: each letter a packet.
LETTERS = {
    "game.start": "G",
    "game.dk.question": "q",
    "game.dk.announce": "a",
    "game.dk.turn": "t",
    "game.dk.scoreboard": "s",
    "lobby.change": "l",
    "status.user": "u",
    "game.end": "E",
    "status.message": "m",
}
PHASES = {"loading": "L", "dealing": "D", "w_for_ready": "W", "reservations": "R", "tricks": "T"}


def letter(name: str, body: dict[str, Any]) -> str:
    if name == "game.dk.round.change":
        return PHASES.get(body.get("phase", ""), "X" if body.get("phase") == "end" else "b")
    if name == "game.dk.card.transfer":
        if body["from_slot"] is None:
            return "c"
        return (
            {"h": "d", "t": "p"}.get(body["to_slot"][0], "?")
            if not body["to_slot"].startswith("tricks")
            else "w"
        )
    return LETTERS.get(name, "?")


async def test_the_order_of_packets_is_that_of_the_original(tmp_path: Path) -> None:
    async with serving(tmp_path, program=HASTY) as server:
        anna = await CgClient().connect(server.cg)
        await anna.sign_in("Anna")
        await anna.until(lambda: anna.state == "active")
        first = [name for name, _ in anna.heard]
        assert first == ["version.check", "auth.precheck", "status.user", "auth"]
        await anna.create()
        await anna.until(lambda: len(anna.heard) == 7)
        assert anna.names_since(4) == ["lobby.join", "lobby.change", "lobby.change"]
        everything, own = anna.heard[5][1], anna.heard[6][1]
        assert set(everything) >= {"users", "gamerules", "gamerule_validators", "supported_bots"}
        assert own == {"users": {anna.uuid: {"ready": False, "role": 100, "index": 0}}}
        await anna.set(solos=[], wedding=None, rounds=1)
        for number in range(3):
            count = len(anna.heard)
            anna.send("lobby.invite", username="bot_dk_dumb")
            await anna.until(lambda c=count: len(anna.heard) >= c + 3)  # type: ignore[misc]
            assert anna.names_since(count) == ["status.user", "lobby.change", "lobby.change"]
            before, after = (next(iter(anna.heard[count + n][1]["users"].values())) for n in (1, 2))
            assert before == {"ready": False, "role": 10, "index": number + 1}
            assert after == {**before, "ready": True}
        count = len(anna.heard)
        ready(anna)
        await anna.until(lambda: anna.state == "lobby" and anna.ends and len(anna.members) == 1)
        told = "".join(letter(*one) for one in anna.heard[count:])
        calls = "(?:ab?t?)*"
        trick = f"(?:{calls}p{calls}t{calls}){{3}}p{calls}wwwws"
        expected = f"lGLc{{48}}bDd{{48}}Wa{{4}}Ra*qa*bTt{trick}(?:{calls}t{trick}){{11}}ssssXE[lu]+"
        assert re.fullmatch(expected, told), told
        assert anna.heard[count + 1][0] == "game.start"
        await anna.close()


async def test_a_calm_table_deals_three_cards_a_second(tmp_path: Path) -> None:
    async with serving(tmp_path, program=HASTY) as server:
        anna = await CgClient().connect(server.cg)
        await anna.sign_in("Anna")
        await anna.create()
        await anna.set(pace="calm", solos=[], wedding=None)
        assert anna.rules["st.pace"] == "calm"
        for _ in range(3):
            anna.send("lobby.invite", username="bot_dk_dumb")
        await anna.until(lambda: len(anna.members) == 4)
        ready(anna)
        await anna.until(lambda: anna.phase == "dealing")

        def dealt() -> int:
            return sum(slot.startswith("hand") for slot, _ in anna.cards.values())

        await asyncio.sleep(2.6)
        assert 6 <= dealt() <= 12 and dealt() % 3 == 0
        await anna.close()


async def test_one_person_plays_with_bots_who_agree_to_go_on_and_to_end(server: Server) -> None:
    anna = await CgClient().connect(server.cg)
    await anna.sign_in(server.fresh("Anna"))
    await anna.create()
    for kind in ("dk_dumb", "dk_advanced", "dk_dumb"):
        anna.send("lobby.invite", username=f"bot_{kind}")
    await anna.until(lambda: len(anna.members) == 4)
    ready(anna)
    await play_rounds([anna], 3, "end")
    assert [one["round"] for one in anna.ends] == [1, 2, 3]
    assert sum(anna.points.values()) == 0
    await anna.until(lambda: list(anna.members) == [anna.uuid])
    await anna.close()
