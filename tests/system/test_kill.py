"""Killed at any moment, a house comes back with all that it acknowledged, and nothing by halves.

There are a few houses, so that they can be tested at the same time. In each, one data file is
carried through all lives: each child takes the tables up where the last one was
killed, and plays on. After each kill the journal and the archive are compared with every report.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import select
import signal
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec
import pytest

from stammtisch.games.tiles.match import TilesMatch
from stammtisch.records import Entry, TableRow
from stammtisch.store.connections import locked
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.entries import root_hash
from stammtisch.tables.record import MatchRecord, read_record, verify
from stammtisch.tables.table import Table
from tests.properties import often
from tests.system.doomed_house import SEATS, TABLES, Failure, Report, child

HOUSES = 3
#: In each of the houses.
KILLS = often(24)
PATIENCE = 60.0
#: A life ends before the house is open or people are in, in the first moment of play, or after
#: some moves; and always a little later than that.
LONGEST_START = 0.2
LONGEST_MOMENT = 0.002
MOST_MOVES = 60


def kill_after(moves: int, seconds: float, path: Path, seed: int) -> list[Report]:
    """Let a child make so many moves, and live so much longer; everything it reported."""
    listen, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(listen)
        child(path, tell, seed)
    os.close(tell)
    heard = b""
    given_up = time.monotonic() + PATIENCE
    while heard.count(b'"own":true') < moves and time.monotonic() < given_up:
        heard += os.read(listen, 1 << 16)
        assert b'"trace"' not in heard, heard.decode()
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([listen], [], [], left)[0]:
            part = os.read(listen, 1 << 16)
            heard += part
            assert part, heard.decode()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while part := os.read(listen, 1 << 16):
        heard += part
    os.close(listen)
    # A line that was cut off in the middle was told, but cannot be read.
    return [_report(line) for line in heard.split(b"\n")[:-1]]


def _report(line: bytes) -> Report:
    told: Report | Failure
    if b'"trace"' in line:
        told = msgspec.json.decode(line, type=Failure)
        raise AssertionError(told.trace)
    told = msgspec.json.decode(line, type=Report)
    return told


@dataclass
class Ledger:
    """All entries of one table that were ever found, in its journal or in the archive."""

    row: TableRow
    entries: list[Entry] = field(default_factory=list)
    #: Sequence numbers at which a chapter begins.
    chapters: list[int] = field(default_factory=list)

    def add(self, found: list[Entry]) -> None:
        """What was found before is still the same, and what is new follows it."""
        for entry in found:
            if entry.seq <= len(self.entries):
                assert self.entries[entry.seq - 1] == entry
                continue
            assert entry.seq == len(self.entries) + 1
            previous = self.entries[-1].hash if self.entries else root_hash(self.row.id)
            assert entry.hash == hashlib.sha256(previous + entry.payload).digest()
            self.entries.append(entry)
            if entry.payload.startswith(b'{"kind":"open"'):
                self.chapters.append(entry.seq)

    def at(self, seq: int) -> Table:
        """The table as it was at that sequence number."""
        begin = max(one for one in self.chapters if one <= seq)
        table, _ = Table.restored(self.row, self.entries[begin - 1 : seq], os.urandom)
        return table


@dataclass
class Books:
    """What the parent knows of the whole house."""

    ledgers: dict[int, Ledger] = field(default_factory=dict)
    archived: set[str] = field(default_factory=set)

    async def read(self, path: Path) -> None:
        # The writer process of a killed house may still be writing what it had been given.
        with locked(path):
            await self._read(path)

    async def _read(self, path: Path) -> None:
        store = SqliteStore(path)
        await store.open()
        stored = {table.row.number: table for table in await store.tables()}
        # A table is never taken away here: somebody always has a seat at it.
        assert stored.keys() >= self.ledgers.keys()
        for number, table in stored.items():
            self.ledgers.setdefault(number, Ledger(table.row))
        by_id = {ledger.row.id: ledger for ledger in self.ledgers.values()}
        rows = await store.matches(limit=KILLS * TABLES)
        for row in reversed(rows):
            if row.id not in self.archived:
                self.archived.add(row.id)
                match = await store.match(row.id)
                assert match is not None
                record = read_record(match.body)
                assert verify(record).moves > 0
                by_id[row.table].add(_entries(record))
        for number, table in stored.items():
            self.ledgers[number].add(table.entries)
        await store.close()

    def check(self, reports: list[Report]) -> None:
        """Everything that somebody was told is true of the entries that are there."""
        latest: dict[tuple[int, int], Report] = {}
        for report in reports:
            assert report.seq <= len(self.ledgers[report.table].entries), "an entry was lost"
            latest[report.table, report.seat] = report
        for report in latest.values():
            _compare(report, self.ledgers[report.table].at(report.seq))

    def nothing_by_halves(self) -> None:
        for ledger in self.ledgers.values():
            table = ledger.at(len(ledger.entries))
            if table.state.running:
                match = table.state.match
                assert match is not None and not match.awaits_deal and match.outcome is None


def _entries(record: MatchRecord) -> list[Entry]:
    lines = record.entries
    return [Entry(one.seq, one.payload.encode(), bytes.fromhex(one.hash)) for one in lines]


def _compare(report: Report, table: Table) -> None:
    name = f"p{report.table}_{report.seat}"
    assert table.state.places[report.seat].name == name
    if report.tiles is None:
        assert not table.state.running
        return
    match = table.state.match
    assert table.state.running and isinstance(match, TilesMatch)
    assert sorted(match.held(report.seat)) == report.tiles
    assert (match.mover, match.deadline) == (report.turn, report.deadline)


@pytest.mark.kills
@pytest.mark.parametrize("number", range(HOUSES))
def test_a_killed_house_has_all_that_it_acknowledged(tmp_path: Path, number: int) -> None:
    rng = Random(20261115 + number)
    path = tmp_path / "house.db"
    books = Books()
    told: defaultdict[str, int] = defaultdict(int)
    for life in range(KILLS):
        moves = (0, 1, rng.randint(1, MOST_MOVES))[life % 3]
        seconds = rng.uniform(0, LONGEST_MOMENT if moves else LONGEST_START)
        reports = kill_after(moves, seconds, path, rng.getrandbits(32))
        asyncio.run(books.read(path))
        books.check(reports)
        books.nothing_by_halves()
        told["reports"] += len(reports)
        told["moves"] += sum(report.own for report in reports)
    # Each life took the tables up where the one before was killed: whole matches came about.
    assert told["moves"] >= 3 * KILLS
    assert told["reports"] >= SEATS * told["moves"] // 2
    assert len(books.archived) >= TABLES
