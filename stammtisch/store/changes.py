"""Everything that can be changed: each change is a record, and a function that does it.

Records, because a change may have to travel to another process before it is done.

The live journals as the writer knows them: which entry each table expects next.

Entries are gathered and inserted many rows to a statement. The reason is the interpreter's lock:
apsw gives it back at every step of a statement, and beside a busy event loop each return costs
up to the interpreter's switch interval (5 ms), whatever the step itself costs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import msgspec

from stammtisch.records import (
    Account,
    Entry,
    HighScore,
    MatchRow,
    Rating,
    SideRecord,
    TableRow,
    Token,
)
from stammtisch.store.store import TOKENS, NameTaken, WriteConflict, without_capitals

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
            # Known to apsw, though not to its type stubs.
            if error.extendedresult != apsw.SQLITE_CONSTRAINT_UNIQUE:  # type: ignore[attr-defined]
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


class Create(msgspec.Struct, frozen=True, array_like=True, tag=1):
    row: TableRow
    entries: Sequence[Entry]


class Append(msgspec.Struct, frozen=True, array_like=True, tag=2):
    table: str
    entries: Sequence[Entry]


class Drop(msgspec.Struct, frozen=True, array_like=True, tag=3):
    table: str


class KeepBeside(msgspec.Struct, frozen=True, array_like=True, tag=4):
    table: str
    record: SideRecord
    most: int


class Archive(msgspec.Struct, frozen=True, array_like=True, tag=5):
    match: MatchRow
    first_seq_to_keep: int
    scores: Sequence[HighScore]
    ratings: Sequence[Rating]


class AddMatch(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """Answered with False if it was there already."""

    match: MatchRow


class PutAccount(msgspec.Struct, frozen=True, array_like=True, tag=7):
    account: Account


class Heartbeat(msgspec.Struct, frozen=True, array_like=True, tag=8):
    house_time: int
    #: Bytes that must find room, too.
    room: int = 0


class Barrier(msgspec.Struct, frozen=True, array_like=True, tag=9):
    """For whoever wants to know when all before it is done."""


class AddToken(msgspec.Struct, frozen=True, array_like=True, tag=10):
    token: Token


class DropToken(msgspec.Struct, frozen=True, array_like=True, tag=11):
    hash: bytes


class HowDurable(msgspec.Struct, frozen=True, array_like=True, tag=12):
    """Answered with SQLite's `synchronous` of the connection that writes."""


class KeepSecret(msgspec.Struct, frozen=True, array_like=True, tag=13):
    """The first one of a name stays."""

    name: str
    secret: bytes


class ForgetGuests(msgspec.Struct, frozen=True, array_like=True, tag=14):
    """Answered with how many were forgotten."""

    before: float
    keep: Sequence[str]
    most: int


class Note(msgspec.Struct, frozen=True, array_like=True, tag=15):
    """None takes the note away."""

    kind: str
    key: str
    value: bytes | None


#: What can be sent to another process.
Record = (
    Create
    | Append
    | Drop
    | KeepBeside
    | Archive
    | AddMatch
    | PutAccount
    | Heartbeat
    | Barrier
    | AddToken
    | DropToken
    | HowDurable
    | KeepSecret
    | ForgetGuests
    | Note
)


@dataclass(frozen=True, slots=True)
class Call:
    """Anything else that is to be done by the writer of this process."""

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()


Change = Record | Call


def do(journal: Journal, change: Change) -> Any:
    """Do it inside the writer's transaction; what it returns is for whoever asked.

    It either raises `WriteConflict` or `NameTaken` before it has written anything, or it writes;
    whatever else it raises undoes all it wrote.
    """
    return _FUNCTIONS[type(change)](journal, change)


def _keep_beside(journal: Journal, change: KeepBeside) -> None:
    """Keep it, and let the oldest go. What is kept of a table that is gone is gone."""
    record, execute = change.record, journal.connection.execute
    for (no,) in execute("SELECT no FROM tables WHERE id = ?", (change.table,)).fetchall():
        kind = (no, record.kind)
        if record.key:
            execute(
                "DELETE FROM side_records WHERE table_no = ? AND kind = ? AND key = ?",
                (*kind, record.key),
            )
        execute(
            "INSERT INTO side_records (table_no, kind, line, key, value)"
            " SELECT ?1, ?2, 1 + coalesce(max(line), 0), ?3, ?4"
            " FROM side_records WHERE table_no = ?1 AND kind = ?2",
            (*kind, record.key, record.value),
        )
        execute(
            "DELETE FROM side_records WHERE table_no = ?1 AND kind = ?2 AND line <= (SELECT line"
            " FROM side_records WHERE table_no = ?1 AND kind = ?2"
            " ORDER BY line DESC LIMIT 1 OFFSET ?3)",
            (*kind, change.most),
        )


def _archive(journal: Journal, change: Archive) -> None:
    match = change.match
    journal.check_reaches(match.table, change.first_seq_to_keep)
    if _add_match(journal, match):
        for score in change.scores:
            journal.connection.execute(
                "INSERT INTO high_scores (game, score, at, name, match_id) VALUES (?, ?, ?, ?, ?)",
                (score.game, score.score, score.at, score.name, score.match),
            )
        for rating in change.ratings:
            journal.connection.execute(
                "REPLACE INTO ratings (game, account, mu, sigma, played) VALUES (?, ?, ?, ?, ?)",
                (rating.game, rating.account, rating.mu, rating.sigma, rating.played),
            )
    journal.cut(match.table, change.first_seq_to_keep)


