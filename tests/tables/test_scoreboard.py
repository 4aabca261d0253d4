"""The score sheet of the evening: every match that was played at a table."""

from __future__ import annotations

import pytest

from stammtisch.requests import Ready
from stammtisch.tables import state
from tests.tables.harness import PEOPLE, TableHarness, settings, who


def cheat_to_the_end(harness: TableHarness) -> str:
    """Somebody wins; who?"""
    winner = harness.mover().name
    harness.win_by_cheating()
    return winner


def test_the_matches_of_a_table_are_kept_with_their_players_and_points() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    winners = [cheat_to_the_end(harness)]
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    winners.append(cheat_to_the_end(harness))
    for after in (harness, TableHarness.again(harness)):
        evening = after.join("eve", watch=True).snapshot.scoreboard
        assert [one.names for one in evening] == [list(PEOPLE)] * 2
        assert [PEOPLE[one.points.index(1)] for one in evening] == winners
        assert [one.match for one in evening] == ["table1-1", "table1-2"]
        assert all(len(set(one.persons)) == 4 for one in evening)


def test_the_sheet_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "EVENING", 2)
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    for _ in range(3):
        cheat_to_the_end(harness)
        for name in PEOPLE:
            harness.ask(who(name), Ready())
    assert [one.match for one in harness.table.state.scoreboard] == ["table1-2", "table1-3"]
