"""Whole matches of Tarock over real WebSockets, by clients that know only the document."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import aiohttp

from tests.protocols.tarock.document_player import CARDS
from tests.system.serving import Server
from tests.system.tarock_client import TarockClient, play_out, seated


async def test_a_whole_match_at_two_tables_at_once(server: Server) -> None:
    first = await seated(server, "abcd", deals=3)
    second = await seated(server, "efgh", deals=3)
    await play_out([*first, *second], Random(5))
    for clients in (first, second):
        results = clients[0].events("game.tarock.result")
        assert len(results) == 3
        for client in clients:
            assert client.events("game.tarock.result") == results
            check_secrets(client)
    assert first[0].events("game.tarock.result") != second[0].events("game.tarock.result")
    await recorded(server, first[0].events("game.tarock.result")[0]["replay"])
    for client in (*first, *second):
        await client.go()


async def recorded(server: Server, match: str) -> None:
    """The finished match can be had as a record."""
    url = f"http://127.0.0.1:{server.web}/api/matches/{match}"
    async with aiohttp.ClientSession() as http, http.get(url) as answer:
        assert answer.status == 200
        assert (await answer.json())["game"] == "tarock"


def check_secrets(client: TarockClient) -> None:
    """Whatever cards it was told of in a deal, it might know."""
    known: set[str] = set()
    for said in client.heard:
        event = said.get("event", "")
        if event == "game.tarock.result":
            known = set(CARDS)
        elif event == "game.tarock.deal":
            known = set(said["hand"])
        elif event == "game.tarock.talon":
            known |= {card for pile in said["piles"] for card in pile}
        elif event == "game.tarock.hand":
            known |= set(said["hand"])
        elif event == "game.tarock.play.next":
            known |= set(cards_in([said["card"], said.get("talon_card")]))
        told = set(cards_in({key: said[key] for key in said if key != "error_description"}))
        assert told <= known, said


def cards_in(said: Any) -> list[str]:
    if isinstance(said, dict):
        return [card for value in said.values() for card in cards_in(value)]
    if isinstance(said, list):
        return [card for value in said for card in cards_in(value)]
    return [said] if said in CARDS else []


async def test_one_player_and_three_bots(server: Server) -> None:
    (ana,) = await seated(server, ["Ana"], deals=1)
    deal = await ana.until("game.tarock.deal")
    assert sum(player.get("bot", False) for player in deal["players"]) == 3
    # They play by themselves as soon as it is their turn; nobody has to wait for that here.
    mover = (await ana.until("game.tarock.bid.start"))["next_player"]
    if mover == deal["id"]:
        assert "error" not in await ana.ask("game.tarock.bid", contract="pass")
    assert await ana.until("game.tarock.bid.next")
    await ana.go()


async def test_the_metrics_know_the_protocol(server: Server) -> None:
    ana = await TarockClient.come(server, name="Ana")
    url = f"http://127.0.0.1:{server.web}/metrics"
    async with aiohttp.ClientSession() as http, http.get(url) as answer:
        assert 'protocol="tarock"' in await answer.text()
    await ana.go()


async def test_whatever_text_comes_is_answered_and_the_connection_lives(server: Server) -> None:
    rng = Random(3)
    ana = await TarockClient.come(server, name="Ana")
    texts = ["", "{", "null", "[]", '"', "{}", '{"command":[]}', "\x00", "😀" * 50]
    texts += ["[" * 10_000, '{"command":"lobby.room.list","request_id":{}}']
    for _ in range(200):
        texts.append("".join(rng.choices('{}[]",:0123456789 commandlobby.rts\\', k=30)))
    for text in texts:
        await ana.send_text(text)
        said = await ana.hear()
        assert said["error"] in ("invalid_request", "unknown_command"), (text, said)
        assert said["error_description"]
    # Bytes that hold JSON are read like texts.
    await ana.send_bytes(json.dumps({"command": "lobby.room.list"}).encode())
    said = await ana.hear()
    assert said["response"] == "lobby.room.list" and isinstance(said["rooms"], list)
    await ana.go()
