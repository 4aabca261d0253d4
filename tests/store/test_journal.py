"""Tables and their journals, for every engine."""

from __future__ import annotations

import asyncio
import threading

import pytest

from stammtisch.records import Entry, SideRecord
from stammtisch.store.changes import (
    AddMatch,
    Append,
    Archive,
    CreateTable,
    DropTable,
    KeepBeside,
    NoteTime,
)
from stammtisch.store.errors import Closed, WriteConflict
from stammtisch.store.store import Store
from tests.store.engines import (
    Factory,
    asked,
    entries,
    errors_of,
    match,
    rating,
    score,
    table,
    told,
)


async def journal(store: Store, id: str = "t1") -> list[Entry]:
    (found,) = [stored for stored in await store.tables() if stored.row.id == id]
    return found.entries


def said(text: str) -> SideRecord:
    return SideRecord("chat", "", text.encode())


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 2)))
    await told(store.submit, Append("t1", entries(3, 3)))
    await told(store.submit, KeepBeside("t1", said("Re!"), 50))
    (stored,) = await store.tables()
    assert stored.row == table("t1")
    assert stored.entries == entries(1, 5)
    assert stored.beside == [said("Re!")]


async def test_a_part_of_a_journal_can_be_asked_for(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 9)))
    await told(store.submit, CreateTable(table("t2"), entries(1, 2)))
    assert await store.journal("t1", 3, 6) == entries(3, 3)
    assert await store.journal("t2", 2, 99) == entries(2)
    assert await store.journal("t3", 1, 9) == []


async def test_tables_come_oldest_first(store: Store) -> None:
    for name, created in (("b", 3.0), ("c", 1.0), ("a", 2.0)):
        await told(store.submit, CreateTable(table(name, created), []))
    assert [stored.row.id for stored in await store.tables()] == ["c", "a", "b"]


async def test_a_read_sees_what_was_asked_for_before_it(store: Store) -> None:
    store.submit(CreateTable(table("t1"), entries(1)), lambda error: None)
    store.submit(Append("t1", entries(2)), lambda error: None)
    assert await journal(store) == entries(1, 2)


@pytest.mark.parametrize("first", [1, 2, 4, 99])
async def test_an_entry_that_does_not_follow_the_last_is_fenced(store: Store, first: int) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 2)))
    with pytest.raises(WriteConflict):
        await told(store.submit, Append("t1", entries(first, 2)))
    assert await journal(store) == entries(1, 2)
    await told(store.submit, Append("t1", entries(3)))
    assert await journal(store) == entries(1, 3)


