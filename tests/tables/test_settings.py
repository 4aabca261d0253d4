"""What clients are told of a game's options."""

from __future__ import annotations

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES
from stammtisch.tables.settings import fixed_in

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
