"""Finished matches, scores and ratings, for every engine."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from stammtisch.store.changes import AddMatch, Append, Archive, CreateTable, NoteTime
from stammtisch.store.errors import WriteConflict
from stammtisch.store.store import Store
from tests.store.engines import Factory, entries, match, rating, score, table, told


async def test_an_archived_match_leaves_the_journal(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 10)))
    await told(store.submit, Archive(match("m1"), 9, [score(4)], [rating("anna", 26.0)]))
    (stored,) = await store.tables()
    assert stored.entries == entries(9, 2)
    assert await store.match("m1") == match("m1")
    assert await store.high_scores("tiles", 10) == [score(4)]
    assert await store.ratings("tiles", ["anna", "nobody"]) == {"anna": rating("anna", 26.0)}


async def test_archiving_again_changes_nothing(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 10)))
    await told(store.submit, Archive(match("m1"), 9, [score(4)], [rating("anna", 26.0)]))
    await told(store.submit, Archive(match("m2"), 9, [], [rating("anna", 27.0)]))
    changed = replace(match("m1"), outcome="draw")
    await told(store.submit, Archive(changed, 5, [score(3)], [rating("anna", 20.0)]))
    (stored,) = await store.tables()
    assert stored.entries == entries(9, 2)
    assert await store.match("m1") == match("m1")
    assert await store.high_scores("tiles", 10) == [score(4)]
    assert await store.ratings("tiles", ["anna"]) == {"anna": rating("anna", 27.0)}


async def test_a_journal_that_was_archived_whole_goes_on_with_the_next_number(
    lasting: Factory,
) -> None:
    store = lasting()
    await store.open()
    await told(store.submit, CreateTable(table("t1"), entries(1, 10)))
    await told(store.submit, Archive(match("m1"), 11, [], []))
    await store.close()
    again = lasting()
    await again.open()
    for wrong in (1, 10, 12):
        with pytest.raises(WriteConflict):
            await told(again.submit, Append("t1", entries(wrong)))
    await told(again.submit, Append("t1", entries(11)))
    (stored,) = await again.tables()
    assert stored.entries == entries(11)
    await again.close()


async def test_a_match_of_entries_that_are_not_there_is_fenced(store: Store) -> None:
    await told(store.submit, CreateTable(table("t1"), entries(1, 3)))
    with pytest.raises(WriteConflict):
        await told(store.submit, Archive(match("m1"), 5, [score(1)], []))
    assert await store.match("m1") is None
    assert await store.high_scores("tiles", 10) == []
    (stored,) = await store.tables()
    assert stored.entries == entries(1, 3)


async def test_an_archive_in_one_group_with_its_last_entries_takes_them_along(
    store: Store,
) -> None:
    heard: list[Exception | None] = []
    store.submit(CreateTable(table("t1"), entries(1)), heard.append)
    store.submit(Append("t1", entries(2, 2)), heard.append)
    store.submit(Archive(match("m1"), 4, [], []), heard.append)
    store.submit(Append("t1", entries(4)), heard.append)
    await store.wait()
    assert heard == [None] * 4
    (stored,) = await store.tables()
    assert stored.entries == entries(4)


async def test_a_match_that_is_not_there_is_none(store: Store) -> None:
    assert await store.match("nothing") is None


async def test_matches_are_listed_newest_first_without_their_bodies(store: Store) -> None:
    for number, (game, accounts) in enumerate(
        [
            ("tiles", ("anna", "bot")),
            ("mao", ("anna", "bert")),
            ("tiles", ("bert", "bert")),
            ("tiles", ("bert", "anna")),
        ]
    ):
        row = match(f"m{number}", game=game, accounts=accounts, ended=100.25 + number)
        assert await store.write(AddMatch(row))

    async def ids(**asked: object) -> list[str]:
        rows = await store.matches(**asked)  # type: ignore[arg-type]
        assert all(row.body == b"" for row in rows)
        return [row.id for row in rows]

    assert await ids() == ["m3", "m2", "m1", "m0"]
    assert await ids(limit=2) == ["m3", "m2"]
    assert await ids(game="tiles") == ["m3", "m2", "m0"]
    assert await ids(account="anna") == ["m3", "m1", "m0"]
    assert await ids(account="bert", game="tiles") == ["m3", "m2"]
    assert await ids(before=102.25) == ["m1", "m0"]
    assert await ids(account="anna", before=103.25, limit=1) == ["m1"]
    assert await ids(account="nobody") == []
    (newest, *_) = await store.matches()
    expected = match("m3", accounts=("bert", "anna"), ended=103.25)
    assert newest == replace(expected, body=b"")


async def test_a_match_is_imported_once(store: Store) -> None:
    assert await store.write(AddMatch(match("m1"))) is True
    assert await store.write(AddMatch(replace(match("m1"), outcome="draw"))) is False
    assert await store.match("m1") == match("m1")
    assert [row.id for row in await store.matches(account="anna")] == ["m1"]


async def test_an_export_gives_every_match_oldest_first_page_by_page(store: Store) -> None:
    # Of equal ends, so that a page may end among them.
    rows = [match(f"m{number:03}", ended=float(number // 7)) for number in range(180)]
    for row in reversed(rows[:-1]):
        await store.write(AddMatch(row))
    seen = []
    async for row in store.all_matches():
        seen.append(row)
        if len(seen) == 1:
            # What comes while the export runs is still seen: it was not all read at once.
            await store.write(AddMatch(rows[-1]))
    assert seen == rows


async def test_high_scores_are_lowest_first_and_of_equals_the_earlier(store: Store) -> None:
    scores = [
        score(5, "Eva", at=1.0),
        score(3, "Cem", at=9.0),
        score(3, "Anna", at=2.0),
        score(3, "Bert", at=2.0),
        score(1, "Mao", game="mao"),
    ]
    await told(store.submit, Archive(match("m1"), 0, scores, []))
    names = [row.name for row in await store.high_scores("tiles", 10)]
    assert names == ["Anna", "Bert", "Cem", "Eva"]
    assert [row.name for row in await store.high_scores("tiles", 2)] == ["Anna", "Bert"]


async def test_the_best_rated_are_those_surely_strong(store: Store) -> None:
    ratings = [
        rating("new", 30.0, 8.0),
        rating("old", 27.0, 1.0),
        rating("best", 29.5, 1.0),
        rating("elsewhere", 40.0, 1.0, game="mao"),
    ]
    await told(store.submit, Archive(match("m1"), 0, [], ratings))
    assert await store.best_rated("tiles", 10) == [ratings[2], ratings[1], ratings[0]]
    assert await store.best_rated("tiles", 1) == [ratings[2]]
    assert await store.ratings("tiles", []) == {}
    assert await store.ratings("mao", ["elsewhere", "best"]) == {"elsewhere": ratings[3]}


async def test_the_last_beat_is_remembered(store: Store) -> None:
    assert await store.last_beat() is None
    await told(store.submit, NoteTime(1_763_242_000_123))
    await told(store.submit, NoteTime(1_763_242_005_654))
    last = await store.last_beat()
    assert (last, type(last)) == (1_763_242_005_654, int)
