"""The live journals as the writer knows them: which entry each table expects next.

Entries are gathered and inserted many rows to a statement. The reason is the interpreter's lock:
apsw gives it back at every step of a statement, and beside a busy event loop each return costs
up to the interpreter's switch interval (5 ms), whatever the step itself costs.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from stammtisch.records import Entry, TableRow
from stammtisch.store.store import Fenced

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
            raise Fenced(f"There is a table {row.id} already.")
        expected = _following(row.id, None, entries)
        try:
            self.connection.execute(
                "INSERT INTO tables (id, game, number, secret, created) VALUES (?, ?, ?, ?, ?)",
                (row.id, row.game, row.number, row.secret, row.created),
            )
        except apsw.ConstraintError as error:
            # Known to apsw, though not to its type stubs.
            if error.extendedresult != apsw.SQLITE_CONSTRAINT_UNIQUE:  # type: ignore[attr-defined]
                raise
            raise Fenced(f"There is a table {row.number} of {row.game} already.") from error
        no = self.connection.last_insert_rowid()
        self._live[row.id] = _Live(no, expected)
        self._gather(no, entries)

    def append(self, table: str, entries: Sequence[Entry]) -> None:
        live = self._live.get(table) or self._find(table)
        if live is None:
            raise Fenced(f"There is no table {table} any more.")
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
            raise Fenced(f"The journal of table {table} ends before entry {seq}.")

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
            raise Fenced(
                f"Table {table} expects entry {expected}, not {entry.seq}: somebody else has"
                " written its journal."
            )
        expected = entry.seq + 1
    return expected
