"""A file that an older Stammtisch wrote, with the system's own SQLite, opens with all it holds."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

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
from stammtisch.store.schema import MIGRATIONS
from stammtisch.store.sqlite import SqliteStore
from tests.store.engines import told

VERSION_3 = (Path(__file__).parent / "version_3.sql").read_text()

ANNE = Account(id="a1", name="Änne", kind="registered", created=10.5, password_hash="$argon2id$x")
GUEST = Account(id="a2", name="Gast", kind="guest", created=11.5)
WITHOUT_TOKEN = Account(id="a3", name="Gast", kind="guest", created=12.5, origin="tiles 192.0.2.7")


@pytest.fixture(params=["closed", "killed"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of version 3; after a kill, all of it is still in the write-ahead log."""
    first, path = tmp_path / "first.db", tmp_path / "house.db"
    with closing(sqlite3.connect(first)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA wal_autocheckpoint = 0")
        file.executescript(VERSION_3)
        if request.param == "killed":
            shutil.copy(first, path)
            shutil.copy(f"{first}-wal", f"{path}-wal")
    if request.param == "closed":
        shutil.copy(first, path)
    return path


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "scribe"])
async def test_a_file_of_version_3_keeps_all_it_holds(old: Path, writer_process: bool) -> None:
    store = SqliteStore(old, writer_process=writer_process)
    await store.open()
    assert await store.tables() == [
        StoredTable(
            row=TableRow(
                id="t1", game="tiles", number=7, secret=b"\0secret\x0f\xf0", created=1000.0
            ),
            entries=[Entry(2, b"one", b"aa"), Entry(3, b"two", b"bb")],
            beside=[SideRecord("chat", "", '{"name":"Änne","text":"hello","at":1001.5}'.encode())],
        )
    ]
    match = MatchRow(
        id="m1",
        table="t1",
        game="tiles",
        profile="standard",
        started=1000.5,
        ended=2000.25,
        players=["Änne", "Bot"],
        accounts=["a1", "bot"],
        outcome="won",
        ranks=[1, 2],
        points=[3, -3],
        private=True,
        body=b"{}",
    )
    assert await store.match("m1") == match
    assert [row.id for row in await store.matches(account="a1", private=True)] == ["m1"]
    assert await store.high_scores("tiles", 9) == [
        # The table was private: its match is nobody else's business.
        HighScore(game="tiles", name="Änne", at=5.0, score=4, match=None)
    ]
    assert await store.best_rated("tiles", 9) == [
        Rating(account="a1", game="tiles", mu=26.0, sigma=2.5, played=3)
    ]
    assert await store.last_beat() == 987654
    await told(store.append, "t1", [Entry(4, b"three", b"cc")])
    await store.close()
    with closing(sqlite3.connect(old)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_the_one_token_that_an_account_had_is_the_first_of_many(old: Path) -> None:
    store = SqliteStore(old)
    await store.open()
    assert [row async for row in store.all_accounts()] == [ANNE, GUEST, WITHOUT_TOKEN]
    assert await store.account_by_token(b"\xab\xcd") == ANNE
    assert await store.account_by_token(b"\xef\x01") == GUEST
    assert await store.tokens("a1") == [Token(hash=b"\xab\xcd", account="a1", created=10.5)]
    assert await store.tokens("a3") == []
    assert await store.registered("ÄNNE") == ANNE
    await told(store.add_token, b"second", "a1", 20.5)
    assert await store.account_by_token(b"\xab\xcd") == ANNE
    assert await store.account_by_token(b"second") == ANNE
    await store.close()
