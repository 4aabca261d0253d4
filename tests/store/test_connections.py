"""How the file is opened: what a commit waits for, and what readers leave alone."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from stammtisch.store.changes import Append, Change, CreateTable, HowDurable
from stammtisch.store.connections import connect, connect_reader, lock_of
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.schema import migrate
from stammtisch.store.sqlite import SqliteStore, open_store
from stammtisch.store.writer_process import HEAD, answers_of, framed_change, write
from tests.store.engines import entries, table, told

# --- a commit that is acknowledged is on the disk ------------------------------------------------


class WatchedFile(apsw.VFSFile):
    def __init__(self, vfs: str, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__(vfs, name, flags)
        self._is_log = bool(flags[0] & apsw.SQLITE_OPEN_WAL)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        if self._is_log:
            Watch.synced += 1


class Watch(apsw.VFS):
    """The system's files, and how often the log was told to be on the disk."""

    synced = 0

    def __init__(self) -> None:
        self._below = apsw.vfs_names()[0]
        super().__init__("watch", self._below, makedefault=True)

    def xOpen(  # noqa: N802
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> WatchedFile:
        return WatchedFile(self._below, name, flags)


@pytest.fixture
def watch() -> Iterator[type[Watch]]:
    vfs = Watch()
    Watch.synced = 0
    yield Watch
    vfs.unregister()


async def test_every_commit_of_the_thread_is_on_the_disk_when_it_is_acknowledged(
    tmp_path: Path, watch: type[Watch]
) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    await told(store.submit, CreateTable(table("t1"), []))
    for seq in range(20):
        before = watch.synced
        await told(store.submit, Append("t1", entries(seq)))
        assert watch.synced > before
    await store.close()


def test_every_commit_of_the_writer_process_is_on_the_disk_when_it_is_acknowledged(
    tmp_path: Path, watch: type[Watch]
) -> None:
    ours, theirs = socket.socketpair()
    ours.settimeout(10)

    def answers() -> list[object]:
        size = int.from_bytes(ours.recv(HEAD, socket.MSG_WAITALL), "big")
        return answers_of(ours.recv(size, socket.MSG_WAITALL))

    path = tmp_path / "house.db"
    # Whoever starts the writer process has the lock.
    lock_of(path).touch()
    writer_process = threading.Thread(target=write, args=(theirs, path, "FULL"))
    writer_process.start()
    with ours, theirs:
        assert answers() == [None]
        appends = [Append("t1", entries(seq)) for seq in range(20)]
        changes: list[Change] = [CreateTable(table("t1"), []), *appends]
        for change in changes:
            before = watch.synced
            ours.sendall(framed_change(change))
            assert answers() == [None]
            assert watch.synced > before
        ours.shutdown(socket.SHUT_WR)
        writer_process.join()


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
async def test_who_writes_syncs_every_commit_unless_asked_not_to(
    tmp_path: Path, writer_process: bool
) -> None:
    for name, store, level in (
        ("one.db", open_store(str(tmp_path / "one.db"), writer_process=writer_process), 2),
        (
            "two.db",
            open_store(str(tmp_path / "two.db"), "NORMAL", writer_process=writer_process),
            1,
        ),
    ):
        assert isinstance(store, SqliteStore)
        await store.open()
        assert await store.write(HowDurable()) == level, name
        await store.close()


# --- the library ---------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.51.2"])
async def test_a_library_that_can_lose_a_commit_is_refused(
    tmp_path: Path, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: version)
    path = tmp_path / "house.db"
    with pytest.raises(
        StoreUnavailable, match=rf"house\.db is not opened with SQLite {version}, which"
    ):
        await SqliteStore(path).open()
    assert not path.exists()
    memory = SqliteStore(None)
    await memory.open()
    await memory.close()


@pytest.mark.parametrize("version", ["3.51.3", "3.52.0", "4.0.0"])
async def test_a_library_without_that_fault_is_used(
    tmp_path: Path, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: version)
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    await store.close()


# --- readers -------------------------------------------------------------------------------------


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with closing(connect(path, "FULL")) as writer:
        migrate(writer)
        with closing(connect_reader(path)) as reader, pytest.raises(apsw.ReadOnlyError):
            reader.execute("INSERT INTO beats (one, server_time) VALUES (1, 1)")


def test_a_reader_that_is_closed_last_leaves_the_log_alone(tmp_path: Path) -> None:
    path, log = tmp_path / "house.db", tmp_path / "house.db-wal"
    writer = connect(path, "FULL")
    migrate(writer)
    writer.execute("INSERT INTO secrets VALUES ('one', x'01')")
    reader = connect_reader(path)
    assert reader.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, -1) == 1
    # The writer ends as if it were killed.
    writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    writer.close()
    before = (path.read_bytes(), log.read_bytes())
    assert reader.execute("SELECT count(*) FROM beats").get == 0
    reader.close()
    assert (path.read_bytes(), log.read_bytes()) == before
    assert before[1] != b""


async def test_closing_answers_the_questions_that_wait_for_a_change(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    created = asyncio.ensure_future(told(store.submit, CreateTable(table("t1"), entries(1, 3))))
    await asyncio.sleep(0)
    asked = asyncio.ensure_future(store.journal("t1", 2, 4))
    await asyncio.sleep(0)
    await store.close()
    await created
    assert await asked == entries(2, 2)
