"""What is asked: each function is one question, answered on whatever connection it is given."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
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
    StoredTable,
    TableRow,
    Token,
)
from stammtisch.store.errors import without_capitals

Row = tuple[Any, ...]

_names = msgspec.json.Decoder(list[str]).decode
_numbers = msgspec.json.Decoder(list[int]).decode


# --- tables ------------------------------------------------------------------------------------

_TABLE = ("id", "game", "number", "secret", "created")


def tables(connection: apsw.Connection) -> list[StoredTable]:
    try:
        return _all_tables(connection)
    except apsw.CorruptError:
        return [_readable(connection, no, row) for no, row in _table_rows(connection)]


def _table_rows(connection: apsw.Connection) -> list[tuple[int, TableRow]]:
    """In a damaged file: what can be read of the list of tables, from either end."""
    found: dict[int, tuple[int, TableRow]] = {}
    for order in ("ASC", "DESC"):
        rows = connection.execute(f"SELECT no, {', '.join(_TABLE)} FROM tables ORDER BY no {order}")
        with contextlib.suppress(apsw.CorruptError):
            for no, *row in rows:
                found[no] = (no, TableRow(**dict(zip(_TABLE, row, strict=True))))
    return [found[no] for no in sorted(found)]


def _readable(connection: apsw.Connection, no: int, row: TableRow) -> StoredTable:
    """In a damaged file: one table, and whether all of it is there."""
    entries: list[Entry] = []
    beside: list[SideRecord] = []
    damage: str | None = None
    try:
        found = connection.execute(
            "SELECT seq, payload, hash FROM journal WHERE table_no = ? ORDER BY seq", (no,)
        )
        entries.extend(Entry(*entry) for entry in found)
    except apsw.CorruptError as error:
        damage = f"Its journal cannot be read in the file: {error}."
    with contextlib.suppress(apsw.CorruptError):
        kept = connection.execute(
            "SELECT kind, key, value FROM side_records WHERE table_no = ? ORDER BY kind, line",
            (no,),
        )
        beside.extend(SideRecord(*record) for record in kept)
    return StoredTable(row=row, entries=entries, beside=beside, damage=damage)


def _all_tables(connection: apsw.Connection) -> list[StoredTable]:
    found: dict[int, StoredTable] = {}
    # One question may see what another process commits before the next: a savepoint makes the
    # three of them see the same moment, also inside the writer's transaction.
    nested = connection.in_transaction
    connection.execute("SAVEPOINT moment")
    try:
        for no, *row in connection.execute(
            f"SELECT no, {', '.join(_TABLE)} FROM tables ORDER BY created, no"
        ):
            table = TableRow(**dict(zip(_TABLE, row, strict=True)))
            found[no] = StoredTable(row=table, entries=[], beside=[])
        for no, *entry in connection.execute(
            "SELECT table_no, seq, payload, hash FROM journal ORDER BY table_no, seq"
        ):
            found[no].entries.append(Entry(*entry))
        for no, *record in connection.execute(
            "SELECT table_no, kind, key, value FROM side_records ORDER BY table_no, kind, line"
        ):
            found[no].beside.append(SideRecord(*record))
    except apsw.CorruptError:
        # A reader that stayed in this moment would see nothing that is written later.
        connection.execute("ROLLBACK TO moment" if nested else "ROLLBACK")
        raise
    connection.execute("RELEASE moment")
    return list(found.values())


def journal(connection: apsw.Connection, table: str, first: int, until: int) -> list[Entry]:
    found = connection.execute(
        "SELECT seq, payload, hash FROM journal WHERE seq >= ? AND seq < ?"
        " AND table_no = (SELECT no FROM tables WHERE id = ?) ORDER BY seq",
        (first, until, table),
    )
    return [Entry(*entry) for entry in found]


# --- finished matches --------------------------------------------------------------------------

_MATCH = (
    "SELECT id, table_id, game, profile, matches.started, matches.ended, players, accounts,"
    " outcome, ranks, points, private"
)


#: How the columns are read that hold something else than the field of their name.
_READ: dict[str, Callable[[Any], Any]] = {
    "players": _names,
    "accounts": _names,
    "ranks": _numbers,
    "points": _numbers,
    "private": bool,
}


def _match(row: Row) -> MatchRow:
    fields = dict(zip(MatchRow.__struct_fields__, row, strict=True))
    return MatchRow(**fields | {name: read(fields[name]) for name, read in _READ.items()})


def match(connection: apsw.Connection, id: str) -> MatchRow | None:
    row = connection.execute(f"{_MATCH}, body FROM matches WHERE id = ?", (id,)).fetchone()
    return _match(row) if row else None


def matches(
    connection: apsw.Connection,
    game: str | None,
    account: str | None,
    limit: int,
    before: float | None,
    private: bool,
) -> list[MatchRow]:
    if account is None:
        source, ended = "matches", "matches.ended"
    else:
        source, ended = "match_seats JOIN matches ON id = match_id", "match_seats.ended"
    conditions = {
        "account = ?": account,
        "game = ?": game,
        f"{ended} < ?": before,
        "private = ?": None if private else 0,
    }
    asked = {text: value for text, value in conditions.items() if value is not None}
    where = " AND ".join(asked) or "true"
    rows = connection.execute(
        f"{_MATCH}, x'' FROM {source} WHERE {where} ORDER BY {ended} DESC, id DESC LIMIT ?",
        (*asked.values(), limit),
    )
    return [_match(row) for row in rows]


def matches_after(connection: apsw.Connection, last: MatchRow | None, limit: int) -> list[MatchRow]:
    """The next page of the whole archive, oldest first."""
    where, after = ("true", ()) if last is None else ("(ended, id) > (?, ?)", (last.ended, last.id))
    rows = connection.execute(
        f"{_MATCH}, body FROM matches WHERE {where} ORDER BY ended, id LIMIT ?", (*after, limit)
    )
    return [_match(row) for row in rows]


# --- people ------------------------------------------------------------------------------------

_FIELDS = ("id", "name", "kind", "created", "password_hash", "origin")
_ACCOUNT = f"SELECT {', '.join(_FIELDS)} FROM accounts"


def _account(row: Row) -> Account:
    return Account(**dict(zip(_FIELDS, row, strict=True)))


def _one_account(connection: apsw.Connection, where: str, *values: object) -> Account | None:
    row = connection.execute(f"{_ACCOUNT} WHERE {where}", values).fetchone()
    return _account(row) if row else None


def account(connection: apsw.Connection, id: str) -> Account | None:
    return _one_account(connection, "id = ?", id)


def account_by_token(connection: apsw.Connection, hash: bytes) -> Account | None:
    return _one_account(connection, "id = (SELECT account FROM tokens WHERE hash = ?)", hash)


def tokens(connection: apsw.Connection, account: str) -> list[Token]:
    rows = connection.execute(
        "SELECT hash, created FROM tokens WHERE account = ? ORDER BY no", (account,)
    )
    return [Token(hash=digest, account=account, created=created) for digest, created in rows]


def account_by_origin(connection: apsw.Connection, name: str, origin: str) -> Account | None:
    return _one_account(
        connection,
        "origin = ? AND name = ? AND kind = 'guest' ORDER BY created, id LIMIT 1",
        origin,
        name,
    )


def registered(connection: apsw.Connection, name: str) -> Account | None:
    return _one_account(connection, "registered_name = ?", without_capitals(name))


def registered_names(connection: apsw.Connection) -> dict[str, str]:
    rows = connection.execute("SELECT name, id FROM accounts WHERE kind = 'registered'")
    return dict(rows)


def accounts_after(connection: apsw.Connection, last: Account | None, limit: int) -> list[Account]:
    """The next page of all accounts, by id."""
    rows = connection.execute(
        f"{_ACCOUNT} WHERE id > ? ORDER BY id LIMIT ?", ("" if last is None else last.id, limit)
    )
    return [_account(row) for row in rows]


# --- scores ------------------------------------------------------------------------------------


def high_scores(connection: apsw.Connection, game: str, limit: int) -> list[HighScore]:
    rows = connection.execute(
        "SELECT name, at, score, CASE (SELECT private FROM matches WHERE id = match_id)"
        " WHEN 1 THEN NULL ELSE match_id END FROM high_scores WHERE game = ?"
        " ORDER BY score, at, no LIMIT ?",
        (game, limit),
    )
    return [
        HighScore(game=game, name=name, at=at, score=score, match=match_id)
        for name, at, score, match_id in rows
    ]


_RATING = "SELECT account, mu, sigma, played FROM ratings WHERE game = ?"


def _rating(game: str, row: Row) -> Rating:
    account, mu, sigma, played = row
    return Rating(account=account, game=game, mu=mu, sigma=sigma, played=played)


def ratings(connection: apsw.Connection, game: str, accounts: Sequence[str]) -> dict[str, Rating]:
    rows = connection.execute(
        f"{_RATING} AND account IN (SELECT value FROM json_each(?))",
        (game, msgspec.json.encode(accounts).decode()),
    )
    return {row[0]: _rating(game, row) for row in rows}


def best_rated(connection: apsw.Connection, game: str, limit: int) -> list[Rating]:
    rows = connection.execute(
        f"{_RATING} ORDER BY mu - 3 * sigma DESC, account LIMIT ?", (game, limit)
    )
    return [_rating(game, row) for row in rows]


# --- the server itself --------------------------------------------------------------------------


def notes(connection: apsw.Connection, kind: str) -> dict[str, bytes]:
    rows = connection.execute("SELECT key, value FROM notes WHERE kind = ? ORDER BY key", (kind,))
    return {key: bytes(value) for key, value in rows}


def last_beat(connection: apsw.Connection) -> int | None:
    row = connection.execute("SELECT server_time FROM beats").fetchone()
    return int(row[0]) if row else None
