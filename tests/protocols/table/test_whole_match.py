"""A client that knows nothing but the protocol plays a match against bots in a real house."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs

from stammtisch.app import App, build_app
from stammtisch.bus.strict import StrictBus
from stammtisch.config import AppConfig, Timings
from stammtisch.protocols.table.messages import TELLS
from stammtisch.protocols.table.schema import json_schema
from stammtisch.protocols.table.session import TableSession
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.encoding import pack, unpack
from stammtisch.tables.fairness import keeps_commitment
from stammtisch.vocabulary import Notice, Reply

CHECKS = {
    tell.__struct_config__.tag: jsonschema_rs.Draft202012Validator(json_schema(tell))
    for tell in TELLS
}


class Client:
    def __init__(self, app: App) -> None:
        self._app = app
        self._session = TableSession("192.0.2.1")
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._peer = app.arrive("192.0.2.1", "table", self._notified)
        self._settle()

    def _notified(self, notice: Notice) -> None:
        self._session.notified(notice)
        self._settle()

    def _answered(self, reply: Reply) -> None:
        self._session.answered(reply)
        self._settle()

    def _settle(self) -> None:
        texts, self._session.outbox = self._session.outbox, []
        for text in texts:
            message = json.loads(text)
            CHECKS[message["type"]].validate(message)
            self._inbox.put_nowait(message)
        asking, self._session.asking = self._session.asking, None
        if asking is not None:
            self._app.ask(self._peer, asking, self._answered)

    def send(self, **message: Any) -> None:
        self._session.receive(json.dumps(message))
        self._settle()

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self._inbox.get(), 30)

    async def until(self, type: str) -> dict[str, Any]:
        while True:
            message = await self.next()
            assert message["type"] != "error", message
            if message["type"] == type:
                return message

    def hang_up(self) -> None:
        self._app.depart(self._peer)


@asynccontextmanager
async def open_app(folder: Path) -> AsyncIterator[App]:
    app = build_app(
        SqliteStore(folder / "house.db"),
        StrictBus(NO_TABLE, pack, unpack),
        LoopClock(),
        InlineExecutor(Random(1)),
        AppConfig(timings=Timings(bot_pace=0)),
    )
    await app.open()
    yield app
    await app.close()


async def at_own_table(app: App, **options: Any) -> tuple[Client, dict[str, Any], str]:
    client = Client(app)
    client.send(type="enter", name="Ada")
    token = (await client.until("entered"))["token"]
    client.send(
        type="open", game="tiles", profile="classic", bots="random", fill_after=0, **options
    )
    return client, await client.until("table"), token


async def test_a_match_from_open_to_ended(tmp_path: Path) -> None:
    rng = Random(7)
    async with open_app(tmp_path) as app:
        client, table, _ = await at_own_table(app)
        nonce = "00ff" * 8
        client.send(type="ready", hash=hashlib.sha256(nonce.encode()).hexdigest())
        await client.until("accepted")
        told: list[dict[str, Any]] = []
        while "ended" not in {event["type"] for event in told}:
            message = await client.until("events")
            told += message["events"]
            if any(event["type"] == "committed" for event in message["events"]):
                client.send(type="disclose", nonce=nonce)
            turns = [event["turn"] for event in message["events"] if event["type"] == "status"]
            if turns and turns[-1] == table["seat"]:
                client.send(type="actions")
                legal = (await client.until("actions"))["legal"]
                client.send(type="act", action=rng.choice(legal)["action"])
    revealed = next(event for event in told if event["type"] == "revealed")
    secret = bytes.fromhex(revealed["secret"])
    assert keeps_commitment(table["commitment"], secret, revealed["round"])
    started = next(event for event in told if event["type"] == "started")
    assert started["nonces"][0] == nonce
    assert started["nonces_from"] == ["commitment", "server", "server", "server"]


async def test_a_lost_connection_misses_nothing(tmp_path: Path) -> None:
    async with open_app(tmp_path) as app:
        first, table, token = await at_own_table(app)
        name, seen = table["table"]["id"], table["seq"]
        for _ in range(3):
            await first.until("events")
        first.hang_up()
        again = Client(app)
        again.send(type="resume", token=token)
        assert (await again.until("entered"))["name"] == "Ada"
        again.send(type="join", table=name, since=seen)
        missed = await again.until("missed")
        assert (missed["seat"], missed["back"]) == (table["seat"], True)
        events = [event for batch in missed["batches"] for event in batch["events"]]
        assert [event["type"] for event in events] == ["sat"] * 3
        assert missed["batches"][-1]["seq"] == missed["seq"]


async def test_a_since_from_the_future_gets_the_whole_table(tmp_path: Path) -> None:
    async with open_app(tmp_path) as app:
        client, table, _ = await at_own_table(app)
        client.send(type="join", table=table["table"]["id"], since=10_000)
        assert (await client.until("table"))["seat"] == table["seat"]
