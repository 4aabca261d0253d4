from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.protocols.cg.gamerules import NAMES, VALIDATORS, gamerules, settled, wanted
from tests.games.doppelkopf.playing import any_rules


def test_there_are_the_gamerules_of_the_original_and_ours() -> None:
    names = gamerules(DoppelkopfRules.named("house"))
    assert set(names) == set(VALIDATORS)
    assert len([name for name in names if name.startswith("dk.")]) == 34
    assert "general.wrongmove" in names and "dk.penalty_points" in names
    assert VALIDATORS["dk.heart10_prio"] == {
        "type": "select",
        "default": "first",
        "options": ["first", "second"],
        "requirements": {"dk.heart10": [True]},
    }
    assert VALIDATORS["dk.buck_amount"]["options"] == ["4", "1", "2", "3"]
    assert VALIDATORS["dk.pigs"]["options"][0] == "None"
    assert VALIDATORS["dk.fox_lasttrick"]["requirements"] == {
        "dk.fox": [True],
        "dk.pigs": ["None"],
    }
    numbers = VALIDATORS["dk.penalty_points"]
    assert (numbers["min"], numbers["max"], numbers["step"]) == (0, 20, 1)


@pytest.mark.parametrize("number", range(50))
def test_any_rules_go_there_and_back(number: int) -> None:
    rules = any_rules(Random(number))
    app = DoppelkopfRules.named("house")
    assert settled(app, wanted(gamerules(rules))) == (rules, ())


@pytest.mark.parametrize("profile", DoppelkopfRules.profiles)
@pytest.mark.parametrize("number", range(40))
def test_every_change_ends_with_rules_that_can_be(profile: str, number: int) -> None:
    rng = Random(number)
    rules = DoppelkopfRules.named(profile)
    for _ in range(20):
        other = any_rules(rng).values()
        changes = {name: other[name] for name in rng.sample(sorted(other), 3)}
        rules, bent = settled(rules, changes)
        assert not list(rules.contradictions())
        for name, value in changes.items():
            assert getattr(rules, name) == value or NAMES[name] in bent
