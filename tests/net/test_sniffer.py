from __future__ import annotations

import asyncio
import json
import socket

import pytest

from stammtisch.net import sniffer
from stammtisch.net.http import TOO_SLOW
from stammtisch.net.registry import STEPS
from stammtisch.net.server import Server
from tests.net.client import TEXT, Client, frame, upgrade
from tests.net.rooms import an_administrator, post, serving

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def second(server: Server) -> None:
    for step in range(STEPS):
        server.registry.tick(step, 0)


async def until_counted(server: Server, protocol: str, count: int) -> None:
    """Let the loop run until that many connections are open."""
    for _ in range(200):
        if server.registry.counters.open[protocol] == count:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(server.registry.counters.open)


async def test_requests_follow_each_other_on_one_connection() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(GET)
        assert (await client.answer()).status == 200
        client.send(GET, GET)
        assert (await client.answer()).status == 200
        assert (await client.answer()).status == 200
        assert server.registry.counters.came == {"http": 1}
        client.close()
        await until_counted(server, "http", 0)


@pytest.mark.parametrize("request_bytes", [GET, upgrade("/parrot") + frame(TEXT, b"hello")])
async def test_a_request_may_come_byte_by_byte(request_bytes: bytes) -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        for at in range(len(request_bytes)):
            client.send(request_bytes[at : at + 1])
            await client.writer.drain()
            await asyncio.sleep(0)
        answer = await client.answer()
        assert answer.status in (200, 101)
        if answer.status == 101:
            assert await client.text() == "hello"


async def test_two_requests_in_the_first_packet_are_both_answered() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(GET + GET[:9])
        assert (await client.answer()).status == 200
        client.send(GET[9:])
        assert (await client.answer()).status == 200


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\x00\x01\x02", sniffer.NO_HTTP),
        (b"LOGI anna\r\n\r\n", sniffer.NO_HTTP),
        (b"lower case\r\n\r\n", sniffer.NO_HTTP),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", sniffer.NO_HTTP),
        (b"GET //[ HTTP/1.1\r\n\r\n", sniffer.NO_HTTP),
        (b"\x16\x03\x01\x02\x00\x01", sniffer.TLS_HERE),
    ],
)
async def test_bytes_that_are_no_http_are_told_so(data: bytes, sentence: str) -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(data)
        answer = await client.answer()
        assert answer.status == 400
        assert json.loads(answer.body) == {"code": "no_http", "message": sentence}
        assert await client.end() == b""
        assert server.registry.counters.refused["no_http"] == 1


async def test_a_head_that_is_too_long_is_refused() -> None:
    async with serving(header_bytes=2000) as server:
        client = await Client.connect(server.addresses.web)
        client.send(b"GET / HTTP/1.1\r\n", b"x" * 3000)
        assert (await client.answer()).status == 431
        client.send(b"x" * 3000)
        assert await client.end() == b""


HEADS = {
    "one long header": b"A: %s\r\n" % (b"x" * 12_000),
    "a long path": b"",
    "many headers": b"".join(b"A%d: x\r\n" % number for number in range(1_000)),
}


@pytest.mark.parametrize("before", [b"", GET], ids=["first", "later"])
@pytest.mark.parametrize("shape", HEADS)
async def test_a_head_may_be_as_long_as_the_setting_says_and_no_longer(
    shape: str, before: bytes
) -> None:
    path = b"/healthz" + (b"?" + b"x" * 12_000) * (shape == "a long path")
    request = b"GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n" % (path, HEADS[shape])
    for most, status in ((len(request), 200), (len(request) - 1_000, 431)):
        async with serving(header_bytes=most) as server:
            client = await Client.connect(server.addresses.web)
            if before:
                client.send(before)
                assert (await client.answer()).status == 200
            client.send(request)
            answer = await client.answer()
            assert answer.status == status
            if status == 431:
                assert json.loads(answer.body) == {"code": "size", "message": sniffer.TOO_LONG}
                assert server.registry.counters.refused["size"] == 1
            client.close()


