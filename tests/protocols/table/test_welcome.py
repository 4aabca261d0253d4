"""The first message says what can be chosen, so that nobody chooses what is refused afterwards."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import msgspec
import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES
from stammtisch.net.settings import Settings as ServerSettings
from stammtisch.protocols.table.codec import welcome
from stammtisch.protocols.table.messages import GameInfo, Welcome
from stammtisch.protocols.table.session import TableSession
from stammtisch.tables.settings import Leaver, Settings


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
                leaver=cast("Leaver", leaver),
                bots=game.bots[0],
            ).checked()
        except Refusal as refusal:
            assert refusal.code == "cannot_go_on"
        else:
            accepted.append(leaver)
    assert game.leavers == accepted


def test_a_house_for_its_members_says_so_before_anybody_asks() -> None:
    said = json.loads(TableSession("192.0.2.1", members_only=True).outbox[0])
    assert (said["members_only"], said["cheats"]) == (True, False)
    assert json.loads(TableSession("192.0.2.1").outbox[0])["members_only"] is False


@pytest.mark.parametrize(
    "settings", [ServerSettings(invite_only=True), ServerSettings(password_file="key")]
)
def test_a_password_and_invitations_make_a_house_one_for_its_members(
    settings: ServerSettings,
) -> None:
    assert settings.members_only
    assert not ServerSettings().members_only


def test_a_level_of_bots_that_a_client_has_never_heard_of_is_read() -> None:
    game = replace(GAMES["tiles"], levels=("easy", "sly"))
    text = msgspec.json.encode(welcome([game]))
    read = msgspec.json.decode(text, type=Welcome)
    assert read.bot_levels == read.games[0].bots == ["easy", "sly", "random"]
    assert read.games[0].usual_level == "sly"
