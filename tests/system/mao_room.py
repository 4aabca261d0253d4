"""A recorded session of Mao: what several clients did and were told, event by event.

    == what it is about
    A ! comes to /?tableID=20
    A < #0 joinedTable {"you":"A","others":[]}
    A > talk "hi"
    A < #1 playerTalked {"quote":"hi","by":"A","timestamp":"now"}
    A ! throws 6 cards away
    A < #4 to #9 cardMoved
    A ! goes
    the house ! waits 10000 ms
    the house ! lists 20
    the house < {"numPlayers":0,"maxPlayers":3}

After everything that somebody does come all events that this made the server send. Players' uuids
are written as the clients' letters, cards as their values, and the present as "now". The house
deals from a fixed seed, so every card is the same each time, and its clock moves only where the
recording says so.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import aiohttp

from stammtisch.app import App, build_app
from stammtisch.bus.strict import StrictBus
from stammtisch.config import AppConfig, Timings
from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.encoding import pack, unpack
from stammtisch.tables.settings import Settings as TableSettings
from tests.system.mao_client import DECK, MaoClient, hand
from tests.system.serving import until
from tests.tables.hand_clock import HandClock

SEED = 20261115
HOUSE = "the house"
#: Milliseconds that a test may take, and an event's timestamp be behind the present.
LATELY = 120_000


class Line(NamedTuple):
    who: str
    #: ">" said, "<" heard, "!" done.
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{self.who} {self.mark} {self.text}"


def read(path: Path) -> dict[str, list[list[Line]]]:
    """The sessions by title: each thing that is done, with what is heard after it."""
    sessions: dict[str, list[list[Line]]] = {}
    acts: list[list[Line]] = []
    for text in path.read_text().splitlines():
        if text.startswith("== "):
            sessions[text[3:]] = acts = []
        elif text and not text.startswith("#"):
            who, mark, rest = _split(text)
            if mark == "<":
                acts[-1].append(Line(who, mark, rest))
            else:
                acts.append([Line(who, mark, rest)])
    return sessions


def _split(text: str) -> tuple[str, str, str]:
    where, mark = min((text.find(f" {mark} "), mark) for mark in "><!" if f" {mark} " in text)
    return text[:where], mark, text[where + 3 :]


class Room:
    """A server with its clients, in one process; the clock is the test's."""

    def __init__(self, server: Server, app: App, clock: HandClock) -> None:
        self.server = server
        self.app = app
        self.clock = clock
        self.clients: dict[str, MaoClient] = {}

    @property
    def port(self) -> int:
        return self.server.addresses.web

    async def come(self, name: str, path: str) -> MaoClient:
        self.clients[name] = client = await MaoClient.come(self.port, path)
        await self.quiet()
        return client

    async def go(self, name: str) -> None:
        await self.clients.pop(name).go()
        await until(lambda: len(self.server.registry.connections()) <= len(self.clients))
        await self.quiet()

    async def wait(self, milliseconds: int) -> None:
        self.clock.advance(milliseconds)
        await self.quiet()

    async def lobbies(self) -> dict[str, dict[str, int]]:
        url = f"http://127.0.0.1:{self.port}/lobbies"
        async with aiohttp.ClientSession() as http, http.get(url) as answer:
            assert (answer.status, answer.content_type) == (200, "application/json")
            listed: dict[str, dict[str, int]] = await answer.json()
            return listed

    async def quiet(self) -> None:
        """Everything that was sent has had its effect, and everybody has heard of it."""
        for _ in range(2):
            for client in list(self.clients.values()):
                await client.hear_all()
            await until(self._is_quiet)

    def _is_quiet(self) -> bool:
        idle = not any(link.busy for link in self.server.registry.connections())
        return idle and not self.app.counts().waiting and not self.app._tasks


