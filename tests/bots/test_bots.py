from __future__ import annotations

import pickle

import pytest

from stammtisch.bots.bots import LEVELS, bot_for
from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_game_has_every_level(game: str, level: str) -> None:
    bot = bot_for(game, level)
    assert bot.level == level
    assert pickle.loads(pickle.dumps(bot)) == bot


def test_an_unknown_level_is_refused_with_those_that_exist() -> None:
    with pytest.raises(Refusal, match="There is no bot level 'clever'; there is easy, medium"):
        bot_for("tiles", "clever")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal, match="There is no game 'chess' here"):
        bot_for("chess", "easy")
