"""Everything that can be changed: each change is a record that knows how it is done.

Records, because a change may have to travel to the writer process before it is done. A new one
needs nothing but its class.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

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
)
from stammtisch.store.errors import NameTaken, violates_unique, without_capitals

if TYPE_CHECKING:
    from stammtisch.store.group_commit import Journal

#: How many tokens an account has at most: on so many devices somebody stays signed in.
TOKENS = 20


class Change(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What can be submitted to a store."""

    @abstractmethod
    def apply(self, journal: Journal) -> Any:
        """Do it inside the writer's transaction; what it returns is for the one who submitted it.

        It either raises `WriteConflict` or `NameTaken` before it has written anything, or it
        writes; whatever else it raises undoes all it wrote.
        """


# --- tables and their journals -----------------------------------------------------------------


class CreateTable(Change, frozen=True):
    """Add a table with the begin of its journal; `WriteConflict` if there is one of that id, or of
    that number in its game."""

    row: TableRow
    entries: Sequence[Entry]

    def apply(self, journal: Journal) -> None:
        journal.create(self.row, self.entries)


class Append(Change, frozen=True):
    """Add entries after those already there, all of them or none.

    `WriteConflict` if a sequence number is taken or missing, or if the table is gone. The first
    entry of a journal may have any number.
    """

    table: str
    entries: Sequence[Entry]

    def apply(self, journal: Journal) -> None:
        journal.append(self.table, self.entries)


class DropTable(Change, frozen=True):
    """Forget a closed table with its journal and what is kept beside it; it may be forgotten
    already."""

    table: str

    def apply(self, journal: Journal) -> None:
        journal.drop(self.table)


class KeepBeside(Change, frozen=True):
    """Keep something beside the table's journal, if the table is still there: of its kind the
    newest `most` stay, and of its key (unless that is "") only this one."""

    table: str
    record: SideRecord
    most: int

    def apply(self, journal: Journal) -> None:
        record, execute = self.record, journal.connection.execute
        for (no,) in execute("SELECT no FROM tables WHERE id = ?", (self.table,)).fetchall():
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
                "DELETE FROM side_records WHERE table_no = ?1 AND kind = ?2 AND line <= ("
                "SELECT line FROM side_records WHERE table_no = ?1 AND kind = ?2"
                " ORDER BY line DESC LIMIT 1 OFFSET ?3)",
                (*kind, self.most),
            )


# --- finished matches --------------------------------------------------------------------------


class Archive(Change, frozen=True):
    """Move a finished match out of its table's journal into the archive, all in one step.

    Doing it again changes nothing: scores and ratings are written only with the archive's row.
    Entries below `first_seq_to_keep` leave the live journal, which goes on with the same numbers;
    `WriteConflict` if it does not reach as far as that.
    """

    match: MatchRow
    first_seq_to_keep: int
    scores: Sequence[HighScore]
    ratings: Sequence[Rating]

    def apply(self, journal: Journal) -> None:
        match = self.match
        journal.check_reaches(match.table, self.first_seq_to_keep)
        if _add_match(journal, match):
            for score in self.scores:
                _insert(
                    journal,
                    "INSERT INTO high_scores",
                    game=score.game,
                    score=score.score,
                    at=score.at,
                    name=score.name,
                    match_id=score.match,
                )
            for rating in self.ratings:
                _insert(journal, "REPLACE INTO ratings", **msgspec.structs.asdict(rating))
        journal.cut(match.table, self.first_seq_to_keep)


class AddMatch(Change, frozen=True):
    """Answered with False if it was there already."""

    match: MatchRow

    def apply(self, journal: Journal) -> bool:
        return _add_match(journal, self.match)


def _add_match(journal: Journal, match: MatchRow) -> bool:
    columns = msgspec.structs.asdict(match)
    columns["table_id"] = columns.pop("table")
    for name in ("players", "accounts", "ranks", "points"):
        columns[name] = _json(columns[name])
    _insert(journal, "INSERT INTO matches", " ON CONFLICT (id) DO NOTHING", **columns)
    if journal.connection.changes() != 1:
        return False
    for account in set(match.accounts):
        _insert(
            journal,
            "INSERT INTO match_seats",
            account=account,
            ended=match.ended,
            match_id=match.id,
        )
    return True


# --- people ------------------------------------------------------------------------------------


class PutAccount(Change, frozen=True):
    """Add or replace; `NameTaken` if it is registered and the name is another's."""

    account: Account

    def apply(self, journal: Journal) -> None:
        columns = msgspec.structs.asdict(self.account)
        registered = self.account.kind == "registered"
        columns["registered_name"] = without_capitals(self.account.name) if registered else None
        anew = ", ".join(f"{name} = excluded.{name}" for name in columns if name != "id")
        try:
            _insert(
                journal,
                "INSERT INTO accounts",
                f" ON CONFLICT (id) DO UPDATE SET {anew}",
                **columns,
            )
        except apsw.ConstraintError as error:
            if not violates_unique(error):
                raise
            raise NameTaken(f"The name {self.account.name} is taken.") from error


