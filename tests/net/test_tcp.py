from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from stammtisch.net import tcp
from stammtisch.net.connection import STALLED, TOO_FAST
from stammtisch.net.registry import STEPS, ConnectionInfo, ConnectionRegistry
from stammtisch.net.tcp import LOGIN, NAMELESS, StreamTransport
from stammtisch.protocols.cg.frames import Frames, Packet
from stammtisch.protocols.framing import BadFrame, Framing
from stammtisch.protocols.session import Session
from stammtisch.protocols.tiles.lines import PORTION
from stammtisch.requests import AskPlayers
from stammtisch.vocabulary import Notice, Reply
from tests.net.client import Client
from tests.net.rooms import HoldingHouse, Parrot, RefusingLines, plain_settings, serving
from tests.net.test_sniffer import second, until_counted
from tests.tables.hand_clock import HandClock


class Writes(asyncio.Transport):
    """A transport that notes each write, and when."""

    def __init__(self, clock: Hands) -> None:
        super().__init__({"peername": ("192.0.2.7", 4711)})
        self.clock = clock
        self.writes: list[tuple[int, bytes]] = []
        self.waiting = 0
        self.ended = "not yet"

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.writes.append((self.clock.hands.now(), bytes(data)))

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def close(self) -> None:
        self.ended = "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = "eof"


class Hands:
    """An event loop's clock that is moved by hand."""

    def __init__(self) -> None:
        self.hands = HandClock()

    def time(self) -> float:
        return self.hands.now() / 1000

    def call_later(self, delay: float, callback: Callable[[], None], /) -> tcp.Timer:
        return self.hands.call_at(self.hands.now() + round(delay * 1000), callback)


@pytest.fixture
async def app() -> AsyncIterator[HoldingHouse]:
    app = HoldingHouse()
    await app.open()
    yield app
    await app.close()


def wired(
    app: HoldingHouse, pace: float, **changes: object
) -> tuple[StreamTransport[str], Writes, HandClock]:
    clock = Hands()
    transport = Writes(clock)
    registry = ConnectionRegistry(app, plain_settings(**changes))
    framing = RefusingLines(registry.settings.line_bytes)
    wire = StreamTransport(registry, "tiles", Parrot, framing, pace, clock)
    wire.connection_made(transport)
    return wire, transport, clock.hands


