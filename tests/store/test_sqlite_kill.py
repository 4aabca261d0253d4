"""Killed at any moment, the store has all that it acknowledged, and nothing by halves.

A child process plays tables as fast as it can and tells by a pipe what was acknowledged; it is
killed at a random moment; what is in the file is compared with what was told. The next child goes
on where that one was stopped.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import shutil
import signal
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from stammtisch.records import Entry
from stammtisch.store import checkpoints
from stammtisch.store.changes import Append, Archive, CreateTable
from stammtisch.store.connections import locked
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import SqliteStore
from tests.properties import often
from tests.store.engines import match, score, table, told
from tests.store.forked import use_forked

TABLES = 5
FILES = often(4)
LIVES = 8
LONGEST_LIFE = 0.1


def group(first: int, count: int) -> list[Entry]:
    """Entries that are appended together, and say so."""
    payload = json.dumps([first, count]).encode().ljust(200)
    return [Entry(seq, payload, b"h" * 32) for seq in range(first, first + count)]


# --- the child ---------------------------------------------------------------------------------


async def play(store: SqliteStore, name: str, last: int, tell: int, rng: random.Random) -> None:
    while True:
        if rng.random() < 0.1:
            # The match's id tells what must have left the journal together with its coming.
            row = match(f"{name}:{last}", table=name)
            await told(store.submit, Archive(row, last, [score(1, row.id)], []))
            os.write(tell, f"archived {name} {last}\n".encode())
        count = rng.choice([1, 1, 2, 5])
        await told(store.submit, Append(name, group(last + 1, count)))
        last += count
        os.write(tell, f"appended {name} {last}\n".encode())


async def live(path: Path, tell: int, rng: random.Random, writer_process: bool) -> None:
    use_forked()
    # The log is brought home all the time.
    checkpoints.MOST_PAGES = rng.choice([1, 30, checkpoints.MOST_PAGES])
    store = SqliteStore(path, writer_process=writer_process)
    await store.open()
    last = {stored.row.id: stored.entries[-1].seq for stored in await store.tables()}
    for name in (f"t{number}" for number in range(TABLES)):
        if name not in last:
            await told(store.submit, CreateTable(table(name), group(1, 3)))
            last[name] = 3
            os.write(tell, f"appended {name} 3\n".encode())
    await asyncio.gather(*(play(store, name, seq, tell, rng) for name, seq in last.items()))


def child(path: Path, tell: int, seed: int, writer_process: bool) -> NoReturn:
    try:
        asyncio.run(live(path, tell, random.Random(seed), writer_process))
    finally:
        # Nothing of the test runner that was forked along may run on.
        os._exit(1)


# --- the parent --------------------------------------------------------------------------------


@dataclass
class Acknowledged:
    last: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    archived: set[str] = field(default_factory=set)

    def hear(self, line: str) -> None:
        what, name, seq = line.split()
        if what == "appended":
            self.last[name] = max(self.last[name], int(seq))
        else:
            self.archived.add(f"{name}:{seq}")


def kill_after(
    seconds: float, path: Path, seed: int, *, at_work: bool, writer_process: bool
) -> list[str]:
    """Let a child live for that long, or work for that long; return the lines it told."""
    listen, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(listen)
        child(path, tell, seed, writer_process)
    os.close(tell)
    heard = os.read(listen, 1 << 16) if at_work else b""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([listen], [], [], left)[0]:
            part = os.read(listen, 1 << 16)
            assert part, "the child ended by itself"
            heard += part
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while part := os.read(listen, 1 << 16):
        heard += part
    os.close(listen)
    # A line that was cut off in the middle was acknowledged, but cannot be read.
    return heard.decode().split("\n")[:-1]


async def check(path: Path, acknowledged: Acknowledged) -> None:
    # The writer process of a killed house may still be writing what it had been given.
    with locked(path):
        await check_alone(path, acknowledged)
        await check_file(path, acknowledged)


async def check_alone(path: Path, acknowledged: Acknowledged) -> None:
    """Somebody copies the file without its log: either all is in it, or it is refused."""
    with TemporaryDirectory() as folder, suppress(FileNotFoundError, StoreUnavailable):
        await check_file(Path(shutil.copy(path, folder)), acknowledged)


async def check_file(path: Path, acknowledged: Acknowledged) -> None:
    store = SqliteStore(path)
    await store.open()
    matches = {row.id async for row in store.all_matches()}
    assert matches >= acknowledged.archived
    scores = [row.name for row in await store.high_scores("tiles", 1_000_000)]
    assert sorted(scores) == sorted(matches)
    stored = {found.row.id: found.entries for found in await store.tables()}
    assert stored.keys() >= acknowledged.last.keys()
    for name, journal in stored.items():
        seqs = [entry.seq for entry in journal]
        cuts = [int(key.split(":")[1]) for key in matches if key.startswith(f"{name}:")]
        assert seqs == list(range(max(cuts, default=1), seqs[-1] + 1))
        assert seqs[-1] >= acknowledged.last[name]
        first, count = json.loads(journal[-1].payload)
        assert seqs[-1] == first + count - 1
    await store.close()


@pytest.mark.kills
@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
def test_a_killed_store_has_all_it_acknowledged_and_nothing_by_halves(
    tmp_path: Path, writer_process: bool
) -> None:
    rng = random.Random(20261115)
    told_lines = 0
    for number in range(FILES):
        path = tmp_path / f"house{number}.db"
        acknowledged = Acknowledged()
        for life in range(LIVES):
            seconds = rng.uniform(0.005, LONGEST_LIFE)
            # Every other child may be killed before it has opened the file.
            at_work = life % 2 == 0
            seed = rng.getrandbits(32)
            for line in kill_after(
                seconds, path, seed, at_work=at_work, writer_process=writer_process
            ):
                acknowledged.hear(line)
                told_lines += 1
            asyncio.run(check(path, acknowledged))
    assert told_lines >= FILES * LIVES // 2
