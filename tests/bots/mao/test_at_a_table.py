"""Bots and a person at a table of the house, whose clock asks them."""

from __future__ import annotations

import pytest

from stammtisch.games.mao.match import MaoMatch
from tests.tables.sitting import Sitting, settings


@pytest.mark.parametrize("profile", ["chaired", "school"])
def test_bots_play_on_beside_a_person_who_does_nothing(profile: str) -> None:
    sitting = Sitting(
        settings(
            game="mao", profile=profile, options={"delay": 5}, seats=4, bots="hard", fill_after=0
        )
    )
    sitting.join("ada")
    for _ in range(120):
        sitting.clock.advance(1000)
    match = sitting.table.match
    assert isinstance(match, MaoMatch)
    assert sitting.error is None
    played = [one for one in match.view(None).witnessed if one.what == "moved"]
    assert {one.seat for one in played if one.cause == "player"} >= {1, 2, 3}
    said = [one.text for one in match.view(None).witnessed if one.what == "talked" and one.seat]
    assert said


def test_without_chairman_bots_wait_for_a_person_whose_turn_it_is() -> None:
    sitting = Sitting(settings(game="mao", profile="free", seats=3, bots="medium", fill_after=0))
    sitting.join("ada")
    sitting.clock.advance(60_000)
    match = sitting.table.match
    assert isinstance(match, MaoMatch)
    assert [one.what for one in match.view(None).witnessed] == ["round_started"]
