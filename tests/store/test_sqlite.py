"""What only the SQLite store does: its file, its groups, its disk."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from stammtisch.records import OutcomeUnknown, ReadOnly
from stammtisch.store.changes import (
    AddMatch,
    Append,
    Call,
    CreateTable,
    NoteTime,
    PutAccount,
)
from stammtisch.store.connections import connect
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.group_commit import Journal
from stammtisch.store.schema import MIGRATIONS, migrate, version
from stammtisch.store.sqlite import SqliteStore, open_store
from stammtisch.store.writers import Writer
from tests.store.engines import asked, entries, guest, match, table, told


def writer_of(store: SqliteStore) -> Writer:
    assert store._writer is not None
    return store._writer


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = apsw.Connection(str(tmp_path / "house.db"))
    migrate(connection, to=1)
    broken = (MIGRATIONS[0], "CREATE TABLE half (a);\nCREATE TABLE tables (taken);\n")
    monkeypatch.setattr("stammtisch.store.schema.MIGRATIONS", broken)
    with pytest.raises(apsw.SQLError, match="already exists"):
        migrate(connection, to=2)
    assert version(connection) == 1
    assert connection.execute("SELECT * FROM sqlite_schema WHERE name = 'half'").fetchall() == []
    connection.close()


async def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    connection = connect(path, "FULL")
    migrate(connection)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StoreUnavailable, match=r"newer Stammtisch.*Please update the program\.$"):
        await SqliteStore(path).open()


async def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE birds (name)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreUnavailable, match="another program"):
        await SqliteStore(path).open()
    assert path.read_bytes() == before


async def test_what_is_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 200)
    with pytest.raises(StoreUnavailable, match="cannot be used as a store: file is not a database"):
        await SqliteStore(path).open()
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await SqliteStore(tmp_path).open()


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
async def test_a_damaged_file_is_told_to_whoever_reads_or_writes_it(
    tmp_path: Path, writer_process: bool
) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    await store.open()
    for number in range(200):
        store.submit(CreateTable(table(f"t{number}"), entries(1, 3)), lambda error: None)
    await store.close()
    with closing(sqlite3.connect(path)) as file:
        size = file.execute("PRAGMA page_size").fetchone()[0]
        # The root page of the table, and that of the index by which appends find their place.
        roots = file.execute("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'journal'")
        pages = [page for (page,) in roots]
    damaged = bytearray(path.read_bytes())
    for page in pages:
        damaged[(page - 1) * size : page * size] = b"\x55" * size
    path.write_bytes(damaged)
    store = SqliteStore(path, writer_process=writer_process)
    await store.open()
    sentence = "database disk image is malformed"
    assert [sentence in (stored.damage or "") for stored in await store.tables()] == [True] * 200
    with pytest.raises(StoreUnavailable, match=f"house.db is damaged: .*{sentence}"):
        await store.journal("t1", 0, 9)
    # What does not need the damaged pages goes on, also if it comes together with what does.
    appended, came = (
        asked(store.submit, Append("t1", entries(4))),
        asked(store.submit, PutAccount(guest("a1"))),
    )
    with pytest.raises(apsw.CorruptError, match=sentence):
        await appended
    await came
    assert await store.account("a1") == guest("a1")
    await store.close()


async def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "data" / "house.db"
    store = SqliteStore(path)
    await store.open()
    await told(store.submit, PutAccount(guest("a1")))
    modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {0o600}
    await store.close()


def test_many_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    failures: list[BaseException] = []
    start = threading.Barrier(6)

    async def open_and_close() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.open()
        await store.close()

    def run() -> None:
        start.wait()
        try:
            asyncio.run(open_and_close())
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


async def test_what_gathers_behind_a_commit_is_committed_by_one_statement(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    for number in range(100):
        store.submit(CreateTable(table(f"t{number}"), entries(1)), lambda error: None)
    await store.wait()
    for number in range(100):
        await told(store.submit, Append(f"t{number}", entries(2)))
    statements: list[str] = []
    reached, held = threading.Event(), threading.Event()

    def note(event: dict[str, Any]) -> None:
        # What a statement runs inside itself is marked like the work of a trigger.
        if not event["trigger"]:
            statements.append(event["sql"][:6])

    def hold(journal: Journal) -> None:
        reached.set()
        held.wait()
        journal.connection.trace_v2(apsw.SQLITE_TRACE_STMT, note)

    writer_of(store).submit(Call(hold), lambda error: None)
    await asyncio.to_thread(reached.wait)
    waiting = [told(store.submit, Append(f"t{number}", entries(3))) for number in range(100)]
    gathered = asyncio.gather(*waiting)
    await asyncio.sleep(0)
    held.set()
    await gathered
    # The trace begins inside the transaction of `hold` itself.
    assert statements == ["COMMIT", "INSERT"]
    assert [stored.entries for stored in await store.tables()] == [entries(1, 3)] * 100
    await store.close()


async def test_a_full_disk_reaches_every_callback_and_the_next_try_works(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await store.open()

    def limit(journal: Journal, pages: int) -> None:
        journal.connection.execute(f"PRAGMA max_page_count = {pages}")

    def ignore(error: Exception | None) -> None:
        pass

    await told(store.submit, CreateTable(table("t1"), entries(1)))
    await told(store.submit, CreateTable(table("t2"), entries(1)))
    for seq in (2, 3):
        await told(store.submit, Append("t1", entries(seq)))
    for with_other_changes in (False, True):
        before = await store.tables()
        first = before[0].entries[-1].seq + 1
        # No more than the file has: the next new page is too much.
        writer_of(store).submit(Call(limit, 1), ignore)
        await store.wait()
        heard: list[Exception | None] = []
        store.submit(Append("t1", entries(first, 400)), heard.append)
        store.submit(Append("t2", entries(2)), heard.append)
        if with_other_changes:
            store.submit(PutAccount(guest("a1")), heard.append)
        with pytest.raises(ReadOnly):
            await store.wait()
        assert len(heard) == 2 + with_other_changes
        for error in heard:
            assert isinstance(error, ReadOnly) and not isinstance(error, OutcomeUnknown)
            assert str(error).startswith("The disk is full:")
        assert await store.tables() == before
        # What takes another's place needs no room; only with some it tells that there is none.
        await told(store.submit, NoteTime(5))
        with pytest.raises(ReadOnly):
            await told(store.submit, NoteTime(7, 1 << 20))
        assert await store.last_beat() == 5
        writer_of(store).submit(Call(limit, 1 << 30), ignore)
        await told(store.submit, NoteTime(9, 1 << 13))
        await told(store.submit, Append("t1", entries(first, 400)))
    await told(store.submit, Append("t2", entries(2)))
    assert [stored.entries for stored in await store.tables()] == [entries(1, 803), entries(1, 2)]
    await store.close()


def test_a_closed_store_is_one_file(tmp_path: Path) -> None:
    async def write_and_close() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.open()
        await told(store.submit, PutAccount(guest("a1")))
        await store.close()

    asyncio.run(write_and_close())
    assert [file.name for file in tmp_path.iterdir()] == ["house.db"]


async def test_a_store_in_memory_is_private() -> None:
    one, other = SqliteStore(None), SqliteStore(None)
    await one.open()
    await other.open()
    assert await one.write(AddMatch(match("m1")))
    assert await other.match("m1") is None
    await one.close()
    await other.close()


@pytest.mark.parametrize("form", ["{path}", "sqlite:///{path}"])
async def test_a_store_is_named_by_a_path_or_an_address(tmp_path: Path, form: str) -> None:
    path = tmp_path / "house.db"
    store = open_store(form.format(path=path))
    await store.open()
    await store.close()
    assert path.exists()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///"])
async def test_an_address_without_a_path_is_a_store_in_memory(url: str) -> None:
    store = open_store(url)
    await store.open()
    assert await store.tables() == []
    await store.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://host/house", "stores in SQLite only, not in PostgreSQL"),
        ("mysql://host/house", "A store is a path or sqlite:///path"),
        ("sqlite://house.db", "write sqlite:///house.db"),
    ],
)
def test_other_addresses_are_refused_with_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreUnavailable, match=sentence):
        open_store(url)
