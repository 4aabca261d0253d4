"""As little as a Mao server can be: the ceiling that the WebSockets and this load generator set.

It sends texts of the same sizes to the same four clients through the same library, but reads no
message, knows no rules and keeps no journal. `python -m bench.load.mao_bare` listens until SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
from collections import defaultdict
from typing import ClassVar
from uuid import uuid4

import uvloop
from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    ws_create_server,
)

from bench.load.mao_texts import HAND
from stammtisch.games.mao.records import Spot
from stammtisch.protocols.mao.messages import Piece, moved, piece

SEATS = 4
TEXT = WSMsgType.TEXT
#: As long as orders and places are in the middle of a run.
ORDER, PLACE = 50_000, 5_000
CARD = 29

_HAND, _DECK, _PILE = Spot("hand"), Spot("deck"), Spot("pile", PLACE)


def _text(event: Piece) -> bytes:
    head, tail = event
    return f"{head}{ORDER}{tail}".encode()


class Wire(WSListener):
    tables: ClassVar[defaultdict[bytes, list[Wire]]] = defaultdict(list)

    def __init__(self, table: bytes) -> None:
        super().__init__()
        self.socket: WSTransport
        self._table = self.tables[table]
        self._others: list[WSTransport] = []
        by = self._uuid = str(uuid4())
        drawn = moved(None, _DECK, _HAND, HAND + 1, by)
        discarded = moved(CARD, _HAND, _PILE, HAND, by)
        #: What the mover and what the others hear of a draw and of a discard.
        self._draw = _text(moved(CARD, _DECK, _HAND, HAND + 1, by)), _text(drawn)
        self._discard = _text(moved(CARD, Spot("hand", HAND), _PILE, HAND, by)), _text(discarded)
        self._draws = True

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.socket = transport
        self._table.append(self)
        transport.send(TEXT, _text(piece("joinedTable", {"you": self._uuid, "others": []})))
        if len(self._table) == SEATS:
            for wire in self._table:
                wire._others = [one.socket for one in self._table if one is not wire]
                wire.socket.send(TEXT, _text(piece("roundStarted", {})))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != TEXT:
            transport.disconnect()
            return
        frame.get_payload_as_bytes()
        mine, theirs = self._draw if self._draws else self._discard
        self._draws = not self._draws
        transport.send(TEXT, mine)
        for other in self._others:
            other.send(TEXT, theirs)


def _wire(request: WSUpgradeRequest) -> Wire:
    # Whatever comes after the table's id is each client's own.
    return Wire(request.path.partition(b"&")[0])


async def serve() -> None:
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stopping.set)
    listening = await ws_create_server(_wire, "127.0.0.1", 0, backlog=1024)
    print(f"tcp://127.0.0.1:{listening.sockets[0].getsockname()[1]}", flush=True)
    await stopping.wait()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
