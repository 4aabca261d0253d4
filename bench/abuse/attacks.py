"""The attacks. Each prepares what it needs, waits for the word, and goes on until it is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from itertools import count as count_from
from random import Random
from typing import Any
from urllib.parse import quote

import aiohttp

from bench.abuse.clients import Socket, Stream, Target, guests, session
from bench.abuse.healthy import NUMBER

#: An attack is made with its target, how many guests or connections it may use, and what says when
#: to begin.
Attack = Callable[[Target, int, Callable[[], Awaitable[None]]], Coroutine[Any, Any, None]]
Begin = Callable[[], Awaitable[None]]

#: Seconds between two strokes of one connection: server, table and attacker share one machine here,
#: and an attacker that takes all of it shows nothing of the server.
BREATH = 0.01
#: What a connection that the server ended, or refused, raises.
ENDED = (OSError, aiohttp.ClientError, asyncio.IncompleteReadError, TypeError)


async def everybody(target: Target, count: int, begin: Begin) -> None:
    """Words to everybody, as fast as they go, with many guests inside."""
    inside = await guests(target.tiles, count)
    speakers = []
    for number in range(3):
        speaker = await Stream.open(target.tiles)
        await speaker.send(b"LOGI loud%d unpaced\r\n" % number)
        await speaker.until(b"+LOGI")
        inside.append(asyncio.create_task(speaker.ignore()))
        speakers.append(speaker)
    await begin()
    while True:
        for speaker in speakers:
            with suppress(*ENDED):
                await speaker.send(b'CATC b "%s%%"\r\n' % (b"hear " * 40))
        # As fast as a connection may send at all.
        await asyncio.sleep(1 / 180)


async def half_open(target: Target, count: int, begin: Begin) -> None:
    """Requests that are never finished (heads, bodies, upgrades) and clients that never sign in;
    whoever is shown out comes again."""
    beginnings = (
        (target.web, b"GET / HTTP/1.1\r\nHost: "),
        (target.web, b"POST /api/admin HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{"),
        (target.web, _UPGRADE[:-4]),
        (target.tiles, b"LOG"),
    )
    await begin()

    async def linger(port: int, data: bytes) -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(port)
                await stream.send(data)
                await stream.ignore()
            await asyncio.sleep(0.05)

    number = min(count, 1000)
    await asyncio.gather(*(linger(*beginnings[each % len(beginnings)]) for each in range(number)))


#: Seconds between two floods of one connection: there is no answer to wait for.
SHORT = 0.001

_UPGRADE = (
    b"GET /table HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
#: RFC 6455 5.2: masked by zeros, so that they are as they look.
_FRAGMENT, _CONTINUATION = b"\x01\x81\0\0\0\0x", b"\x00\x81\0\0\0\0x"
_PING = b"\x89\x80\0\0\0\0"


async def fragments(target: Target, count: int, begin: Begin) -> None:
    """WebSocket messages in fragments of one byte that never end; whoever is cut comes again."""
    await _flood(target, begin, _FRAGMENT + _CONTINUATION * 9_000)


async def pings(target: Target, count: int, begin: Begin) -> None:
    """Pings, thousands at a time; whoever is cut comes again."""
    await _flood(target, begin, _PING * 10_000)


async def _flood(target: Target, begin: Begin, flood: bytes) -> None:
    await begin()

    async def pour(later: bool) -> None:
        """On a new connection, or on one that has carried another request before."""
        before = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" if later else b""
        while True:
            with suppress(*ENDED, TimeoutError):
                stream = await Stream.open(target.web)
                try:
                    async with asyncio.timeout(0.5):
                        await stream.send(before + _UPGRADE)
                        await stream.until(b"Sec-WebSocket-Accept")
                        while True:
                            await stream.send(flood)
                finally:
                    stream.close()
            await asyncio.sleep(SHORT)

    await asyncio.gather(*(pour(number % 2 == 1) for number in range(8)))


async def connects(target: Target, count: int, begin: Begin) -> None:
    """Connections that come and go, over every wire, as fast as they can."""
    await begin()

    async def come_and_go(port: int, data: bytes) -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(port)
                stream.writer.write(data)
                stream.close()
            await asyncio.sleep(SHORT)

    ways = [(target.web, b""), (target.tiles, b""), (target.web, _UPGRADE)]
    ways += [(target.tiles, b"LOGI x\r\n")]
    await asyncio.gather(*(come_and_go(*way) for way in ways * 8))


async def replays(target: Target, count: int, begin: Begin) -> None:
    """Replays with all eyes and advice on every move, of whatever matches there are."""
    http = session()
    base = f"http://127.0.0.1:{target.web}/api/matches"
    matches: list[str] = []
    while not matches:
        async with http.get(f"{base}?game=tiles") as got:
            matches = [row["id"] for row in await got.json()]
        await asyncio.sleep(0.1)
    paths = [f"{base}/{matches[0]}/replay?seat={seat}" for seat in range(4)]
    paths += [f"{base}/{matches[0]}/advice/{seq}" for seq in range(10, 60)]
    await begin()
    await asyncio.gather(*(_ask(http, paths, number) for number in range(8)))


async def rules(target: Target, count: int, begin: Begin) -> None:
    """Long rules of Mao to be read, in words that can be read in many ways."""
    http = session()
    text = "whoever plays a king or a queen or a red seven after a black ace says thanks and draws "
    base = f"http://127.0.0.1:{target.web}/api/mao/rule"
    paths = [f"{base}?text={quote((text * 3)[:190] + str(number))}" for number in range(50)]
    await begin()
    await asyncio.gather(*(_ask(http, paths, number) for number in range(8)))


async def _ask(http: aiohttp.ClientSession, paths: list[str], first: int) -> None:
    """One after the other, without end."""
    for number in count_from(first):
        with suppress(*ENDED):
            async with http.get(paths[number % len(paths)]) as got:
                await got.read()
        await asyncio.sleep(SHORT)


async def tables(target: Target, count: int, begin: Begin) -> None:
    """Tables, one after the other; the connections that opened them are dropped."""
    await begin()

    async def open_tables(number: int) -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(target.tiles)
                await stream.send(b"LOGI t unpaced\r\nJLOB %d\r\n" % number)
                await stream.until(b"+JLOB")
                stream.close()
            await asyncio.sleep(BREATH)
            number += 50

    await asyncio.gather(*(open_tables(1000 + number) for number in range(20)))


async def lists(target: Target, count: int, begin: Begin) -> None:
    """Lists of many tables, over every wire, as fast as they come."""
    kept = []
    for number in range(min(count, 600)):
        stream = await Stream.open(target.tiles, f"127.0.{1 + number // 80}.1")
        await stream.send(b"LOGI l%d unpaced\r\nJLOB %d\r\n" % (number, 100 + number))
        await stream.until(b"+JLOB")
        kept.append(asyncio.create_task(_idle(stream)))
    http = session()
    await begin()

    async def over_tiles(command: bytes) -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(target.tiles)
                while True:
                    await stream.send(command + b"\r\n")
                    await stream.until(b"+" + command[:4])
                    await asyncio.sleep(BREATH)
            await asyncio.sleep(BREATH)

    async def over_table() -> None:
        while True:
            with suppress(*ENDED):
                socket = await Socket(http, target.web).open()
                while True:
                    await socket.ask(type="tables", limit=100)
                    await asyncio.sleep(BREATH)
            await asyncio.sleep(BREATH)

    async def over_rest() -> None:
        while True:
            with suppress(*ENDED):
                async with http.get(f"http://127.0.0.1:{target.web}/api/tables?limit=200") as got:
                    await got.read()
            await asyncio.sleep(BREATH)

    wires = [over_tiles(b"LLPL"), over_tiles(b"LGAM o"), over_table(), over_rest()]
    wires += [over_tiles(b"LLPL"), over_table(), over_rest(), over_rest()]
    await asyncio.gather(*wires)


async def _idle(stream: Stream) -> None:
    hearing = asyncio.create_task(stream.ignore())
    while not hearing.done():
        await stream.send(b"PING\r\n")
        await asyncio.sleep(5)


async def onlooker(target: Target, count: int, begin: Begin) -> None:
    """Somebody who looks on talks without end at the healthy table itself."""
    http = session()
    socket = await Socket(http, target.web).open()
    await socket.ask(type="enter", name="talker")
    listed = await socket.ask(type="tables", game="tiles")
    table = next(one["id"] for one in listed["tables"] if one["number"] == NUMBER)
    await socket.ask(type="join", table=table, watch=True)
    hearing = asyncio.create_task(socket.ignore())
    await begin()
    while not hearing.done():
        await socket.say(type="say", text="x" * 1000)
        await asyncio.sleep(1 / 125)


async def sign_ins(target: Target, count: int, begin: Begin) -> None:
    """Passwords tried over a dozen connections."""
    http = session()
    await begin()

    async def guess(number: int) -> None:
        while True:
            with suppress(*ENDED):
                socket = await Socket(http, target.web).open()
                for word in range(10):
                    name = f"somebody{(number + word) % 3}"
                    await socket.ask(type="sign_in", name=name, password=f"password{word}")
                    await asyncio.sleep(BREATH)
                await socket.close()
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(guess(number) for number in range(12)))


async def deaf(target: Target, count: int, begin: Begin) -> None:
    """Clients that ask for much and never read."""
    await begin()

    async def never_read() -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(target.tiles)
                # Nothing more is taken from the socket than what it holds by itself.
                stream.writer.transport.pause_reading()  # type: ignore[attr-defined]
                await stream.send(b"LOGI deaf unpaced\r\n")
                while True:
                    await stream.send(b'CATC w "%s%%" nobody\r\n' % (b"y" * 6000))
                    await asyncio.sleep(0.05)
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(never_read() for _ in range(20)))


async def malformed(target: Target, count: int, begin: Begin) -> None:
    """Requests that are no HTTP, or hardly."""
    rng = Random(1)
    kinds = [
        b"GET / HTTP/1.1\r\nHost: \xb9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: \xb9\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
        b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
    ]
    await begin()

    async def send() -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(target.web)
                await stream.send(rng.choice(kinds))
                await stream.reader.read(1000)
                stream.close()
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(send() for _ in range(8)))


ATTACKS: dict[str, Attack] = {
    "everybody": everybody,
    "half_open": half_open,
    "fragments": fragments,
    "pings": pings,
    "connects": connects,
    "replays": replays,
    "rules": rules,
    "tables": tables,
    "lists": lists,
    "onlooker": onlooker,
    "sign_ins": sign_ins,
    "deaf": deaf,
    "malformed": malformed,
}
