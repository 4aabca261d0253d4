"""Clients of the tiles protocol that do the least a client can do, so that the server is what is
measured: a connection, and a player that always draws from the main stack and puts its first tile.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Callable
from time import perf_counter
from typing import cast

_EMPTY = b'\\"%\\"'


class Client(asyncio.Protocol):
    """A connection. `heard` gets every complete line, without its ending."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.lost = False
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        *lines, self._rest = data.split(b"\r\n")
        for line in lines:
            self.heard(line)

    def heard(self, line: bytes) -> None:
        pass


class Asking(Client):
    """Waits for the answers to what it asks, one at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: asyncio.Future[bytes] | None = None
        self._awaited = b""

    async def ask(self, line: bytes) -> bytes:
        """Send a command; the line that answers it."""
        self._awaited = b"+" + line[:4]
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(line + b"\r\n")
        return await self._answer

    def heard(self, line: bytes) -> None:
        if self._answer is not None and line.startswith(self._awaited):
            self._answer.set_result(line)
            self._answer = None


class Games:
    """What all players together have done."""

    def __init__(self) -> None:
        self.expect(0)

    def expect(self, wanted: int) -> None:
        """Count anew, until so many games are finished."""
        self.wanted = wanted
        #: Games that may still be begun.
        self.to_begin = wanted
        self.finished = 0
        self.lines = 0
        self.refused = 0
        #: Seconds from sending an action to its answer.
        self.took: list[float] = []
        self.over = asyncio.Event()

    def finish_one(self) -> None:
        self.finished += 1
        if self.finished == self.wanted:
            self.over.set()


class Lobby:
    """Four players; the last of them to see a game's end begins the next."""

    def __init__(self, games: Games, players: list[Player]) -> None:
        self._games = games
        self._players = players
        self._seen = itertools.cycle([False] * (len(players) - 1) + [True])
        for player in players:
            player.ended = self._ended

    def begin(self) -> None:
        if self._games.to_begin > 0:
            self._games.to_begin -= 1
            for player in self._players:
                player.transport.write(b"REDY\r\n")

    def _ended(self) -> None:
        if next(self._seen):
            self._games.finish_one()
            self.begin()


class Player(Asking):
    """Draws from the main stack and puts its first tile, until the stack is empty."""

    ended: Callable[[], None]

    def __init__(self, games: Games) -> None:
        super().__init__()
        self._games = games
        # As the server keeps it, and as a PUTT writes it.
        self._rack: list[bytes] = []
        self._seat = b""
        self._must_put = False
        self._sent_at = 0.0

    def heard(self, line: bytes) -> None:
        self._games.lines += 1
        # By far the most lines are STATs, most of them for somebody else's turn.
        if line.startswith(b"STAT"):
            if line.endswith(self._seat) and self._sent_at == 0.0:
                self._move()
            return
        if line.startswith((b"+DRAW", b"+PUTT")):
            self._answered(line)
        elif line.startswith(b"STRT"):
            self._dealt(line)
        elif line.startswith((b"EMPT", b"PWIN")):
            self.ended()
        else:
            super().heard(line)

    def _dealt(self, line: bytes) -> None:
        rack, self._seat = line.removeprefix(b'STRT "').rsplit(b'%"', 1)
        self._rack = rack.split(b" ")
        self._must_put = self._rack.count(_EMPTY) == len(self._rack) - 15

    def _move(self) -> None:
        if self._must_put:
            self._put()
        else:
            self._sent_at = perf_counter()
            self.transport.write(b"DRAW m\r\n")

    def _put(self) -> None:
        rack, at = self._rack, 0
        while rack[at] == _EMPTY:
            at += 1
        tile, rack[at] = rack[at], _EMPTY
        self._must_put = False
        self._sent_at = perf_counter()
        self.transport.write(b'PUTT %s "%s%%"\r\n' % (tile, b" ".join(rack)))

    def _answered(self, line: bytes) -> None:
        self._games.took.append(perf_counter() - self._sent_at)
        self._sent_at = 0.0
        if line.startswith(b"+DRAW"):
            tile = line[6:]
            if b'"' not in tile:
                self._rack[self._rack.index(_EMPTY)] = tile
                self._put()
            elif len(tile) > 3:
                self._games.refused += 1
        elif not line.startswith(b"+PUTT t"):
            self._games.refused += 1
