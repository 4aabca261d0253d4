"""Tables whose matches begin by themselves, as Mao's do: who counts, and who is waited for."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.games import GAMES
from stammtisch.requests import Join, Leave, Ready
from stammtisch.tables.events import Sat, Started
from stammtisch.tables.settings import Settings
from tests.tables.harness import TableHarness, code, who
from tests.tables.lots import lots


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> TableHarness:
    """For three, who may leave for good."""
    monkeypatch.setitem(GAMES, "lots", lots(starts_when_full=True, goes_on=True))
    return TableHarness(Settings(game="lots", profile="plain", leaver="out", seats=3))


def seats(table: TableHarness) -> list[str | None]:
    return [place.name for place in table.table.state.places]


def end(table: TableHarness) -> None:
    """Break the match off, as when everybody but one has left."""
    table.runner._settle(table.table.abort("It is over.", table.clock.now(), 0.0))


def test_it_does_not_begin_without_somebody_who_is_away(table: TableHarness) -> None:
    table.join("ada")
    table.lose("ada")
    table.join("bo")
    table.join("cy")
    assert seats(table) == ["ada", "bo", "cy"]
    assert not table.table.state.running


def test_it_begins_when_the_absent_one_comes_back(table: TableHarness) -> None:
    table.join("ada")
    table.lose("ada")
    table.join("bo")
    table.join("cy")
    back = table.join("ada")
    assert [type(event) for event in back.events][:1] == [Sat]
    assert any(isinstance(event, Started) for event in back.events)
    assert any(isinstance(event, Started) for event in table.told("bo"))


def test_a_newcomer_may_take_the_seat_of_somebody_who_is_away(table: TableHarness) -> None:
    table.join("ada")
    table.lose("ada")
    for name in ("bo", "cy", "di"):
        table.join(name)
    assert seats(table) == ["di", "bo", "cy"]
    assert table.table.state.running


def test_after_a_match_it_begins_when_a_newcomer_fills_it(table: TableHarness) -> None:
    for name in ("ada", "bo", "cy"):
        table.join(name)
    end(table)
    assert not table.table.state.running
    table.ask(who("cy"), Leave())
    joined = table.join("di")
    assert any(isinstance(event, Started) for event in joined.events)


def test_those_who_have_just_played_say_when_they_want_to_play_again(table: TableHarness) -> None:
    for name in ("ada", "bo", "cy"):
        table.join(name)
    end(table)
    for name in ("ada", "bo"):
        table.ask(who(name), Ready())
    assert not table.table.state.running
    table.ask(who("cy"), Ready())
    assert table.table.state.running


def test_whoever_comes_next_sits_after_whoever_came_last(table: TableHarness) -> None:
    table.join("ada")
    table.join("bo")
    table.ask(who("ada"), Leave())
    table.join("cy")
    table.join("di")
    assert seats(table) == ["di", "bo", "cy"]


@pytest.mark.parametrize("leaver", ["bot", "wait", "end", "out"])
def test_who_cannot_come_back_is_out_at_once(monkeypatch: pytest.MonkeyPatch, leaver: Any) -> None:
    monkeypatch.setitem(GAMES, "lots", lots(starts_when_full=True, goes_on=True))
    table = TableHarness(Settings(game="lots", profile="plain", leaver=leaver, seats=3))
    table.join("ada", keep=False)
    table.join("bo")
    table.join("cy")
    assert table.table.state.running
    table.lose("ada")
    assert seats(table) == [None, "bo", "cy"]
    assert table.table.state.running


def test_after_a_restart_nobody_waits_for_those_who_cannot_come_back(table: TableHarness) -> None:
    table.join("ada", keep=False)
    table.join("bo")
    again = TableHarness.again(table)
    assert seats(again) == [None, "bo", None]
    again.join("cy", keep=False)
    again.join("di", keep=False)
    assert seats(again) == ["di", "bo", "cy"] and not again.table.state.running
    again.join("bo")
    assert seats(again) == ["di", "bo", "cy"]
    third = TableHarness.again(again)
    assert len(third.finished_matches) == 1
    assert seats(third) == [None, "bo", None]


def test_a_match_that_is_on_is_not_entered_by_who_does_not_want_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "lots", lots(starts_when_full=True))
    table = TableHarness(Settings(game="lots", profile="plain", leaver="bot", seats=2))
    table.join("ada")
    table.join("bo")
    table.ask(who("ada"), Leave())
    assert code(table.ask(who("cy"), Join(late=False))) == "running"
    assert table.join("cy").seat == 0
