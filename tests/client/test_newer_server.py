"""A server of a later version says more than this client knows: the client plays on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from stammtisch import requests
from stammtisch.app import App
from stammtisch.client import Client, Refused
from stammtisch.client.connection import Transport
from stammtisch.games.games import GAMES
from stammtisch.terminal.local import LocalTransport, open_app
from tests.client.lines import PATIENCE

WEATHER = {"type": "weather", "sun": True, "clouds": [{"type": "cirrus"}]}


class NewerLine(LocalTransport):
    """The texts of a server that has new kinds of messages, levels, events and fields."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._ready: list[str] = []
        #: The `type` of answers that nobody knows.
        self.renamed = ""

    async def receive(self) -> str:
        if not self._ready:
            message = json.loads(await super().receive())
            self._ready += [json.dumps(WEATHER), json.dumps(self._newer(message))]
        return self._ready.pop(0)

    def _newer(self, message: dict[str, Any]) -> dict[str, Any]:
        match message["type"]:
            case "welcome":
                message["bot_levels"].append("grandmaster")
                message["leavers"].append("sleep")
                for game in message["games"]:
                    game["bots"].insert(0, "grandmaster")
                    game["leavers"].append("sleep")
            case "entered":
                message["kind"] = "robot"
            case "table":
                message["table"]["bots"] = "grandmaster"
                message["table"]["leaver"] = "sleep"
                message["nonces_from"] = ["stars"]
            case "events":
                message["events"].insert(0, {"type": "took_a_bow", "seat": 1, "seats": 3})
            case self.renamed:
                message["type"] = "grand_answer"
        newer: dict[str, Any] = _with_more(message)
        return newer


def _with_more(value: Any) -> Any:
    """Every record of the protocol has a field that was added later."""
    if isinstance(value, list):
        return [_with_more(one) for one in value]
    if not isinstance(value, dict):
        return value
    own = {"view", "action", "options", "profiles", "refusals", "fixed", "data"}
    inner = {key: of if key in own else _with_more(of) for key, of in value.items()}
    return inner | {"added_later": {"a": [1]}}


@pytest.fixture
async def app() -> AsyncIterator[App]:
    app = await open_app(None, 0)
    yield app
    await app.close()


async def _client(app: App) -> tuple[Client, list[NewerLine]]:
    lines: list[NewerLine] = []

    async def dial() -> Transport:
        lines.append(NewerLine(app))
        return lines[-1]

    return Client(dial, server="http://house"), lines


@pytest.mark.parametrize("game", ["tiles", "doppelkopf"])
async def test_it_plays_on(app: App, game: str) -> None:
    client, _ = await _client(app)
    played = 0
    async with client, asyncio.timeout(PATIENCE):
        assert (await client.enter("Ada")).kind == "robot"
        assert client.welcome is not None and "grandmaster" in client.welcome.bot_levels
        level = GAMES[game].all_levels[-1]
        table = await client.open_table(game, bots=level, fill_after=0.0)
        assert table.info.bots == "grandmaster" and table.info.leaver == "sleep"
        await table.ready()
        async for moment in table:
            if moment.event("started") is None and table.running:
                assert moment.event("took_a_bow") is not None or moment.anew
            if moment.my_turn and await moment.act(moment.legal[0]):
                played += 1
            if moment.ended or played > 20:
                break
        assert played > 3
        await table.leave()


async def test_an_answer_of_an_unknown_kind_is_told_to_who_waits_for_it(app: App) -> None:
    client, lines = await _client(app)
    async with client, asyncio.timeout(PATIENCE):
        await client.enter("Ada")
        lines[0].renamed = "players"
        with pytest.raises(Refused, match="does not know") as refused:
            await client.ask(requests.AskPlayers())
        assert refused.value.code == "unknown_answer"
        lines[0].renamed = ""
        assert await client.players() == ["Ada"]
