"""Many changes, one commit.

`Journal` gathers the entries of all open tables, and knows which entry each table expects next;
`GroupCommit` does whatever was submitted meanwhile in one transaction.

Entries are inserted many rows to a statement. The reason is the interpreter's lock: apsw gives it
back at every step of a statement, and beside a busy event loop each return costs up to the
interpreter's switch interval (5 ms), whatever the step itself costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from stammtisch.records import Doubtful, Entry, ReadOnly, TableRow
from stammtisch.store.changes import Append, Barrier, Call, Change, HowDurable
from stammtisch.store.checkpoints import Checkpoints
from stammtisch.store.errors import NameTaken, WriteConflict, violates_unique

_COLUMNS = 4
_BLANK = (None,) * _COLUMNS

#: The most entries that go into one statement.
MOST = 512

#: Statements for 1, 2, 4, … rows; what is left of the last one's places is filled with blanks.
#: Nothing is inserted if another process has written to the file since the last transaction.
_INSERT = {
    rows: "INSERT INTO journal (table_no, seq, payload, hash)"
    f" SELECT * FROM (VALUES {','.join(['(?,?,?,?)'] * rows)}) WHERE column1 IS NOT NULL"
    " AND (SELECT data_version FROM pragma_data_version) = ?"
    for rows in (1 << power for power in range(MOST.bit_length()))
}


class _Live:
    """An open table: its number in the file, and its journal's next sequence number."""

    __slots__ = ("next", "no")

    def __init__(self, no: int, next: int | None) -> None:
        self.no = no
        #: None: there is no entry yet, and the first may have any number.
        self.next = next


