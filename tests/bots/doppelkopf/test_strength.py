"""That a level beats the one below is measured by `bench.duplicate`; these are its foundations."""

from __future__ import annotations

import pytest

from bench.duplicate import duplicate, sum_up
from stammtisch.games.doppelkopf.match import DOPPELKOPF
from tests.games.doppelkopf.playing import rules

ONE_ROUND = rules(rounds=1)


def test_with_the_same_bots_everything_cancels_out() -> None:
    duel = duplicate(DOPPELKOPF, ONE_ROUND, ("easy", "easy"), range(4), 1)
    assert (duel.rounds, duel.mean, duel.ci95) == (8, 0.0, 0.0)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_playing_by_some_rules_is_better_than_by_none(level: str) -> None:
    duel = duplicate(DOPPELKOPF, ONE_ROUND, (level, "random"), range(12), 1)
    assert duel.mean - duel.ci95 > 1


def test_the_interval_is_over_deals() -> None:
    duel = sum_up([(1.0, -1.0), (0.0, 0.0), (2.0, -2.0)])
    assert duel.mean == 2.0
    assert duel.ci95 == pytest.approx(1.96 * 2 / 3**0.5)
