"""Stores with finished matches in them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from stammtisch import requests
from stammtisch.protocols.table import messages as wire
from stammtisch.store.sqlite import SqliteStore
from stammtisch.terminal.guest import Guest, JoinPlan, TableTransport
from stammtisch.terminal.local import LocalTransport, open_app

OPENING = requests.Open(game="tiles", profile="classic", bots="easy", fill_after=0.0)


class Player:
    """A guest who always does the first thing that is legal, for so many matches."""

    def __init__(self, line: TableTransport, matches: int) -> None:
        async def connect() -> TableTransport:
            return line

        self.guest = Guest(connect, JoinPlan("Ada", OPENING, new=True), self._hear, lambda _: None)
        self._left = matches
        self._tasks: set[asyncio.Task[None]] = set()

    def _hear(self, tell: wire.Tell) -> None:
        match tell:
            case wire.Table():
                self._send(requests.Ready())
            case wire.Events():
                for event in tell.events:
                    if event["type"] == "status" and event["turn"] == 0:
                        self._send(requests.AskActions())
                    elif event["type"] == "ended":
                        self._left -= 1
                        self._send(requests.Ready() if self._left else None)
            case wire.Actions() if tell.legal:
                self._send(requests.Act(action=tell.legal[0].action))
            case _:
                pass

    def _send(self, ask: Any) -> None:
        doing = self.guest.leave() if ask is None else self.guest.ask(ask)
        task = asyncio.get_running_loop().create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _fill(path: Path, matches: int, seed: int) -> None:
    app = await open_app(seed, 0, SqliteStore(path, synchronous="NORMAL"))
    await Player(LocalTransport(app), matches).guest.attend()
    await app.close()


def fill_store(folder: Path, matches: int = 1, seed: int = 1) -> None:
    """Play so many matches of tiles, one guest against three bots, and archive them."""
    folder.mkdir(exist_ok=True)
    asyncio.run(_fill(folder / "stammtisch.db", matches, seed))
