from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.games.doppelkopf.cards import name
from stammtisch.games.doppelkopf.rules import DDV_SOLOS, DoppelkopfRules
from stammtisch.games.game import Refusal

DOCS = Path(__file__).parents[3] / "docs/rules/doppelkopf.md"


def house(**changes: object) -> DoppelkopfRules:
    return DoppelkopfRules.named("house", changes)


def test_house_comes_first_and_has_every_default() -> None:
    assert next(iter(DoppelkopfRules.profiles)) == "house"
    values = DoppelkopfRules.named("house").values()
    assert values == {one.name: one.default for one in DoppelkopfRules.options()}


def test_ddv_is_24_rounds_with_compulsory_solos_and_nothing_of_the_house() -> None:
    ddv = DoppelkopfRules.named("ddv")
    assert (ddv.rounds, ddv.compulsory_solos, ddv.solos) == (24, True, DDV_SOLOS)
    assert (ddv.calls_when, ddv.calls_skip, ddv.re_kontra) == ("any_time", True, "+2")
    for option in ("poverty", "throw", "pigs", "superpigs", "joker", "buck_round", "coward"):
        assert not ddv.has(option)


def test_calls_are_made_at_any_time_and_may_skip_steps() -> None:
    # The original knows them on one's own turn only, and one step after the other.
    assert (house().calls_when, house().calls_skip) == ("any_time", True)


def test_lenient_is_house_with_wrong_moves() -> None:
    lenient = DoppelkopfRules.named("lenient")
    differs = {name for name, value in lenient.values().items() if value != house().values()[name]}
    assert differs == {"wrongmove"}
    assert lenient.wrongmove == "allow_points"


def test_every_option_has_a_group_and_stands_in_the_docs() -> None:
    told = DOCS.read_text(encoding="utf-8")
    for one in DoppelkopfRules.options():
        assert one.group
        assert f"| `{one.name}` |" in told, one.name


@pytest.mark.parametrize(
    ("profile", "changes", "sentence"),
    [
        (
            "house",
            {"joker": "over_h10", "pigs": "two_on_play", "superpigs": "on_play"},
            "joker cannot go with superpigs: both want the diamond nines.",
        ),
        (
            "house",
            {"jane": True, "charlie_broken": True},
            "jane cannot go with charlie_broken: the same club jack would count twice.",
        ),
        (
            "house",
            {"without9": "without", "solos": ["solo_9s"]},
            "solo_9s cannot go with without9 without: there would be no trumps.",
        ),
        (
            "house",
            {"poverty": "sell", "poverty_consequence": "black_sow", "solos": []},
            "black_sow needs solos: whoever wins the second spade queen must name one.",
        ),
        (
            "house",
            {"compulsory_solos": True},
            "compulsory_solos needs rounds of 4 or more: a solo for each player.",
        ),
        (
            "house",
            {"compulsory_solos": True, "rounds": 8, "solos": []},
            "compulsory_solos needs solos that may be played.",
        ),
        (
            "ddv",
            {"poverty": "sell"},
            "ddv are the tournament rules, which have poverty none, not sell; take house and "
            "change that.",
        ),
        (
            "ddv",
            {"heart10": False},
            "ddv are the tournament rules, which have heart10 true, not false; take house and "
            "change that.",
        ),
        (
            "lenient",
            {"wrongmove": "prohibit"},
            "lenient lets wrong moves happen; with wrongmove prohibit it is house.",
        ),
    ],
)
def test_what_the_rules_cannot_be(profile: str, changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        DoppelkopfRules.named(profile, changes)
    assert (refused.value.code, refused.value.reason) == ("contradiction", sentence)


def test_ddv_may_be_shorter_quicker_or_lenient() -> None:
    changes = {"rounds": 8, "pace": "calm", "wrongmove": "allow_stopgame"}
    assert DoppelkopfRules.named("ddv", changes).changes() == changes


@pytest.mark.parametrize(
    ("changes", "option", "on"),
    [
        ({"fox_lasttrick": True}, "fox_lasttrick", True),
        ({"fox_lasttrick": True, "fox": False}, "fox_lasttrick", False),
        ({"fox_lasttrick": True, "pigs": "two_on_play"}, "fox_lasttrick", False),
        ({"sec_black_trick": True, "without9": "with_four"}, "sec_black_trick", False),
        ({"superpigs": "on_play"}, "superpigs", False),
        ({"superpigs": "on_play", "pigs": "one_first"}, "superpigs", True),
        (
            {"poverty_consequence": "redeal", "poverty": "circulate_duty"},
            "poverty_consequence",
            False,
        ),
        ({"throw_cases": ["5_9"]}, "throw_cases", False),
        ({"throw_cases": ["5_9"], "throw": "throw"}, "throw_cases", True),
        ({"buck_cause": ["draw"]}, "buck_cause", False),
    ],
)
def test_an_option_is_on_only_with_what_it_needs(
    changes: dict[str, object], option: str, on: bool
) -> None:
    assert house(**changes).has(option) == on


def test_the_joker_is_named_by_the_rules() -> None:
    assert house().joker_card == -1
    rules = house(joker="over_h10")
    assert name(rules.joker_card, rules.joker_card) == "j0"
