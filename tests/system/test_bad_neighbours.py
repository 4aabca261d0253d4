"""Whatever others send, or do not read, four people play their match and notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

import aiohttp

from tests.net.client import BINARY, TEXT, frame, upgrade
from tests.system.clients import TilesClient
from tests.system.serving import PATIENCE, Server, serving, until
from tests.system.wires import TcpWire, WebWire

LOBBY = 5
#: Seconds before a neighbour comes back: server, players and neighbours share one machine here, and
#: whoever takes all of it shows nothing of the server.
BREATH = 0.03
#: What a player hears in a match in which nobody comes, goes or talks.
USUAL = {
    *("+LOGI", "+JLOB", "JOND", "NAMS", "+REDY", "STRT", "STAT", "+DRAW", "+PUTT"),
    *("PWIN", "EMPT"),
}


class Calm(TilesClient):
    """Thinks a little, so that the neighbours have time to misbehave."""

    async def _move_if_due(self) -> None:
        await asyncio.sleep(0.003)
        await super()._move_if_due()


class Stranger:
    """A connection that does what a proper client never would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def at(cls, port: int) -> Stranger:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    @classmethod
    async def upgraded(cls, port: int, path: str) -> Stranger:
        stranger = await cls.at(port)
        stranger.writer.write(upgrade(path))
        await stranger.reader.readuntil(b"\r\n\r\n")
        return stranger

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def ended(self) -> bytes:
        """All that the server says until it ends the connection."""
        async with asyncio.timeout(PATIENCE):
            return await self.reader.read()


# --- neighbours: each does one bad thing and comes back when the server has ended it --------------


async def garbage(server: Server, rng: Random) -> None:
    stranger = await Stranger.at(server.tiles)
    for _ in range(20):
        await stranger.send(rng.randbytes(500))
        await asyncio.sleep(0.001)
    stranger.writer.close()


async def endless_line(server: Server, rng: Random) -> None:
    stranger = await Stranger.at(server.tiles)
    await stranger.send(b"CATC b " + b"x" * 9000)
    assert b"8192" in await stranger.ended()


async def flood(server: Server, rng: Random) -> None:
    stranger = await Stranger.at(server.tiles)
    await stranger.send(b"LPLA\r\n" * 1000)
    assert b"too many messages" in await stranger.ended()


async def half_request(server: Server, rng: Random) -> None:
    stranger = await Stranger.at(server.web)
    await stranger.send(upgrade("/table")[: rng.randrange(10, 150)])
    await asyncio.sleep(0.05)
    stranger.writer.close()


async def no_request(server: Server, rng: Random) -> None:
    stranger = await Stranger.at(server.web)
    await stranger.send(b"\x16\x03\x01" + rng.randbytes(200) + b"\r\n\r\n")
    await stranger.ended()


async def half_frame(server: Server, rng: Random) -> None:
    stranger = await Stranger.upgraded(server.web, "/table")
    message = frame(TEXT, b'{"type": "ping"}' * 20)
    await stranger.send(message[: rng.randrange(1, len(message))])
    await asyncio.sleep(0.05)
    stranger.writer.close()


async def wrong_frames(server: Server, rng: Random) -> None:
    stranger = await Stranger.upgraded(server.web, rng.choice(["/table", "/tiles"]))
    await stranger.send(
        rng.choice(
            [
                frame(BINARY, rng.randbytes(50)),
                frame(TEXT, b"\xff\xfe\xfd"),
                frame(TEXT, b"x" * 70_000),
                frame(11, b"no such opcode"),
                frame(TEXT, b"not expected", rsv=7),
            ]
        )
    )
    # After some of them the server has said goodbye, and waits for an answer.
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            await stranger.reader.read()
    stranger.writer.close()


async def wrong_words(server: Server, rng: Random) -> None:
    stranger = await Stranger.upgraded(server.web, "/table")
    for word in (b"[[[[", b'{"type": "act"}', b'{"type": "enter", "name": 7}', b"null", b'"' * 99):
        await stranger.send(frame(TEXT, word))
    await asyncio.sleep(0.05)
    stranger.writer.close()


async def never_reads(server: Server, rng: Random) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        await loop.sock_connect(deaf, ("127.0.0.1", server.tiles))
        async with asyncio.timeout(PATIENCE):
            # Until the server has ended it: it waits some seconds for a reader.
            while True:
                await loop.sock_sendall(deaf, b'CATC w "%s%%" nobody\r\n' % (b"y" * 6000))
                await asyncio.sleep(0.005)


NEIGHBOURS: tuple[Callable[[Server, Random], Awaitable[None]], ...] = (
    *(garbage, endless_line, flood, half_request, no_request),
    *(half_frame, wrong_frames, wrong_words, never_reads),
)


async def test_four_people_notice_nothing_of_bad_neighbours(tmp_path: Path) -> None:
    # The rate limit of a server as it comes, and a short patience with what is not read.
    options = (
        "--set",
        "limits.messages_per_second=200",
        "--set",
        "limits.write_buffer_bytes=65536",
    )
    async with serving(tmp_path, *options) as server:
        done: Counter[str] = Counter()

        async def annoy(
            neighbour: Callable[[Server, Random], Awaitable[None]], rng: Random
        ) -> None:
            while True:
                # The server ends connections in the middle of what is sent to it.
                with contextlib.suppress(ConnectionError):
                    await neighbour(server, rng)
                done[neighbour.__name__] += 1
                await asyncio.sleep(BREATH)

        annoying = [
            asyncio.create_task(annoy(neighbour, Random(number)))
            for number, neighbour in enumerate(NEIGHBOURS)
        ]
        players = [
            *(Calm(name, LOBBY, lambda: TcpWire.open(server.tiles)) for name in ("anna", "bert")),
            *(Calm(name, LOBBY, lambda: WebWire.open(server.web, "/tiles")) for name in ("c", "d")),
        ]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.run() for player in players))
        # The one who never reads is the last to be ended; the others need not wait for that.
        for neighbour, task in zip(NEIGHBOURS, annoying, strict=True):
            await until(partial(done.__contains__, neighbour.__name__))
            assert not task.done(), task.exception()
            task.cancel()
        assert len({player.result for player in players}) == 1
        for player in players:
            assert player.returns == 0
            assert {tokens[0] for tokens in player.heard} <= USUAL
            assert (await player.ask("RNAM"))[0] == "+RNAM"
            await player.leave()
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{server.web}/readyz") as ready,
        ):
            assert ready.status == 200
        assert server.alive
        assert await server.stop() == 0
