"""The attacks. Each prepares what it needs, waits for the word, and goes on until it is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any

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
    """Requests that are never finished; whoever is shown out comes again."""
    await begin()

    async def linger() -> None:
        while True:
            with suppress(*ENDED):
                stream = await Stream.open(target.web)
                await stream.send(b"GET / HTTP/1.1\r\nHost: ")
                await stream.ignore()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(linger() for _ in range(min(count, 1000))))


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

    async def over_table() -> None:
        while True:
            with suppress(*ENDED):
                socket = await Socket(http, target.web).open()
                while True:
                    await socket.ask(type="tables", limit=100)
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
    "tables": tables,
    "lists": lists,
    "onlooker": onlooker,
    "sign_ins": sign_ins,
    "deaf": deaf,
    "malformed": malformed,
}
