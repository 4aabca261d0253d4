from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.net.ports import STREAM_PORTS, WEBSOCKET_ROUTES
from stammtisch.net.registry import ConnectionInfo, WebSocketRoute
from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from tests.net.client import CLOSE, PING, PONG, Client, frame
from tests.net.rooms import HoldingHouse, plain_settings

PAGES = Path(__file__).parents[2] / "docs" / "protocols"
MOST = Settings().message_bytes


def test_only_the_tiles_client_on_a_stream_is_taken_for_one_that_loses_lines() -> None:
    arrival = ConnectionInfo(address="192.0.2.1", now=0)
    (framed,) = [entrance for entrance in WEBSOCKET_ROUTES if entrance.protocol == "tiles"]
    (stream,) = [port for port in STREAM_PORTS if port.protocol == "tiles"]
    assert framed.session(arrival).unpaced
    assert not stream.sessions(Settings())(arrival).unpaced


@pytest.mark.parametrize("entrance", WEBSOCKET_ROUTES, ids=lambda entrance: entrance.path)
async def test_a_message_of_one_byte_too_many_closes_with_the_documented_code(
    entrance: WebSocketRoute,
) -> None:
    app = HoldingHouse()
    await app.open()
    server = Server(plain_settings(), app, WEBSOCKET_ROUTES, ())
    await server.start()
    try:
        client = await Client.websocket(server.addresses.web, await _path(server, entrance))
        client.say("x" * MOST)
        client.send(frame(PING, b"still here?"))
        while (got := await client.frame()) != (PONG, b"still here?"):
            assert got[0] != CLOSE, got
        client.say("x" * (MOST + 1))
        while (got := await client.frame())[0] != CLOSE:
            pass
        assert got[1][:2] == (1009).to_bytes(2, "big")
    finally:
        await server.stop()
    page = (PAGES / f"{entrance.protocol}.md").read_text("utf-8")
    assert f"{MOST}" in page and "1009" in page


async def _path(server: Server, entrance: WebSocketRoute) -> str:
    """Where to connect: Mao wants a table that is there."""
    if entrance.protocol != "mao":
        return entrance.path
    host = await Client.websocket(server.addresses.web, "/table")
    host.say('{"type":"enter","name":"Ada"}')
    host.say('{"type":"open","game":"mao","profile":"free"}')
    while (told := json.loads(await host.text()))["type"] != "table":
        pass
    return f"{entrance.path}?tableID={told['table']['number']}"
