from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Option, Value
from stammtisch.protocols.cg.gamerules import GAMERULES, OPTIONS, fits, from_gamerule, to_gamerule

NAMED: dict[str, Option] = {one.name: one for one in DoppelkopfRules.options()}


def test_the_33_gamerules_of_the_protocol_and_two_for_penalties() -> None:
    assert len(GAMERULES) == 35
    assert OPTIONS["dk.heart10"] == "heart10"
    assert GAMERULES["wrongmove"] == "general.wrongmove"
    assert set(NAMED) - set(GAMERULES) == {
        "compulsory_solos",
        "calls_when",
        "calls_skip",
        "rounds",
        "pace",
    }


@pytest.mark.parametrize("name", sorted(GAMERULES))
def test_every_value_comes_back_from_its_gamerule(name: str) -> None:
    option = NAMED[name]
    values: list[Value] = [option.default]
    if option.kind == "set":
        values += [option.check(option.choices), ()]
    elif option.kind == "switch":
        values += [True, False]
    else:
        values += option.choices
    for value in values:
        assert from_gamerule(name, to_gamerule(name, value)) == value
        assert fits(name, to_gamerule(name, value))


@pytest.mark.parametrize(
    ("name", "ours", "theirs"),
    [
        ("pigs", "none", "None"),
        ("wedding", "none", "None"),
        ("wedding", "3_trick", "3_trick"),
        ("buck_amount", 4, "4"),
        ("heart10", True, True),
        ("throw_cases", ("5_9", "t<hj"), ["5_9", "t<hj"]),
    ],
)
def test_values_differ_in_form_only(name: str, ours: object, theirs: object) -> None:
    assert isinstance(ours, bool | int | str | tuple)
    assert to_gamerule(name, ours) == theirs
    assert from_gamerule(name, theirs) == ours


@pytest.mark.parametrize(
    ("name", "sent", "becomes"),
    [
        ("heart10", "maybe", True),
        ("heart10", 0, True),
        ("pigs", "three", "none"),
        ("buck_amount", 4, 4),
        ("buck_amount", "9", 4),
        ("penalty_points", 99, 20),
        ("penalty_points", -1, 0),
        ("penalty_points", True, 5),
        ("throw_cases", ["5_9", "6_9", 7], ("5_9",)),
        ("throw_cases", "5_9", ()),
    ],
)
def test_what_does_not_fit_gives_way(name: str, sent: object, becomes: object) -> None:
    assert from_gamerule(name, sent) == becomes
    assert not fits(name, sent)


@pytest.mark.parametrize("name", [name for name in GAMERULES if "none" in NAMED[name].choices])
def test_nil_is_the_same_as_none(name: str) -> None:
    assert from_gamerule(name, None) == from_gamerule(name, "None") == "none"
    assert fits(name, None)


def test_nil_is_no_value_where_there_is_no_none() -> None:
    assert from_gamerule("heart10", None) is True
    assert not any(fits(name, None) for name in ("heart10", "buck_amount", "solos", "without9"))