async def test_entries_with_a_gap_among_them_are_fenced_as_a_whole(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    with pytest.raises(WriteConflict):
        await told(store.submit, Append("t1", [*entries(2), *entries(4)]))
    with pytest.raises(WriteConflict):
        await told(store.submit, CreateTable(table("t2"), [*entries(1), *entries(3)]))
    assert [stored.row.id for stored in await store.tables()] == ["t1"]
    assert await journal(store) == entries(1)


async def test_a_fenced_append_does_not_touch_the_rest_of_its_group(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await told(store.submit, CreateTable(table(name), entries(1)))
    for first in (2, 4):
        changes = [
            asked(store.submit, Append("t1", entries(first))),
            asked(store.submit, Append("t2", entries(7))),
            asked(store.submit, Append("t3", entries(first, 2))),
            asked(store.submit, Append("t1", entries(first + 1))),
        ]
        errors = await errors_of(changes)
        assert [type(error) for error in errors] == [
            type(None),
            WriteConflict,
            type(None),
            type(None),
        ]
    assert [len(stored.entries) for stored in await store.tables()] == [5, 1, 5]


async def test_a_change_that_cannot_be_stored_does_not_touch_the_rest_of_its_group(
    store: Store,
) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    await told(store.submit, CreateTable(table("t2"), entries(1)))
    for first in (2, 4):
        unfit = Entry(first, "not bytes", b"")  # type: ignore[arg-type]
        changes = [
            asked(store.submit, Append("t1", [unfit])),
            asked(store.submit, Append("t2", entries(first))),
            asked(store.submit, Append("t1", entries(first))),
            asked(store.submit, Append("t2", entries(first + 1))),
            asked(store.submit, Append("t1", entries(first + 1))),
        ]
        errors = await errors_of(changes)
        assert [error is None for error in errors] == [False, True, True, True, True]
    assert await journal(store, "t1") == entries(1, 5)
    assert await journal(store, "t2") == entries(1, 5)


async def test_a_table_whose_entries_cannot_be_stored_is_not_created(store: Store) -> None:
    unfit = Entry(1, "not bytes", b"")  # type: ignore[arg-type]
    changes = [
        asked(store.submit, CreateTable(table("t1"), [unfit])),
        asked(store.submit, CreateTable(table("t2"), entries(1))),
    ]
    errors = await errors_of(changes)
    assert [error is None for error in errors] == [False, True]
    assert [stored.row.id for stored in await store.tables()] == ["t2"]


async def test_a_table_that_is_not_there_is_fenced(store: Store) -> None:
    with pytest.raises(WriteConflict):
        await told(store.submit, Append("nowhere", entries(1)))


async def test_a_table_is_created_once(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    with pytest.raises(WriteConflict):
        await told(store.submit, CreateTable(table("t1"), entries(1, 3)))
    assert await journal(store) == entries(1)


async def test_a_journal_may_begin_with_any_number(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), []))
    await told(store.submit, Append("t1", entries(0, 2)))
    assert await journal(store) == entries(0, 2)


async def test_thousands_of_entries_in_one_append_stay_in_order(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    await told(store.submit, Append("t1", entries(2, 2500)))
    assert await journal(store) == entries(1, 2501)


async def test_a_dropped_table_is_forgotten_with_all_it_had(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 5)))
    await told(store.submit, KeepBeside("t1", said("Bye"), 50))
    await told(store.submit, DropTable("t1"))
    assert await store.tables() == []
    with pytest.raises(WriteConflict):
        await told(store.submit, Append("t1", entries(6)))
    await told(store.submit, KeepBeside("t1", said("Nobody hears this"), 50))
    await told(store.submit, DropTable("t1"))
    await told(store.submit, CreateTable(table("t1"), entries(1)))
    (stored,) = await store.tables()
    assert (stored.entries, stored.beside) == (entries(1), [])


async def test_the_newest_of_a_kind_are_kept_beside_the_journal(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), []))
    await told(store.submit, CreateTable(table("t2"), []))
    await told(store.submit, KeepBeside("t2", said("alone"), 50))
    for number in range(60):
        await told(store.submit, KeepBeside("t1", said(f"line {number}"), 50))
    busy, quiet = await store.tables()
    assert busy.beside == [said(f"line {number}") for number in range(10, 60)]
    assert len(quiet.beside) == 1


async def test_of_a_key_only_the_newest_is_kept_and_each_kind_has_its_own(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), []))
    ada, bo = (SideRecord("status", seat, seat.encode()) for seat in ("ada", "bo"))
    await told(store.submit, KeepBeside("t1", ada, 2))
    for number in range(5):
        await told(store.submit, KeepBeside("t1", SideRecord("status", "bo", b"%d" % number), 2))
        await told(store.submit, KeepBeside("t1", said(f"line {number}"), 1))
    await told(store.submit, KeepBeside("t1", bo, 2))
    (stored,) = await store.tables()
    assert stored.beside == [said("line 4"), ada, bo]


async def test_callbacks_come_in_order_and_in_the_event_loop(store: Store) -> None:
    here = threading.get_ident()
    heard: list[tuple[int, bool]] = []
    store.submit(CreateTable(table("t1"), []), lambda error: None)
    for seq in range(50):
        done = lambda error, seq=seq: heard.append((seq, threading.get_ident() == here))  # noqa: E731
        store.submit(Append("t1", entries(seq)), done)
    assert heard == []
    await store.wait()
    assert heard == [(seq, True) for seq in range(50)]


async def test_a_callback_that_fails_does_not_silence_the_others(store: Store) -> None:
    failures: list[object] = []
    heard: list[Exception | None] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, context: failures.append(context["exception"])
    )

    def fail(error: Exception | None) -> None:
        raise ValueError("a bug of the caller")

    store.submit(CreateTable(table("t1"), []), fail)
    store.submit(Append("t1", entries(1)), heard.append)
    await store.wait()
    assert heard == [None]
    assert [type(failure) for failure in failures] == [ValueError]


