"""Commands of the Tarock protocol by HTTP, beside the WebSocket that tells the events."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from tests.system.serving import Server
from tests.system.tarock_client import TarockClient, seated


async def relay(
    server: Server, token: str | None, body: Any, in_address: str = ""
) -> tuple[int, Any]:
    url = f"http://127.0.0.1:{server.web}/relay?token={in_address}"
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with (
        aiohttp.ClientSession() as http,
        http.post(url, data=data, headers=headers) as answer,
    ):
        return answer.status, await answer.json()


def opening(name: str, **keys: Any) -> dict[str, Any]:
    return {"command": "lobby.room.create", "name": name, **keys}


async def test_a_command_by_http_is_answered_there_and_told_on_the_socket(server: Server) -> None:
    clients = await seated(server, "abcd", deals=1)
    start = [await client.until("game.tarock.bid.start") for client in clients]
    seats = [client.events("game.tarock.deal")[0]["id"] for client in clients]
    mover = clients[seats.index(start[0]["next_player"])]
    other = clients[seats.index((start[0]["next_player"] + 1) % 4)]
    bid = {"command": "game.tarock.bid", "contract": "pass", "request_id": 7}
    status, refused = await relay(server, other.token, bid)
    assert (status, refused["error"], refused["request_id"]) == (200, "not_your_turn", 7)
    bid["contract"] = mover.events("game.tarock.bid.start")[0]["valid_bids"][-1]
    assert await relay(server, mover.token, bid) == (
        200,
        {"response": "game.tarock.bid", "request_id": 7},
    )
    for client in clients:
        said = await client.hear()
        assert said["event"] == "game.tarock.bid.next", "No response comes over the socket."
        assert said["player_id"] == start[0]["next_player"]
    for client in clients:
        await client.go()


async def test_a_room_opened_by_http_is_the_room_of_the_socket(server: Server) -> None:
    name = server.fresh("Ana")
    ana = await TarockClient.come(server, name=name)
    status, answer = await relay(server, None, opening("Miza"), ana.token)
    assert status == 200 and answer["room"]["owner"]["nickname"] == name
    again = await ana.ask("lobby.room.create", name="Miza 2")
    assert again["error"] == "already_in_room"
    status, refused = await relay(server, ana.token, b"{\xff")
    assert (status, refused["error"]) == (200, "invalid_request")
    await ana.go()


async def test_nobody_commands_without_a_socket_and_its_token(server: Server) -> None:
    ana = await TarockClient.come(server, name="Ana")
    assert (await relay(server, None, opening("Miza")))[0] == 401
    assert (await relay(server, ana.token + "x", opening("Miza")))[0] == 401
    token = ana.token
    await ana.go()
    assert (await relay(server, token, opening("Miza")))[0] == 401
