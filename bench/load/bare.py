"""As little as a tiles server can be: the ceiling that the load generator and the sockets set.

It speaks the lines of a game with the same sizes to the same four clients, but knows no rules,
keeps no journal and checks nothing. `python -m bench.load.bare` listens until SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from typing import ClassVar, cast

import uvloop

SEATS = 4
#: Draws that succeed; the next one ends the game.
MAIN_STACK = 49

_TILES = " ".join(["7:YELLOW"] * 14)
_EMPTY = '\\"%\\"'
_STACKS = '"7:YELLOW 7:YELLOW 7:YELLOW 7:YELLOW%"'
_RACK = {
    False: f'"{_TILES} {" ".join([_EMPTY] * 10)}%"',
    True: f'"{_TILES} 7:YELLOW {" ".join([_EMPTY] * 9)}%"',
}
_STAT = [f"STAT {_STACKS} {turn}\r\n".encode() for turn in range(SEATS)]


class Lobby:
    def __init__(self) -> None:
        self.seats: list[Wire] = []
        self.ready = 0
        self.draws = 0

    def say(self, line: bytes) -> None:
        for wire in self.seats:
            wire.transport.write(line)

    def make_ready(self) -> None:
        self.ready += 1
        if self.ready == SEATS:
            self.ready = self.draws = 0
            for seat, wire in enumerate(self.seats):
                wire.transport.write(f"STRT {_RACK[seat == 0]} {seat}\r\n".encode())
            self.say(_STAT[0])


class Wire(asyncio.Protocol):
    lobbies: ClassVar[dict[bytes, Lobby]] = {}

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.lobby = Lobby()
        self.seat = 0
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\r\n")
        for line in lines:
            self._hear(line)

    def _hear(self, line: bytes) -> None:
        lobby, command = self.lobby, line[:4]
        if command == b"DRAW":
            lobby.draws += 1
            if lobby.draws > MAIN_STACK:
                self.transport.write(b'+DRAW "%"\r\n')
                lobby.say(b"EMPT\r\n")
            else:
                self.transport.write(b"+DRAW 7:YELLOW\r\n")
                lobby.say(_STAT[self.seat])
        elif command == b"PUTT":
            self.transport.write(b"+PUTT t f\r\n")
            lobby.say(_STAT[(self.seat + 1) % SEATS])
        elif command == b"PING":
            self.transport.write(b"+PING\r\n")
        elif command == b"REDY":
            self.transport.write(b"+REDY\r\n")
            lobby.make_ready()
        elif command == b"LOGI":
            self.transport.write(b"+LOGI player\r\n")
        elif command == b"JLOB":
            self.lobby = self.lobbies.setdefault(line, lobby)
            self.seat = len(self.lobby.seats)
            self.lobby.seats.append(self)
            self.transport.write(b'+JLOB t "Joined%"\r\n')


async def serve() -> None:
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stopping.set)
    listening = await loop.create_server(Wire, "127.0.0.1", 0, backlog=1024)
    print(f"tcp://127.0.0.1:{listening.sockets[0].getsockname()[1]}", flush=True)
    await stopping.wait()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
