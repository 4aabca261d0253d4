from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.mao.book import BASE, base_rules, base_texts
from stammtisch.games.mao.language.say import printed
from stammtisch.games.mao.rules import MaoRules
from tests.games.mao.playing import fresh, wander


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


def test_at_a_free_table_nothing_but_the_rounds_means_anything() -> None:
    free = MaoRules.named("free").values()
    assert [option.name for option in MaoRules.options() if option.is_on(free)] == [
        "table",
        "rounds",
    ]
    chaired = MaoRules.named("chaired").values()
    assert all(option.is_on(chaired) for option in MaoRules.options())


def test_what_means_nothing_at_a_free_table_changes_nothing_there() -> None:
    others: dict[str, object] = {"penalty": 3, "delay": 5}
    for option in MaoRules.options():
        if option.kind == "switch":
            others[option.name] = not option.default
    for seed in range(20):
        usual, other = (
            wander(fresh("free", 3, b"%d" % seed, **changes), Random(seed), 60)
            for changes in ({"rounds": 3}, {"rounds": 3, **others})
        )
        assert other.log == usual.log
        assert [other.match.view(seat) for seat in range(3)] == [
            usual.match.view(seat) for seat in range(3)
        ]


def test_what_an_option_needs_is_no_part_of_what_was_played() -> None:
    """Records name their rules by this: it stays what it was."""
    assert MaoRules.named("free").digest[:16] == "17d8ae80000285b2"
