from __future__ import annotations

import pytest

from stammtisch.cli.asking import changes_of, rules_of, usual_players
from stammtisch.cli.trouble import Trouble
from stammtisch.games.games import GAMES

MAO = GAMES["mao"]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(("yes", True), ("true", True), ("on", True), ("Yes", True)),
        *(("no", False), ("false", False), ("off", False), ("NO", False)),
    ],
)
def test_a_switch_takes_the_words_that_people_use(word: str, value: bool) -> None:
    rules = rules_of(MAO, "chaired", [f"talk_is_offence={word}"])
    assert rules.values()["talk_is_offence"] is value


def test_what_is_no_switch_keeps_its_word() -> None:
    assert changes_of(MAO, ["rounds=3", "table=school"]) == {"rounds": 3, "table": "school"}
    with pytest.raises(Trouble, match="rounds must be a whole number, not 'yes'"):
        rules_of(MAO, "free", ["rounds=yes"])
    with pytest.raises(Trouble, match="vote must be yes or no, not 'maybe'"):
        rules_of(MAO, "free", ["vote=maybe"])


def test_four_play_unless_somebody_says_otherwise() -> None:
    assert {name: usual_players(game) for name, game in GAMES.items()} == {"tiles": 4, "mao": 4}
