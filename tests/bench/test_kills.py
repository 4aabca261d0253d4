"""The program that kills the store's processes finds a loss if there is one, and none if not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.abuse.doomed import Appended, Archived, Started
from bench.abuse.kills import KINDS, Books, Lost, run

KILLS = 12


def test_killed_in_every_way_the_store_loses_nothing(tmp_path: Path) -> None:
    counts = run(tmp_path / "house.db", KILLS, seed=3, minutes=10)
    assert sum(counts[name] for name in KINDS) == KILLS
    assert counts["acknowledgements"] > KILLS


@pytest.mark.parametrize(
    ("journal", "cuts"),
    [
        ([(1, 1), (2, 1)], []),
        ([(1, 1), (2, 1), (3, 2)], []),
        ([(1, 1), (3, 1)], []),
        ([], []),
        ([(1, 1), (2, 1), (3, 1)], [("t1", 3)]),
    ],
    ids=["the last is gone", "another is in its place", "one is gone", "all", "none is gone"],
)
def test_what_was_acknowledged_and_is_not_there_is_noticed(
    journal: list[tuple[int, int]], cuts: list[tuple[str, int]]
) -> None:
    books = Books()
    books.hear([Appended("t1", 1, 4)], life=1)
    if cuts:
        books.hear([Archived("t1", 3), Started(1, {"t1": journal[2:]}, cuts)], life=2)
        with pytest.raises(Lost, match="archive"):
            books.hear([Started(1, {"t1": journal}, [])], life=3)
    else:
        with pytest.raises(Lost):
            books.hear([Started(1, {"t1": journal}, cuts)], life=2)
