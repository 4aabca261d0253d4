from __future__ import annotations

import json

import pytest
from aiohttp import ClientSession

from stammtisch.net.connection import TOO_FAST
from stammtisch.net.frames import reason_bytes
from stammtisch.net.registry import STEPS
from stammtisch.net.server import Server
from stammtisch.net.websocket import MOST_LATE, SocketTransport
from tests.net.client import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Client, frame, upgrade
from tests.net.rooms import serving
from tests.net.test_sniffer import GET, until_counted


def second(server: Server, count: int = 1) -> None:
    """Let seconds pass for all links."""
    for _ in range(count):
        for step in range(STEPS):
            server.registry.tick(step, 0)


async def test_a_text_is_answered() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.say("hällo")
        assert await client.text() == "hällo"
        client.close()


async def test_many_texts_in_one_packet_are_answered_in_order() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.send(*[frame(TEXT, str(n).encode()) for n in range(300)])
        assert [await client.text() for _ in range(300)] == [str(n) for n in range(300)]
        client.close()


async def test_texts_of_any_size_that_are_said_together_arrive_one_by_one() -> None:
    sizes = (125, 126, 2, 65_535, 65_536, 3)
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.say("sizes " + " ".join(map(str, sizes)))
        client.say("and then")
        for size in sizes:
            assert await client.text() == "ä" + "x" * (size - 2)
        assert await client.text() == "and then"
        client.close()


async def test_messages_that_come_with_the_request_are_heard() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(upgrade("/parrot"), frame(TEXT, b"early"))
        assert (await client.answer()).status == 101
        assert await client.text() == "early"
        client.close()


async def test_fragments_make_one_message_with_pings_in_between() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        whole = "fränkisch".encode()
        client.send(frame(TEXT, whole[:3], fin=False))
        client.send(frame(PING, b"alive?"))
        client.send(frame(CONTINUATION, whole[3:5], fin=False))
        client.send(frame(CONTINUATION, b"", fin=False), frame(CONTINUATION, whole[5:]))
        assert await client.frame() == (PONG, b"alive?")
        assert await client.text() == "fränkisch"
        client.close()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([frame(CONTINUATION, b"x")], 1002),
        ([frame(TEXT, b"x", fin=False), frame(TEXT, b"y")], 1002),
        ([frame(TEXT, b"x", rsv=4)], 1002),
        ([frame(3, b"x")], 1002),
        ([frame(PING, b"x" * 126)], 1002),
        ([b"\x81\x01x"], 1002),
        ([frame(BINARY, b"x")], 1003),
        ([frame(TEXT, b"\xff")], 1007),
        ([frame(TEXT, b"x" * 201)], 1009),
        ([frame(TEXT, b"x" * 150, fin=False), frame(CONTINUATION, b"x" * 51)], 1009),
    ],
)
async def test_bad_frames_end_the_connection_with_the_right_code(
    frames: list[bytes], code: int
) -> None:
    async with serving(message_bytes=200) as server:
        client = await Client.websocket(server.addresses.web)
        other = await Client.websocket(server.addresses.web)
        client.send(*frames)
        got, reason = await client.closed()
        assert (got, bool(reason)) == (code, True)
        assert await client.end() == b""
        assert sum(server.registry.counters.refused.values()) == 1
        other.say("still here")
        assert await other.text() == "still here"


async def test_the_largest_message_is_not_too_large() -> None:
    async with serving(message_bytes=200) as server:
        client = await Client.websocket(server.addresses.web)
        client.say("x" * 200)
        assert await client.text() == "x" * 200


async def test_close_is_answered_with_the_same_code() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.send(frame(CLOSE, (3000).to_bytes(2, "big") + b"enough"))
        opcode, payload = await client.frame()
        assert (opcode, payload[:2]) == (CLOSE, (3000).to_bytes(2, "big"))
        assert await client.end() == b""


async def test_a_session_that_ends_says_why() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.say("bye")
        assert await client.text() == "goodbye"
        assert await client.closed() == (1000, "You said so.")
        assert await client.end() == b""


async def test_a_session_that_fails_ends_only_its_own_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        other = await Client.websocket(server.addresses.web)
        client.say("fail")
        code, _ = await client.closed()
        assert code == 1011
        assert "told to fail" in caplog.text
        assert server.registry.counters.failures == 1
        other.say("still here")
        assert await other.text() == "still here"


async def test_a_silent_socket_is_pinged_and_then_closed() -> None:
    async with serving(ping_seconds=3, pong_seconds=2) as server:
        client = await Client.websocket(server.addresses.web)
        second(server, 3)
        assert await client.frame() == (PING, b"")
        client.send(frame(PONG))
        client.say("alive")
        assert await client.text() == "alive"
        second(server, 4)
        assert await client.frame() == (PING, b"")
        second(server, 3)
        assert (await client.closed())[0] == 1001


