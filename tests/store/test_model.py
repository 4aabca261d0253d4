"""The store against a model of it: a dict of lists, for any order of changes in any groups."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.store.changes import Append, Archive, CreateTable, DropTable
from stammtisch.store.errors import WriteConflict
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.store import Store
from tests.properties import tried
from tests.store.engines import asked, entries, errors_of, match, table

#: (what, table, number, count); the number is relative to the one expected.
Step = tuple[str, str, int, int]

STEPS = st.tuples(
    st.sampled_from(["create", "append", "append", "append", "archive", "drop", "wait"]),
    st.sampled_from(["t1", "t2"]),
    st.sampled_from([0, 0, 0, -2, -1, 1, 2]),
    st.integers(0, 3),
)


@dataclass
class Model:
    """What should be there. `next` of a table is None while it has never had an entry."""

    journals: dict[str, list[int]] = field(default_factory=dict)
    next: dict[str, int | None] = field(default_factory=dict)
    matches: set[str] = field(default_factory=set)

    def first(self, step: Step) -> int:
        """The number a step begins with: near the one that the table expects."""
        expected = self.next.get(step[1])
        return (1 if expected is None else expected) + step[2]

    def change(self, step: Step, first: int, match_id: str) -> bool:
        """Do it as it should be done; False if it should be fenced."""
        what, name, _, count = step
        expected = self.next.get(name)
        there = name in self.journals
        if what == "create":
            if there:
                return False
            self.journals[name] = list(range(first, first + count))
            self.next[name] = first + count if count else None
        elif what == "append":
            if not there or (count and expected not in (None, first)):
                return False
            self.journals[name] += range(first, first + count)
            self.next[name] = first + count if count else expected
        elif what == "archive":
            if there and (expected is None or first > expected):
                return False
            self.matches.add(match_id)
            if there:
                self.journals[name] = [seq for seq in self.journals[name] if seq >= first]
        elif what == "drop":
            self.journals.pop(name, None)
            self.next.pop(name, None)
        return True


def ask(store: Store, step: Step, first: int, match_id: str) -> asyncio.Future[None]:
    what, name, _, count = step
    if what == "create":
        return asked(store.submit, CreateTable(table(name), entries(first, count)))
    if what == "append":
        return asked(store.submit, Append(name, entries(first, count)))
    if what == "archive":
        return asked(store.submit, Archive(match(match_id, table=name), first, [], []))
    return asked(store.submit, DropTable(name))


async def play(store: Store, steps: list[Step]) -> None:
    model = Model()
    expected: list[bool] = []
    changes: list[asyncio.Future[None]] = []
    await store.open()
    for number, step in enumerate(steps):
        if step[0] == "wait":
            await errors_of(changes)
            continue
        first = model.first(step)
        expected.append(model.change(step, first, f"m{number}"))
        changes.append(ask(store, step, first, f"m{number}"))
    errors = await errors_of(changes)
    assert [error is None for error in errors] == expected
    assert all(error is None or isinstance(error, WriteConflict) for error in errors)
    found = {
        stored.row.id: [entry.seq for entry in stored.entries] for stored in await store.tables()
    }
    assert found == model.journals
    assert {row.id async for row in store.all_matches()} == model.matches
    await store.close()


@tried(75)
@given(st.lists(STEPS, max_size=25))
def test_any_changes_in_memory_end_as_in_the_model(steps: list[Step]) -> None:
    asyncio.run(play(SqliteStore(None), steps))


@tried(40)
@given(st.lists(STEPS, max_size=25))
def test_any_changes_in_a_file_end_as_in_the_model(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(SqliteStore(Path(folder) / "house.db", synchronous="NORMAL"), steps))