async def test_paced_lines_leave_one_write_each_with_the_gap_between(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\nb\nc\rd\r\n")
    assert transport.writes == [(0, b"a\r\n")]
    clock.advance(9)
    assert len(transport.writes) == 1
    clock.advance(100)
    assert transport.writes == [(0, b"a\r\n"), (10, b"b\r\n"), (20, b"c\r\n"), (30, b"d\r\n")]
    wire.data_received(b"e\r\n")
    assert transport.writes[4:] == [(109, b"e\r\n")]


async def test_a_line_after_a_short_pause_still_keeps_the_gap(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\n")
    clock.advance(4)
    wire.data_received(b"b\r\n")
    clock.advance(50)
    assert transport.writes == [(0, b"a\r\n"), (10, b"b\r\n")]


async def test_a_message_may_ask_for_a_pause_longer_than_the_gap(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\npause 300\r\nb\r\npause 5\r\nc\r\n")
    clock.advance(1000)
    assert transport.writes == [
        (0, b"a\r\n"),
        (300, b"pause 300\r\n"),
        (310, b"b\r\n"),
        (320, b"pause 5\r\n"),
        (330, b"c\r\n"),
    ]


async def test_a_pause_that_has_passed_already_is_none(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\n")
    clock.advance(200)
    wire.data_received(b"pause 300\r\n")
    clock.advance(1000)
    wire.data_received(b"pause 300\r\n")
    assert [at for at, _ in transport.writes] == [0, 300, 1200]


async def test_who_goes_does_not_wait_for_pauses(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\npause 3000\r\npause 3000\r\n")
    clock.advance(100)
    wire.data_received(b"bye\r\n")
    clock.advance(100)
    assert [at for at, _ in transport.writes] == [0, 100, 110, 120]
    assert transport.ended == "closed"


async def test_a_client_that_can_read_gets_its_lines_at_once(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\nb\r\nc\r\nunpaced\r\n")
    wire.send(["d", "e"])
    assert b"".join(data for _, data in transport.writes) == b"a\r\nb\r\nc\r\nok\r\nd\r\ne\r\n"
    assert transport.writes[-1][1] == b"d\r\ne\r\n"
    clock.advance(100)
    assert len(transport.writes) == 3


async def test_without_a_gap_the_lines_of_one_message_are_one_write(app: HoldingHouse) -> None:
    wire, transport, _ = wired(app, 0)
    wire.send(["a", "b", "c"])
    assert transport.writes == [(0, b"a\r\nb\r\nc\r\n")]


async def test_closing_waits_for_the_lines_in_the_queue(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"a\r\nb\r\nbye\r\nnot heard\r\n")
    assert transport.ended == "not yet"
    clock.advance(100)
    assert [data for _, data in transport.writes] == [b"a\r\n", b"b\r\n", b"goodbye\r\n"]
    assert transport.ended == "closed"


async def test_lines_that_wait_for_their_turn_are_bounded_too(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01, write_buffer_bytes=8192)
    wire.data_received(b"flood 8\r\n")
    wire.data_received(b"flood 20\r\n")
    assert transport.ended == "not yet"
    wire.data_received(b"flood 6\r\n")
    assert transport.ended == "aborted", "More than four times as much waits."
    clock.advance(1000)
    assert len(transport.writes) == 1


async def test_nothing_more_is_done_for_one_with_much_to_read(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01)
    wire.data_received(b"flood 70\r\nplayers\r\nlast\r\n")
    clock.advance(20)
    assert app.counts().counters.actions == 0
    assert sum(wire._registry.counters.requests.values()) == 0
    clock.advance(1000)
    assert wire._registry.counters.requests == {AskPlayers: 1}
    assert transport.writes[-1][1] == b"last\r\n"


async def test_a_full_write_buffer_cuts_the_connection(app: HoldingHouse) -> None:
    wire, transport, _ = wired(app, 0, write_buffer_bytes=8192)
    transport.waiting = 9000
    wire.data_received(b"a\r\n")
    for left in range(8999, 8980, -1):
        transport.waiting = left
        wire.tick()
        assert transport.ended == "not yet", "Slowly, but it reads."
    for _ in range(STALLED):
        assert transport.ended == "not yet"
        wire.tick()
    assert transport.ended == "aborted"


async def test_a_line_too_long_is_refused_after_those_before_it(app: HoldingHouse) -> None:
    wire, transport, clock = wired(app, 0.01, line_bytes=100)
    wire.data_received(b"fine\r\n" + b"x" * 101)
    wire.data_received(b"\r\nmore\r\n")
    clock.advance(100)
    assert [data for _, data in transport.writes] == [
        b"fine\r\n",
        b"REFUSED A line must not be longer than 100 bytes.\r\n",
    ]
    assert transport.ended == "eof"


class Coins(Framing[int]):
    """A framing of two bytes a message, of which none may be negative; it has no last words."""

    def __init__(self) -> None:
        self._rest = b""

    def read(self, data: bytes) -> Iterator[int]:
        data = self._rest + data
        while len(data) >= 2:
            number = int.from_bytes(data[:2], "big", signed=True)
            if number < 0:
                raise BadFrame("There are no negative coins.")
            yield number
            data = data[2:]
        self._rest = data

    def encode(self, message: int) -> bytes:
        return message.to_bytes(2, "big")

    def farewell(self, reason: str) -> None:
        return None


class Purse(Session[int]):
    """Says after each coin how much there is."""

    def __init__(self, arrival: ConnectionInfo) -> None:
        super().__init__()
        self._sum = 0

    def receive(self, message: int) -> None:
        self._sum += message
        self.outbox.append(self._sum)

    def answered(self, reply: Reply) -> None: ...

    def notified(self, notice: Notice) -> None: ...


async def test_any_framing_will_do(app: HoldingHouse) -> None:
    clock = Hands()
    transport = Writes(clock)
    registry = ConnectionRegistry(app, plain_settings())
    wire = StreamTransport(registry, "coins", Purse, Coins(), 0, clock)
    wire.connection_made(transport)
    wire.data_received(b"\0\1\0")
    wire.data_received(b"\2\0\3\xff\xff\0\4")
    assert [data for _, data in transport.writes] == [b"\0\1", b"\0\3", b"\0\6"]
    assert registry.counters.refused == {"frame": 1}
    assert transport.ended == "eof"


class Dealer(Session[Packet]):
    """Answers each packet with two cards, the second after a pause."""

    def __init__(self, arrival: ConnectionInfo) -> None:
        super().__init__()

    def receive(self, message: Packet) -> None:
        self.outbox += [Packet(84, {"card": 1}), Packet(84, {"card": 2}, pause=1000)]

    def answered(self, reply: Reply) -> None: ...

    def notified(self, notice: Notice) -> None: ...


async def test_binary_frames_leave_one_a_write_and_a_bad_one_is_told_why(
    app: HoldingHouse,
) -> None:
    clock = Hands()
    transport = Writes(clock)
    wire = StreamTransport(
        ConnectionRegistry(app, plain_settings()), "cg", Dealer, Frames(), 0.002, clock
    )
    wire.connection_made(transport)
    ready = Frames().encode(Packet(77, {}))
    for at in range(len(ready)):
        wire.data_received(ready[at : at + 1])
    wire.data_received(ready)
    clock.hands.advance(3000)
    wire.data_received(ready + bytes(4))
    clock.hands.advance(3000)
    sent = [(at, packet) for at, data in transport.writes for packet in Frames().feed(data)]
    assert [(at, packet.body.get("card")) for at, packet in sent[:-1]] == [
        (0, 1),
        (1000, 2),
        (1002, 1),
        (2002, 2),
        (3000, 1),
        (3002, 2),
    ]
    reason = "A frame has at least 6 bytes after its length, not 0."
    assert sent[-1] == (3004, Packet(16, {"reason": reason}))
    assert transport.ended == "eof"


async def test_lines_over_a_real_socket() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"hel")
        client.send(b"lo\r\nz\xc3\xbcrich\nbad \xff\r")
        assert [await client.line() for _ in range(3)] == ["hello", "zürich", "bad \ufffd"]
        client.send(b"bye\r\n")
        assert await client.end() == b"goodbye\r\n"


async def test_a_line_that_cannot_be_utf8_is_sent_as_well_as_it_can_be() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"half\r\n")
        assert await client.line() == "half ?"


async def test_small_lines_are_not_delayed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def note(transport: asyncio.BaseTransport) -> None:
        as_before(transport)
        sock = transport.get_extra_info("socket")
        seen.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    as_before = tcp.without_delay
    monkeypatch.setattr(tcp, "without_delay", note)
    async with serving() as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"x\r\n")
        assert await client.line() == "x"
        assert seen == [1]


async def test_what_was_sent_before_the_end_of_the_stream_is_answered() -> None:
    async with serving() as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"enter anna\r\nplayers\r\nlast\r\n")
        client.writer.write_eof()
        assert await client.end() == b"Entered\r\nPlayers\r\nlast\r\n"
        assert server.registry.connections() == []


async def test_a_flood_beyond_the_limits_is_told_why_even_while_it_goes_on() -> None:
    async with serving(line_bytes=1000) as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"x" * 500_000)
        assert await client.end() == b"REFUSED A line must not be longer than 1000 bytes.\r\n"


async def test_too_many_from_one_address_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "host_of", lambda peername: "192.0.2.7")
    async with serving(connections_per_address=1) as server:
        first = await Client.connect(server.addresses.streams["tiles"])
        first.send(b"x\r\n")
        assert await first.line() == "x"
        second = await Client.connect(server.addresses.streams["tiles"])
        answer = await second.end()
        assert answer == b"REFUSED There are too many connections from your address.\r\n"
        assert server.registry.counters.refused == {"address": 1}
        first.send(b"y\r\n")
        assert await first.line() == "y"


