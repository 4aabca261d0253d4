"""A client that follows by views knows no rules: it draws what it is told, and picks of a list."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch.games.games import GAMES
from tests.protocols.table.test_whole_match import Client, open_app

#: More than a round has of one's own in any of the games.
MOVES = 16


def chosen(observation: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A legal action; a form is filled in as it says."""
    legal = rng.choice(observation["legal"])
    action: dict[str, Any] = dict(legal["action"])
    for form in observation["forms"]:
        if form["number"] == legal["number"]:
            for field in form["fields"]:
                if field["of"] is not None:
                    count = rng.randint(field["least"], min(field["most"], len(field["of"])))
                    others = [one for one in field["of"] if one not in field["must"]]
                    chosen_too = rng.sample(others, count - len(field["must"]))
                    action[field["name"]] = [*field["must"], *chosen_too]
    return action


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_by_views_alone(tmp_path: Path, game: str) -> None:
    rng = Random(3)
    async with open_app(tmp_path) as app:
        client = Client(app)
        client.send(type="enter", name="Ada")
        await client.until("entered")
        profile = GAMES[game].usual_profile
        client.send(
            type="open",
            game=game,
            profile=profile,
            bots="random",
            fill_after=0,
            follow="views",
        )
        table = await client.until("table")
        client.send(type="ready")
        moves = 0
        latest: dict[str, Any] | None = None
        waiting = over = False
        while moves < MOVES and not over:
            message = await client.next()
            if message["type"] == "events":
                over = any(event["type"] == "ended" for event in message["events"])
                if "observation" in message:
                    assert set(message["observation"]) == {
                        "view",
                        "turn",
                        "deadline",
                        "legal",
                        "forms",
                    }
                    latest = message
            elif message["type"] == "error":
                assert message["code"] == "stale", message
                waiting = False
            elif message["type"] == "accepted":
                moves += waiting
                waiting = False
            if waiting or latest is None:
                continue
            observation = latest["observation"]
            if table["seat"] in observation["turn"] and observation["legal"]:
                client.send(type="act", action=chosen(observation, rng), seq=latest["seq"])
                waiting = True
        assert moves
