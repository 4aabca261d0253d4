from __future__ import annotations

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named
from stammtisch.games.tiles.match import TILES
from stammtisch.games.tiles.rules import TilesRules


def test_classic_has_every_option_off() -> None:
    values = TilesRules.named("classic").values()
    assert values == {
        "joker_indicator": False,
        "pairs_win": False,
        "turn_clock": 0,
        "cheats": False,
    }


def test_okey_has_the_indicator_and_pairs() -> None:
    okey = TilesRules.named("okey")
    assert (okey.joker_indicator, okey.pairs_win) == (True, True)
    assert okey.changes() == {}
    assert okey.digest != TilesRules.named("classic").digest


@pytest.mark.parametrize(
    ("profile", "changes", "code", "sentence"),
    [
        ("rummy", {}, "unknown_profile", "tiles has no profile 'rummy'; it has classic, okey."),
        (
            "classic",
            {"jokers": 3},
            "unknown_option",
            "tiles has no option 'jokers'; it has joker_indicator, pairs_win, turn_clock, cheats.",
        ),
        ("classic", {"turn_clock": 601}, "bad_option", "turn_clock must be 0 to 600, not 601."),
        ("classic", {"turn_clock": -1}, "bad_option", "turn_clock must be 0 to 600, not -1."),
        (
            "classic",
            {"turn_clock": True},
            "bad_option",
            "turn_clock must be a whole number, not True.",
        ),
        ("classic", {"pairs_win": 1}, "bad_option", "pairs_win must be true or false, not 1."),
        (
            "okey",
            {"cheats": True},
            "contradiction",
            "cheats cannot go with joker_indicator: the cheat's winning rack holds a marked "
            "joker, which the indicator makes an ordinary tile.",
        ),
    ],
)
def test_what_the_rules_cannot_be(
    profile: str, changes: dict[str, object], code: str, sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        TilesRules.named(profile, changes)
    assert (refused.value.code, refused.value.reason) == (code, sentence)


def test_tiles_is_a_game_of_the_house_for_four() -> None:
    assert game_named("tiles") is TILES
    with pytest.raises(Refusal, match="tiles is played by 4 players"):
        TILES.new(TilesRules.named("classic"), 3)
    assert TILES.new(TilesRules.named("classic"), 4).awaits_deal
