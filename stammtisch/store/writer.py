"""The one thread that writes: many changes, one commit.

While one commit is on its way to the disk, changes gather in the queue; the next commit takes all
of them. So the disk's pace decides how large a group is, and nobody waits for more than two
commits. All of a group's callbacks travel back to the event loop in one call.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from stammtisch.store.courtesy import Courtesy
from stammtisch.store.journal import Journal
from stammtisch.store.store import Done, Fenced, NameTaken

log = logging.getLogger(__name__)

#: While groups are as large as this, the next one gathers for so long, in seconds: then a commit's
#: fixed cost (the disk, and the interpreter's lock handed to and fro) is shared by more changes.
BUSY = 8
GATHER = 0.002

#: What a change does. It either raises `Fenced` or `NameTaken` before it has written anything, or
#: it writes; whatever else it raises undoes all it wrote.
Do = Callable[..., object]
Change = tuple[Do, tuple[Any, ...], Done]

#: The answers a change may give without having to be undone.
_REFUSALS = (Fenced, NameTaken)


class Writer:
    """Owns the writing connection. Everything but `_run` and below is called in the event loop."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        loop: asyncio.AbstractEventLoop,
        courtesy: Courtesy,
    ) -> None:
        self._courtesy = courtesy
        self._connection = connection
        self._journal = Journal(connection)
        self._loop = loop
        self._queue: SimpleQueue[Change | None] = SimpleQueue()
        self._unanswered = 0
        self._ended = loop.create_future()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, do: Do, args: tuple[Any, ...], done: Done) -> None:
        """Queue `do(journal, *args)`; `done` hears when it is durable, or why it is not."""
        self._unanswered += 1
        self._courtesy.begin()
        self._queue.put((do, args, done))

    @property
    def idle(self) -> bool:
        """Everything queued has been answered."""
        return self._unanswered == 0

    async def close(self) -> None:
        """Commit what is queued, tell everybody, end the thread. Nothing may be queued after."""
        self._queue.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    # --- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        more = True
        group = 0
        while more:
            if group >= BUSY:
                time.sleep(GATHER)
            changes, more = self._take()
            group = len(changes)
            if changes:
                results = self._commit(changes)
                dones = [change[2] for change in changes]
                self._call(self._deliver, dones, results)
        self._connection.close()
        self._call(self._ended.set_result, None)

    def _take(self) -> tuple[list[Change], bool]:
        """All changes queued, at least one; and whether more may come."""
        changes: list[Change] = []
        take: Callable[[], Change | None] = self._queue.get
        try:
            while True:
                change = take()
                if change is None:
                    return changes, False
                changes.append(change)
                take = self._queue.get_nowait
        except Empty:
            return changes, True

    def _commit(self, changes: list[Change]) -> list[Exception | None]:
        """Do the changes in order in one transaction, and say of each what became of it."""
        try:
            if self._appended(changes):
                return [None] * len(changes)
            try:
                return self._together(changes)
            except sqlite3.OperationalError:
                raise
            except Exception:
                self._undo()
                return self._one_by_one(changes)
        except Exception as error:
            self._undo()
            return [error] * len(changes)

    def _appended(self, changes: list[Change]) -> bool:
        """The way almost every group goes: nothing but entries, and all of them in order.

        One statement, which SQLite commits by itself: each further step would have to wait for
        the event loop to give the interpreter's lock away. False if nothing was done.
        """
        journal = self._journal
        if not journal.alone or any(do is not Journal.append for do, _, _ in changes):
            return False
        try:
            for _, args, _ in changes:
                journal.append(*args)
            if journal.flush_alone():
                return True
        except sqlite3.OperationalError:
            raise
        except Exception:
            # Whoever is to be refused is refused inside a transaction, by what is in the file.
            pass
        journal.forget()
        return False

    def _together(self, changes: list[Change]) -> list[Exception | None]:
        """Every other group, as long as nothing unforeseen happens in it."""
        results: list[Exception | None] = []
        journal = self._journal
        self._begin()
        for do, args, _ in changes:
            try:
                do(journal, *args)
            except _REFUSALS as refusal:
                results.append(refusal)
            else:
                results.append(None)
        journal.flush()
        self._connection.commit()
        return results

    def _one_by_one(self, changes: list[Change]) -> list[Exception | None]:
        """One change of the group cannot be done: find it, and do all the others."""
        results: list[Exception | None] = []
        execute = self._connection.execute
        self._begin()
        for do, args, _ in changes:
            execute("SAVEPOINT change")
            try:
                do(self._journal, *args)
                self._journal.flush()
            except sqlite3.OperationalError:
                raise
            except Exception as error:
                self._journal.forget()
                execute("ROLLBACK TO change")
                results.append(error)
            else:
                results.append(None)
            execute("RELEASE change")
        self._connection.commit()
        return results

    def _begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._journal.notice_others()

    def _undo(self) -> None:
        self._journal.forget()
        # A full or broken disk may have made SQLite roll back by itself.
        if self._connection.in_transaction:
            self._connection.rollback()

    def _call(self, function: Callable[..., object], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            log.warning("The event loop was closed before the store was.")

    # --- in the event loop -----------------------------------------------------------------------

    def _deliver(self, dones: list[Done], results: list[Exception | None]) -> None:
        self._unanswered -= len(dones)
        self._courtesy.end(len(dones))
        for done, result in zip(dones, results, strict=True):
            try:
                done(result)
            except Exception as error:
                self._loop.call_exception_handler(
                    {"message": "A callback of the store failed.", "exception": error}
                )
