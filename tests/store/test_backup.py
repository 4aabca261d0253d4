"""A backup is of one moment, is checked, and never takes the place of something better."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from stammtisch.store.backup import back_up
from stammtisch.store.changes import Append, CreateTable, PutAccount
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import SqliteStore
from tests.store.engines import entries, guest, table, told
from tests.store.test_damage import damage, filled, leaves_of


def files_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
async def test_a_backup_of_a_house_at_work_has_all_that_was_acknowledged_before(
    tmp_path: Path, writer_process: bool
) -> None:
    store = SqliteStore(tmp_path / "house.db", writer_process=writer_process)
    await store.open()
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    await told(store.submit, CreateTable(table("t2"), entries(1)))
    written = 1

    async def play() -> None:
        nonlocal written
        while True:
            # Most often in one commit, but the writer may have begun when the second comes.
            both = [told(store.submit, Append(name, entries(written + 1))) for name in ("t1", "t2")]
            await asyncio.gather(*both)
            written += 1

    playing = asyncio.ensure_future(play())
    for number in range(5):
        await asyncio.sleep(0.02)
        before = written
        target = tmp_path / f"copy{number}.db"
        size = await asyncio.to_thread(back_up, tmp_path / "house.db", target)
        assert size == target.stat().st_size
        copied = SqliteStore(target)
        await copied.open()
        one, two = await copied.tables()
        await copied.close()
        assert one.entries[: len(two.entries)] == two.entries == entries(1, len(two.entries))
        assert before <= len(two.entries) <= len(one.entries) <= len(two.entries) + 1
    playing.cancel()
    await store.close()


async def test_only_its_owner_may_read_it_and_it_is_one_file(tmp_path: Path) -> None:
    await filled(tmp_path / "house.db")
    target = tmp_path / "safe" / "house.db"
    target.parent.mkdir()
    target.write_text("an older copy, for everybody to read")
    target.chmod(0o644)
    back_up(tmp_path / "house.db", target)
    assert files_in(target.parent) == ["house.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


async def test_what_is_damaged_does_not_take_the_place_of_an_older_copy(tmp_path: Path) -> None:
    await filled(tmp_path / "house.db")
    back_up(tmp_path / "house.db", tmp_path / "copy.db")
    older = (tmp_path / "copy.db").read_bytes()
    damage(tmp_path / "house.db", leaves_of(tmp_path / "house.db", "journal")[0])
    with pytest.raises(StoreUnavailable, match=r"cannot be copied|so it is not kept"):
        back_up(tmp_path / "house.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == older
    assert [name for name in files_in(tmp_path) if "copy" in name] == ["copy.db"]


async def test_the_store_itself_and_what_is_no_store_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    await store.open()
    await told(store.submit, PutAccount(guest("a1")))
    with pytest.raises(StoreUnavailable, match="is the store itself"):
        back_up(path, path)
    assert await store.account("a1") == guest("a1")
    await store.close()
    (tmp_path / "letter").write_text("Dear Anna, " * 200)
    with pytest.raises(StoreUnavailable, match="not a database"):
        back_up(tmp_path / "letter", tmp_path / "copy.db")
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        back_up(path, tmp_path / "nowhere" / "copy.db")
