from __future__ import annotations

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.mao.chair.base import BASE, base_rules, base_texts
from stammtisch.games.mao.language.printing import printed
from stammtisch.games.mao.rules import MaoRules


def test_the_profiles_are_the_kinds_of_table() -> None:
    assert {name: MaoRules.named(name).table for name in MaoRules.profiles} == {
        "free": "free",
        "chaired": "chaired",
        "school": "school",
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [("rounds", 0), ("rounds", 51), ("penalty", 4), ("table", "wild"), ("delay", True)],
)
def test_options_have_bounds(option: str, value: object) -> None:
    with pytest.raises(Refusal):
        MaoRules.named("free", {option: value})


def test_every_base_rule_is_an_option_and_prints_as_it_is_written() -> None:
    options = {option.name for option in MaoRules.options()}
    assert BASE.keys() <= options
    everything = MaoRules.named("chaired", dict.fromkeys(BASE, True))
    texts = base_texts(everything)
    assert tuple(map(printed, base_rules(texts))) == texts
    assert base_texts(MaoRules.named("chaired", dict.fromkeys(BASE, False))) == ()