async def test_a_slow_reader_is_cut_and_the_others_notice_nothing() -> None:
    async with serving(write_buffer_bytes=65536, rate=0) as server:
        port = server.addresses.streams["tiles"]
        slow, other = await Client.connect(port), await Client.connect(port)
        slow.reader._transport.pause_reading()  # type: ignore[attr-defined]
        for number in range(200):
            slow.send(b"flood 100\r\n")
            other.send(b"%d\r\n" % number)
            assert await other.line() == str(number)
            for step in range(STEPS):
                server.registry.tick(step, 0)
            if server.registry.counters.slow_readers:
                break
        assert server.registry.counters.slow_readers == 1
        other.send(b"still here\r\n")
        assert await other.line() == "still here"


async def test_who_does_not_take_the_last_words_is_cut() -> None:
    async with serving(linger_seconds=2, line_bytes=100) as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"x" * 200)
        assert (await client.line()).startswith("REFUSED")
        for _ in range(3):
            for step in range(STEPS):
                server.registry.tick(step, 0)
        await asyncio.sleep(0.01)
        assert server.registry.connections() == []


async def test_who_does_not_say_who_they_are_is_shown_out() -> None:
    async with serving() as server:
        nobody = await Client.connect(server.addresses.streams["tiles"])
        anna = await Client.connect(server.addresses.streams["tiles"])
        anna.send(b"enter anna\r\n")
        assert await anna.line() == "Entered"
        for _ in range(LOGIN):
            second(server)
        nobody.send(b"just looking\r\n")
        assert await nobody.line() == "just looking"
        second(server)
        assert await nobody.line() == f"REFUSED {NAMELESS}"
        assert await nobody.end() == b""
        anna.send(b"still here\r\n")
        assert await anna.line() == "still here"


async def test_of_a_flood_of_lines_nothing_is_cut_out_after_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    portions: list[int] = []
    cut = RefusingLines._lines

    def counted(lines: RefusingLines, data: bytes) -> list[str]:
        portions.append(len(data))
        return cut(lines, data)

    monkeypatch.setattr(RefusingLines, "_lines", counted)
    async with serving(rate=1, burst=20) as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        client.send(b"x\n" * 200_000)
        said = (await client.end()).decode()
        assert said == "x\r\n" * 20 + f"REFUSED {TOO_FAST}\r\n"
        assert sum(portions) <= PORTION


async def test_whoever_was_refused_and_sends_on_is_cut() -> None:
    async with serving(linger_seconds=60) as server:
        client = await Client.connect(server.addresses.streams["tiles"])
        with contextlib.suppress(ConnectionError):
            for _ in range(200):
                client.send(b"x" * 10_000)
                await client.writer.drain()
                await asyncio.sleep(0)
        await client.end()
        await until_counted(server, "tiles", 0)
