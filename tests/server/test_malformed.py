"""What comes instead of HTTP is answered like any other error, and writes nothing to the log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import struct

import pytest

from tests.server.client import Answer, Client, upgrade
from tests.server.rooms import serving
from tests.server.test_door import GET, until_counted

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


@pytest.mark.parametrize("library", ["picows", "aiohttp"])
@pytest.mark.parametrize("before", [b"", GET * 3], ids=["first", "pipelined"])
async def test_an_upgrade_whose_client_has_gone_is_no_error(
    library: str, before: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(websockets=library) as server:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", server.addresses.web)) as gone:
                # Closed by a reset: the answer finds nobody.
                gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                gone.send(before + upgrade("/parrot"))
            await asyncio.sleep(0.002)
        await until_counted(server, "http", 0)
        await until_counted(server, "table", 0)
    assert [record for record in caplog.records if record.exc_info] == []
