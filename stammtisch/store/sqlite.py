"""The store in one SQLite file: the default, with no other service to run.

Who writes (`writer.py`) takes every change in the order it was asked for. The reader, a thread with
a connection of its own, answers questions, so that a long one holds no commit up; in the
write-ahead log it sees the last commit whatever is written meanwhile. A question first waits until
the changes asked for before it are committed: so everybody reads what they themselves have written.
A store in memory exists in one connection only; there the writer's thread answers, too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import apsw

from stammtisch.records import (
    Account,
    Entry,
    HighScore,
    MatchRow,
    Rating,
    SideRecord,
    StoredTable,
    TableRow,
    Token,
)
from stammtisch.store import changes, queries
from stammtisch.store.changes import Journal
from stammtisch.store.connections import Synchronous, connect_reader, connect_writer
from stammtisch.store.store import RESTORE, Closed, Done, StoreUnavailable
from stammtisch.store.writers import GilYield, ThreadWriter, Writer, WriterClient

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

#: How long closing waits for changes that questions wait for, in seconds.
CLOSING = 2.0

#: How many records an export holds in memory at a time.
PAGE = 50


class SqliteStore:
    """A `Store` in the file at `path`; None is a private one in memory.

    `synchronous` is SQLite's: FULL survives the loss of power, NORMAL only that of the process.
    With `writer process`, a process of its own writes the file, and no other server may open it
    meanwhile. Used from the event loop that opened it.
    """

    def __init__(
        self,
        path: Path | str | None,
        *,
        synchronous: Synchronous = "FULL",
        writer_process: bool = False,
    ) -> None:
        self._path = None if path is None else Path(path)
        self._synchronous = synchronous
        self._with_scribe = writer_process
        self._writer: Writer | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._reading: apsw.Connection | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._courtesy = GilYield(self._loop)
        self._lost: asyncio.Future[None] = self._loop.create_future()
        writer = await self._start_writer()
        try:
            if self._path is not None:
                self._reading = await self._loop.run_in_executor(None, connect_reader, self._path)
                self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        except BaseException:
            await writer.close()
            raise
        self._writer = writer

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is None:
            return
        try:
            if self._reader is not None and self._reading is not None:
                # Questions that wait for a change are answered before the reader is closed; but a
                # writer that is silent keeps nobody from closing.
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(CLOSING):
                        await _answer(writer, changes.Barrier())
                await self._loop.run_in_executor(self._reader, self._reading.close)
                self._reader.shutdown()
        finally:
            # Last, because whoever writes is also to bring the log home into the file.
            await writer.close()

    async def lost(self) -> None:
        await asyncio.shield(self._lost)

    # --- tables and their journals ---------------------------------------------------------------

    def create_table(self, row: TableRow, entries: Sequence[Entry], done: Done) -> None:
        self._change(changes.Create(row, entries), done)

    def append(self, table: str, entries: Sequence[Entry], done: Done) -> None:
        self._change(changes.Append(table, entries), done)

    def drop_table(self, table: str, done: Done) -> None:
        self._change(changes.Drop(table), done)

    def keep_beside(self, table: str, record: SideRecord, most: int, done: Done) -> None:
        self._change(changes.KeepBeside(table, record, most), done)

    async def tables(self) -> list[StoredTable]:
        return await self._ask(queries.tables)

    async def journal(self, table: str, first: int, until: int) -> list[Entry]:
        return await self._ask(queries.journal, table, first, until)

    # --- finished matches ------------------------------------------------------------------------

    def archive(
        self,
        match: MatchRow,
        first_seq_to_keep: int,
        scores: Sequence[HighScore],
        ratings: Sequence[Rating],
        done: Done,
    ) -> None:
        self._change(changes.Archive(match, first_seq_to_keep, scores, ratings), done)

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
        added: bool = await self._answered(changes.AddMatch(match))
        return added

    # --- people ----------------------------------------------------------------------------------

    async def account(self, id: str) -> Account | None:
        return await self._ask(queries.account, id)

    async def account_by_token(self, hash: bytes) -> Account | None:
        return await self._ask(queries.account_by_token, hash)

    async def account_by_origin(self, name: str, origin: str) -> Account | None:
        return await self._ask(queries.account_by_origin, name, origin)

    async def registered(self, name: str) -> Account | None:
        return await self._ask(queries.registered, name)

    async def registered_names(self) -> dict[str, str]:
        return await self._ask(queries.registered_names)

    def put_account(self, account: Account, done: Done) -> None:
        self._change(changes.PutAccount(account), done)

    def add_token(self, hash: bytes, account: str, created: float, done: Done) -> None:
        token = Token(hash=hash, account=account, created=created)
        self._change(changes.AddToken(token), done)

    def drop_token(self, hash: bytes, done: Done) -> None:
        self._change(changes.DropToken(hash), done)

    async def tokens(self, account: str) -> list[Token]:
        return await self._ask(queries.tokens, account)

    async def forget_guests(self, before: float, keep: Sequence[str], most: int) -> int:
        forgotten: int = await self._answered(changes.ForgetGuests(before, keep, most))
        return forgotten

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

    # --- secrets of the server --------------------------------------------------------------------

    async def secret(self, name: str, fresh: bytes) -> bytes:
        await self._answered(changes.KeepSecret(name, fresh))
        return await self._ask(queries.secret, name)

    # --- what the server notes --------------------------------------------------------------------

    def note(self, kind: str, key: str, value: bytes | None, done: Done) -> None:
        self._change(changes.Note(kind, key, value), done)

    async def notes(self, kind: str) -> dict[str, bytes]:
        return await self._ask(queries.notes, kind)

    # --- the time the server was open -------------------------------------------------------------

    def beat(self, house_time: int, done: Done, *, room: int = 0) -> None:
        self._change(changes.Heartbeat(house_time, room), done)

    async def last_beat(self) -> int | None:
        return await self._ask(queries.last_beat)

    async def wait(self) -> None:
        await self._answered(changes.Barrier())

    async def how_durable(self) -> int:
        """SQLite's `synchronous` as the connection that writes has it, in whichever process.

        2 (FULL): each commit is on the disk before it is acknowledged. 1 (NORMAL): soon after.
        """
        level: int = await self._answered(changes.HowDurable())
        return level

    # --- who writes, and who reads ---------------------------------------------------------------

    async def _start_writer(self) -> Writer:
        if self._with_scribe and self._path is not None:
            writer = WriterClient(lambda: self._lost.set_result(None))
            await writer.start(self._path, self._synchronous)
            return writer
        connection = await self._loop.run_in_executor(
            None, connect_writer, self._path, self._synchronous
        )
        return ThreadWriter(connection, self._loop, self._courtesy)

    def _change(self, change: changes.Change, done: Done) -> None:
        if self._writer is not None:
            self._writer.submit(change, done)
        else:
            asyncio.get_running_loop().call_soon(done, _closed())

    async def _answered(self, change: changes.Change) -> Any:
        """Queue a change and wait until it is durable, for what it returns."""
        if self._writer is None:
            raise _closed()
        return await _answer(self._writer, change)

    async def _ask(self, question: Callable[[apsw.Connection, *Ts], T], *args: *Ts) -> T:
        """Answer a question after all changes asked for before it."""
        if self._writer is None:
            raise _closed()
        if self._reading is None:
            answer: T = await self._answered(changes.Call(_in_writer, (question, args)))
            return answer
        if not self._writer.idle:
            # A change that failed has told so where it was asked for.
            with contextlib.suppress(Exception):
                await self.wait()
        self._courtesy.begin()
        try:
            return await self._loop.run_in_executor(self._reader, question, self._reading, *args)
        except apsw.CorruptError as error:
            raise StoreUnavailable(
                f"The file {self._path} is damaged: {error}. {RESTORE}"
            ) from error
        finally:
            self._courtesy.end()


async def _answer(writer: Writer, change: changes.Change) -> Any:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def answered(what: Any) -> None:
        if answer.done():
            return
        if isinstance(what, Exception):
            answer.set_exception(what)
        else:
            answer.set_result(what)

    writer.submit(change, answered)
    return await answer


def _in_writer(
    journal: Journal, question: Callable[[apsw.Connection, *Ts], T], args: tuple[*Ts]
) -> T:
    journal.flush()
    return question(journal.connection, *args)


def _closed() -> Closed:
    return Closed("The store is not open: nothing can be read or written any more.")
