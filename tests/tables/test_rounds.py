"""Matches of several rounds: one commitment, a secret for each round, the same nonces for all."""

from __future__ import annotations

import os
from typing import Any

import pytest

from stammtisch.games.games import GAMES
from stammtisch.requests import Act, Leave, Ready
from stammtisch.tables import entries as journal
from stammtisch.tables.events import Revealed, Started
from stammtisch.tables.fairness import keeps_commitment
from stammtisch.tables.record import read_record, verify
from stammtisch.tables.settings import Settings
from stammtisch.tables.table import Table
from tests.tables.harness import PEOPLE, TableHarness, who
from tests.tables.lots import LotsMatch, Show, lots


def harness(monkeypatch: pytest.MonkeyPatch, leaver: Any = "bot", **how: Any) -> TableHarness:
    monkeypatch.setitem(GAMES, "lots", lots(**how))
    return TableHarness(Settings(game="lots", profile="plain", leaver=leaver, bots="random"))


def match_of(table: TableHarness) -> LotsMatch:
    match = table.table.state.match
    assert isinstance(match, LotsMatch)
    return match


def show(table: TableHarness) -> None:
    name = table.table.state.places[match_of(table).holder].name
    assert name is not None
    table.ask(who(name), Act(action=Show()))


def proof(table: TableHarness, match: int = 0) -> Any:
    return verify(read_record(table.record(table.finished_matches[match])))


def same_after_restart(table: TableHarness) -> bool:
    again, _ = Table.restored(table.row, table.journal.entries, os.urandom)
    assert again.state.match is not None
    return (again.state.hash, again.state.match.digest()) == (
        table.table.state.hash,
        match_of(table).digest(),
    )


def test_each_round_s_secret_is_revealed_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table = harness(monkeypatch)
    table.start()
    table.join("eve", watch=True)
    for number in (1, 2, 3):
        show(table)
        revealed = [one for one in table.told("eve") if isinstance(one, Revealed)]
        assert [one.round for one in revealed] == list(range(1, number + 1))
    assert len({one.secret for one in revealed}) == 3
    commitment = journal.decode(table.journal.entries[0].payload).commitment  # type: ignore[union-attr]
    for one in revealed:
        assert keeps_commitment(commitment, bytes.fromhex(one.secret), one.round)
    assert proof(table).rounds == 3


def test_who_takes_a_seat_over_between_rounds_changes_no_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = harness(monkeypatch)
    table.start()
    show(table)
    away = PEOPLE[(match_of(table).holder + 1) % 4]
    table.ask(who(away), Leave())
    table.join("eve")
    while table.table.state.running:
        show(table)
    assert proof(table).rounds == 3


def test_who_is_out_between_rounds_changes_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = harness(monkeypatch, leaver="out", goes_on=True)
    table.start()
    show(table)
    table.ask(who("bo"), Leave())
    assert match_of(table).out == {1} and not table.table.state.places[1].taken
    assert same_after_restart(table)
    while table.table.state.running:
        show(table)
    finished = table.finished_matches[0]
    assert proof(table).rounds == 3
    assert not finished.same_players


def test_who_does_not_come_back_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    table = harness(monkeypatch, leaver="out", goes_on=True)
    table.start()
    table.lose("di")
    table.clock.advance(29_999)
    assert match_of(table).out == set()
    table.clock.advance(1)
    assert match_of(table).out == {3} and table.table.state.running


def test_a_match_broken_off_in_the_second_round_is_sound_and_the_next_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = harness(monkeypatch, leaver="end")
    table.start()
    show(table)
    table.ask(who("ada"), Leave())
    assert proof(table).rounds == 2
    table.join("ada")
    for name in PEOPLE:
        table.ask(who(name), Ready())
    assert same_after_restart(table)
    while table.table.state.running:
        show(table)
    assert proof(table, 1).rounds == 3


def test_a_game_that_starts_when_it_is_full_asks_nobody_whether_they_are_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = harness(monkeypatch, starts_when_full=True)
    for name in PEOPLE[:3]:
        table.join(name)
    assert not table.table.state.running
    joined = table.join("di")
    assert any(isinstance(event, Started) for event in joined.events)
    assert same_after_restart(table)


def test_a_game_that_starts_when_it_is_full_does_not_start_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = harness(monkeypatch, leaver="wait", starts_when_full=True)
    for name in PEOPLE:
        table.join(name)
    for name in PEOPLE:
        table.lose(name)
    table.clock.advance(10_000_000)
    assert [match.outcome.kind for match in table.finished_matches] == ["aborted"]
    assert table.is_abandoned