async def test_who_does_not_answer_a_close_is_cut() -> None:
    async with serving(linger_seconds=2) as server:
        client = await Client.websocket(server.addresses.web)
        client.say("bye")
        assert await client.text() == "goodbye"
        assert (await client.frame())[0] == CLOSE
        second(server, 3)
        assert await client.end() == b""
        assert server.registry.connections() == []


@pytest.mark.parametrize(
    ("each", "answer"),
    [
        (frame(TEXT, b"x"), (TEXT, b"x")),
        (frame(PING, b"x"), (PONG, b"x")),
        (frame(CONTINUATION, b"", fin=False), None),
    ],
    ids=["texts", "pings", "fragments"],
)
async def test_too_many_frames_a_second_are_refused(
    each: bytes, answer: tuple[int, bytes] | None
) -> None:
    async with serving(rate=1, burst=5) as server:
        client = await Client.websocket(server.addresses.web)
        if answer is None:
            client.send(frame(TEXT, b"", fin=False))
        client.send(each * 50)
        if answer is not None:
            assert [await client.frame() for _ in range(5)] == [answer] * 5
        code, reason = await client.closed()
        assert code == 1008
        assert reason == "You send too many messages; this connection ends."


async def test_a_slow_reader_is_cut_and_the_others_notice_nothing() -> None:
    async with serving(write_buffer_bytes=65536, rate=0) as server:
        slow = await Client.websocket(server.addresses.web)
        other = await Client.websocket(server.addresses.web)
        # The test's own reader stops reading from the socket, and the flood fills all buffers.
        slow.reader._transport.pause_reading()  # type: ignore[attr-defined]
        for number in range(200):
            slow.say("flood 100")
            other.say(str(number))
            assert await other.text() == str(number)
            second(server)
            if server.registry.counters.slow_readers:
                break
        assert server.registry.counters.slow_readers == 1
        other.say("still here")
        assert await other.text() == "still here"


async def test_who_reads_is_never_cut_however_much_was_asked_for() -> None:
    async with serving(write_buffer_bytes=65536, rate=0) as server:
        client = await Client.websocket(server.addresses.web)
        for _ in range(20):
            client.say("flood 150")
        for _ in range(20 * 150):
            assert len(await client.text()) == 1000
        assert server.registry.counters.slow_readers == 0


async def test_a_text_that_cannot_be_utf8_is_sent_as_well_as_it_can_be() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.say("half")
        assert await client.text() == "half ?"


async def test_the_query_reaches_the_session() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web, "/?tableID=7&name=anna%20b")
        client.say("where")
        assert await client.text() == "127.0.0.1 {'tableID': '7', 'name': 'anna b'}"


async def test_what_one_says_the_others_hear() -> None:
    async with serving() as server:
        anna = await Client.websocket(server.addresses.web)
        bert = await Client.websocket(server.addresses.web)
        for client, name in ((anna, "anna"), (bert, "bert")):
            client.say(f"enter {name}")
            assert await client.text() == "Entered"
        anna.say("shout hello")
        assert await bert.text() == "heard hello"
        assert await anna.text() == "Talked"


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Sec-WebSocket-Version": "8"}, 426, "bad_version"),
        ({"Sec-WebSocket-Key": None}, 400, "bad_key"),
        ({"Sec-WebSocket-Key": "c2hvcnQ="}, 400, "bad_key"),
        ({"Sec-WebSocket-Key": "!!!"}, 400, "bad_key"),
        ({"Content-Length": "3"}, 400, "bad_upgrade"),
        ({"Origin": "https://evil.example"}, 403, "origin"),
        ({"Origin": "null"}, 403, "origin"),
    ],
)
async def test_bad_upgrades_are_told_why(
    headers: dict[str, str | None], status: int, code: str
) -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(upgrade("/parrot", headers))
        answer = await client.answer()
        assert answer.status == status
        error = json.loads(answer.body)
        assert error["code"] == code
        assert error["message"].endswith(".")
        assert server.registry.counters.refused[code] == 1
        assert server.registry.connections() == []


async def test_pages_of_this_host_and_named_origins_may_connect() -> None:
    async with serving(origins=("https://friend.example",)) as server:
        for origin in ("http://example.org", "https://EXAMPLE.org", "https://friend.example"):
            client = await Client.websocket(server.addresses.web, headers={"Origin": origin})
            client.close()


async def test_pages_of_any_origin_may_connect_where_that_gives_them_no_right() -> None:
    async with serving() as server:
        for origin in ("https://elsewhere.example", "null"):
            client = await Client.websocket(server.addresses.web, "/", headers={"Origin": origin})
            client.close()


async def test_a_binary_message_need_not_be_utf_8_where_it_is_taken() -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web, "/")
        client.send(frame(BINARY, b"echo \xff"))
        client.say("where")
        assert [await client.text(), await client.text()] == ["echo \ufffd", "127.0.0.1 {}"]


async def test_a_websocket_elsewhere_is_not_found() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(upgrade("/nowhere"))
        assert (await client.answer()).status == 404


