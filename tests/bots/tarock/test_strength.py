"""That a level beats the one below is measured by `bench.duplicate`; these are its foundations."""

from __future__ import annotations

from bench.duplicate import duplicate, one_round
from stammtisch.games.tarock.match import TAROCK
from stammtisch.games.tarock.rules import TarockRules

ONE_DEAL = TarockRules.named("common", one_round(TAROCK))


def test_with_the_same_bots_everything_cancels_out() -> None:
    duel = duplicate(TAROCK, ONE_DEAL, ("easy", "easy"), range(4), 1)
    assert (duel.rounds, duel.mean, duel.ci95) == (8, 0.0, 0.0)


def test_playing_by_some_rules_is_better_than_by_none() -> None:
    duel = duplicate(TAROCK, ONE_DEAL, ("medium", "random"), range(60), 1)
    assert duel.mean - duel.ci95 > 5
