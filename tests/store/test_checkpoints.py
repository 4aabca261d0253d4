"""A file whose log is lost is refused, and no crash looks like one."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest

from stammtisch.store import checkpoints
from stammtisch.store.backup import back_up
from stammtisch.store.changes import Append, CreateTable, KeepSecret
from stammtisch.store.connections import connect_reader, connect_writer
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.group_commit import GroupCommit
from stammtisch.store.schema import MIGRATIONS
from stammtisch.store.sqlite import SqliteStore
from tests.properties import often
from tests.store.engines import entries, table, told
from tests.store.forked import use_forked

SIDES = ("-wal", "-shm")


def beside(path: Path, side: str = "-wal") -> Path:
    return path.with_name(path.name + side)


def copied(path: Path, folder: Path, *, log: bool) -> Path:
    """The file in another folder, with its log or (as somebody forgets it) without."""
    folder.mkdir()
    shutil.copy(path, folder)
    if log:
        shutil.copy(beside(path), folder)
    return folder / path.name


async def opens(path: Path) -> list[str]:
    store = SqliteStore(path)
    await store.open()
    found = [stored.row.id for stored in await store.tables()]
    await store.close()
    return found


async def filled(path: Path, *, writer_process: bool = False) -> SqliteStore:
    store = SqliteStore(path, writer_process=writer_process)
    await store.open()
    await told(store.submit, CreateTable(table("t1"), entries(1, 30)))
    return store


# --- a log that is lost --------------------------------------------------------------------------


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
async def test_a_store_that_was_copied_without_its_log_is_refused(
    tmp_path: Path, writer_process: bool
) -> None:
    path = tmp_path / "house.db"
    store = await filled(path, writer_process=writer_process)
    assert await opens(copied(path, tmp_path / "both", log=True)) == ["t1"]
    alone = copied(path, tmp_path / "alone", log=False)
    await store.close()
    for _ in range(2):
        with pytest.raises(
            StoreUnavailable, match=r"newest changes are in house\.db-wal, which is missing"
        ):
            await SqliteStore(alone, writer_process=writer_process).open()
    assert not beside(alone).exists(), "nothing is touched"
    beside(alone).touch()
    with pytest.raises(StoreUnavailable, match="which is empty"):
        await opens(alone)


async def test_a_log_that_is_found_again_is_used(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await filled(path)
    crashed = copied(path, tmp_path / "crashed", log=True)
    await store.close()
    kept = beside(crashed).rename(tmp_path / "kept")
    with pytest.raises(StoreUnavailable):
        await opens(crashed)
    shutil.copy(kept, beside(crashed))
    assert await opens(crashed) == ["t1"]


async def test_a_lost_log_is_noticed_however_often_it_has_been_brought_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "MOST_PAGES", 3)
    path = tmp_path / "house.db"
    store = await filled(path)
    for seq in range(31, 60):
        await told(store.submit, Append("t1", entries(seq)))
        with pytest.raises(StoreUnavailable):
            await opens(copied(path, tmp_path / f"at{seq}", log=False))
    assert beside(path).stat().st_size < 100_000, "it begins anew, and does not grow"
    await store.close()


async def test_a_new_store_is_whole_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    await store.open()
    assert await opens(copied(path, tmp_path / "alone", log=False)) == []
    with closing(sqlite3.connect(tmp_path / "alone" / "house.db")) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    await store.close()


async def test_the_empty_file_that_earlier_versions_left_without_its_log_is_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size == 4096 and not beside(path).exists()
    for _ in range(2):
        with pytest.raises(
            StoreUnavailable, match=r"is empty: all that was in it is in house\.db-wal"
        ):
            await opens(path)


async def test_a_store_that_was_stopped_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await (await filled(path)).close()
    assert not any(beside(path, side).exists() for side in SIDES)
    assert await opens(copied(path, tmp_path / "alone", log=False)) == ["t1"]


# --- what others do with it ----------------------------------------------------------------------


async def test_a_backup_is_whole_and_one_of_a_lost_log_must_be_asked_for(tmp_path: Path) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "backups" / "copy.db"
    copy.parent.mkdir()
    store = await filled(path)
    back_up(path, copy)
    assert await opens(copy) == ["t1"]
    await told(store.submit, CreateTable(table("t2"), entries(1)))
    alone = copied(path, tmp_path / "alone", log=False)
    await store.close()
    with pytest.raises(StoreUnavailable, match=r"`stammtisch backup --without-log`"):
        back_up(alone, copy)
    back_up(alone, copy, without_log=True)
    found = await opens(copy)
    assert "t2" not in found


async def test_a_crashed_store_may_be_looked_at_by_another_program_first(tmp_path: Path) -> None:
    """The shell of SQLite brings the log home when it is the last to close."""
    path = tmp_path / "house.db"
    store = await filled(path)
    crashed = copied(path, tmp_path / "crashed", log=True)
    await store.close()
    with closing(sqlite3.connect(crashed)) as shell:
        assert shell.execute("SELECT count(*) FROM journal").fetchone() == (30,)
    assert not beside(crashed).exists()
    assert await opens(crashed) == ["t1"]


async def test_looking_at_a_store_changes_nothing_in_it(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await (await filled(path)).close()
    before = path.read_bytes()
    assert await opens(path) == ["t1"]
    assert path.read_bytes() == before
    assert not any(beside(path, side).exists() for side in SIDES)


async def test_who_reads_an_older_state_does_not_hide_that_the_log_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "MOST_PAGES", 1)
    path = tmp_path / "house.db"
    store = await filled(path)
    with closing(connect_reader(path)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM journal").get == 30
        for seq in range(31, 41):
            await told(store.submit, Append("t1", entries(seq)))
            with pytest.raises(StoreUnavailable):
                await opens(copied(path, tmp_path / f"at{seq}", log=False))
    await store.close()
    assert await opens(copied(path, tmp_path / "after", log=False)) == ["t1"]


def test_the_log_begins_anew_once_nobody_reads_an_older_state_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "MOST_PAGES", 20)
    monkeypatch.setattr(checkpoints, "PATIENCE", 0)
    path = tmp_path / "house.db"
    groups = GroupCommit(connect_writer(path, "NORMAL"))

    def rounds(first: int, count: int) -> int:
        """How often the log is brought home while so many changes are written."""
        done = 0
        for change in range(first, first + count):
            groups.commit([number(change)])
            before = groups.checkpoints._last
            groups.checkpoints.after_commit()
            done += groups.checkpoints._last != before
        return done

    rounds(0, 1)
    with closing(connect_reader(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM secrets").fetchall()
        assert 5 < rounds(1, 100) < 30, "not with every commit, though the log stays long"
        long = beside(path).stat().st_size
        reader.execute("ROLLBACK")
    rounds(101, 100)
    assert beside(path).stat().st_size < long + 50 * 4096
    assert groups.checkpoints._pages < 50
    groups.close()
    assert kept(path) == 201


async def test_the_writer_process_brings_the_log_home_when_nothing_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "INTERVAL", 0.0)
    monkeypatch.setattr(checkpoints, "MOMENT", 0.01)
    monkeypatch.setattr("stammtisch.store.writers.start_writer_process", None)
    use_forked()
    path = tmp_path / "house.db"
    store = await filled(path, writer_process=True)
    async with asyncio.timeout(20):
        while entries_alone(path) < 30:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    with pytest.raises(StoreUnavailable):
        await opens(copied(path, tmp_path / "alone", log=False))
    await store.close()


def entries_alone(path: Path) -> int:
    with closing(checkpoints._alone(path)) as file:
        return int(file.execute("SELECT count(*) FROM journal").get)


# --- every moment at which it can be killed ------------------------------------------------------


@dataclass(frozen=True)
class State:
    """What is on the disk: the file and its side files, None where there is none."""

    file: bytes | None
    log: bytes | None
    journal: bytes | None
    #: How many changes were acknowledged.
    acknowledged: int

    def lay_out(self, folder: Path) -> Path:
        folder.mkdir()
        path = folder / "house.db"
        for name, content in (("", self.file), ("-wal", self.log), ("-journal", self.journal)):
            if content is not None:
                beside(path, name).write_bytes(content)
        return path


class Recorder(apsw.VFS):
    """The system's files; after each change of one of them, what is there is noted."""

    def __init__(self, path: Path) -> None:
        self._below = apsw.vfs_names()[0]
        super().__init__("recorder", self._below, makedefault=True)
        self.path = path
        self.acknowledged = 0
        self.states: list[State] = []
        #: What has been told to be on the disk, by the end of the name.
        self._synced: dict[str, bytes | None] = dict.fromkeys(("", "-wal", "-journal"))

    def xOpen(  # noqa: N802
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> RecordedFile:
        return RecordedFile(self, self._below, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        side = filename.removeprefix(str(self.path))
        if side in self._synced:
            self._synced[side] = None
        self.note()

    def now(self) -> dict[str, bytes | None]:
        files = {side: beside(self.path, side) for side in self._synced}
        return {side: one.read_bytes() if one.exists() else None for side, one in files.items()}

    def synced(self, name: str) -> None:
        side = name.removeprefix(str(self.path))
        self._synced[side] = self.now()[side]
        self.note()

    def note(self) -> None:
        """As the process is killed now; and as the power fails, and either file is as it was last
        told to be on the disk."""
        now, old = self.now(), self._synced
        for file in {now[""], old[""]}:
            for log in {now["-wal"], old["-wal"]}:
                if file is old[""] is None and log is not None:
                    # The folder's entry for the file is on the disk before anything in the log.
                    continue
                state = State(file, log, now["-journal"], self.acknowledged)
                if not self.states or state != self.states[-1]:
                    self.states.append(state)


class RecordedFile(apsw.VFSFile):
    def __init__(
        self,
        recorder: Recorder,
        below: str,
        name: str | apsw.URIFilename | None,
        flags: list[int],
    ) -> None:
        super().__init__(below, name, flags)
        self._recorder = recorder
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else name

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        # In two halves: a page may be torn.
        half = len(data) // 2
        super().xWrite(data[:half], offset)
        self._recorder.note()
        super().xWrite(data[half:], offset + half)
        self._recorder.note()

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._recorder.note()

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        if self._name:
            self._recorder.synced(self._name)


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    vfs = Recorder(tmp_path / "live" / "house.db")
    yield vfs
    vfs.unregister()


def number(count: int) -> KeepSecret:
    return KeepSecret(f"secret {count:03}", bytes(2_000))


def kept(path: Path) -> int:
    """Open the file as a server does, and say how many changes are in it. Then it is killed."""
    connection = connect_writer(path, "FULL")
    try:
        return int(connection.execute("SELECT count(*) FROM secrets").get)
    finally:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.close()


def lives(recorder: Recorder) -> None:
    """A server that is started, works, is read by somebody else, stops, and is started again."""
    path = recorder.path
    for life in range(3):
        groups = GroupCommit(connect_writer(path, "FULL"))
        with closing(connect_reader(path)) as reader:
            for change in range(often(5)):
                if life == 1 and change == 2:
                    reader.execute("BEGIN")
                    reader.execute("SELECT count(*) FROM secrets").fetchall()
                (answer,) = groups.commit([number(recorder.acknowledged)])
                assert answer == bytes(2_000)
                recorder.acknowledged += 1
                groups.checkpoints.after_commit()
                if life == 1 and change == 4:
                    reader.execute("ROLLBACK")
        if life == 1:
            # Killed: nobody brings the log home.
            groups._connection.close()
        else:
            groups.close()
        recorder.note()


def test_whenever_it_is_killed_it_opens_with_all_that_was_acknowledged(
    tmp_path: Path, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "MOST_PAGES", 3)
    lives(recorder)
    recorder.unregister()
    states = list(dict.fromkeys(recorder.states))
    assert len(states) > 200
    refused = 0
    for at, state in enumerate(states):
        path = state.lay_out(tmp_path / f"state{at}")
        alone = copied(path, tmp_path / f"alone{at}", log=False) if path.exists() else None
        assert kept(path) >= state.acknowledged, f"state {at}"
        if alone is not None and state.journal is None:
            refused += not without_its_log(alone, state.acknowledged)
    assert refused > len(states) // 3


def without_its_log(path: Path, acknowledged: int) -> bool:
    """Is all there? If not, it must be refused."""
    try:
        assert kept(path) >= acknowledged
    except StoreUnavailable:
        return False
    return True