async def test_a_connection_that_carried_a_request_before_can_be_upgraded() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await client.answer()).status == 200
        client.send(upgrade("/parrot"))
        assert (await client.answer()).status == 101
        client.say("hello")
        assert await client.text() == "hello"
        client.close()


async def test_a_client_that_others_have_written_can_talk() -> None:
    async with serving() as server, ClientSession() as session:
        url = f"ws://127.0.0.1:{server.addresses.web}/parrot"
        async with session.ws_connect(url, compress=15, heartbeat=5) as socket:
            await socket.send_str("hello")
            assert await socket.receive_str() == "hello"
            await socket.ping()
            for size in (0, 125, 126, 9000, 16_384):
                await socket.send_str("x" * size)
                assert await socket.receive_str() == "x" * size
            await socket.send_str("bye")
            assert await socket.receive_str() == "goodbye"
            end = await socket.receive()
            assert (end.data, end.extra) == (1000, "You said so.")


def test_a_reason_is_cut_between_characters() -> None:
    assert reason_bytes("ü" * 100) == ("ü" * 61).encode()
    assert reason_bytes("short") == b"short"


# --- floods ------------------------------------------------------------------------------------


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The kinds of all frames that are parsed."""
    kinds: list[object] = []
    hear = SocketTransport._frame

    def heard(wire: SocketTransport, kind: int, fin: bool, payload: bytes) -> None:
        kinds.append(kind)
        hear(wire, kind, fin, payload)

    monkeypatch.setattr(SocketTransport, "_frame", heard)
    return kinds


FLOODS = {
    "fragments": [frame(TEXT, b"x", fin=False), *[frame(CONTINUATION, b"y", fin=False)] * 9_999],
    "pings": [frame(PING)] * 10_000,
    "pongs": [frame(PONG)] * 10_000,
    "texts": [frame(TEXT, b"x")] * 10_000,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
@pytest.mark.parametrize("came", ["before", "with the request", "with a later request"])
async def test_of_a_flood_nothing_is_parsed_after_the_limit(
    flood: list[bytes], came: str, parsed: list[object]
) -> None:
    async with serving(rate=1, burst=20) as server:
        if came == "before":
            client = await Client.websocket(server.addresses.web)
            client.send(*flood)
        else:
            client = await Client.connect(server.addresses.web)
            if came == "with a later request":
                client.send(GET)
                assert (await client.answer()).status == 200
            client.send(upgrade("/parrot"), *flood)
            assert (await client.answer()).status == 101
        while (got := await client.frame())[0] != CLOSE:
            pass
        assert int.from_bytes(got[1][:2], "big") == 1008
        assert got[1][2:].decode() == TOO_FAST
        assert await client.end() == b""
        # What it sends while the server waits for it to close is not read.
        client.send(*flood)
        # A token may have come while these were read.
        assert 21 <= len(parsed) <= 22
        assert server.registry.counters.refused["rate"] == 1
        second(server, server.registry.settings.linger_seconds + 1)
        await until_counted(server, "table", 0)
        await until_counted(server, "http", 0)


async def test_a_socket_on_a_used_connection_takes_up_one_place(parsed: list[object]) -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.web)
        client.send(GET)
        assert (await client.answer()).status == 200
        client.send(upgrade("/nowhere"))
        assert (await client.answer()).status == 404
        client.send(GET, upgrade("/parrot"), frame(TEXT, b"early"))
        assert (await client.answer()).status == 200
        assert (await client.answer()).status == 101
        assert await client.text() == "early"
        assert len(parsed) == 1
        assert server.registry.counters.open == {"http": 0, "table": 1}
        client.say("later")
        assert await client.text() == "later"
        client.close()
        await until_counted(server, "table", 0)


async def test_whoever_was_refused_is_not_heard_for_long(parsed: list[object]) -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.send(frame(BINARY, b"x"), *[frame(PING)] * 5_000)
        assert (await client.closed())[0] == 1003
        assert await client.end() == b""
        assert len(parsed) == 1 + MOST_LATE + 1


async def test_what_follows_a_close_is_not_even_parsed(parsed: list[object]) -> None:
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.send(frame(CLOSE, (1000).to_bytes(2)), *[frame(TEXT, b"x")] * 50)
        assert (await client.frame())[0] == CLOSE
        assert await client.end() == b""
        assert len(parsed) == 1


async def test_pings_that_come_together_are_all_answered_in_order_by_one_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flushes: list[int] = []
    flush = SocketTransport._flush

    def counted(wire: SocketTransport) -> None:
        if wire._pongs:
            flushes.append(len(wire._pongs))
        flush(wire)

    monkeypatch.setattr(SocketTransport, "_flush", counted)
    async with serving() as server:
        client = await Client.websocket(server.addresses.web)
        client.send(*[frame(PING, b"%d" % number) for number in range(200)], frame(CLOSE))
        for number in range(200):
            assert await client.frame() == (PONG, b"%d" % number)
        assert (await client.frame())[0] == CLOSE
        assert sum(flushes) == 200 and len(flushes) < 20
