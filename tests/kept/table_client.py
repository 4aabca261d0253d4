"""A client of `/table` as it was written for version 1 of the protocol. It must not be changed.

It knows no rules: it does what is listed, and passes over what it does not know. It uses nothing of
the server's own code, so that only the wire can break it.

    python table_client.py http://127.0.0.1:8400 tiles
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import secrets
import sys
from typing import Any

import aiohttp

#: Matches as short as each game allows.
OPTIONS: dict[str, dict[str, Any]] = {
    "doppelkopf": {"rounds": 1},
    "tarock": {"deals": 1},
    "mao": {"rounds": 1},
}
#: Seconds before each move: a server ends a connection that says too much.
PAUSE = 0.02
#: After so many moves it leaves: at random, a round of Mao takes long.
MOST_MOVES = 60


class KeptClient:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse, rng: random.Random) -> None:
        self.socket = socket
        self.rng = rng
        self.ids = itertools.count(1)
        self.nonce = secrets.token_hex(16)
        #: The request that has no answer yet, by its id.
        self.waiting: dict[int, str] = {}
        self.accepted = 0
        self.seat: int | None = None
        self.now: dict[str, Any] | None = None
        self.seq = 0
        self.ended: dict[str, Any] | None = None

    async def send(self, type: str, **fields: Any) -> None:
        number = next(self.ids)
        self.waiting[number] = type
        await self.socket.send_str(json.dumps({"type": type, "id": number, **fields}))

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_str())
        asked = self.waiting.pop(message.get("id") or 0, None)
        if message["type"] == "error" and message["code"] != "stale":
            raise RuntimeError(f"{asked} was refused: {message['message']} ({message['code']})")
        if message["type"] == "accepted" and asked == "act":
            self.accepted += 1
        if message["type"] in ("table", "events") and message.get("observation"):
            self.now, self.seq = message["observation"], message["seq"]
        for event in message.get("events", []) if message["type"] == "events" else []:
            await self.happened(event)
        return message

    async def happened(self, event: dict[str, Any]) -> None:
        if event["type"] == "committed":
            await self.send("disclose", nonce=self.nonce)
        elif event["type"] == "ended":
            self.ended = event

    async def until(self, type: str) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["type"] == type:
                return message

    def chosen(self, now: dict[str, Any]) -> dict[str, Any]:
        """Something that is listed; where it is an example of a form, the form filled in."""
        legal = self.rng.choice(now["legal"])
        action = dict(legal["action"])
        for form in now["forms"]:
            if form["number"] != legal["number"]:
                continue
            for field in form["fields"]:
                if field["of"] is None:
                    continue
                count = self.rng.randint(field["least"], min(field["most"], len(field["of"])))
                others = [one for one in field["of"] if one not in field["must"]]
                more = self.rng.sample(others, count - len(field["must"]))
                action[field["name"]] = [*field["must"], *more]
        return action

    async def play(self, game: str) -> dict[str, Any] | None:
        """A match against bots, from the welcome to the end; how it ended, if it has."""
        welcome = await self.until("welcome")
        assert welcome["protocol"] == 1
        info = next(one for one in welcome["games"] if one["name"] == game)
        await self.send("enter", name="kept")
        await self.until("entered")
        await self.send(
            "open",
            game=game,
            profile=info["usual_profile"],
            options=OPTIONS.get(game, {}),
            bots=info["bots"][0],
            fill_after=0,
            follow="views",
        )
        table = await self.until("table")
        self.seat = table["seat"]
        await self.send("ready", hash=hashlib.sha256(self.nonce.encode()).hexdigest())
        while self.ended is None and self.accepted < MOST_MOVES:
            await self.hear()
            now = self.now
            if now is None or "act" in self.waiting.values() or self.ended is not None:
                continue
            if self.seat in now["turn"] and now["legal"]:
                await asyncio.sleep(PAUSE)
                await self.send("act", action=self.chosen(now), seq=self.seq)
        await self.send("leave")
        return self.ended


async def play(url: str, game: str, seed: int = 1) -> tuple[dict[str, Any] | None, int]:
    """How the match ended, if it has, and how often this client has moved."""
    address = url.rstrip("/").replace("http", "ws", 1) + "/table"
    async with aiohttp.ClientSession() as http, http.ws_connect(address) as socket:
        client = KeptClient(socket, random.Random(seed))
        return await client.play(game), client.accepted


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1], sys.argv[2])))
