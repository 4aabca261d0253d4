"""The SQLite file: what is in it, and how an older one is brought up to date.

`PRAGMA user_version` holds the number of the last migration that was run. A migration that has
been released is never edited: a change of the schema is a new one at the end.
"""

from __future__ import annotations

import apsw

from stammtisch.store.store import StoreUnavailable

_TABLES = """
CREATE TABLE tables (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    secret BLOB NOT NULL,
    created REAL NOT NULL,
    kept_from INTEGER -- entries below have left for the archive; NULL while none has
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

CREATE TABLE chat (
    table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_no, line)
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
    body BLOB NOT NULL
) STRICT;
CREATE INDEX matches_by_end ON matches (ended, id);
CREATE INDEX matches_by_game ON matches (game, ended, id);

CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created REAL NOT NULL,
    token_hash BLOB,
    password_hash TEXT,
    origin TEXT,
    registered_name TEXT UNIQUE -- the name without its capitals, if it is registered
) STRICT;
CREATE INDEX accounts_by_token ON accounts (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX accounts_by_origin ON accounts (origin, name) WHERE origin IS NOT NULL;

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
    wall REAL NOT NULL
) STRICT;
"""

_MATCHES_OF_AN_ACCOUNT = """
CREATE TABLE match_seats (
    account TEXT NOT NULL,
    ended REAL NOT NULL,
    match_id TEXT NOT NULL,
    PRIMARY KEY (account, ended, match_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO match_seats
    SELECT seat.value, matches.ended, matches.id
    FROM matches, json_each(matches.accounts) AS seat;
"""

_PRIVATE_MATCHES = """
ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
"""

_MANY_TOKENS_AND_HOUSE_TIME = """
CREATE TABLE tokens (
    no INTEGER PRIMARY KEY, -- the later was given out later, whatever the wall clock said
    hash BLOB NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created REAL NOT NULL
) STRICT;
CREATE INDEX tokens_of_account ON tokens (account, no);
INSERT OR IGNORE INTO tokens (hash, account, created)
    SELECT token_hash, id, created FROM accounts WHERE token_hash IS NOT NULL ORDER BY created;
DROP INDEX accounts_by_token;
ALTER TABLE accounts DROP COLUMN token_hash;

-- It was never the time on the wall, but the milliseconds that the house has been open.
ALTER TABLE beats RENAME COLUMN wall TO house_time;
"""

_SECRETS = """
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""

_NOTES = """
-- What the house notes of people, invitations and itself; what each kind holds is the house's
-- business.
CREATE TABLE notes (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
"""

_ONE_TABLE_FOR_A_NUMBER = """
-- Earlier versions gave the number of a private table to a second one. Such tables stay as they
-- are, because the number is in their journals, too. The youngest of a number counts for the key.
ALTER TABLE tables ADD COLUMN older INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET older = 1 WHERE EXISTS (
    SELECT 1 FROM tables AS other
    WHERE other.game = tables.game AND other.number = tables.number AND other.no > tables.no
);
CREATE UNIQUE INDEX tables_by_number ON tables (game, number) WHERE older = 0;
"""

_LOG_MARK = """
-- Odd in a file alone: a write-ahead log follows (see checkpoints.py).
CREATE TABLE log_mark (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO log_mark VALUES (1, 0);
"""

_SIDE_RECORDS = """
-- What tables keep beside their journals; what each kind holds is the tables' business.
CREATE TABLE side_records (
    table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (table_no, kind, line)
) STRICT, WITHOUT ROWID;
INSERT INTO side_records
    SELECT table_no, 'chat', line, '',
        CAST(json_object('name', name, 'text', text, 'at', at) AS BLOB)
    FROM chat;
DROP TABLE chat;
"""

#: Number n of this list brings a file from version n − 1 to version n.
MIGRATIONS: tuple[str, ...] = (
    _TABLES,
    _MATCHES_OF_AN_ACCOUNT,
    _PRIVATE_MATCHES,
    _MANY_TOKENS_AND_HOUSE_TIME,
    _SECRETS,
    _NOTES,
    _ONE_TABLE_FOR_A_NUMBER,
    _LOG_MARK,
    _SIDE_RECORDS,
)


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
