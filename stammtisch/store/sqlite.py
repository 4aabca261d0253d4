"""The store in one SQLite file: the default, with no other service to run.

The writer (`writers.py`) takes every change in the order it was submitted. The reader, a thread
with a connection of its own, answers questions, so that a long one holds no commit up; in the
write-ahead log it sees the last commit whatever is written meanwhile. A question first waits until
the changes submitted before it are committed: so everybody reads what they themselves have written.
A store in memory exists in one connection only; there the writer's thread answers, too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import apsw

from stammtisch.store.changes import Barrier, Call, Change
from stammtisch.store.connections import Synchronous, connect_reader, connect_writer
from stammtisch.store.errors import RESTORE, Closed, StoreUnavailable
from stammtisch.store.group_commit import Journal
from stammtisch.store.store import Done, Store, answered
from stammtisch.store.writers import GilYield, ThreadWriter, Writer, WriterClient

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

#: How long closing waits for changes that questions wait for, in seconds.
CLOSING = 2.0


class SqliteStore(Store):
    """The file at `path`; None is a private one in memory.

    `synchronous` is SQLite's: FULL survives the loss of power, NORMAL only that of the process.
    With `writer_process`, a process of its own writes the file, and no other server may open it
    meanwhile.
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
        self._writer_process = writer_process
        self._writer: Writer | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._reading: apsw.Connection | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._gil_yield = GilYield(self._loop)
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

    async def _start_writer(self) -> Writer:
        if self._writer_process and self._path is not None:
            writer = WriterClient(lambda: self._lost.set_result(None))
            await writer.start(self._path, self._synchronous)
            return writer
        connection = await self._loop.run_in_executor(
            None, connect_writer, self._path, self._synchronous
        )
        return ThreadWriter(connection, self._loop, self._gil_yield)

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
                        await answered(writer.submit, Barrier())
                await self._loop.run_in_executor(self._reader, self._reading.close)
                self._reader.shutdown()
        finally:
            # Last, because the writer is also to bring the log home into the file.
            await writer.close()

    async def lost(self) -> None:
        await asyncio.shield(self._lost)

    def submit(self, change: Change | Call, done: Done) -> None:
        if self._writer is not None:
            self._writer.submit(change, done)
        else:
            asyncio.get_running_loop().call_soon(done, _closed())

    async def ask(self, question: Callable[[apsw.Connection, *Ts], T], *args: *Ts) -> T:
        if self._writer is None:
            raise _closed()
        if self._reading is None:
            answer: T = await self.write(Call(_in_writer, question, args))
            return answer
        if not self._writer.idle:
            # A change that failed has told so where it was submitted.
            with contextlib.suppress(Exception):
                await self.wait()
        self._gil_yield.begin()
        try:
            return await self._loop.run_in_executor(self._reader, question, self._reading, *args)
        except apsw.CorruptError as error:
            raise StoreUnavailable(
                f"The file {self._path} is damaged: {error}. {RESTORE}"
            ) from error
        finally:
            self._gil_yield.end()


def _in_writer(
    journal: Journal, question: Callable[[apsw.Connection, *Ts], T], args: tuple[*Ts]
) -> T:
    journal.flush()
    return question(journal.connection, *args)


def _closed() -> Closed:
    return Closed("The store is not open: nothing can be read or written any more.")


# --- addresses ---------------------------------------------------------------------------------


def open_store(
    url: str, synchronous: Synchronous = "FULL", *, writer_process: bool = False
) -> Store:
    """The store at `url`, still to be opened with `await store.open()`.

    A path, or `sqlite:///` and a path (relative; with a fourth slash absolute). `sqlite://` alone
    is a store in memory. With `writer process`, a process of its own writes the file.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return SqliteStore(url, synchronous=synchronous, writer_process=writer_process)
    if scheme in ("postgresql", "postgres"):
        raise StoreUnavailable("This build of Stammtisch stores in SQLite only, not in PostgreSQL.")
    if scheme != "sqlite":
        raise StoreUnavailable(
            f"A store is a path or sqlite:///path; {scheme}:// is not known here."
        )
    if rest in ("", "/"):
        return SqliteStore(None)
    if not rest.startswith("/"):
        raise StoreUnavailable(f"The address {url} lacks a slash: write sqlite:///{rest}.")
    return SqliteStore(rest[1:], synchronous=synchronous, writer_process=writer_process)


def file_of(url: str) -> Path | None:
    """The file that the address of a store names, if it names one."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url)
    return Path(rest[1:]) if scheme == "sqlite" and len(rest) > 1 else None
