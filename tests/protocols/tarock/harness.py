"""Clients of the Tarock protocol in a real house, whose clock the test moves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from stammtisch.app import build_app
from stammtisch.bus.strict import StrictBus
from stammtisch.protocols.session_runner import SessionRunner
from stammtisch.protocols.table.session import TableSession
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.encoding import pack, unpack
from stammtisch.vocabulary import Reply, Request
from tests.tables.hand_clock import HandClock

Said = dict[str, Any]

#: A match of one deal: nobody has to wait for the next.
SHORT = {"deals": 1, "pause": 0}


class Client(SessionRunner[str]):
    """A connection. `heard` is everything it was ever sent, `texts` the same as it was sent."""

    def __init__(self, harness: Harness, session: TarockSession | TableSession) -> None:
        super().__init__(session, self._said)
        self._harness = harness
        self.texts: list[str] = []
        self.heard: list[Said] = []
        self._read = 0
        #: Called with each object, as a client that plays does.
        self.listener: Callable[[Said], None] | None = None
        self._peer = harness.app.arrive("192.0.2.1", "tarock", self.notified)
        self._settle()

    def _said(self, messages: list[str]) -> None:
        for message in messages:
            self.texts.append(message)
            self.heard.append(json.loads(message))
            if self.listener is not None:
                self.listener(self.heard[-1])

    def _ask(self, request: Request) -> None:
        self._harness.app.ask(self._peer, request, self._answer)

    def _answer(self, reply: Reply) -> None:
        self.answered(reply)

    def _finish(self) -> None:
        self.hang_up()

    def hang_up(self) -> None:
        self.stop()
        self._harness.app.depart(self._peer)

    # --- the player ------------------------------------------------------------------------------

    def send(self, command: str, **keys: Any) -> None:
        self.received(json.dumps({"command": command, **keys}))

    async def ask(self, command: str, **keys: Any) -> Said:
        """The answer to a command."""
        before = len(self.heard)
        self.send(command, **keys)
        await self._harness.quiet()
        answers = [said for said in self.heard[before:] if said.get("response") == command]
        assert len(answers) == 1, self.heard[before:]
        return answers[0]

    def taken(self) -> list[Said]:
        """What came since this was last asked."""
        new, self._read = self.heard[self._read :], len(self.heard)
        return new

    def events(self, name: str) -> list[Said]:
        return [said for said in self.heard if said.get("event") == name]

    @property
    def user_id(self) -> str:
        user_id: str = self.heard[0]["user_id"]
        return user_id


class Harness:
    def __init__(self, path: Path | None, seed: int) -> None:
        self.clock = HandClock()
        self._random = Random(seed)
        self.app = build_app(
            SqliteStore(path),
            StrictBus(NO_TABLE, pack, unpack),
            self.clock,
            InlineExecutor(Random(seed)),
            random_bytes=self._random.randbytes,
        )
        self.clients: list[Client] = []

    def _time_ns(self) -> int:
        return int(self.clock.wall() * 1_000_000_000)

    async def come(self, **query: str) -> Client:
        session = TarockSession(
            "192.0.2.1", query, self._time_ns, self._random.randbytes, self.clock.now
        )
        return await self._let_in(Client(self, session))

    async def come_to_table(self) -> Client:
        """A client of our own protocol."""
        return await self._let_in(Client(self, TableSession("192.0.2.1")))

    async def _let_in(self, client: Client) -> Client:
        self.clients.append(client)
        await self.quiet()
        return client

    async def room(
        self, *names: str, options: dict[str, Any] | None = None, **keys: Any
    ) -> list[Client]:
        """These in one room; the first is its owner."""
        clients = [await self.come(name=name) for name in names]
        keys = {"name": "Miza", "options": options or SHORT, **keys}
        made = await clients[0].ask("lobby.room.create", **keys)
        for client in clients[1:]:
            joined = await client.ask("lobby.room.join", room_id=made["room"]["id"])
            assert "error" not in joined, joined
        return clients

    async def start(self, clients: list[Client]) -> None:
        answer = await clients[0].ask("lobby.game.start")
        assert answer == {"response": "lobby.game.start"}
        for client in clients[1:]:
            state = client.events("lobby.game.start")[-1]["state"]
            answer = await client.ask("lobby.player.ready", state=state)
            assert answer == {"response": "lobby.player.ready"}

    async def quiet(self) -> None:
        """Wait until nobody waits for anything."""
        for _ in range(20_000):
            await asyncio.sleep(0)
            counts = self.app.counts()
            waits = counts.waiting or any(one.busy and not one._closed for one in self.clients)
            if not waits and not self.app._tasks:
                return
            await asyncio.sleep(0.0005)
        raise AssertionError("the house is never quiet")

    async def pass_time(self, milliseconds: int, step: int = 1000) -> None:
        """Everybody is ticked once in a step, and when it is due."""
        for _ in range(0, milliseconds, step):
            self.clock.advance(step)
            for client in self.clients:
                client.tick(self.clock.now())
                due = client.session.due
                if due is not None and due < self.clock.now() + 2_000:
                    self.clock.call_at(due, partial(client.tick, due))
            await self.quiet()


@asynccontextmanager
async def harness(path: Path | None = None, seed: int = 4) -> AsyncIterator[Harness]:
    one = Harness(path, seed)
    await one.app.open()
    try:
        yield one
    finally:
        await one.app.close()
