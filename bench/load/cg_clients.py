"""Clients of cg for the load: they read packets, make the cards, and play what follows.

They know as little of Doppelkopf as will do: everybody is healthy, nobody calls, and in a normal
game one follows. Solos are switched off, so that every game is one.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

import msgspec

_HEAD = struct.Struct(">IIH")
AUTH, CREATE, CHANGE, READY, INVITE, ACCEPT = 66, 69, 71, 72, 73, 74
START, QUESTION, ANNOUNCE, INTENT, TRANSFER, TURN, ROUND = 77, 81, 82, 83, 84, 86, 88
JOIN, MESSAGE, HANDSHAKE, VERSION = 70, 68, 3, 64

_decode = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode


class Rounds:
    """What all clients have played together."""

    def __init__(self) -> None:
        self.finished = 0
        self.packets = 0
        self.refused = 0
        self.took: list[float] = []
        self.over = asyncio.Event()
        self._wanted = 0

    def expect(self, count: int) -> None:
        self.finished = self.packets = 0
        self.took.clear()
        self.over.clear()
        self._wanted = count

    def ended(self) -> None:
        self.finished += 1
        if self.finished >= self._wanted:
            self.over.set()


def _kind(value: str) -> str:
    trump = value == "h10" or value[0] == "d" or value[1] in "qj"
    return "trump" if trump else value[0]


class Client(asyncio.Protocol):
    """`counts` is true of one client at each table: it counts the rounds."""

    def __init__(self, rounds: Rounds, counts: bool) -> None:
        self._rounds = rounds
        self._counts = counts
        self._rest = b""
        self.uuid = ""
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._cards = 0
        self._hand: dict[str, str] = {}
        self._own = ""
        self._led: str | None = None
        self._played_at = 0.0
        self.playing = True

    # --- the wire ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.send(2, conntype="classic")

    def send(self, number: int, **body: Any) -> None:
        packed = _encode(body)
        self.transport.write(_HEAD.pack(6 + len(packed), number, 0) + packed)

    async def heard(self, number: int) -> dict[str, Any]:
        """The next packet of that kind."""
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        async with asyncio.timeout(30):
            return await waiting

    def data_received(self, data: bytes) -> None:
        rest, at = self._rest + data, 0
        while len(rest) - at >= 10:
            length, number, flags = _HEAD.unpack_from(rest, at)
            if len(rest) - at < 4 + length:
                break
            if not flags:
                self._rounds.packets += 1
                self._take(number, _decode(rest[at + 10 : at + 4 + length]))
            at += 4 + length
        self._rest = rest[at:]

    def _take(self, number: int, body: dict[str, Any]) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is not None:
            waiting.set_result(body)
        handler = _HANDLERS.get(number)
        if handler is not None:
            handler(self, body)

    # --- playing -------------------------------------------------------------------------------

    def _handshake(self, body: dict[str, Any]) -> None:
        self.send(4, success=True)
        self.send(VERSION, protoversion=1, semver="0.3.2-dev", flavor="vanilla")

    def _round(self, body: dict[str, Any]) -> None:
        if "player_list" in body:
            self._own = f"hand{body['player_list'].index(self.uuid)}"
            self._cards, self._hand, self._led = 0, {}, None
        phase = body.get("phase")
        if phase == "w_for_ready":
            self.send(ANNOUNCE, type="ready", announcer=self.uuid)
        elif phase == "end":
            if self._counts:
                self._rounds.ended()
            if self.playing:
                self.send(ANNOUNCE, type="continue_yes", announcer=self.uuid)

    def _transfer(self, body: dict[str, Any]) -> None:
        source, target = body["from_slot"], body["to_slot"]
        if source is None:
            self._cards += 1
            if self._cards == 48:
                self.send(START)
        elif target == self._own:
            self._hand[body["card_id"]] = body["card_value"]
        elif target == "table":
            self._led = self._led or body["card_value"]
            if source == self._own:
                self._rounds.took.append(perf_counter() - self._played_at)
                del self._hand[body["card_id"]]
        elif source == "table":
            self._led = None

    def _question(self, body: dict[str, Any]) -> None:
        self.send(ANNOUNCE, type=f"{body['type']}_no", announcer=self.uuid)

    def _turn(self, body: dict[str, Any]) -> None:
        if body["current_player"] != self.uuid:
            return
        led = self._led and _kind(self._led)
        follows = (card for card, value in self._hand.items() if _kind(value) == led)
        self._played_at = perf_counter()
        self.send(INTENT, intent="play", card=next(follows, None) or next(iter(self._hand)))

    def _message(self, body: dict[str, Any]) -> None:
        self._rounds.refused += body["type"] == "warn"


_HANDLERS: dict[int, Callable[[Client, dict[str, Any]], None]] = {
    HANDSHAKE: Client._handshake,
    ROUND: Client._round,
    TRANSFER: Client._transfer,
    QUESTION: Client._question,
    TURN: Client._turn,
    MESSAGE: Client._message,
}


async def seat_four(port: int, number: int, rounds: Rounds) -> list[Client]:
    """Four at a table of their own, ready to begin."""
    loop = asyncio.get_running_loop()
    clients = []
    for seat in range(4):
        first = seat == 0

        def client(counts: bool = first) -> Client:
            return Client(rounds, counts)

        _, one = await loop.create_connection(client, "127.0.0.1", port)
        await one.heard(VERSION)
        one.send(AUTH, username=f"t{number}_{seat}", pwd="password", create=True)
        one.uuid = (await one.heard(AUTH))["uuid"]
        clients.append(one)
    host = clients[0]
    host.send(CREATE, game="doppelkopf", variant="c")
    await host.heard(JOIN)
    host.send(CHANGE, gamerules={"dk.solos": [], "dk.wedding": None})
    for seat, one in enumerate(clients[1:], start=1):
        host.send(INVITE, username=f"t{number}_{seat}")
        invited = await one.heard(INVITE)
        lobby, inviter = invited["lobby_id"], invited["inviter"]
        one.send(ACCEPT, accepted=True, lobby_id=lobby, inviter=inviter)
        await one.heard(JOIN)
    return clients