class Recording:
    """Does what a recorded session says, and writes down what is heard."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._notices: dict[str, str] = {}

    async def do(self, act: Line) -> list[Line]:
        """Do what the line says; all that is heard then."""
        room, who, text = self._room, act.who, act.text
        answers: list[Line] = []
        if who == HOUSE:
            answers = await self._do_in_house(text)
        elif text == "goes":
            await room.go(who)
        elif text.startswith("comes to "):
            client = await room.come(who, text.removeprefix("comes to "))
            if client.events:
                self._notices[client.uuid] = who
        elif text.startswith("throws "):
            for _ in range(int(text.split(" ")[1])):
                await room.clients[who].move(hand(0), DECK)
            await room.quiet()
            return [self._thrown(name) for name in sorted(room.clients)]
        else:
            await self._say(room.clients[who], text)
        await room.quiet()
        told = [line for name in sorted(room.clients) for line in self._told(name)]
        return answers + told

    async def _say(self, client: MaoClient, text: str) -> None:
        name, _, rest = text.partition(" ")
        args = [json.loads(rest)] if rest else []
        if name == "accuse":
            uuids = {letter: uuid for uuid, letter in self._notices.items()}
            args = [uuids.get(args[0], args[0])]
        await client.send(name, *args)

    async def _do_in_house(self, text: str) -> list[Line]:
        verb, what, *rest = text.split(" ")
        if verb == "waits":
            await self._room.wait(int(what))
            return []
        if verb == "opens":
            # As through another protocol; rounds are the only option that a free table has.
            options: dict[str, Any] = {"rounds": int(rest[-1])}
            settings = TableSettings(
                game="mao", profile="free", options=options, seats=3, leaver="out"
            )
            self._room.app.lobby.open_table(settings, int(what))
            return []
        assert verb == "lists"
        lobby = (await self._room.lobbies()).get(what)
        return [Line(HOUSE, "<", "nothing" if lobby is None else _json(lobby))]

    def _thrown(self, name: str) -> Line:
        """What is heard of several cards, in short."""
        events = self._room.clients[name].taken()
        (kind,) = {event["name"] for event in events}
        return Line(name, "<", f"#{events[0]['order']} to #{events[-1]['order']} {kind}")

    def _told(self, name: str) -> list[Line]:
        client = self._room.clients[name]
        lines = [Line(name, "<", self._written(event)) for event in client.taken()]
        if client.closed is not None:
            code, reason = client.closed
            lines.append(Line(name, "<", f"close {code} {reason}".rstrip()))
            del self._room.clients[name]
        return lines

    def _written(self, event: dict[str, Any]) -> str:
        assert event.pop("type") == "event"
        name, order = event.pop("name"), event.pop("order")
        data = f" {_json(self._plain(event.pop('data')))}" if "data" in event else ""
        assert not event, "an event has no other keys"
        return f"#{order} {name}{data}"

    def _plain(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._notices.get(value, value)
        if isinstance(value, list):
            return [self._plain(one) for one in value]
        if isinstance(value, dict):
            if value.keys() == {"value", "rank", "suit"}:
                assert value["value"] == value["suit"] * 13 + value["rank"] in range(52)
                return value["value"]
            return {key: self._plain(one) for key, one in value.items()}
        if isinstance(value, int) and abs(time.time() * 1000 - value) < LATELY:
            return "now"
        return value


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@asynccontextmanager
async def room(path: Path | None = None, bot_pace: int = 800) -> AsyncIterator[Room]:
    """A room whose journal is in memory, or in the file."""
    clock = HandClock()
    app = build_app(
        SqliteStore(path),
        StrictBus(NO_TABLE, pack, unpack),
        clock,
        InlineExecutor(Random(SEED)),
        AppConfig(timings=Timings(bot_pace=bot_pace)),
        random_bytes=Random(SEED).randbytes,
    )
    await app.open()
    server = Server(
        Settings(port="auto", tiles_port="off", cg_port="off", rate=0, drain_seconds=0), app
    )
    await server.start()
    one = Room(server, app, clock)
    try:
        yield one
    finally:
        for client in one.clients.values():
            await client.go()
        await server.stop()
