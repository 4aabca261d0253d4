"""Clients of the Mao protocol in a real house, whose clock the test moves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from stammtisch.app import build_app
from stammtisch.bus.local import LocalBus
from stammtisch.games.games import GAMES
from stammtisch.games.mao.match import MAO
from stammtisch.protocols.mao.session import MaoSession, Memory, lobbies
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.vocabulary import Notice, Reply
from tests.protocols.mao.mirror import Mirror
from tests.tables.hand_clock import HandClock

DECK = {"source": "deck"}
HAND = {"source": "hand"}


def pile(index: int) -> dict[str, Any]:
    return {"source": "pile", "pileIndex": 0, "cardIndex": index}


def hand(index: int) -> dict[str, Any]:
    return {"source": "hand", "cardIndex": index}


class Client:
    """Does what a connection does, and knows of its game what the protocol tells."""

    def __init__(self, harness: Harness, **query: str) -> None:
        self._harness = harness
        self.session = MaoSession("192.0.2.1", query, harness.clock.wall, harness.memory)
        self._peer = harness.app.arrive("192.0.2.1", "mao", self._notified)
        self._backlog: list[str] = []
        self.busy = False
        self.closed: tuple[int | None, str] | None = None
        self.gone = False
        self.events: list[dict[str, Any]] = []
        self.extended = query.get("ext") == "1"
        self._read = 0
        self._settle()

    # --- the connection --------------------------------------------------------------------------

    def _notified(self, notice: Notice) -> None:
        if not self.gone:
            self.session.notified(notice)
            self._settle()

    def _answered(self, reply: Reply) -> None:
        self.busy = False
        if not self.gone:
            self.session.answered(reply)
            self._settle()

    def _settle(self) -> None:
        texts, self.session.outbox = self.session.outbox, []
        self.events += [json.loads(text) for text in texts]
        if self.session.closing is not None:
            self.closed = self.session.close_code, self.session.closing
            self.hang_up()
            return
        asking, self.session.asking = self.session.asking, None
        if asking is not None:
            self.busy = True
            self._harness.app.ask(self._peer, asking, self._answered)
        elif self._backlog and not self.busy:
            self.session.receive(self._backlog.pop(0))
            self._settle()

    def hang_up(self) -> None:
        if not self.gone:
            self.gone = True
            self._harness.app.depart(self._peer)

    # --- the player ------------------------------------------------------------------------------

    def send(self, name: str, *args: Any) -> None:
        message = {"type": "action", "name": name} | ({"args": args[0]} if args else {})
        self._backlog.append(json.dumps(message))
        if not self.busy:
            self._settle()

    def move(self, source: dict[str, Any], target: dict[str, Any]) -> None:
        self.send("moveCard", {"from": source, "to": target})

    def taken(self) -> list[tuple[Any, ...]]:
        """What came since this was last asked: order, name and data (if any) of each event."""
        new, self._read = self.events[self._read :], len(self.events)
        return [
            (event["order"], event["name"], *([event["data"]] if "data" in event else []))
            for event in new
        ]

    def told(self) -> list[tuple[Any, ...]]:
        return [event[1:] for event in self.taken()]

    @property
    def uuid(self) -> str:
        you: str = self.events[0]["data"]["you"]
        return you


class Harness:
    def __init__(self) -> None:
        self.clock = HandClock()
        self.memory = Memory()
        self.app = build_app(
            SqliteStore(None),
            LocalBus(NO_TABLE),
            self.clock,
            InlineExecutor(Random(1)),
            random_bytes=Random(4).randbytes,
        )
        self.clients: list[Client] = []

    async def come(self, **query: str) -> Client:
        client = Client(self, **query)
        self.clients.append(client)
        await self.quiet()
        return client

    async def seat(self, number: int, players: int, **query: str) -> list[Client]:
        return [await self.come(tableID=str(number), **query) for _ in range(players)]

    async def quiet(self) -> None:
        """Wait until nobody waits for anything."""
        for _ in range(5000):
            await asyncio.sleep(0.001)
            counts = self.app.counts()
            waits = counts.waiting or any(one.busy and not one.gone for one in self.clients)
            if not waits and not self.app._tasks:
                return
        raise AssertionError("the house is never quiet")

    async def pass_time(self, milliseconds: int) -> None:
        self.clock.advance(milliseconds)
        await self.quiet()

    def lobbies(self) -> dict[str, dict[str, int]]:
        return lobbies(self.app.tables("mao"), self.app.lobby.taken_numbers("mao"))


@asynccontextmanager
async def open_harness() -> AsyncIterator[Harness]:
    """At the end, the original client must have been able to follow what its likes were told."""
    with patch.dict(GAMES, mao=MAO):
        harness = Harness()
        await harness.app.open()
        try:
            yield harness
            for client in harness.clients:
                if not client.extended:
                    Mirror.follows(client.events)
        finally:
            await harness.app.close()