@pytest.mark.parametrize("before", [b"", GET], ids=["first", "later"])
async def test_a_head_that_never_ends_is_not_kept(before: bytes) -> None:
    async with serving(header_bytes=20_000) as server:
        client = await Client.connect(server.addresses.web)
        if before:
            client.send(before)
            assert (await client.answer()).status == 200
        client.send(b"GET / HTTP/1.1\r\nHost: x\r\n")
        hearing = asyncio.create_task(client.answer())
        for number in range(1_000):
            if hearing.done():
                break
            client.send(b"A%d: %s\r\n" % (number, b"x" * 1_000))
            await asyncio.sleep(0.001)
        assert (await hearing).status == 431
        assert number < 100
        client.writer.write_eof()
        assert await client.end() == b""
        await until_counted(server, "http", 0)


async def test_bodies_and_requests_in_a_row_are_not_taken_for_a_head() -> None:
    post = b"POST /relay?token=x HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\n\r\n"
    async with serving(header_bytes=1_024) as server:
        client = await Client.connect(server.addresses.web)
        for _ in range(3):
            client.send(post)
            for _ in range(30):
                client.send(b"x" * 1_000)
                await asyncio.sleep(0.001)
            assert (await client.answer()).status == 401
            client.send(GET * 20)
            for _ in range(20):
                assert (await client.answer()).status == 200
        client.close()


async def test_who_does_not_send_a_request_is_shown_out() -> None:
    async with serving(handshake_seconds=3, linger_seconds=1) as server:
        silent = await Client.connect(server.addresses.web)
        halting = await Client.connect(server.addresses.web)
        halting.send(b"GET / HT")
        other = await Client.websocket(server.addresses.web)
        for _ in range(4):
            second(server)
        for client in (silent, halting):
            answer = await client.answer()
            assert answer.status == 408
            assert json.loads(answer.body)["message"] == TOO_SLOW
        # They do not close: they are cut.
        for _ in range(3):
            second(server)
        assert await silent.end() == b""
        other.say("still here")
        assert await other.text() == "still here"


