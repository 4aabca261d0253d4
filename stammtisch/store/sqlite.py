"""The store in one SQLite file: the default, with no other service to run.

Two threads and two connections. The writer (`writer.py`) takes every change in the order it was
asked for. The reader answers questions, so that a long one holds no commit up; in the write-ahead
log it sees the last commit whatever the writer does meanwhile. A question first waits until the
changes asked for before it are committed: so everybody reads what they themselves have written.
A store in memory exists in one connection only; there the writer's thread answers, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from stammtisch.records import (
    Account,
    ChatLine,
    Entry,
    HighScore,
    MatchRow,
    Rating,
    StoredTable,
    TableRow,
)
from stammtisch.store import changes, queries, schema
from stammtisch.store.courtesy import Courtesy
from stammtisch.store.journal import Journal
from stammtisch.store.schema import Synchronous
from stammtisch.store.store import Closed, Done
from stammtisch.store.writer import Do, Writer

log = logging.getLogger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

#: How many records an export holds in memory at a time.
PAGE = 50


class SqliteStore:
    """A `Store` in the file at `path`; None is a private one in memory.

    `synchronous` is SQLite's: FULL survives the loss of power, NORMAL only that of the process.
    Used from the event loop that opened it.
    """

    def __init__(self, path: Path | str | None, *, synchronous: Synchronous = "FULL") -> None:
        self._path = None if path is None else Path(path)
        self._synchronous = synchronous
        self._writer: Writer | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._reading: sqlite3.Connection | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        writing, self._reading = await self._loop.run_in_executor(None, self._connect)
        if self._reading is not None:
            self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._courtesy = Courtesy(self._loop)
        self._writer = Writer(writing, self._loop, self._courtesy)

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is None:
            return
        await writer.close()
        if self._reader is not None and self._reading is not None:
            await self._loop.run_in_executor(self._reader, self._reading.close)
            self._reader.shutdown()

    # --- tables and their journals ---------------------------------------------------------------

    def create_table(self, row: TableRow, entries: Sequence[Entry], done: Done) -> None:
        self._change(Journal.create, (row, entries), done)

    def append(self, table: str, entries: Sequence[Entry], done: Done) -> None:
        self._change(Journal.append, (table, entries), done)

    def drop_table(self, table: str, done: Done) -> None:
        self._change(Journal.drop, (table,), done)

    def add_chat(self, table: str, line: ChatLine) -> None:
        self._change(changes.add_chat, (table, line), _log_failure)

    async def tables(self) -> list[StoredTable]:
        return await self._ask(queries.tables)

    # --- finished matches ------------------------------------------------------------------------

    def archive(
        self,
        match: MatchRow,
        first_seq_to_keep: int,
        scores: Sequence[HighScore],
        ratings: Sequence[Rating],
        done: Done,
    ) -> None:
        self._change(changes.archive, (match, first_seq_to_keep, scores, ratings), done)

    async def match(self, id: str) -> MatchRow | None:
        return await self._ask(queries.match, id)

    async def matches(
        self,
        *,
        game: str | None = None,
        account: str | None = None,
        limit: int = 50,
        before: float | None = None,
        private: bool = False,
    ) -> list[MatchRow]:
        return await self._ask(queries.matches, game, account, limit, before, private)

    async def all_matches(self) -> AsyncIterator[MatchRow]:
        last: MatchRow | None = None
        while page := await self._ask(queries.matches_after, last, PAGE):
            for last in page:
                yield last

    async def import_match(self, match: MatchRow) -> bool:
        return await self._answered(changes.add_match, match)

    # --- people ----------------------------------------------------------------------------------

    async def account(self, id: str) -> Account | None:
        return await self._ask(queries.account, id)

    async def account_by_token(self, token_hash: bytes) -> Account | None:
        return await self._ask(queries.account_by_token, token_hash)

    async def account_by_origin(self, name: str, origin: str) -> Account | None:
        return await self._ask(queries.account_by_origin, name, origin)

    async def registered(self, name: str) -> Account | None:
        return await self._ask(queries.registered, name)

    def put_account(self, account: Account, done: Done) -> None:
        self._change(changes.put_account, (account,), done)

    async def all_accounts(self) -> AsyncIterator[Account]:
        last: Account | None = None
        while page := await self._ask(queries.accounts_after, last, PAGE):
            for last in page:
                yield last

    # --- scores ----------------------------------------------------------------------------------

    async def high_scores(self, game: str, limit: int) -> list[HighScore]:
        return await self._ask(queries.high_scores, game, limit)

    async def ratings(self, game: str, accounts: Sequence[str]) -> dict[str, Rating]:
        return await self._ask(queries.ratings, game, accounts)

    async def best_rated(self, game: str, limit: int) -> list[Rating]:
        return await self._ask(queries.best_rated, game, limit)

    # --- the time the house was open -------------------------------------------------------------

    def beat(self, wall: float) -> None:
        self._change(changes.beat, (wall,), _log_failure)

    async def last_beat(self) -> float | None:
        return await self._ask(queries.last_beat)

    async def wait(self) -> None:
        await self._answered(_nothing)

    # --- the two threads -------------------------------------------------------------------------

    def _connect(self) -> tuple[sqlite3.Connection, sqlite3.Connection | None]:
        writing = schema.connect(self._path, self._synchronous)
        try:
            schema.migrate(writing)
            if self._path is None:
                return writing, None
            reading = schema.connect(self._path, self._synchronous)
            reading.execute("PRAGMA query_only = ON")
            return writing, reading
        except BaseException:
            writing.close()
            raise

    def _change(self, do: Do, args: tuple[Any, ...], done: Done) -> None:
        if self._writer is not None:
            self._writer.submit(do, args, done)
        else:
            asyncio.get_running_loop().call_soon(done, _closed())

    async def _answered(self, do: Callable[[Journal, *Ts], T], *args: *Ts) -> T:
        """Queue a change and wait until it is durable, for what it returns."""
        if self._writer is None:
            raise _closed()
        answer: asyncio.Future[T] = self._loop.create_future()
        returned: list[T] = []

        def work(journal: Journal) -> None:
            returned[:] = [do(journal, *args)]

        def done(error: Exception | None) -> None:
            if answer.done():
                return
            if error is None:
                answer.set_result(returned[0])
            else:
                answer.set_exception(error)

        self._writer.submit(work, (), done)
        return await answer

    async def _ask(self, question: Callable[[sqlite3.Connection, *Ts], T], *args: *Ts) -> T:
        """Answer a question after all changes asked for before it."""
        if self._writer is None:
            raise _closed()
        if self._reading is None:
            return await self._answered(_in_writer, question, args)
        if not self._writer.idle:
            # A change that failed has told so where it was asked for.
            with contextlib.suppress(sqlite3.Error):
                await self.wait()
        self._courtesy.begin()
        try:
            return await self._loop.run_in_executor(self._reader, question, self._reading, *args)
        finally:
            self._courtesy.end()


def _nothing(_: Journal) -> None:
    pass


def _in_writer(
    journal: Journal, question: Callable[[sqlite3.Connection, *Ts], T], args: tuple[*Ts]
) -> T:
    journal.flush()
    return question(journal.connection, *args)


def _closed() -> Closed:
    return Closed("The store is not open: nothing can be read or written any more.")


def _log_failure(error: Exception | None) -> None:
    if error is not None:
        log.warning("Something was not stored: %s", error)
