from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from stammtisch.cli import main
from stammtisch.cli.arguments import changes_of, rules_of, usual_players
from stammtisch.cli.output import CliError
from stammtisch.games.game import Rules, Value, option
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
    with pytest.raises(CliError, match="rounds must be a whole number, not 'yes'"):
        rules_of(MAO, "free", ["rounds=yes"])
    with pytest.raises(CliError, match="vote must be yes or no, not 'maybe'"):
        rules_of(MAO, "free", ["vote=maybe"])


def test_four_play_unless_somebody_says_otherwise() -> None:
    assert {usual_players(game) for game in GAMES.values()} == {4}


@dataclass(frozen=True)
class _Rules(Rules):
    game: ClassVar[str] = "many"
    version: ClassVar[int] = 1
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {"plain": {}}

    solos: tuple[str, ...] = option(
        ("queen",), "Which solos there are.", choices=("queen", "jack", "ace"), group="Solos"
    )
    limit: int = option(10, "The most points.", least=0, most=40, step=10)
    bonus: bool = option(False, "A bonus.", needs={"limit": (20, 30)})


MANY = dataclasses.replace(MAO, name="many", rules=_Rules, usual=None)


def test_a_set_is_words_with_commas_between() -> None:
    assert rules_of(MANY, None, ["solos=ace, jack"]).values()["solos"] == ("jack", "ace")
    assert rules_of(MANY, None, ["solos=none"]).values()["solos"] == ()
    assert rules_of(MANY, None, ["solos="]).values()["solos"] == ()
    with pytest.raises(CliError, match="solos must be one of queen, jack, ace, not 'king'"):
        rules_of(MANY, None, ["solos=king"])


def test_a_number_keeps_to_its_steps() -> None:
    assert rules_of(MANY, None, ["limit=30"]).values()["limit"] == 30
    with pytest.raises(CliError, match="limit must be 0 to 40 in steps of 10, not 15"):
        rules_of(MANY, None, ["limit=15"])


def test_the_table_of_options_knows_groups_sets_steps_and_what_depends_on_what(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setitem(GAMES, "many", MANY)
    assert main(["rules", "many"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert [line.split()[0] for line in lines[2:]] == ["limit", "bonus", "Solos", "solos"]
    assert lines[2].endswith("0 to 40 in steps of 10")
    assert "A bonus. (Only if limit is 20 or 30.)" in lines[3]
    assert lines[5].endswith("any of queen, jack, ace")
