"""Every game of the house keeps the contract, by all of its profiles."""

from __future__ import annotations

import pytest

from stammtisch.games.game import Game
from stammtisch.games.games import GAMES
from tests.contract.checks import CHECKS, Check, check_ends
from tests.contract.refusals import check_refusals

PROFILES = [(game, profile) for game in GAMES.values() for profile in game.rules.profiles]
SEEDS = range(5)
#: Whole matches take long.
LONG = {check_ends: range(1)}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("game", "profile"), PROFILES, ids=lambda one: getattr(one, "name", one))
def test_contract(game: Game, profile: str, check: Check) -> None:
    for seed in LONG.get(check, SEEDS):
        check(game, game.rules.named(profile), seed)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_refusals_are_listed_with_their_sentences(game: Game) -> None:
    check_refusals(game)