class Journal:
    """All open tables' journals. Lives with the writer, inside its transactions.

    Whether an entry follows the last one is decided by a number kept in memory. It is read from
    the file when a table is first touched, and forgotten whenever a transaction is undone or
    another process has written to the file.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self._live: dict[str, _Live] = {}
        self._waiting: list[apsw.SQLiteValue] = []
        self._data_version = -1
        #: No other process has written between the last two transactions.
        self.alone = False

    def notice_others(self) -> None:
        """To be called at the begin of a transaction: did another process write since the last?"""
        data_version = self.connection.execute("PRAGMA data_version").get
        self.alone = data_version == self._data_version
        if not self.alone:
            self._data_version = data_version
            self._live.clear()

    def forget(self) -> None:
        """To be called when what was done is undone."""
        self._live.clear()
        self._waiting.clear()

    def create(self, row: TableRow, entries: Sequence[Entry]) -> None:
        if self._find(row.id) is not None:
            raise WriteConflict(f"There is a table {row.id} already.")
        expected = _following(row.id, None, entries)
        try:
            self.connection.execute(
                "INSERT INTO tables (id, game, number, secret, created) VALUES (?, ?, ?, ?, ?)",
                (row.id, row.game, row.number, row.secret, row.created),
            )
        except apsw.ConstraintError as error:
            if not violates_unique(error):
                raise
            raise WriteConflict(f"There is a table {row.number} of {row.game} already.") from error
        no = self.connection.last_insert_rowid()
        self._live[row.id] = _Live(no, expected)
        self._gather(no, entries)

    def append(self, table: str, entries: Sequence[Entry]) -> None:
        live = self._live.get(table) or self._find(table)
        if live is None:
            raise WriteConflict(f"There is no table {table} any more.")
        live.next = _following(table, live.next, entries)
        self._gather(live.no, entries)

    def cut(self, table: str, first_to_keep: int) -> None:
        """Let the entries below leave. A table that is gone has none."""
        live = self._live.get(table) or self._find(table)
        if live is None:
            return
        self.flush()
        self.connection.execute(
            "DELETE FROM journal WHERE table_no = ? AND seq < ?", (live.no, first_to_keep)
        )
        self.connection.execute(
            "UPDATE tables SET kept_from = max(coalesce(kept_from, ?1), ?1) WHERE no = ?2",
            (first_to_keep, live.no),
        )

    def check_reaches(self, table: str, seq: int) -> None:
        """Refuse a writer who believes in entries below `seq` that are not there."""
        live = self._live.get(table) or self._find(table)
        if live is not None and (live.next is None or live.next < seq):
            raise WriteConflict(f"The journal of table {table} ends before entry {seq}.")

    def drop(self, table: str) -> None:
        self.flush()
        self._live.pop(table, None)
        self.connection.execute("DELETE FROM tables WHERE id = ?", (table,))

    def flush(self) -> None:
        """Insert what was gathered."""
        waiting, self._waiting = self._waiting, []
        for start in range(0, len(waiting), MOST * _COLUMNS):
            inserted = self._insert(waiting[start : start + MOST * _COLUMNS])
            assert inserted, "inside a transaction nobody else can write"

    def flush_alone(self) -> bool:
        """Insert what was gathered by one statement that is its own transaction.

        False if that cannot be: it is too much, or another process has written in between.
        """
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return True
        return len(waiting) <= MOST * _COLUMNS and self._insert(waiting)

    def _insert(self, values: list[apsw.SQLiteValue]) -> bool:
        rows = len(values) // _COLUMNS
        places = 1 << (rows - 1).bit_length()
        values.extend(_BLANK * (places - rows))
        values.append(self._data_version)
        self.connection.execute(_INSERT[places], values)
        return self.connection.changes() == rows

    def _find(self, table: str) -> _Live | None:
        live = self._live.get(table)
        if live is None:
            found = self.connection.execute(
                "SELECT no, coalesce((SELECT max(seq) + 1 FROM journal WHERE table_no = no),"
                " kept_from) FROM tables WHERE id = ?",
                (table,),
            ).fetchone()
            if found is not None:
                live = self._live[table] = _Live(*found)
        return live

    def _gather(self, no: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._waiting += (no, entry.seq, entry.payload, entry.hash)


def _following(table: str, expected: int | None, entries: Sequence[Entry]) -> int | None:
    """The number after the last of `entries`, if they follow each other from `expected` on."""
    for entry in entries:
        if entry.seq != expected and expected is not None:
            raise WriteConflict(
                f"Table {table} expects entry {expected}, not {entry.seq}: somebody else has"
                " written its journal."
            )
        expected = entry.seq + 1
    return expected


#: The answers a change may give without having to be undone.
_REFUSALS = (WriteConflict, NameTaken)

#: What writes nothing.
_READING = (HowDurable, Barrier)

#: What SQLite may have against one change. All else that it says concerns the whole group: the
#: disk is full, or cannot be read, or another process does not stop writing.
_OF_ONE = (apsw.ConstraintError, apsw.MismatchError, apsw.TooBigError, apsw.CorruptError)


class GroupCommit:
    """Owns the writing connection. Used by one thread."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._journal = Journal(connection)
        self.checkpoints = Checkpoints(connection)

    def commit(self, changes: Sequence[Change | Call]) -> list[Any]:
        """Do the changes in order in one transaction.

        For each of them: what it returned, or the exception that tells why it was not done.
        """
        if not self.checkpoints.begun and any(type(one) not in _READING for one in changes):
            self.checkpoints.bring_home()
        try:
            if self._appended(changes):
                return [None] * len(changes)
            try:
                return self._together(changes)
            except Exception as error:
                if _concerns_all(error):
                    raise
                self._undo()
                return self._one_by_one(changes)
        except Exception as error:
            self._undo()
            if isinstance(error, apsw.CorruptError) and len(changes) > 1:
                # A change that touches a damaged page spoils the commit: one commit for each.
                return [answer for change in changes for answer in self.commit([change])]
            return [_trouble(error)] * len(changes)

    def close(self) -> None:
        self.checkpoints.close()

    def _appended(self, changes: Sequence[Change | Call]) -> bool:
        """The way almost every group goes: nothing but entries, and all of them in order.

        One statement, which SQLite commits by itself: each further step would have to wait for
        the interpreter's lock, where an event loop has it. False if nothing was done.
        """
        journal = self._journal
        appends = [change for change in changes if type(change) is Append]
        if not journal.alone or len(appends) != len(changes):
            return False
        try:
            for append in appends:
                journal.append(append.table, append.entries)
            if journal.flush_alone():
                return True
        except Exception as error:
            if _concerns_all(error):
                raise
            # A refusal is made inside a transaction, by what is in the file.
        journal.forget()
        return False

    def _together(self, changes: Sequence[Change | Call]) -> list[Any]:
        """Every other group, as long as nothing unforeseen happens in it."""
        answers: list[Any] = []
        journal = self._journal
        self._begin()
        for change in changes:
            try:
                answers.append(change.apply(journal))
            except _REFUSALS as refusal:
                answers.append(refusal)
        journal.flush()
        self._connection.execute("COMMIT")
        return answers

    def _one_by_one(self, changes: Sequence[Change | Call]) -> list[Any]:
        """One change of the group cannot be done: find it, and do all the others."""
        answers: list[Any] = []
        execute = self._connection.execute
        self._begin()
        for change in changes:
            execute("SAVEPOINT change")
            try:
                answer = change.apply(self._journal)
                self._journal.flush()
            except Exception as error:
                if _concerns_all(error):
                    raise
                self._journal.forget()
                execute("ROLLBACK TO change")
                answers.append(error)
            else:
                answers.append(answer)
            execute("RELEASE change")
        self._connection.execute("COMMIT")
        return answers

    def _begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._journal.notice_others()

    def _undo(self) -> None:
        self._journal.forget()
        # A full or broken disk may have made SQLite roll back by itself.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _trouble(error: Exception) -> Exception:
    """What the server is told if the whole group failed."""
    if isinstance(error, apsw.FullError):
        # SQLite writes the mark of a commit last: without room for it there was none.
        return ReadOnly("The disk is full: nothing can be saved until there is room again.")
    if isinstance(error, apsw.IOError):
        return Doubtful(f"The disk fails, and nothing can be saved: {error}.")
    if _concerns_all(error):
        return ReadOnly(f"Nothing can be saved just now: {error}.")
    return error


def _concerns_all(error: Exception) -> bool:
    return isinstance(error, apsw.Error) and not isinstance(error, _OF_ONE)
