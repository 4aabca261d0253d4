from __future__ import annotations

import dataclasses
import pickle

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_is_found_under_its_level_and_can_go_to_another_process(game: str) -> None:
    for level in GAMES[game].all_levels:
        bot = bot_for(game, level)
        assert bot.level == level
        assert pickle.loads(pickle.dumps(bot)) == bot


@pytest.mark.parametrize("game", ["tiles", "mao"])
def test_our_games_have_every_level(game: str) -> None:
    assert GAMES[game].all_levels == ("easy", "medium", "hard", "random")


def test_a_game_without_bots_has_the_random_one(monkeypatch: pytest.MonkeyPatch) -> None:
    botless = dataclasses.replace(GAMES["tiles"], name="botless", bots=None, levels=())
    monkeypatch.setitem(GAMES, "botless", botless)
    assert botless.all_levels == ("random",)
    assert botless.usual_level == botless.best_level == bot_for("botless", "random").level


def test_an_unknown_level_is_refused_with_those_that_exist() -> None:
    with pytest.raises(Refusal, match="There is no bot level 'clever'; there is easy, medium"):
        bot_for("tiles", "clever")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal, match="There is no game 'chess' here"):
        bot_for("chess", "easy")
