from __future__ import annotations

import asyncio
import json
import ssl
from pathlib import Path
from random import Random

import pytest

from stammtisch.games.games import game_named
from stammtisch.net.server import CLOSING, Server
from stammtisch.net.settings import BadSetting
from stammtisch.tables.settings import Settings as TableSettings
from tests.net.client import Client
from tests.net.rooms import HoldingHouse, plain_settings, serving
from tests.system.cg_client import CgClient

CERTIFICATE = str(Path(__file__).with_name("localhost.pem"))


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=CERTIFICATE)


async def test_everything_is_also_served_over_tls() -> None:
    async with serving(tls_cert=CERTIFICATE, tls_key=CERTIFICATE) as server:
        assert server.addresses.url.startswith("https://127.0.0.1:")
        client = await Client.connect(server.addresses.web, trusting())
        for host, status in ((b"x", 200), (b"evil.example", 421)):
            client.send(b"GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n" % host)
            answer = await client.answer()
            assert answer.status == status
            assert answer.headers["strict-transport-security"] == "max-age=15552000"
        client.close()
        socket = await Client.websocket(server.addresses.web, tls=trusting())
        socket.say("x" * 16_000)
        assert await socket.text() == "x" * 16_000
        socket.say("bye")
        assert await socket.text() == "goodbye"
        assert await socket.closed() == (1000, "You said so.")
        plain = await Client.connect(server.addresses.web)
        plain.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert await plain.end() == b""


async def test_without_tls_of_its_own_nothing_is_said_about_it() -> None:
    async with serving(proxies=("127.0.0.1",)) as server:
        client = await Client.connect(server.addresses.web)
        client.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n")
        assert "strict-transport-security" not in (await client.answer()).headers


async def test_streams_are_also_served_over_tls_on_a_port_of_their_own() -> None:
    certificate = {"tls_cert": CERTIFICATE, "tls_key": CERTIFICATE}
    async with serving(**certificate, tiles_tls_port="auto") as server:
        port = server.addresses.tls_streams["tiles"]
        assert f"tiles tls://127.0.0.1:{port}" in str(server.addresses)
        client = await Client.connect(port, trusting())
        client.send(b"hello\r\n")
        assert await client.line() == "hello"
        client.send(b"bye\r\n")
        assert await client.end() == b"goodbye\r\n"
        loud = await Client.connect(port, trusting())
        loud.send(b"x" * 9000)
        assert (await loud.end()).startswith(b"REFUSED")
        plain = await Client.connect(server.addresses.streams["tiles"])
        plain.send(b"bye\r\n")
        assert await plain.end() == b"goodbye\r\n"
        wrong = await Client.connect(port)
        wrong.send(b"hello\r\n")
        assert b"hello" not in await wrong.end()


async def test_cg_packets_come_over_tls() -> None:
    app = HoldingHouse()
    await app.open()
    settings = plain_settings(tls_cert=CERTIFICATE, tls_key=CERTIFICATE, cg_tls_port="auto")
    server = Server(settings, app)
    await server.start()
    try:
        assert "cg" not in server.addresses.streams
        port = server.addresses.tls_streams["cg"]
        anna = await CgClient().connect(port, trusting())
        await anna.sign_in("anna")
        await anna.close()
    finally:
        await server.stop()


async def test_a_certificate_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.pem")
    server = Server(plain_settings(tls_cert=missing, tls_key=missing), HoldingHouse())
    with pytest.raises(BadSetting, match=r"none\.pem"):
        await server.start()


async def test_the_end_answers_what_was_asked_and_says_goodbye() -> None:
    async with serving(drain_seconds=5) as server:
        app = server.registry.app
        assert isinstance(app, HoldingHouse)
        socket = await Client.websocket(server.addresses.web)
        lines = await Client.connect(server.addresses.streams["tiles"])
        lines.send(b"hello\r\n")
        assert await lines.line() == "hello"
        app.holding = True
        socket.say("players")
        for _ in range(500):
            if app.held:
                break
            await asyncio.sleep(0.01)
        stopping = asyncio.create_task(server.stop())
        await asyncio.sleep(0.03)
        # Nothing new is heard, and nobody new comes in.
        socket.say("late")
        app.release()
        assert await socket.text() == "Players"
        assert await socket.text() == f"goodbye: {CLOSING}"
        assert await socket.closed() == (1001, CLOSING)
        assert await lines.line() == f"goodbye: {CLOSING}"
        assert await lines.end() == b""
        await stopping
        assert server.registry.connections() == []
        for port in (server.addresses.web, server.addresses.streams["tiles"]):
            with pytest.raises(OSError, match=r"refused|Connect call failed"):
                await Client.connect(port)


async def test_whatever_bytes_arrive_only_their_own_connection_ends() -> None:
    rng = Random(20261115)
    async with serving() as server:
        ports = (server.addresses.web, server.addresses.streams["tiles"])
        good_socket = await Client.websocket(ports[0])
        good_lines = await Client.connect(ports[1])
        for number in range(60):
            bad = (
                await Client.websocket(ports[0])
                if number % 3 == 0
                else await Client.connect(ports[number % 2])
            )
            bad.send(rng.randbytes(rng.randrange(1, 3000)))
            if number % 4:
                bad.close()
            good_socket.say(str(number))
            assert await good_socket.text() == str(number)
            good_lines.send(b"%d\r\n" % number)
            assert await good_lines.line() == str(number)
        assert server.registry.counters.failures <= 20, "parrots fail only when told to"


async def test_the_real_protocols_are_served() -> None:
    app = HoldingHouse()
    await app.open()
    server = Server(plain_settings(), app)
    await server.start()
    lines = await Client.connect(server.addresses.streams["tiles"])
    assert await lines.line() == "PING"
    lines.send(b"LOGI anna\r\nJLOB 7\r\n")
    assert await lines.reply() == "+LOGI anna"
    assert await lines.reply() == '+JLOB t "Created new Lobby 7%"'
    socket = await Client.websocket(server.addresses.web, "/tiles")
    assert await socket.text() == "PING"
    socket.say("LPLA")
    while (text := await socket.text()) == "PING":
        pass
    assert text == "+LPLA anna"
    table = await Client.websocket(server.addresses.web, "/table")
    assert json.loads(await table.text())["type"] == "welcome"
    await server.stop()


async def test_the_number_of_a_private_table_is_refused_in_each_protocols_own_form() -> None:
    app = HoldingHouse()
    await app.open()
    server = Server(plain_settings(), app)
    await server.start()
    for game in ("tiles", "mao"):
        profile = game_named(game).usual_profile
        app.lobby.open_table(TableSettings(game=game, profile=profile, seats=4, private=True))
    lines = await Client.connect(server.addresses.streams["tiles"])
    assert await lines.line() == "PING"
    lines.send(b"LOGI anna\r\nJLOB 1000001\r\nJLOB 1000002\r\n")
    assert await lines.reply() == "+LOGI anna"
    for _ in range(2):
        assert await lines.reply() == '+JLOB f "That number is not free; choose another one.%"'
    socket = await Client.websocket(server.addresses.web, "/mao?tableID=1000001")
    assert await socket.closed() == (4001, "Could not join table.")
    await server.stop()
