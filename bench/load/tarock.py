"""Clients of the Tarock protocol that do the least a client can do, so that the server is what is
measured: they bid little, announce nothing, and play the first card that they may.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

TEXT = WSMsgType.TEXT
CLOSE = WSMsgType.CLOSE

_PLAYED = b'{"event":"game.tarock.play.next"'
_ANSWER = b'{"response":"game.'
_VALID = b'"valid_cards":["'
_NEVER = ("T1", "T21", "TS")


class Counts:
    """What all players together have done and heard since it was last set to nothing."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.deals = 0
        self.texts = 0
        self.refused = 0
        #: Seconds from sending a command to its answer.
        self.took: list[float] = []


class Player(WSListener):
    def __init__(self, counts: Counts, rng: Random) -> None:
        super().__init__()
        self._counts = counts
        self._rng = rng
        self._hand: list[str] = []
        self._piles: list[list[str]] = []
        self._seat = -1
        self._sent_at = 0.0
        self.lost = False
        self.socket: WSTransport
        #: What came before the first deal, one after the other.
        self._lobby: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    # --- the connection --------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.socket = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == CLOSE:
            self.lost = True
            transport.disconnect()
        elif frame.msg_type == TEXT:
            self._heard(frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.lost = True

    def send(self, command: str, **keys: Any) -> None:
        self._sent_at = perf_counter()
        self.socket.send(TEXT, json.dumps({"command": command, **keys}).encode())

    async def until(self, kind: str, name: str) -> dict[str, Any]:
        """Wait for a response or an event of the lobby."""
        while True:
            said = await self._lobby.get()
            if said.get(kind) == name:
                if "error" in said:
                    raise SystemExit(f"The server refused: {said}")
                return said

    # --- the game --------------------------------------------------------------------------------

    def _heard(self, text: bytes) -> None:
        counts = self._counts
        counts.texts += 1
        # By far the most texts are cards of somebody, most of them for somebody else's turn.
        if text.startswith(_PLAYED):
            at = text.find(_VALID)
            if at >= 0:
                self._play(text, at)
        elif text.startswith(_ANSWER):
            counts.took.append(perf_counter() - self._sent_at)
            counts.refused += b'"error"' in text
        else:
            self._told(json.loads(text))

    def _play(self, text: bytes, at: int) -> None:
        start = at + len(_VALID)
        card = text[start : text.index(b'"', start)]
        self._sent_at = perf_counter()
        self.socket.send(TEXT, b'{"command":"game.tarock.play","card":"%s"}' % card)

    def _told(self, said: dict[str, Any]) -> None:
        name = said.get("event", "")
        if not name.startswith("game."):
            self._lobby.put_nowait(said)
        elif "valid_bids" in said:
            self.send("game.tarock.bid", contract=self._bid(said["valid_bids"]))
        elif "valid_bonuses" in said:
            self.send("game.tarock.announce", bonuses=[])
        elif "valid_cards" in said:
            self.send("game.tarock.play", card=said["valid_cards"][0])
        elif name == "game.tarock.deal":
            self._seat, self._hand = said["id"], said["hand"]
        elif name == "game.tarock.talon":
            self._piles = said["piles"]
        elif name == "game.tarock.callking.start" and said["player_id"] == self._seat:
            self.send("game.tarock.callking", suit="C")
        elif name == "game.tarock.exchange.start" and said["player_id"] == self._seat:
            self.send("game.tarock.exchange", picked=0, cards=self._laid_down(self._piles[0]))
        elif name == "game.tarock.result" and self._seat == 0:
            self._counts.deals += 1

    def _bid(self, valid: list[str]) -> str:
        if "pass" in valid and self._rng.random() < 0.8:
            return "pass"
        return next((word for word in ("three", "two", "one") if word in valid), valid[0])

    def _laid_down(self, pile: list[str]) -> list[str]:
        held = [*self._hand, *pile]
        plain = [card for card in held if card[0] != "T" and card[1] != "K"]
        taroks = [card for card in held if card[0] == "T" and card not in _NEVER]
        return [*plain, *taroks][: len(pile)]


async def seat(port: int, name: str, players: Sequence[Player], deals: int) -> None:
    """Lead four to a room of their own, and let them begin."""
    for at, player in enumerate(players):
        url = f"ws://127.0.0.1:{port}/tarock?name={name}_{at}"
        await ws_connect(lambda player=player: player, url, read_buffer_init_size=4096)
        await player.until("event", "lobby.session")
    owner, *others = players
    owner.send("lobby.room.create", name=name, options={"deals": deals, "pause": 0})
    room = (await owner.until("response", "lobby.room.create"))["room"]
    for player in others:
        player.send("lobby.room.join", room_id=room["id"])
        await player.until("response", "lobby.room.join")
    owner.send("lobby.game.start")
    await owner.until("response", "lobby.game.start")
    for player in others:
        state = (await player.until("event", "lobby.game.start"))["state"]
        player.send("lobby.player.ready", state=state)
        await player.until("response", "lobby.player.ready")
