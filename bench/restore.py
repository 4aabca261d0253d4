"""How long a table, and a server full of tables, takes to come back from the journal.

Every table stands in the middle of a game of tiles.

example: python -m bench.restore --tables 100 --moves 90
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from random import Random
from time import perf_counter

from bench.load.figures import Value, quantile, show
from stammtisch.app import build_app
from stammtisch.bus.local import LocalBus
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Draw, Put
from stammtisch.games.tiles.tile import Tile
from stammtisch.records import Entry, TableRow
from stammtisch.replies import NO_TABLE
from stammtisch.store.changes import CreateTable
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.settings import Settings
from stammtisch.tables.table import Table

SEATS = 4
SETTINGS = Settings(game="tiles", profile="classic", seats=SEATS)


def played(number: int, moves: int) -> tuple[TableRow, list[Entry]]:
    """A table after so many moves of its first match."""
    wall = time.time()
    secret = number.to_bytes(32, "big")
    row = TableRow(id=f"table{number:04}", game="tiles", number=number, secret=secret, created=wall)
    table, step = Table.opened(row, SETTINGS, os.urandom, 0, wall)
    seats = range(SEATS)
    steps = [step]
    steps += [table.sit(at, f"id{number}-{at}", f"p{number}_{at}", 0, wall) for at in seats]
    steps += [table.ready(at, None, 0, wall) for at in seats]
    match = table.state.match
    assert isinstance(match, TilesMatch)
    for at in range(moves):
        seat = match.mover
        action = put_first(match.racks[seat]) if match.must_put else Draw("main")
        steps.append(table.act(seat, action, at, wall))
    assert table.state.running, "so many moves end the game"
    return row, [entry for step in steps for entry in step.entries]


def put_first(rack: list[Tile | None]) -> Put:
    """As a tiles client does it, with the rack that is left."""
    place, tile = next((at, tile) for at, tile in enumerate(rack) if tile is not None)
    return Put(tile, (*rack[:place], None, *rack[place + 1 :]))


async def fill(path: Path, tables: list[tuple[TableRow, list[Entry]]]) -> None:
    store = SqliteStore(path)
    await store.open()
    for row, entries in tables:
        store.submit(CreateTable(row, entries), lambda error: None)
    await store.close()


async def open_app(path: Path) -> tuple[int, float]:
    """How many tables came back, and in how many seconds."""
    began = perf_counter()
    app = build_app(SqliteStore(path), LocalBus(NO_TABLE), LoopClock(), InlineExecutor(Random(1)))
    await app.open()
    took = perf_counter() - began
    count = len(app.tables())
    await app.close()
    return count, took


def fold(tables: list[tuple[TableRow, list[Entry]]]) -> list[float]:
    """Seconds for each table, without the disk."""
    took = []
    for row, entries in tables:
        began = perf_counter()
        table, _ = Table.restored(row, entries, os.urandom)
        took.append(perf_counter() - began)
        assert table.state.running
    return sorted(took)


async def measure(count: int, moves: int, folder: str | None) -> dict[str, Value]:
    tables = [played(number, moves) for number in range(count)]
    took = fold(tables)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=folder) as data:
        path = Path(data) / "stammtisch.db"
        await fill(path, tables)
        came_back, seconds = await open_app(path)
    return {
        "tables": came_back,
        "entries each": len(tables[0][1]),
        "fold p50 ms": quantile(took, 0.5) * 1000,
        "fold p99 ms": quantile(took, 0.99) * 1000,
        "house open ms": seconds * 1000,
        "ms/table": seconds * 1000 / came_back,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.restore",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=100, help="in the house (100)")
    parser.add_argument("--moves", type=int, default=90, help="played at each, at most 98 (90)")
    parser.add_argument("--folder", help="a folder on the disk to be measured")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    rows = {
        "one table": asyncio.run(measure(1, asked.moves, asked.folder)),
        "a house": asyncio.run(measure(asked.tables, asked.moves, asked.folder)),
    }
    show(rows, asked.json)


if __name__ == "__main__":
    main()
