-- A store of schema version 3, with something in every table, as SQLite 3.40 dumped it. Files
-- like this are out there: it is never edited.
BEGIN TRANSACTION;
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
INSERT INTO "accounts" VALUES('a1','Änne','registered',10.5,X'ABCD','$argon2id$x',NULL,'änne');
INSERT INTO "accounts" VALUES('a2','Gast','guest',11.5,X'EF01',NULL,NULL,NULL);
INSERT INTO "accounts" VALUES('a3','Gast','guest',12.5,NULL,NULL,'tiles 192.0.2.7',NULL);
CREATE TABLE beats (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    wall REAL NOT NULL
) STRICT;
INSERT INTO "beats" VALUES(1,987654.0);
CREATE TABLE chat (
    table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_no, line)
) STRICT, WITHOUT ROWID;
INSERT INTO "chat" VALUES(1,1,'Änne','hello',1001.5);
CREATE TABLE high_scores (
    no INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    score INTEGER NOT NULL,
    at REAL NOT NULL,
    name TEXT NOT NULL,
    match_id TEXT NOT NULL
) STRICT;
INSERT INTO "high_scores" VALUES(1,'tiles',4,5.0,'Änne','m1');
CREATE TABLE journal (
    table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    payload BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (table_no, seq)
) STRICT;
INSERT INTO "journal" VALUES(1,2,X'6F6E65',X'6161');
INSERT INTO "journal" VALUES(1,3,X'74776F',X'6262');
CREATE TABLE match_seats (
    account TEXT NOT NULL,
    ended REAL NOT NULL,
    match_id TEXT NOT NULL,
    PRIMARY KEY (account, ended, match_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "match_seats" VALUES('a1',2000.25,'m1');
INSERT INTO "match_seats" VALUES('bot',2000.25,'m1');
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
, private INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "matches" VALUES('m1','t1','tiles','standard',1000.5,2000.25,'["Änne","Bot"]','["a1","bot"]','won','[1,2]','[3,-3]',X'7B7D',1);
CREATE TABLE ratings (
    game TEXT NOT NULL,
    account TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    played INTEGER NOT NULL,
    PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES('tiles','a1',26.0,2.5,3);
CREATE TABLE tables (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    secret BLOB NOT NULL,
    created REAL NOT NULL,
    kept_from INTEGER -- entries below have left for the archive; NULL while none has
) STRICT;
INSERT INTO "tables" VALUES(1,'t1','tiles',7,X'007365637265740FF0',1000.0,2);
CREATE INDEX matches_by_end ON matches (ended, id);
CREATE INDEX matches_by_game ON matches (game, ended, id);
CREATE INDEX accounts_by_token ON accounts (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX accounts_by_origin ON accounts (origin, name) WHERE origin IS NOT NULL;
CREATE INDEX high_scores_by_rank ON high_scores (game, score, at);
CREATE INDEX ratings_by_rank ON ratings (game, mu - 3 * sigma);
COMMIT;
PRAGMA user_version = 3;
