"""The SQLite file: what is in it, and how a file of an older version is brought up to date.

`PRAGMA user_version` holds the number of the last migration that was run. A migration that has
been released is never edited: a change of the schema is a new one at the end.
"""

from __future__ import annotations

import apsw

from stammtisch.store.errors import StoreUnavailable

_TABLES = """
CREATE TABLE tables (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    secret BLOB NOT NULL,
    created REAL NOT NULL,
    kept_from INTEGER, -- entries below have left for the archive; NULL while none has
    UNIQUE (game, number)
) STRICT;

-- Rows lie in the order they were written, so that a commit of many tables' entries fills few
-- pages; only the narrow index of the primary key is touched once for each table.
CREATE TABLE journal (
    table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    payload BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (table_no, seq)
) STRICT;

-- What tables keep beside their journals; what each kind holds is the tables' business.
CREATE TABLE side_records (
    table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (table_no, kind, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL,
    game TEXT NOT NULL,
    profile TEXT NOT NULL,
    started REAL NOT NULL,
    ended REAL NOT NULL,
    players TEXT NOT NULL,
    accounts TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ranks TEXT NOT NULL,
    points TEXT NOT NULL,
    private INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE INDEX matches_by_end ON matches (ended, id);
CREATE INDEX matches_by_game ON matches (game, ended, id);

CREATE TABLE match_seats (
    account TEXT NOT NULL,
    ended REAL NOT NULL,
    match_id TEXT NOT NULL,
    PRIMARY KEY (account, ended, match_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created REAL NOT NULL,
    password_hash TEXT,
    origin TEXT,
    registered_name TEXT UNIQUE -- the name without its capitals, if it is registered
) STRICT;
CREATE INDEX accounts_by_origin ON accounts (origin, name) WHERE origin IS NOT NULL;

CREATE TABLE tokens (
    no INTEGER PRIMARY KEY, -- the later was given out later, whatever the wall clock said
    hash BLOB NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created REAL NOT NULL
) STRICT;
CREATE INDEX tokens_of_account ON tokens (account, no);

CREATE TABLE high_scores (
    no INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    score INTEGER NOT NULL,
    at REAL NOT NULL,
    name TEXT NOT NULL,
    match_id TEXT NOT NULL
) STRICT;
CREATE INDEX high_scores_by_rank ON high_scores (game, score, at);

CREATE TABLE ratings (
    game TEXT NOT NULL,
    account TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    played INTEGER NOT NULL,
    PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_rank ON ratings (game, mu - 3 * sigma);

CREATE TABLE beats (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    server_time INTEGER NOT NULL -- the milliseconds that the server has been open
) STRICT;

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What the server notes of people, invitations and itself; what each kind holds is its business.
CREATE TABLE notes (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

-- Odd in a file alone: a write-ahead log follows (see checkpoints.py).
CREATE TABLE log_mark (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO log_mark VALUES (1, 0);
"""

#: Number n of this list brings a file from version n − 1 to version n.
MIGRATIONS: tuple[str, ...] = (_TABLES,)


def version(connection: apsw.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").get)


def migrate(connection: apsw.Connection, to: int = len(MIGRATIONS)) -> None:
    """Run the migrations the file lacks, all or none.

    Several processes may do this at once: the version is read under the write lock.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        have = version(connection)
        for migration in MIGRATIONS[have:to]:
            connection.execute(migration)
        if have < to:
            connection.execute(f"PRAGMA user_version = {to}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    if have > len(MIGRATIONS):
        raise StoreUnavailable(
            f"This store was written by a newer Stammtisch (its schema has version {have}, this "
            f"program knows versions up to {len(MIGRATIONS)}). Please update the program."
        )


def is_empty(connection: apsw.Connection) -> bool:
    """Has nobody made anything in it? A database of another program, which also has version 0 as a
    rule, is refused."""
    connection.execute("BEGIN")
    content = connection.execute("SELECT count(*) FROM sqlite_schema").get
    unknown = version(connection) == 0
    connection.execute("COMMIT")
    if unknown and content > 0:
        raise StoreUnavailable("This is a database of another program, not a store of Stammtisch.")
    return unknown
