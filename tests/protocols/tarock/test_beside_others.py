"""Clients of the Tarock protocol, of our own, and bots at one table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.protocols.tarock.harness import SHORT, Client, Harness, harness
from tests.protocols.tarock.test_whole_match import seat_players


class TablePlayer:
    """Follows by views, and does anything that is legal."""

    def __init__(self, client: Client, rng: Random) -> None:
        self._client = client
        self._rng = rng
        client.listener = self._heard

    def _heard(self, said: dict[str, Any]) -> None:
        observation = said.get("observation")
        if observation is not None and observation["legal"]:
            action = self._rng.choice(observation["legal"])["action"]
            self._client.received(json.dumps({"type": "act", "action": action, "seq": said["seq"]}))


async def sent(app: Harness, client: Client, **keys: Any) -> None:
    client.received(json.dumps(keys))
    await app.quiet()


async def test_two_of_ours_one_of_theirs_and_a_bot_play_a_match() -> None:
    async with harness(seed=9) as app:
        rng = Random(9)
        host, guest = await app.come_to_table(), await app.come_to_table()
        await sent(app, host, type="enter", name="Host")
        await sent(app, guest, type="enter", name="Guest")
        await sent(
            app,
            host,
            type="open",
            game="tarock",
            profile="common",
            options={**SHORT, "deals": 3},
            bots="random",
            follow="views",
        )
        ana = await app.come(name="Ana", spelling="document")
        (room,) = (await ana.ask("lobby.room.list"))["rooms"]
        await ana.ask("lobby.room.join", room_id=room["id"])
        await sent(app, guest, type="join", table=room["id"], follow="views")
        await sent(app, host, type="add_bot", level="random")
        players = [event["player"]["nickname"] for event in ana.events("lobby.room.join")]
        assert players == ["Guest", "random_bot1"]
        seat_players([ana], rng)
        TablePlayer(host, rng)
        TablePlayer(guest, rng)
        await sent(app, guest, type="ready")
        assert ana.events("lobby.player.ready"), "somebody is ready before the owner is"
        await sent(app, host, type="ready")
        (start,) = ana.events("lobby.game.start")
        await ana.ask("lobby.player.ready", state=start["state"])
        for _ in range(4000):
            if ana.events("game.tarock.finished"):
                break
            await app.pass_time(1000)
        assert len(ana.events("game.tarock.result")) == 3
        (finished,) = ana.events("game.tarock.finished")
        assert finished["totals"] == ana.events("game.tarock.result")[-1]["totals"]
        (deal, *_) = ana.events("game.tarock.deal")
        assert [one["nickname"] for one in deal["players"]] == [
            "Host",
            "Ana",
            "Guest",
            "random_bot1",
        ]


async def test_a_room_of_theirs_is_a_table_of_ours() -> None:
    async with harness() as app:
        ana, _ = await app.room("Ana", "Bor")
        other = await app.come_to_table()
        await sent(app, other, type="enter", name="Host")
        await sent(app, other, type="tables", game="tarock")
        (table,) = other.heard[-1]["tables"]
        assert table["name"] == "Miza"
        assert [seat["name"] for seat in table["seats"]] == ["Ana", "Bor", None, None]
        await sent(app, other, type="join", table=table["id"])
        assert ana.events("lobby.room.join")[-1]["player"]["nickname"] == "Host"
        await sent(app, other, type="leave")
        assert ana.events("lobby.room.leave")
