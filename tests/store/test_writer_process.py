"""The writer process is a process: it can be killed, be late, or be there twice."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import stat
import tracemalloc
from pathlib import Path

import pytest

from stammtisch.records import OutcomeUnknown
from stammtisch.store import connections, sqlite, writers
from stammtisch.store.changes import Append, CreateTable, NoteTime, PutAccount
from stammtisch.store.connections import locked
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.writer_process import CHUNK, framed_change, gathered
from stammtisch.store.writers import WriterClient
from tests.store.engines import asked, entries, errors_of, guest, table, told


async def opened(path: Path) -> SqliteStore:
    store = SqliteStore(path, writer_process=True)
    await store.open()
    return store


def pid_of(store: SqliteStore) -> int:
    assert isinstance(store._writer, WriterClient)
    return store._writer._writer_process.pid


async def test_a_killed_writer_process_is_told_to_whoever_waits_and_to_whoever_asks_later(
    tmp_path: Path,
) -> None:
    store = await opened(tmp_path / "house.db")
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    os.kill(pid_of(store), signal.SIGSTOP)
    waiting = [asked(store.submit, Append("t1", entries(seq))) for seq in (2, 3)]
    await asyncio.sleep(0)
    os.kill(pid_of(store), signal.SIGKILL)
    for error in await errors_of(waiting):
        # It may have written them before it ended.
        assert isinstance(error, OutcomeUnknown)
    await store.lost()
    with pytest.raises(StoreUnavailable):
        await told(store.submit, Append("t1", entries(4)))
    # What is there can still be read; and the log is left to the next writer process.
    assert [stored.entries for stored in await store.tables()] == [entries(1)]
    log = (tmp_path / "house.db-wal").read_bytes()
    await store.close()
    assert (tmp_path / "house.db-wal").read_bytes() == log != b""


async def test_a_writer_process_that_stands_still_does_not_keep_the_house_from_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "ENDING", 0.2)
    monkeypatch.setattr(sqlite, "CLOSING", 0.2)
    store = await opened(tmp_path / "house.db")
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    pid = pid_of(store)
    os.kill(pid, signal.SIGSTOP)
    waiting = asked(store.submit, Append("t1", entries(2)))
    async with asyncio.timeout(60):
        await store.close()
    # Perhaps it had read this, perhaps not.
    (error,) = await errors_of([waiting])
    assert isinstance(error, (OutcomeUnknown, StoreUnavailable))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    again = await opened(tmp_path / "house.db")
    assert (await again.tables())[0].entries[:1] == entries(1)
    await again.close()


async def test_a_house_that_is_missed_is_not_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await (await opened(path)).close()
    saved = path.read_bytes()
    path.unlink()
    with pytest.raises(
        StoreUnavailable, match=r"house.db is missing, but house.db-lock beside it shows"
    ):
        await opened(path)
    assert not path.exists()
    path.touch()
    with pytest.raises(StoreUnavailable, match=r"is empty.*Put a backup of it in its place"):
        await opened(path)
    path.write_bytes(saved)
    await (await opened(path)).close()
    path.unlink()
    (tmp_path / "house.db-lock").unlink()
    (tmp_path / "house.db.bak").write_bytes(saved)
    with pytest.raises(StoreUnavailable, match=r"take house.db.bak away"):
        await opened(path)
    (tmp_path / "house.db.bak").unlink()
    await (await opened(path)).close()


async def test_a_house_that_was_killed_before_it_began_begins(tmp_path: Path) -> None:
    with locked(tmp_path / "house.db"):
        pass
    (tmp_path / "house.db").touch()
    (tmp_path / "house.log").write_text("The log of a service.")
    await (await opened(tmp_path / "house.db")).close()


def test_reading_many_changes_takes_no_new_memory() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reading = gathered(theirs)
        ours.sendall(framed_change(NoteTime(1)))
        assert next(reading) == [NoteTime(1)]
        tracemalloc.start()
        try:
            for time in range(2, 50):
                ours.sendall(framed_change(NoteTime(time)))
                assert next(reading) == [NoteTime(time)]
            assert tracemalloc.get_traced_memory()[1] < CHUNK // 10
        finally:
            tracemalloc.stop()


async def test_a_closed_store_is_not_lost(tmp_path: Path) -> None:
    store = await opened(tmp_path / "house.db")
    lost = asyncio.ensure_future(store.lost())
    pid = pid_of(store)
    await store.close()
    assert not lost.done()
    lost.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_closing_waits_until_all_that_was_asked_for_is_durable(tmp_path: Path) -> None:
    store = await opened(tmp_path / "house.db")
    store.submit(CreateTable(table("t1"), []), lambda error: None)
    appended = [asked(store.submit, Append("t1", entries(seq))) for seq in range(1, 300)]
    await store.close()
    assert await errors_of(appended) == [None] * 299
    store = await opened(tmp_path / "house.db")
    assert [stored.entries for stored in await store.tables()] == [entries(1, 299)]
    await store.close()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_signals_for_the_whole_house_do_not_end_the_writer_process(
    tmp_path: Path, sign: signal.Signals
) -> None:
    store = await opened(tmp_path / "house.db")
    os.kill(pid_of(store), sign)
    await told(store.submit, PutAccount(guest("a1")))
    await store.close()


async def test_a_second_house_on_the_same_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(tmp_path / "house.db")
    monkeypatch.setattr(connections, "LOCK_WAIT", 0.05)
    sentence = r"Another Stammtisch is open on .*house\.db"
    with pytest.raises(StoreUnavailable, match=sentence), locked(tmp_path / "house.db"):
        pass
    await store.close()
    with locked(tmp_path / "house.db"):
        pass
    assert stat.S_IMODE((tmp_path / "house.db-lock").stat().st_mode) == 0o600


async def test_a_house_waits_for_the_writer_process_of_one_that_has_just_ended(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    with locked(path):
        opening = asyncio.ensure_future(opened(path))
        await asyncio.sleep(0.3)
        assert not opening.done()
    await (await opening).close()


async def test_what_cannot_be_a_store_is_refused_with_a_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna, " * 200)
    with pytest.raises(StoreUnavailable, match="cannot be used as a store: file is not a database"):
        await SqliteStore(letter, writer_process=True).open()
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await SqliteStore(letter / "house.db", writer_process=True).open()


async def test_a_change_that_cannot_be_sent_fails_alone_and_in_its_turn(tmp_path: Path) -> None:
    store = await opened(tmp_path / "house.db")
    heard: list[str] = []

    def hear(name: str, error: Exception | None) -> None:
        heard.append(f"{name} {type(error).__name__}")

    store.submit(PutAccount(guest("a1")), lambda error: hear("first", error))
    store.submit(PutAccount(guest("a2", name="\ud800")), lambda error: hear("unfit", error))
    store.submit(PutAccount(guest("a3")), lambda error: hear("last", error))
    await store.wait()
    assert heard == ["first NoneType", "unfit UnicodeEncodeError", "last NoneType"]
    assert [account.id async for account in store.all_accounts()] == ["a1", "a3"]
    await store.close()