async def test_after_closing_every_operation_says_that_the_store_is_closed(
    lasting: Factory,
) -> None:
    store = lasting()
    await store.open()
    await store.close()
    for ask in (
        told(store.submit, CreateTable(table("t1"), [])),
        told(store.submit, Append("t1", entries(1))),
        told(store.submit, DropTable("t1")),
        told(store.submit, Archive(match("m1"), 1, [score(1)], [rating("anna", 25.0)])),
        told(store.submit, NoteTime(1)),
        store.tables(),
        store.write(AddMatch(match("m1"))),
        store.last_beat(),
        store.wait(),
    ):
        with pytest.raises(Closed, match=r"^The store is not open"):
            await ask
    await store.close()


async def test_closing_makes_everything_queued_durable(lasting: Factory) -> None:
    store = lasting()
    await store.open()
    heard: list[Exception | None] = []
    store.submit(CreateTable(table("t1"), entries(1)), heard.append)
    for seq in range(2, 300):
        store.submit(Append("t1", entries(seq)), heard.append)
    await store.close()
    assert heard == [None] * 299
    again = lasting()
    await again.open()
    assert await journal(again) == entries(1, 299)
    await told(again.submit, Append("t1", entries(300)))
    await again.close()


async def test_another_writer_of_the_journal_fences_the_first(lasting: Factory) -> None:
    old, new = lasting(), lasting()
    await old.open()
    await new.open()
    await told(old.submit, CreateTable(table("t1"), entries(1)))
    await told(old.submit, Append("t1", entries(2)))
    await told(old.submit, Append("t1", entries(3)))
    await told(new.submit, Append("t1", entries(4)))
    with pytest.raises(WriteConflict):
        await told(old.submit, Append("t1", entries(4)))
    await told(new.submit, Append("t1", entries(5)))
    with pytest.raises(WriteConflict):
        await told(old.submit, Append("t1", entries(4)))
    assert await journal(old) == entries(1, 5)
    # Whoever has read what the other wrote may go on from there.
    await told(old.submit, Append("t1", entries(6)))
    await told(old.submit, Append("t1", entries(7)))
    await told(new.submit, Append("t1", entries(8)))
    await told(old.submit, Append("t1", entries(9)))
    assert await journal(new) == entries(1, 9)
    await old.close()
    await new.close()


async def test_another_writer_fences_also_when_its_entries_have_left_the_journal(
    lasting: Factory,
) -> None:
    old, new = lasting(), lasting()
    await old.open()
    await new.open()
    await told(old.submit, CreateTable(table("t1"), entries(1)))
    await told(old.submit, Append("t1", entries(2)))
    await told(old.submit, Append("t1", entries(3)))
    await told(new.submit, Append("t1", entries(4)))
    await told(new.submit, Archive(match("m1"), 5, [], []))
    with pytest.raises(WriteConflict):
        await told(old.submit, Append("t1", entries(4)))
    with pytest.raises(WriteConflict):
        await told(old.submit, Append("t1", entries(6)))
    await told(new.submit, Append("t1", entries(5)))
    assert await journal(old) == entries(5)
    await told(new.submit, DropTable("t1"))
    with pytest.raises(WriteConflict):
        await told(old.submit, Append("t1", entries(6)))
    await old.close()
    await new.close()


async def test_two_writers_of_different_tables_do_not_disturb_each_other(lasting: Factory) -> None:
    stores = [lasting(), lasting()]
    for number, store in enumerate(stores):
        await store.open()
        await told(store.submit, CreateTable(table(f"t{number}"), []))
    for seq in range(30):
        changes = [
            asked(store.submit, Append(f"t{number}", entries(seq)))
            for number, store in enumerate(stores)
        ]
        assert await errors_of(changes) == [None, None]
    assert [stored.entries for stored in await stores[0].tables()] == [entries(0, 30)] * 2
    for store in stores:
        await store.close()


async def test_a_number_of_a_game_has_one_table(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1", number=7), entries(1)))
    changes = [
        asked(store.submit, CreateTable(table("t2", number=7), entries(1))),
        asked(store.submit, CreateTable(table("t3", number=8), entries(1))),
    ]
    assert [type(error) for error in await errors_of(changes)] == [WriteConflict, type(None)]
    assert [stored.row.id for stored in await store.tables()] == ["t1", "t3"]
    await told(store.submit, DropTable("t1"))
    await told(store.submit, CreateTable(table("t2", number=7), entries(1)))
    assert await journal(store, "t2") == entries(1)