class AddToken(Change, frozen=True):
    """Let the one who has the token of that hash in as the account, which must be there.

    Of more than `TOKENS` of an account the oldest go. A hash that is known already stays as it is.
    """

    hash: bytes
    account: str
    created: float

    def apply(self, journal: Journal) -> None:
        _insert(
            journal,
            "INSERT INTO tokens",
            " ON CONFLICT (hash) DO NOTHING",
            hash=self.hash,
            account=self.account,
            created=self.created,
        )
        journal.connection.execute(
            "DELETE FROM tokens WHERE account = ?1 AND no <= (SELECT no FROM tokens"
            " WHERE account = ?1 ORDER BY no DESC LIMIT 1 OFFSET ?2)",
            (self.account, TOKENS),
        )


class DropToken(Change, frozen=True):
    """Forget a token; it may be forgotten already."""

    hash: bytes

    def apply(self, journal: Journal) -> None:
        journal.connection.execute("DELETE FROM tokens WHERE hash = ?", (self.hash,))


class ForgetGuests(Change, frozen=True):
    """Forget guests who came before that time (in seconds since 1970) and are in no finished
    match, with their tokens; at most so many at once, and none of those to `keep`. Answered with
    how many."""

    before: float
    keep: Sequence[str]
    most: int

    def apply(self, journal: Journal) -> int:
        journal.connection.execute(
            "DELETE FROM accounts WHERE id IN (SELECT id FROM accounts AS guest"
            " WHERE kind = 'guest' AND created < ? AND id NOT IN (SELECT value FROM json_each(?))"
            " AND NOT EXISTS (SELECT 1 FROM match_seats WHERE account = guest.id) LIMIT ?)",
            (self.before, _json(self.keep), self.most),
        )
        return journal.connection.changes()


# --- the server itself -------------------------------------------------------------------------


class KeepSecret(Change, frozen=True):
    """The first secret of a name stays. Answered with it."""

    name: str
    secret: bytes

    def apply(self, journal: Journal) -> bytes:
        execute, name = journal.connection.execute, self.name
        execute("INSERT OR IGNORE INTO secrets (name, secret) VALUES (?, ?)", (name, self.secret))
        return bytes(execute("SELECT secret FROM secrets WHERE name = ?", (name,)).get)


class Note(Change, frozen=True):
    """Note something, in the place of what was noted there before; None takes it away."""

    kind: str
    key: str
    value: bytes | None

    def apply(self, journal: Journal) -> None:
        execute, where = journal.connection.execute, (self.kind, self.key)
        if self.value is None:
            execute("DELETE FROM notes WHERE kind = ? AND key = ?", where)
        else:
            execute("REPLACE INTO notes (kind, key, value) VALUES (?, ?, ?)", (*where, self.value))


class NoteTime(Change, frozen=True):
    """Remember that the server was open at this moment of server time (in milliseconds).

    With `room`, only if so many bytes more could be written as well.
    """

    server_time: int
    room: int = 0

    def apply(self, journal: Journal) -> None:
        execute = journal.connection.execute
        if self.room:
            # A beat alone needs no room: it takes the place of the last one.
            execute("CREATE TABLE room (bytes BLOB NOT NULL) STRICT")
            execute("INSERT INTO room VALUES (zeroblob(?))", (self.room,))
            execute("DROP TABLE room")
        execute("REPLACE INTO beats (one, server_time) VALUES (1, ?)", (self.server_time,))


class Barrier(Change, frozen=True):
    """Changes nothing, and is done when all before it is."""

    def apply(self, journal: Journal) -> None:
        pass


class HowDurable(Change, frozen=True):
    """Answered with SQLite's `synchronous` as the connection that writes has it.

    2 (FULL): each commit is on the disk before it is acknowledged. 1 (NORMAL): soon after.
    """

    def apply(self, journal: Journal) -> int:
        return int(journal.connection.execute("PRAGMA synchronous").get)


class Call:
    """Anything else that is to be done by the writer of this process."""

    __slots__ = ("args", "function")

    def __init__(self, function: Callable[..., Any], *args: Any) -> None:
        self.function = function
        self.args = args

    def apply(self, journal: Journal) -> Any:
        return self.function(journal, *self.args)


def _insert(journal: Journal, into: str, otherwise: str = "", **columns: Any) -> None:
    """Insert a row; `otherwise` is what SQLite is to do if it is there already."""
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    journal.connection.execute(
        f"{into} ({names}) VALUES ({marks}){otherwise}", tuple(columns.values())
    )


def _json(numbers_or_names: Sequence[int] | Sequence[str]) -> str:
    return msgspec.json.encode(numbers_or_names).decode()
