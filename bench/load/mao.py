"""Clients of the Mao protocol that do the least a client can do, so that the server is what is
measured: players who draw a card and put it on the pile, again and again.
"""

from __future__ import annotations

import asyncio
import json
from time import perf_counter

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.load.mao_texts import DISCARD, DRAW, HAND

TEXT = WSMsgType.TEXT
CLOSE = WSMsgType.CLOSE


class Counts:
    """What all players together have done and heard since it was last set to nothing."""

    def __init__(self) -> None:
        self.running = True
        self.begin()

    def begin(self) -> None:
        self.events = 0
        #: Seconds from sending an action to hearing of it.
        self.took: list[float] = []


class Table:
    """What the clients at one table know of its pile."""

    def __init__(self) -> None:
        #: One card lies there from the start.
        self.pile = 1


class Seated(WSListener):
    """A client that takes a seat, and then only listens."""

    def __init__(self) -> None:
        super().__init__()
        self.uuid = ""
        self.lost = False
        self.socket: WSTransport
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.dealt: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.socket = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == CLOSE:
            self.lost = True
            transport.disconnect()
        elif frame.msg_type == TEXT:
            self.heard(frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.lost = True
        for awaited in (self.seated, self.dealt):
            if not awaited.done():
                awaited.set_exception(ConnectionError("The server has ended the connection."))
                # Nobody may be waiting for it.
                awaited.exception()

    def heard(self, text: bytes) -> None:
        event = json.loads(text)
        if event["name"] == "joinedTable":
            self.uuid = event["data"]["you"]
            self.seated.set_result(None)
        elif event["name"] == "roundStarted" and not self.dealt.done():
            self.dealt.set_result(None)


class Player(Seated):
    """Draws a card and puts it on the pile. Never more than one action is under way."""

    def __init__(self, counts: Counts, table: Table) -> None:
        super().__init__()
        self._counts = counts
        self._table = table
        self._mine = b""
        self._holds_it = False
        self._sent_at = 0.0

    def start(self) -> None:
        # What everybody hears of a player ends with who it was.
        self._mine = b'"by":"%s"}}' % self.uuid.encode()
        self._draw()

    def heard(self, text: bytes) -> None:
        if not self._mine:
            super().heard(text)
            return
        counts = self._counts
        counts.events += 1
        if not text.endswith(self._mine):
            return
        counts.took.append(perf_counter() - self._sent_at)
        if self._holds_it:
            self._table.pile += 1
            self._holds_it = False
            if counts.running:
                self._draw()
        else:
            self._holds_it = True
            self._sent_at = perf_counter()
            self.socket.send(TEXT, DISCARD % (HAND, self._table.pile))

    def _draw(self) -> None:
        self._sent_at = perf_counter()
        self.socket.send(TEXT, DRAW)


async def sit_down(listener: Seated, port: int, number: int, name: str) -> None:
    """Connect, and wait for the seat."""
    url = f"ws://127.0.0.1:{port}/mao?tableID={number}&name={name}"
    await ws_connect(lambda: listener, url, read_buffer_init_size=2048)
    await listener.seated
