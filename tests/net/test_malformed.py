"""What comes instead of HTTP is answered like any other error, and writes nothing to the log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct

import pytest

from stammtisch.net import ports
from tests.net.client import PING, PONG, Answer, Client, frame, upgrade
from tests.net.rooms import an_administrator, post, serving
from tests.net.test_sniffer import GET, until_counted

MALFORMED = {
    b"GET / HTTP/1.1\r\nHost: \xb9\r\n\r\n": 400,
    b"GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: \xb9\r\n\r\n": 417,
    b"GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: \xb9\r\n\r\n": 417,
    b"GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: the worst\r\n\r\n": 417,
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n": 400,
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n": 400,
    b"GET  HTTP/1.1\r\nHost: x\r\n\r\n": 400,
    b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHo st: x\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Encoding: deflate\r\nContent-Length: 3\r\n\r\nabc": 400,
    b"GET /api/scores/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n": 404,
}


async def answer_to(port: int, request: bytes, *, after: bytes = b"") -> Answer:
    client = await Client.connect(port)
    if after:
        client.send(after)
        await client.answer()
    client.send(request)
    answer = await client.answer()
    client.close()
    return answer


@pytest.mark.parametrize("after", [b"", GET], ids=["first", "later"])
async def test_what_is_malformed_gets_an_error_in_our_form_and_no_line_in_the_log(
    after: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
    async with serving() as server:
        for request, status in MALFORMED.items():
            answer = await answer_to(server.addresses.web, request, after=after)
            assert answer.status == status, (request, answer)
            said = json.loads(answer.body)
            assert said["code"] and said["message"].endswith(".")
            shown = f"{answer.headers} {answer.body!r}".lower()
            assert "python" not in shown and "aiohttp" not in shown, request
    assert caplog.records == []


@pytest.mark.parametrize("after", [b"", GET], ids=["first", "later"])
async def test_headers_that_proxies_add_may_have_tabs_and_bytes_beyond_ascii(after: bytes) -> None:
    async with serving() as server:
        for name in (b"X-City", b"User-Agent", b"Authorization", b"Cookie"):
            for value in (b"a\tb", "Škofja Loka, Š".encode(), b"\xa0", b"\xff\xfe", b""):
                header = b"\r\n%s: %s\r\n\r\n" % (name, value)
                for request, status in ((GET, 200), (upgrade("/parrot"), 101)):
                    sent = request.removesuffix(b"\r\n\r\n") + header
                    answer = await answer_to(server.addresses.web, sent, after=after)
                    assert answer.status == status, sent


# --- nested too deep -----------------------------------------------------------------------------


def nested(depth: int, begin: str = '{"type":', end: str = "}") -> str:
    return begin * depth + "1" + end * depth


@pytest.mark.parametrize("depth", [400, 990, 6000])
async def test_values_that_are_nested_deep_are_refused_by_rest(
    depth: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as server:
        token = await an_administrator(server)
        caplog.clear()
        for text in (nested(depth), nested(depth, "[", "]"), '{"type":' * depth):
            request = post("/api/admin", text.encode(), token)
            answer = await answer_to(server.addresses.web, request)
            assert (answer.status, json.loads(answer.body)["code"]) == (400, "bad_message")
    assert caplog.records == []


async def test_who_is_no_administrator_is_refused_before_anything_is_read() -> None:
    async with serving() as server:
        for token, refusal in (("", (401, "no_token")), ("nobody", (403, "not_admin"))):
            for request in (
                post("/api/admin", nested(6000).encode(), token),
                # The body never comes.
                post("/api/admin", b"", token, length=60_000),
            ):
                answer = await answer_to(server.addresses.web, request)
                assert (answer.status, json.loads(answer.body)["code"]) == refusal
                assert answer.headers.get("www-authenticate") == (None if token else "Bearer")


async def test_values_that_are_nested_deep_harm_no_websocket(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What each protocol says when asked something afterwards shows that its session lives."""
    after = {
        "/table": ('{"type":"ping","id":7}', '"pong","id":7'),
        "/tarock?name=Ana": ('{"command":"ping","request_id":7}', '"request_id":7'),
        "/mao?tableID=20&ext=1": (None, None),
    }
    async with serving(ports.WEBSOCKET_ROUTES, ()) as server:
        for path, (ask, reply) in after.items():
            client = await Client.websocket(server.addresses.web, path)
            for depth in (100, 400, 975, 980, 983, 986, 990, 2000):
                deep = nested(depth, "[", "]")
                for text in (
                    nested(depth),
                    f'{{"type":"act","action":{{"type":{deep}}}}}',
                    f'{{"command":"game.act","request_id":{deep}}}',
                    f'{{"type":"action","name":"moveCard","args":{deep}}}',
                ):
                    client.say(text[:16_000])
            if ask is None or reply is None:
                client.send(frame(PING, b"alive"))
                while (await client.frame()) != (PONG, b"alive"):
                    pass
            else:
                client.say(ask)
                while reply not in await client.text():
                    pass
            client.close()
        assert server.registry.counters.failures == 0
    assert caplog.records == []


@pytest.mark.parametrize("before", [b"", GET * 3], ids=["first", "pipelined"])
async def test_an_upgrade_whose_client_has_gone_is_no_error(
    before: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as server:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", server.addresses.web)) as gone:
                # Closed by a reset: the answer finds nobody.
                gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                gone.send(before + upgrade("/parrot"))
            await asyncio.sleep(0.002)
        await until_counted(server, "http", 0)
        await until_counted(server, "table", 0)
    assert [record for record in caplog.records if record.exc_info] == []
