"""Bots and a person at a table of the house, whose clock asks them."""

from __future__ import annotations

import pytest

from stammtisch.games.mao.match import MaoMatch
from tests.tables.harness import TableHarness, settings


@pytest.mark.parametrize("profile", ["chaired", "school"])
def test_bots_play_on_beside_a_person_who_does_nothing(profile: str) -> None:
    harness = TableHarness(
        settings(
            game="mao", profile=profile, options={"delay": 5}, seats=4, bots="hard", fill_after=0
        )
    )
    harness.join("ada")
    for _ in range(120):
        harness.clock.advance(1000)
    match = harness.table.state.match
    assert isinstance(match, MaoMatch)
    assert harness.error is None
    played = [one for one in match.view(None).witnessed if one.what == "moved"]
    assert {one.seat for one in played if one.cause == "player"} >= {1, 2, 3}
    said = [one.text for one in match.view(None).witnessed if one.what == "talked" and one.seat]
    assert said


def test_without_chairman_bots_wait_for_a_person_whose_turn_it_is() -> None:
    harness = TableHarness(
        settings(game="mao", profile="free", seats=3, bots="medium", fill_after=0)
    )
    harness.join("ada")
    harness.clock.advance(60_000)
    match = harness.table.state.match
    assert isinstance(match, MaoMatch)
    assert [one.what for one in match.view(None).witnessed] == ["round_started"]
