"""Pages of the file are damaged: what does not lie on them comes back, and the rest is named."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from stammtisch.store.changes import Append, CreateTable
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import SqliteStore
from tests.store.engines import entries, table, told

TABLES = 40


async def filled(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    for number in range(TABLES):
        await told(store.submit, CreateTable(table(f"t{number:02}", float(number)), entries(1, 60)))
    await store.close()


def leaves_of(path: Path, name: str) -> list[int]:
    """The pages of a table or an index that hold its rows."""
    with closing(apsw.Connection(str(path))) as file:
        pages = file.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
            (name,),
        )
        return [page for (page,) in pages]


def damage(path: Path, page: int) -> None:
    with closing(apsw.Connection(str(path))) as file:
        size = file.execute("PRAGMA page_size").get
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\x55" * size
    path.write_bytes(content)


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
async def test_tables_on_a_damaged_page_are_named_and_the_others_are_whole(
    tmp_path: Path, writer_process: bool
) -> None:
    path = tmp_path / "house.db"
    await filled(path)
    leaves = leaves_of(path, "journal")
    damage(path, leaves[len(leaves) // 2])
    store = SqliteStore(path, writer_process=writer_process)
    await store.open()
    stored = await store.tables()
    assert [one.row.id for one in stored] == [f"t{number:02}" for number in range(TABLES)]
    hurt = [one for one in stored if one.damage is not None]
    assert 0 < len(hurt) < 6
    for one in stored:
        assert one in hurt or one.entries == entries(1, 60)
    # They can be played on.
    whole = next(one for one in stored if one not in hurt)
    await told(store.submit, Append(whole.row.id, entries(61)))
    await store.close()


async def test_a_list_of_tables_that_is_damaged_in_the_middle_is_read_from_both_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    await store.open()
    for number in range(400):
        await told(store.submit, CreateTable(table(f"t{number:03}", float(number)), entries(1)))
    await store.close()
    leaves = leaves_of(path, "tables")
    damage(path, leaves[len(leaves) // 2])
    store = SqliteStore(path)
    await store.open()
    found = {one.row.id for one in await store.tables() if one.damage is None}
    assert {"t000", "t399"} < found and len(found) > 200
    await store.close()


@pytest.mark.parametrize("writer_process", [False, True], ids=["thread", "writer process"])
async def test_a_file_whose_first_page_is_damaged_is_refused_with_a_sentence(
    tmp_path: Path, writer_process: bool
) -> None:
    path = tmp_path / "house.db"
    await filled(path)
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\x55" * 3996
    path.write_bytes(content)
    with pytest.raises(StoreUnavailable, match=r"house\.db (is damaged|cannot be used)"):
        await SqliteStore(path, writer_process=writer_process).open()
