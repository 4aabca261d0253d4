"""Everything that can be changed: each change is a record, and a function that does it.

Records, because a change may have to travel to another process before it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import msgspec

from stammtisch.records import (
    Account,
    ChatLine,
    Entry,
    HighScore,
    MatchRow,
    Rating,
    TableRow,
    Token,
)
from stammtisch.store.journal import Journal
from stammtisch.store.store import CHAT_LINES, TOKENS, NameTaken, without_capitals


class Create(msgspec.Struct, frozen=True, array_like=True, tag=1):
    row: TableRow
    entries: Sequence[Entry]


class Append(msgspec.Struct, frozen=True, array_like=True, tag=2):
    table: str
    entries: Sequence[Entry]


class Drop(msgspec.Struct, frozen=True, array_like=True, tag=3):
    table: str


class AddChat(msgspec.Struct, frozen=True, array_like=True, tag=4):
    table: str
    line: ChatLine


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


class Beat(msgspec.Struct, frozen=True, array_like=True, tag=8):
    house_time: int
    #: Bytes that must find room, too.
    room: int = 0


class Nothing(msgspec.Struct, frozen=True, array_like=True, tag=9):
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
    | AddChat
    | Archive
    | AddMatch
    | PutAccount
    | Beat
    | Nothing
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

    It either raises `Fenced` or `NameTaken` before it has written anything, or it writes; whatever
    else it raises undoes all it wrote.
    """
    return _FUNCTIONS[type(change)](journal, change)


def _add_chat(journal: Journal, table: str, line: ChatLine) -> None:
    """Keep a line, and let the oldest go. What was said at a table that is gone is gone."""
    execute = journal.connection.execute
    execute(
        "INSERT INTO chat (table_no, line, name, text, at)"
        " SELECT no, 1 + coalesce((SELECT max(line) FROM chat WHERE table_no = no), 0), ?, ?, ?"
        " FROM tables WHERE id = ?",
        (line.name, line.text, line.at, table),
    )
    execute(
        "DELETE FROM chat WHERE table_no = (SELECT no FROM tables WHERE id = ?)"
        " AND line <= (SELECT max(line) FROM chat AS all_lines"
        " WHERE all_lines.table_no = chat.table_no) - ?",
        (table, CHAT_LINES),
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


def _beat(journal: Journal, change: Beat) -> None:
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
    AddChat: lambda journal, change: _add_chat(journal, change.table, change.line),
    Archive: _archive,
    AddMatch: lambda journal, change: _add_match(journal, change.match),
    PutAccount: lambda journal, change: _put_account(journal, change.account),
    Beat: _beat,
    Nothing: lambda journal, change: None,
    AddToken: lambda journal, change: _add_token(journal, change.token),
    DropToken: lambda journal, change: _drop_token(journal, change.hash),
    KeepSecret: _keep_secret,
    ForgetGuests: _forget_guests,
    Note: _note,
    HowDurable: lambda journal, change: _how_durable(journal),
    Call: lambda journal, change: change.function(journal, *change.args),
}
