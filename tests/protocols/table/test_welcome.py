"""The first message says what can be chosen, so that nobody chooses what is refused afterwards."""

from __future__ import annotations

import pytest

from stammtisch.bots.bots import levels_of
from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES
from stammtisch.protocols.table.messages import GameInfo
from stammtisch.protocols.table.welcome import welcome
from stammtisch.tables.settings import Settings


@pytest.mark.parametrize("game", welcome(GAMES.values()).games, ids=lambda game: game.name)
def test_what_may_happen_when_somebody_leaves_is_what_a_table_can_be_opened_with(
    game: GameInfo,
) -> None:
    offered = welcome(GAMES.values()).leavers
    accepted = []
    for leaver in offered:
        try:
            Settings(
                game=game.name,
                profile=game.usual_profile,
                seats=game.most_seats,
                leaver=leaver,
                bots=levels[0] if (levels := levels_of(game.name)) else "medium",
            ).checked()
        except Refusal as refusal:
            assert refusal.code == "cannot_go_on"
        else:
            accepted.append(leaver)
    assert game.leavers == accepted
