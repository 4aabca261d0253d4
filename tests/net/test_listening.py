from __future__ import annotations

import asyncio
import errno
import socket

import pytest

from stammtisch.net import registry as listening
from stammtisch.net.registry import Listener
from tests.net.client import Client, upgrade
from tests.net.rooms import serving
from tests.net.test_server import CERTIFICATE
from tests.net.test_sniffer import GET, until_counted

OTHERS = "127.0.0.2"


async def from_others(port: int) -> Client:
    return Client(*await asyncio.open_connection("127.0.0.1", port, local_addr=(OTHERS, 0)))


async def is_open(client: Client) -> bool:
    """Is it served, or was it reset? (uvloop says so by a RuntimeError.)"""
    try:
        client.send(GET)
        return (await client.answer()).status == 200
    except (ConnectionError, RuntimeError, asyncio.IncompleteReadError):
        return False


async def test_an_address_that_connects_too_often_is_reset_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[object] = []
    take = Listener._open

    async def counted(listener: Listener, connection: socket.socket) -> None:
        made.append(connection)
        await take(listener, connection)

    monkeypatch.setattr(Listener, "_open", counted)
    # Three may come at once.
    async with serving(connects=1, spare_loopback=False) as server:
        attacker = [await from_others(server.addresses.web) for _ in range(12)]
        served = [await is_open(client) for client in attacker]
        assert served == [True] * 3 + [False] * 9
        # Nothing was made of those that were refused.
        assert len(made) == served.count(True)
        assert server.registry.counters.refused["connects"] == 12 - len(made)
        assert server.registry.counters.came["http"] == len(made)
        assert await is_open(await Client.connect(server.addresses.web))
        # It counts for all ports.
        stream = await from_others(server.addresses.streams["tiles"])
        assert await stream.end() == b""


async def test_this_machine_may_connect_as_often_as_it_likes() -> None:
    async with serving(connects=1) as server:
        for _ in range(20):
            client = await Client.connect(server.addresses.web)
            assert await is_open(client)
            client.close()
        assert server.registry.counters.refused["connects"] == 0


async def test_behind_a_proxy_each_address_counts_for_itself() -> None:
    proxies = {"proxies": ("127.0.0.1",), "spare_loopback": False}
    async with serving(**proxies, connects=1) as server:

        async def status(address: str) -> int:
            client = await Client.connect(server.addresses.web)
            client.send(upgrade("/parrot", {"X-Forwarded-For": address}))
            answer = await client.answer()
            client.close()
            return answer.status

        statuses = [await status("192.0.2.7") for _ in range(10)]
        assert statuses == [101] * 3 + [429] * 7
        assert await status("192.0.2.8") == 101


async def test_a_club_behind_one_address_comes_in_at_once() -> None:
    """Forty browsers, each with six connections for thirty files, and one for the table."""
    async with serving(spare_loopback=False) as server:
        web = server.addresses.web

        async def fetch() -> Client:
            client = await from_others(web)
            for _ in range(5):
                client.send(GET)
                assert (await client.answer()).status == 200
            return client

        async def sit_down() -> Client:
            client = await from_others(web)
            client.send(upgrade("/parrot"))
            assert (await client.answer()).status == 101
            client.say("here")
            assert await client.text() == "here"
            return client

        everybody = await asyncio.gather(
            *(fetch() for _ in range(40 * 6)), *(sit_down() for _ in range(40))
        )
        assert server.registry.counters.open == {"http": 240, "table": 40}
        assert not server.registry.counters.refused
        # They all lose the network, and come back.
        for client in everybody:
            client.close()
        await until_counted(server, "table", 0)
        await asyncio.gather(*(sit_down() for _ in range(40)))


async def test_of_too_many_tls_handshakes_the_oldest_goes() -> None:
    tls = {"tls_cert": CERTIFICATE, "tls_key": CERTIFICATE}
    async with serving(**tls, handshakes=3, handshake_seconds=600) as server:
        silent = [await Client.connect(server.addresses.web) for _ in range(4)]
        assert await silent[0].end() == b""
        silent[1].writer.close()


async def test_a_tls_handshake_has_an_end() -> None:
    tls = {"tls_cert": CERTIFICATE, "tls_key": CERTIFICATE}
    async with serving(**tls, handshake_seconds=1) as server:
        silent = await Client.connect(server.addresses.web)
        assert await silent.end() == b""


async def test_connections_come_in_again_after_the_system_had_none_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing = [OSError(errno.EMFILE, "too many open files")]
    monkeypatch.setattr(listening, "NONE_LEFT", 0.001)
    take = Listener._take

    def failed(listener: Listener, connection: socket.socket, peer: object) -> None:
        if failing:
            connection.close()
            raise failing.pop()
        take(listener, connection, peer)

    monkeypatch.setattr(Listener, "_take", failed)
    async with serving() as server:
        lost = await Client.connect(server.addresses.web)
        assert not await is_open(lost)
        assert await is_open(await Client.connect(server.addresses.web))
