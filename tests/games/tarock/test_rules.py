"""Options and profiles of Tarock."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.tarock.rules import TarockRules


@pytest.mark.parametrize("profile", TarockRules.profiles)
def test_every_profile_can_be_played(profile: str) -> None:
    rules = TarockRules.named(profile)
    assert list(rules.contradictions()) == []
    assert rules.changes() == {}


def test_the_first_profile_is_the_default_of_every_option() -> None:
    assert next(iter(TarockRules.profiles)) == "common"
    rules = TarockRules.named("common")
    assert rules.values() == {one.name: one.default for one in TarockRules.options()}


def test_every_option_has_a_meaning_and_a_group_and_needs_what_there_is() -> None:
    options = {one.name: one for one in TarockRules.options()}
    for one in options.values():
        assert one.meaning.endswith(".")
        assert one.group
        for other, wanted in one.needs.items():
            for value in wanted:
                options[other].check(value)


@pytest.mark.parametrize(
    "changes",
    [
        {"deals": 0, "pause": 0},
        {"klop_kontra": True, "kontra_max": 1},
        {"mond_shared": True, "mond": 0},
    ],
)
def test_contradictions_are_refused_with_a_sentence(changes: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        TarockRules.named("common", changes)
    assert refused.value.code == "contradiction"
    assert refused.value.reason.endswith(".")


@pytest.mark.parametrize(
    "changes",
    [{"rounding": 2}, {"mond": 10}, {"kontra_max": 3}, {"deals": -1}, {"radli_charge": 5}],
)
def test_values_that_an_option_cannot_have(changes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        TarockRules.named("common", changes)


def test_kontra_levels() -> None:
    levels = [
        TarockRules.named("common", {"kontra_max": most}).kontra_levels for most in (1, 2, 16)
    ]
    assert levels == [0, 1, 4]


def test_the_documentation_lists_every_option_with_its_meaning() -> None:
    text = (Path(__file__).parents[3] / "docs/rules/tarock.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    for one in TarockRules.options():
        assert any(row.startswith(f"| `{one.name}` |") and one.meaning in row for row in rows), one
