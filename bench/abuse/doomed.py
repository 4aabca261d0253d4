"""A server's store at work, in a process that will be killed: it tells by a pipe what it was told.

Tables are written as fast as the disk allows. Every entry says in which life it was written, so
that an entry that was lost and written anew is not taken for the one that was acknowledged.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec

from stammtisch.records import Entry, MatchRow, TableRow
from stammtisch.store.changes import Append, Archive, CreateTable
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.writers import WriterClient

TABLES = 8
#: How much of an entry is not needed here, but lies in a journal: a log of so many pages is
#: brought home into the file several times in a life.
WEIGHT = 400


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The store is open: this is its writer process, and this is what it found.

    `journals` are the live entries of each table, as number and life; `cuts` the newest archived
    match of each, as table and first number that was kept.
    """

    writer_process: int
    journals: dict[str, list[tuple[int, int]]]
    cuts: list[tuple[str, int]]


class Appended(msgspec.Struct, frozen=True, tag="appended"):
    table: str
    first: int
    until: int


class Archived(msgspec.Struct, frozen=True, tag="archived"):
    table: str
    first_kept: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """It ended by itself, because of this."""

    why: str


Told = Started | Appended | Archived | Ended


class Doomed:
    def __init__(self, path: Path, tell: int, life: int, rng: Random) -> None:
        self._store = SqliteStore(path, writer_process=True)
        self._tell = tell
        self._life = life
        self._rng = rng

    async def live(self) -> None:
        await self._store.open()
        stored = await self._store.tables()
        journals = {
            table.row.id: [(one.seq, msgspec.json.decode(one.payload)[0]) for one in table.entries]
            for table in stored
        }
        # Each table's own newest: of all together a slow table's may be far down.
        rows = [row for table in journals for row in await self._newest(table)]
        cuts = [(row.table, int(row.id.partition(":")[2])) for row in rows]
        assert isinstance(self._store._writer, WriterClient)
        self._say(Started(self._store._writer._writer_process.pid, journals, cuts))
        players = [self._play(f"t{number}", journals.get(f"t{number}")) for number in range(TABLES)]
        lost = asyncio.ensure_future(self._store.lost())
        playing = asyncio.ensure_future(_all(players))
        await asyncio.wait([lost, playing], return_when=asyncio.FIRST_COMPLETED)
        # As a server does that has lost its writer process.
        await self._store.close()
        await asyncio.wait([playing])
        why = playing.exception()
        self._say(Ended("the writer process is gone" if lost.done() else repr(why)))

    async def _newest(self, table: str) -> list[MatchRow]:
        return await self._store.matches(account=table, limit=1)

    async def _play(self, table: str, journal: list[tuple[int, int]] | None) -> None:
        store, rng = self._store, self._rng
        if journal is None:
            row = TableRow(id=table, game="tiles", number=7, secret=b"secret", created=1.0)
            await store.write(CreateTable(row, self._entries(1, 3)))
            self._say(Appended(table, 1, 4))
            last = 3
        else:
            last = journal[-1][0]
        while True:
            if rng.random() < 0.05:
                await store.write(Archive(_match(table, last), last, [], []))
                self._say(Archived(table, last))
            count = rng.choice((1, 1, 2, 5))
            await store.write(Append(table, self._entries(last + 1, count)))
            self._say(Appended(table, last + 1, last + 1 + count))
            last += count

    def _entries(self, first: int, count: int) -> list[Entry]:
        payload = msgspec.json.encode([self._life, "." * self._rng.randrange(2 * WEIGHT)])
        return [Entry(seq, payload, b"h" * 32) for seq in range(first, first + count)]

    def _say(self, what: Told) -> None:
        # One system call, and nothing is kept back in this process.
        os.write(self._tell, msgspec.json.encode(what) + b"\n")


def _match(table: str, first_kept: int) -> MatchRow:
    return MatchRow(
        id=f"{table}:{first_kept}",
        table=table,
        game="tiles",
        profile="classic",
        started=1.0,
        ended=float(first_kept),
        players=["Anna"],
        # As if the table itself had played: so its matches can be asked for.
        accounts=[table],
        outcome="won",
        ranks=[1],
        points=[1],
        body=b"{}",
    )


async def _all(players: Sequence[Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(*players)


def child(path: Path, tell: int, life: int, seed: int) -> NoReturn:
    """Live until killed, or until the writer process is gone."""
    try:
        asyncio.run(Doomed(path, tell, life, Random(seed)).live())
    except BaseException as error:
        os.write(tell, msgspec.json.encode(Ended(repr(error))) + b"\n")
    finally:
        os._exit(1)