async def test_a_body_that_does_not_come_is_not_waited_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Of whoever may send one: all others are refused before it is read."""
    async with serving(handshake_seconds=1, linger_seconds=1) as server:
        token = await an_administrator(server)
        caplog.clear()
        for sent in (b"", b'{"type":'):
            client = await Client.connect(server.addresses.web)
            client.send(post("/api/admin", sent, token, length=100))
            answer = await client.answer()
            assert answer.status == 408
            assert json.loads(answer.body) == {"code": "handshake", "message": TOO_SLOW}
            assert await client.end() == b""
        await until_counted(server, "http", 0)
        assert server.registry.counters.refused["handshake"] == 2
    assert caplog.records == []


async def test_a_body_that_comes_in_time_may_come_in_pieces() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        whole = post("/api/admin", b'{"type":"nonsense"}', await an_administrator(server))
        for piece in (whole[:-12], whole[-12:-5], whole[-5:]):
            client.send(piece)
            await client.writer.drain()
            await asyncio.sleep(0.01)
        answer = await client.answer()
        assert (answer.status, json.loads(answer.body)["code"]) == (400, "bad_message")


async def test_a_request_that_begins_after_another_must_be_finished_in_time() -> None:
    async with serving(keep_alive_seconds=1) as server:
        client = await Client.connect(server.addresses.web)
        client.send(GET)
        assert (await client.answer()).status == 200
        client.send(GET[:9])
        assert await client.end() == b""
        await until_counted(server, "http", 0)


async def test_an_answer_that_nobody_reads_holds_no_place() -> None:
    async with serving(handshake_seconds=3, linger_seconds=1) as server:
        client = await Client.connect(server.addresses.web)
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        client.send(GET.replace(b"/healthz", b"/api/asyncapi.json") * 20)
        reader = await Client.connect(server.addresses.web)
        reader.send(GET)
        assert (await reader.answer()).status == 200
        await until_counted(server, "http", 2)
        # As much as the system itself holds is taken at first.
        for _ in range(200):
            second(server)
            if server.registry.counters.open["http"] < 2:
                break
            await asyncio.sleep(0.01)
        assert server.registry.counters.open["http"] == 1
        assert server.registry.counters.slow_readers == 1
        reader.send(GET)
        assert (await reader.answer()).status == 200


async def test_whoever_asks_for_nothing_makes_room_in_a_full_server() -> None:
    async with serving(connections=2) as server:
        silent = [await Client.connect(server.addresses.web) for _ in range(2)]
        for client in silent:
            client.send(GET)
            assert (await client.answer()).status == 200
        silent[0].send(GET)
        assert (await silent[0].answer()).status == 200
        # The other one has said nothing for longest.
        first = await Client.websocket(server.addresses.web)
        assert await silent[1].end() == b""
        assert server.registry.counters.open == {"http": 1, "table": 1}
        second_ = await Client.websocket(server.addresses.web)
        assert await silent[0].end() == b""
        # Whoever is inside is not shown out.
        late = await Client.connect(server.addresses.web)
        late.send(GET)
        assert (await late.answer()).status == 503
        for client in (first, second_):
            client.say("still here")
            assert await client.text() == "still here"


async def test_of_too_many_at_the_door_the_oldest_goes() -> None:
    async with serving(handshakes=2) as server:
        first, second_ = [await Client.connect(server.addresses.web) for _ in range(2)]
        third = await Client.connect(server.addresses.web)
        answer = await first.answer()
        assert answer.status == 503
        assert json.loads(answer.body)["code"] == "handshakes"
        assert await first.end() == b""
        for client in (third, second_):
            client.send(GET)
            assert (await client.answer()).status == 200


async def test_nobody_is_kept_out_by_requests_that_one_address_never_finishes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    addresses = ["198.51.100.4"]
    monkeypatch.setattr(sniffer, "host_of", lambda peername: addresses[-1])
    async with serving(handshakes=6, handshakes_per_address=4) as server:
        honest = await Client.connect(server.addresses.web)
        honest.send(GET[:9])
        await until_counted(server, "http", 0)
        await asyncio.sleep(0.01)
        addresses.append("192.0.2.7")
        crowd = [await Client.connect(server.addresses.web) for _ in range(20)]
        for client in crowd:
            client.send(GET[:9])
        for client in crowd[:16]:
            assert (await client.answer()).status == 503
        for client in (honest, crowd[-1]):
            client.send(GET[9:])
            assert (await client.answer()).status == 200
        addresses.append("203.0.113.9")
        later = await Client.connect(server.addresses.web)
        later.send(GET)
        assert (await later.answer()).status == 200
        assert server.registry.counters.refused["handshakes"] == 16


async def test_too_many_from_one_address_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniffer, "host_of", lambda peername: "192.0.2.7")
    async with serving(connections_per_address=2) as server:
        first, _second = [await Client.websocket(server.addresses.web) for _ in range(2)]
        for request in (GET, upgrade("/parrot")):
            third = await Client.connect(server.addresses.web)
            third.send(request)
            answer = await third.answer()
            assert answer.status == 429
            assert json.loads(answer.body) == {
                "code": "address",
                "message": "There are too many connections from your address.",
            }
        first.close()
        await until_counted(server, "table", 1)
        third = await Client.websocket(server.addresses.web)
        third.say("hello")
        assert await third.text() == "hello"


async def test_too_many_in_all_are_refused() -> None:
    async with serving(connections=1) as server:
        _first = await Client.websocket(server.addresses.web)
        client = await Client.connect(server.addresses.web)
        client.send(upgrade("/parrot"))
        assert (await client.answer()).status == 503


async def test_only_a_believed_proxy_says_whose_connection_it_is() -> None:
    forwarded: dict[str, str | None] = {"X-Forwarded-For": "203.0.113.9, 198.51.100.4"}
    async with serving(proxies=("127.0.0.1",)) as server:
        client = await Client.websocket(server.addresses.web, headers=forwarded)
        client.say("where")
        assert await client.text() == "198.51.100.4 {}"
    async with serving() as server:
        client = await Client.websocket(server.addresses.web, headers=forwarded)
        client.say("where")
        assert await client.text() == "127.0.0.1 {}"


@pytest.mark.parametrize("before", [b"", GET], ids=["first", "later"])
@pytest.mark.parametrize(
    "own",
    ["X-Forwarded-For: 192.0.2.7", "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 127.0.0.1"],
)
async def test_of_lines_that_name_an_address_the_proxies_own_are_believed(
    before: bytes, own: str
) -> None:
    strangers = "X-Forwarded-For: 127.0.0.1"
    async with serving(proxies=("127.0.0.1",)) as server:
        client = await Client.connect(server.addresses.web)
        if before:
            client.send(before)
            assert (await client.answer()).status == 200
        request = upgrade("/parrot", {"X-Forwarded-For": "127.0.0.1"}).decode()
        client.send(request.replace(strangers, f"{strangers}\r\n{own}").encode())
        assert (await client.answer()).status == 101
        client.say("where")
        assert await client.text() == "192.0.2.7 {}"
        client = await Client.connect(server.addresses.web)
        lines = f"{strangers}\r\n{own}"
        client.send(f"GET /metrics HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n\r\n".encode())
        assert (await client.answer()).status == 403


@pytest.mark.parametrize("before", [b"", GET], ids=["first", "later"])
async def test_who_asks_by_a_strangers_name_is_told_which_setting_has_the_servers(
    before: bytes,
) -> None:
    strange: dict[str, str | None] = {"Host": "evil.example:8400"}
    async with serving() as server:
        for request in (
            upgrade("/parrot", {**strange, "Origin": "http://evil.example:8400"}),
            upgrade("/parrot", strange),
            upgrade("/", strange),
            b"GET /metrics HTTP/1.1\r\nHost: evil.example:8400\r\n\r\n",
            b"GET /metrics HTTP/1.0\r\nHost: evil.example:8400\r\n\r\n",
            b"GET /api/tables HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n",
        ):
            client = await Client.connect(server.addresses.web)
            if before:
                client.send(before)
                assert (await client.answer()).status == 200
            client.send(request)
            answer = await client.answer()
            assert answer.status == 421, request
            error = json.loads(answer.body)
            assert error["code"] == "wrong_host"
            assert "evil.example" in error["message"]
            assert error["message"].endswith("--names.")
            client.close()
        assert server.registry.counters.refused["wrong_host"] == 6
        assert server.registry.connections() == []


async def test_this_machines_names_and_addresses_need_not_be_named() -> None:
    async with serving(names=()) as server:
        for host in ("localhost", "192.168.1.20:8400", "[::1]:8400", socket.gethostname()):
            origin = f"http://{host}"
            named: dict[str, str | None] = {"Host": host, "Origin": origin}
            (await Client.websocket(server.addresses.web, headers=named)).close()
        (await Client.websocket(server.addresses.web, headers={"Host": None})).close()
        client = await Client.connect(server.addresses.web)
        client.send(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert (await client.answer()).status == 200


async def test_a_stopping_server_takes_nobody_and_says_so() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(GET)
        assert (await client.answer()).status == 200
        await server.registry.finish_requests()
        client.send(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.answer()).status == 503
        late = await Client.connect(server.addresses.web)
        late.send(upgrade("/parrot"))
        assert (await late.answer()).status == 503


@pytest.mark.parametrize("header", [b"X-Forwarded-For: 192.0.2.7", b"Forwarded: for=192.0.2.7"])
async def test_a_proxy_that_is_not_named_is_warned_of_once(
    header: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as server:
        passed_on = GET.replace(b"Host: x", b"Host: x\r\n" + header)
        for request in (GET, passed_on, passed_on):
            client = await Client.connect(server.addresses.web)
            client.send(request)
            assert (await client.answer()).status == 200
            client.close()
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 1
    assert warnings[0].startswith("127.0.0.1 passes on what others ask, and --proxies does not")


async def test_a_proxy_that_is_named_is_not_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(proxies=("127.0.0.1",)) as server:
        client = await Client.connect(server.addresses.web)
        client.send(GET.replace(b"Host: x", b"Host: x\r\nX-Forwarded-For: 192.0.2.7"))
        assert (await client.answer()).status == 200
    assert not caplog.records
