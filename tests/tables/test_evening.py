"""The score sheet of the evening: every match that was played at a table."""

from __future__ import annotations

import pytest

from stammtisch.tables import state
from stammtisch.tables.requests import Ready
from tests.tables.sitting import PEOPLE, Sitting, settings, who


def cheat_to_the_end(sitting: Sitting) -> str:
    """Somebody wins; who?"""
    winner = sitting.mover().name
    sitting.win_by_cheating()
    return winner


def test_the_matches_of_a_table_are_kept_with_their_players_and_points() -> None:
    sitting = Sitting(settings(options={"cheats": True}))
    sitting.start()
    winners = [cheat_to_the_end(sitting)]
    for name in PEOPLE:
        sitting.ask(who(name), Ready())
    winners.append(cheat_to_the_end(sitting))
    for after in (sitting, Sitting.again(sitting)):
        evening = after.join("eve", watch=True).snapshot.evening
        assert [one.names for one in evening] == [list(PEOPLE)] * 2
        assert [PEOPLE[one.points.index(1)] for one in evening] == winners
        assert [one.match for one in evening] == ["table1-1", "table1-2"]
        assert all(len(set(one.persons)) == 4 for one in evening)


def test_the_sheet_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "EVENING", 2)
    sitting = Sitting(settings(options={"cheats": True}))
    sitting.start()
    for _ in range(3):
        cheat_to_the_end(sitting)
        for name in PEOPLE:
            sitting.ask(who(name), Ready())
    assert [one.match for one in sitting.table.evening] == ["table1-2", "table1-3"]