def _add_match(journal: Journal, match: MatchRow) -> bool:
    """False if it was there already."""
    journal.connection.execute(
        "INSERT INTO matches (id, table_id, game, profile, started, ended, players, accounts,"
        " outcome, ranks, points, private, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO NOTHING",
        (
            match.id,
            match.table,
            match.game,
            match.profile,
            match.started,
            match.ended,
            _json(match.players),
            _json(match.accounts),
            match.outcome,
            _json(match.ranks),
            _json(match.points),
            match.private,
            match.body,
        ),
    )
    if journal.connection.changes() != 1:
        return False
    for account in set(match.accounts):
        journal.connection.execute(
            "INSERT INTO match_seats (account, ended, match_id) VALUES (?, ?, ?)",
            (account, match.ended, match.id),
        )
    return True


def _put_account(journal: Journal, account: Account) -> None:
    registered_name = without_capitals(account.name) if account.kind == "registered" else None
    try:
        journal.connection.execute(
            "INSERT INTO accounts (id, name, kind, created, password_hash, origin,"
            " registered_name) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind,"
            " created = excluded.created, password_hash = excluded.password_hash,"
            " origin = excluded.origin,"
            " registered_name = excluded.registered_name",
            (
                account.id,
                account.name,
                account.kind,
                account.created,
                account.password_hash,
                account.origin,
                registered_name,
            ),
        )
    except apsw.ConstraintError as error:
        # Known to apsw, though not to its type stubs.
        if error.extendedresult != apsw.SQLITE_CONSTRAINT_UNIQUE:  # type: ignore[attr-defined]
            raise
        raise NameTaken(f"The name {account.name} is taken.") from error


def _add_token(journal: Journal, token: Token) -> None:
    execute = journal.connection.execute
    execute(
        "INSERT INTO tokens (hash, account, created) VALUES (?, ?, ?)"
        " ON CONFLICT (hash) DO NOTHING",
        (token.hash, token.account, token.created),
    )
    execute(
        "DELETE FROM tokens WHERE account = ?1 AND no <= (SELECT no FROM tokens"
        " WHERE account = ?1 ORDER BY no DESC LIMIT 1 OFFSET ?2)",
        (token.account, TOKENS),
    )


def _drop_token(journal: Journal, hash: bytes) -> None:
    journal.connection.execute("DELETE FROM tokens WHERE hash = ?", (hash,))


def _beat(journal: Journal, change: Heartbeat) -> None:
    execute = journal.connection.execute
    if change.room:
        # A beat alone needs no room: it takes the place of the last one.
        execute("CREATE TABLE room (bytes BLOB NOT NULL) STRICT")
        execute("INSERT INTO room VALUES (zeroblob(?))", (change.room,))
        execute("DROP TABLE room")
    execute("REPLACE INTO beats (one, house_time) VALUES (1, ?)", (change.house_time,))


def _keep_secret(journal: Journal, change: KeepSecret) -> None:
    journal.connection.execute(
        "INSERT INTO secrets (name, secret) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
        (change.name, change.secret),
    )


def _note(journal: Journal, change: Note) -> None:
    execute, where = journal.connection.execute, (change.kind, change.key)
    if change.value is None:
        execute("DELETE FROM notes WHERE kind = ? AND key = ?", where)
    else:
        execute("REPLACE INTO notes (kind, key, value) VALUES (?, ?, ?)", (*where, change.value))


def _forget_guests(journal: Journal, change: ForgetGuests) -> int:
    journal.connection.execute(
        "DELETE FROM accounts WHERE id IN (SELECT id FROM accounts AS guest WHERE kind = 'guest'"
        " AND created < ? AND id NOT IN (SELECT value FROM json_each(?))"
        " AND NOT EXISTS (SELECT 1 FROM match_seats WHERE account = guest.id) LIMIT ?)",
        (change.before, _json(change.keep), change.most),
    )
    return journal.connection.changes()


def _how_durable(journal: Journal) -> int:
    return int(journal.connection.execute("PRAGMA synchronous").get)


def _json(numbers_or_names: Sequence[int] | Sequence[str]) -> str:
    return msgspec.json.encode(numbers_or_names).decode()


_FUNCTIONS: dict[type[Any], Callable[[Journal, Any], Any]] = {
    Create: lambda journal, change: journal.create(change.row, change.entries),
    Append: lambda journal, change: journal.append(change.table, change.entries),
    Drop: lambda journal, change: journal.drop(change.table),
    KeepBeside: _keep_beside,
    Archive: _archive,
    AddMatch: lambda journal, change: _add_match(journal, change.match),
    PutAccount: lambda journal, change: _put_account(journal, change.account),
    Heartbeat: _beat,
    Barrier: lambda journal, change: None,
    AddToken: lambda journal, change: _add_token(journal, change.token),
    DropToken: lambda journal, change: _drop_token(journal, change.hash),
    KeepSecret: _keep_secret,
    ForgetGuests: _forget_guests,
    Note: _note,
    HowDurable: lambda journal, change: _how_durable(journal),
    Call: lambda journal, change: change.function(journal, *change.args),
}
