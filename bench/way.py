"""The way of an action through the server without sockets and disk: from its text to all four.

Four sessions of the Mao protocol at one free table draw and discard in turn. The journal says at
once that everything is durable, so what is left is ours: codec, session, server, table, rules, the
journal's entry, and what each of the four is told. CPU time of the thread, of seven runs.

example: python -m bench.way
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from bench.load.figures import show
from bench.load.mao_texts import DISCARD, DRAW
from stammtisch.app import App, build_app
from stammtisch.bus.local import LocalBus
from stammtisch.config import AppConfig
from stammtisch.protocols.mao.session import MaoSession
from stammtisch.protocols.session_runner import SessionRunner
from stammtisch.replies import NO_TABLE
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.clock import LoopClock
from stammtisch.vocabulary import Notice, Reply

SEATS = 4
ROUNDS = 1000
RUNS = 7


class Certain(SqliteStore):
    """Whatever is appended is durable at once."""

    def append(self, table: str, entries: Any, done: Callable[[Exception | None], None]) -> None:
        done(None)


class Player(SessionRunner[str]):
    def __init__(self, app: App, name: str) -> None:
        super().__init__(
            MaoSession("127.0.0.1", {"tableID": "40", "name": name}, time.time), _unheard
        )
        self._app = app
        self._peer = app.arrive("127.0.0.1", "mao", self._told)
        self._settle()

    def _told(self, notice: Notice) -> None:
        self.notified(notice)

    def _ask(self, request: Any) -> None:
        self._app.ask(self._peer, request, self._answer)

    def _answer(self, reply: Reply) -> None:
        self.answered(reply)

    def _finish(self) -> None:
        self.stop()


def _unheard(messages: list[str]) -> None:
    pass


async def measure() -> dict[str, float]:
    store = Certain(None)
    app = build_app(store, LocalBus(NO_TABLE), LoopClock(), InlineExecutor(Random(1)), AppConfig())
    await app.open()
    players = []
    for number in range(SEATS):
        players.append(Player(app, f"p{number}"))
        await asyncio.sleep(0.05)
    table = next(app.lobby.runners()).table
    before = table.state.seq
    took = []
    draw, discard = DRAW.decode(), (DISCARD % (0, 0)).decode()
    for _ in range(RUNS):
        began = time.thread_time()
        for number in range(ROUNDS):
            player = players[number % SEATS]
            player.received(draw)
            player.received(discard)
        took.append((time.thread_time() - began) / (2 * ROUNDS) * 1e6)
    if table.state.seq - before != 2 * ROUNDS * RUNS:
        raise SystemExit("Not every action was done.")
    await app.close()
    return {"best µs/action": min(took), "median µs/action": median(took)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    show({"mao": asyncio.run(measure())}, asked.json)


if __name__ == "__main__":
    main()
