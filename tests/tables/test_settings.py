"""What clients are told of a game, and how a table of it is run unless people say otherwise."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES
from stammtisch.tables.settings import Settings, fixed_in

#: What a table may change and still play by the tournament rules of Doppelkopf.
FREE = {"open_cards", "wrongmove", "penalty_points", "rounds", "compulsory_solos", "pace"}


def test_tournament_rules_keep_all_but_what_tables_decide() -> None:
    rules = GAMES["doppelkopf"].rules
    values = rules.named("ddv").values()
    promised = {one.name for one in rules.options() if one.is_on(values)} - FREE
    assert set(fixed_in(GAMES["doppelkopf"])["ddv"]) == promised
    assert len(promised) > 15


def test_whatever_is_fixed_is_refused_when_it_is_changed() -> None:
    with pytest.raises(Refusal, match="tournament rules"):
        GAMES["doppelkopf"].rules.named("ddv", {"heart10": False})
    assert "heart10" in fixed_in(GAMES["doppelkopf"])["ddv"]


@pytest.mark.parametrize("name", ["doppelkopf", "mao", "tarock", "tiles"])
def test_no_other_profile_keeps_people_from_changing_anything(name: str) -> None:
    assert set(fixed_in(GAMES[name])) <= {"ddv"}


def test_a_game_without_medium_bots_plays_at_its_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = dataclasses.replace(GAMES["tiles"], name="odd", levels=("easy", "hard"))
    monkeypatch.setitem(GAMES, "odd", odd)
    settings = Settings(game="odd", profile=odd.usual_profile)
    settings.checked()
    assert settings.bots == odd.usual_level == "hard"
    assert msgspec.json.decode(msgspec.json.encode(settings), type=Settings) == settings


def test_a_game_that_people_have_no_bots_for_is_filled_with_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    botless = dataclasses.replace(GAMES["tiles"], name="botless", bots=None, levels=())
    monkeypatch.setitem(GAMES, "botless", botless)
    settings = Settings(game="botless", profile=botless.usual_profile)
    settings.checked()
    assert settings.bots == "random"
    with pytest.raises(Refusal, match="There is no bot level 'medium'; there is random"):
        msgspec.structs.replace(settings, bots="medium").checked()
