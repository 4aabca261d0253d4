"""RFC 6455 as Autobahn's suite asks for it: its groups 1 to 7 and 9, in small, as one table.

The session behind repeats every text. What is sent is sent together, frame by frame and byte by
byte: how a network cuts it into pieces must not change anything.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from tests.net.client import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Client, frame
from tests.net.rooms import serving

HELLO = "Hello-µ@ßöäüàá-UTF-8!!".encode()


def close(code: int | None = 1000, reason: bytes = b"", *, rsv: int = 0) -> bytes:
    return frame(CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason, rsv=rsv)


DONE = close()


@dataclass(frozen=True)
class Case:
    name: str
    send: Sequence[bytes]
    #: What comes back before the close.
    told: Sequence[tuple[int, bytes]] = ()
    #: The code of the server's close.
    code: int = 1000
    path: str = "/parrot"

    def __str__(self) -> str:
        return self.name


def texts(*payloads: bytes) -> list[tuple[int, bytes]]:
    return [(TEXT, payload) for payload in payloads]


def fragments(kind: int, *payloads: bytes) -> list[bytes]:
    last = len(payloads) - 1
    return [
        frame(CONTINUATION if at else kind, payload, fin=at == last)
        for at, payload in enumerate(payloads)
    ]


def framing() -> Iterator[Case]:
    for size in (0, 1, 125, 126, 127, 128, 65_535, 65_536):
        data = b"*" * size
        yield Case(f"1.1 text of {size}", [frame(TEXT, data), DONE], texts(data))
        yield Case(f"1.2 binary of {size}", [frame(BINARY, data), DONE], texts(data), path="/")


def pings() -> Iterator[Case]:
    for name, data in (
        ("2.1", b""),
        ("2.2", b"Hello"),
        ("2.3", b"\x00\xff\xfe"),
        ("2.4", b"x" * 125),
    ):
        yield Case(f"{name} ping", [frame(PING, data), DONE], [(PONG, data)])
    yield Case("2.5 ping too long", [frame(PING, b"x" * 126)], code=1002)
    yield Case("2.7 unasked pong", [frame(PONG), DONE])
    yield Case("2.8 unasked pong", [frame(PONG, b"unasked"), DONE])
    yield Case(
        "2.9 unasked pong, then ping",
        [frame(PONG, b"unasked"), frame(PING, b"ping"), DONE],
        [(PONG, b"ping")],
    )
    many = [str(number).encode() for number in range(10)]
    yield Case(
        "2.10 pings", [*(frame(PING, one) for one in many), DONE], [(PONG, one) for one in many]
    )


def reserved_bits() -> Iterator[Case]:
    for rsv in range(1, 8):
        yield Case(f"3.1 text with {rsv}", [frame(TEXT, HELLO, rsv=rsv)], code=1002)
        yield Case(
            f"3.2 text, then text with {rsv}, then ping",
            [frame(TEXT, HELLO), frame(TEXT, HELLO, rsv=rsv), frame(PING)],
            texts(HELLO),
            1002,
        )
    yield Case("3.5 binary", [frame(BINARY, b"\x00\xff", rsv=5)], code=1002, path="/")
    yield Case("3.6 ping", [frame(PING, HELLO, rsv=6)], code=1002)
    yield Case("3.7 close", [close(rsv=7)], code=1002)
    yield Case("3.7 text, then close", [frame(TEXT, HELLO), close(rsv=1)], texts(HELLO), 1002)


def opcodes() -> Iterator[Case]:
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield Case(f"4.1 opcode {opcode}", [frame(opcode)], code=1002)
        yield Case(f"4.1 opcode {opcode} with data", [frame(opcode, b"reserved")], code=1002)
        yield Case(
            f"4.1 text, then opcode {opcode}, then ping",
            [frame(TEXT, HELLO), frame(opcode, b"reserved"), frame(PING)],
            texts(HELLO),
            1002,
        )


def fragmentation() -> Iterator[Case]:
    yield Case("5.1 ping", fragments(PING, b"frag", b"ment"), code=1002)
    yield Case("5.2 pong", fragments(PONG, b"frag", b"ment"), code=1002)
    one, two = fragments(TEXT, b"frag", b"ment")
    yield Case("5.3 text", [one, two, DONE], texts(b"fragment"))
    yield Case("5.3 empty ones", [*fragments(TEXT, b"", b"", b""), DONE], texts(b""))
    yield Case(
        "5.6 ping in between",
        [one, frame(PING, b"ping"), two, DONE],
        [(PONG, b"ping"), *texts(b"fragment")],
    )
    for fin in (True, False):
        loose = frame(CONTINUATION, b"loose", fin=fin)
        yield Case(f"5.9 loose continuation, {fin}", [loose, frame(TEXT, HELLO)], code=1002)
        yield Case(
            f"5.10 loose continuation after a text, {fin}",
            [frame(TEXT, HELLO), loose],
            texts(HELLO),
            1002,
        )
        yield Case(f"5.18 text within a text, {fin}", [one, frame(TEXT, b"x", fin=fin)], code=1002)
    yield Case(
        "5.19 pings between five fragments",
        [
            *fragments(TEXT, b"1", b"2", b"3", b"4", b"5")[:2],
            frame(PING, b"ping 1"),
            *fragments(TEXT, b"1", b"2", b"3", b"4", b"5")[2:4],
            frame(PING, b"ping 2"),
            frame(CONTINUATION, b"5"),
            DONE,
        ],
        [(PONG, b"ping 1"), (PONG, b"ping 2"), *texts(b"12345")],
    )
    yield Case(
        "5.21 binary that is no UTF-8",
        [*fragments(BINARY, b"\xff\xc3", b"\xa4"), frame(BINARY, b"\xff"), DONE],
        texts("\ufffdä".encode(), "\ufffd".encode()),
        path="/",
    )
    yield Case("5.22 binary where there is none", fragments(BINARY, b"x", b"y"), code=1003)


VALID = [
    HELLO,
    "κόσμε".encode(),
    b"\x00",
    b"\x7f",
    "\x80\u07ff\u0800\uffff\U00010000\U0010ffff".encode(),
    "\ud7ff\ue000\ufffd\ufffe".encode(),
]
INVALID = [
    b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited",
    b"\xce\xba\xe1\xbd",
    b"\x80",
    b"\xbf\x80",
    b"\xc0 ",
    b"\xdf",
    b"\xef\xbf",
    b"\xf7\xbf\xbf\xbf",
    b"\xf8\x88\x80\x80\x80",
    b"\xfc\x84\x80\x80\x80\x80",
    b"\xfe",
    b"\xff",
    b"\xc0\xaf",
    b"\xe0\x80\xaf",
    b"\xf0\x80\x80\xaf",
    b"\xf4\x90\x80\x80",
    b"\xed\xa0\x80",
    b"\xed\xbf\xbf",
    b"\xed\xa0\xb4\xed\xb4\x9e",
]


def utf_8() -> Iterator[Case]:
    for data in VALID:
        single = [data[at : at + 1] for at in range(len(data))]
        yield Case(f"6.1 {data!r}", [frame(TEXT, data), DONE], texts(data))
        yield Case(f"6.2 {data!r} by bytes", [*fragments(TEXT, *single), DONE], texts(data))
    for data in INVALID:
        yield Case(f"6.3 {data!r}", [frame(TEXT, data)], code=1007)
        yield Case(f"6.4 {data!r} in two", fragments(TEXT, data[:1], data[1:]), code=1007)


def closing() -> Iterator[Case]:
    one, two = fragments(TEXT, b"frag", b"ment")
    yield Case("7.1.1 text, then close", [frame(TEXT, HELLO), DONE], texts(HELLO))
    yield Case("7.1.2 two closes", [DONE, DONE])
    yield Case("7.1.2 two closes, the second one bad", [DONE, close(0, rsv=7)])
    yield Case("7.1.2 text, then two closes", [frame(TEXT, HELLO), DONE, DONE], texts(HELLO))
    yield Case("7.1.3 ping after close", [DONE, frame(PING)])
    yield Case("7.1.4 text after close", [DONE, frame(TEXT, HELLO)])
    yield Case("7.1.4 nonsense after close", [DONE, b"\xff\xff\xff\xff"])
    yield Case("7.1.5 close within a text", [one, DONE, two])
    yield Case("7.3.1 no code", [close(None)])
    yield Case("7.3.2 half a code", [frame(CLOSE, b"a")], code=1002)
    yield Case("7.3.4 reason", [close(1000, b"Hello World!")])
    yield Case("7.3.5 longest reason", [close(1000, b"*" * 123)])
    yield Case("7.3.6 reason too long", [close(1000, b"*" * 124)], code=1002)
    yield Case("7.5.1 reason that is no UTF-8", [close(1000, INVALID[0])], code=1007)
    for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014):
        yield Case(f"7.7 code {code}", [close(code)], code=code)
    for code in (3000, 3999, 4000, 4999):
        yield Case(f"7.7 code {code}", [close(code, b"why")], code=code)
    for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535):
        yield Case(f"7.9 code {code}", [close(code)], code=1002)
        yield Case(f"7.9 code {code} and reason", [close(code, b"why")], code=1002)


def large() -> Iterator[Case]:
    data = bytes(range(32, 127)) * 700
    yield Case("9.1 text", [frame(TEXT, data), DONE], texts(data))
    for size in (64, 256, 4096):
        parts = [data[at : at + size] for at in range(0, len(data), size)]
        yield Case(f"9.3 in fragments of {size}", [*fragments(TEXT, *parts), DONE], texts(data))
    many = [b"%d" % number for number in range(200)]
    yield Case("9.7 texts", [*(frame(TEXT, one) for one in many), DONE], texts(*many))


CASES = {
    group.__name__: list(group())
    for group in (
        framing,
        pings,
        reserved_bits,
        opcodes,
        fragmentation,
        utf_8,
        closing,
        large,
    )
}

#: Cases whose bytes are so few that each can be sent alone.
FEW = 2_000


def ways(case: Case) -> Iterator[list[bytes]]:
    """The bytes of a case in the pieces in which they are sent."""
    whole = b"".join(case.send)
    yield [whole]
    if len(case.send) > 1:
        yield list(case.send)
    if len(whole) < FEW:
        yield [whole[at : at + 1] for at in range(len(whole))]


def send(client: Client, data: bytes) -> None:
    # The server may have gone: then uvloop raises.
    with contextlib.suppress(RuntimeError):
        client.send(data)


async def frames_until_close(client: Client) -> list[tuple[int, bytes]]:
    heard = [await client.frame()]
    while heard[-1][0] != CLOSE:
        heard.append(await client.frame())
    return heard


@pytest.mark.parametrize("group", CASES)
async def test_a_websocket_does_what_the_standard_says(group: str) -> None:
    async with serving(message_bytes=100_000, rate=0) as server:
        for case in CASES[group]:
            for pieces in ways(case):
                client = await Client.websocket(server.addresses.web, case.path)
                hearing = asyncio.create_task(frames_until_close(client))
                for piece in pieces:
                    send(client, piece)
                    # Long enough for the server to read it alone, where that is possible.
                    await asyncio.sleep(0)
                *told, (_, last) = await hearing
                send(client, DONE)
                assert int.from_bytes(last[:2], "big") == case.code, (case, len(pieces))
                if case.code in (1002, 1007):
                    # What was said before may be unanswered: the connection has failed.
                    assert told == list(case.told)[: len(told)], (case, len(pieces))
                else:
                    assert told == list(case.told), (case, len(pieces))
                assert await client.end() == b"", case
                client.close()
        assert server.registry.counters.failures == 0
        assert server.registry.connections() == []
