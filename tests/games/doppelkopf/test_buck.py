from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.rules import BUCK_CAUSES, DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import Buck, Facts, causes_of, score


def rules(how: str = "succession", **changes: object) -> DoppelkopfRules:
    return DoppelkopfRules.named(
        "house", {"buck_round": how, "buck_cause": list(BUCK_CAUSES), **changes}
    )


def test_in_succession_rounds_count_double_one_after_the_other() -> None:
    table = rules(buck_amount=2)
    buck = Buck().after(table, ["draw", "0points"])
    factors = []
    for _ in range(5):
        factors.append(buck.factor)
        buck = buck.after(table, [])
    assert factors == [2, 2, 2, 2, 1]


def test_in_parallel_each_cause_doubles() -> None:
    table = rules("parallel", buck_amount=2)
    buck = Buck().after(table, ["draw", "0points"])
    assert buck.factor == 4
    buck = buck.after(table, ["draw"])
    assert buck.factor == 8
    buck = buck.after(table, [])
    assert buck.factor == 2
    assert buck.after(table, []).factor == 1


def test_a_round_uses_its_buck_before_it_makes_a_new_one() -> None:
    table = rules(buck_amount=1)
    buck = Buck((1,))
    assert buck.after(table, ["draw"]) == Buck((1,))
    assert buck.after(table, []) == Buck()


@pytest.mark.parametrize(
    ("facts", "hearts", "causes"),
    [
        (Facts("normal", (130, 110), (6, 6)), False, ()),
        (Facts("normal", (130, 110), (6, 6)), True, ("4hearts",)),
        # The original misspells the silent wedding.
        (Facts("silent_wedding", (130, 110), (6, 6)), True, ("4hearts",)),
        (Facts("solo_clubs", (130, 110), (6, 6)), True, ()),
        (Facts("normal", (120, 120), (6, 6)), False, ("draw",)),
        (Facts("normal", (121, 119), (6, 6), extras=((), ("fox",))), False, ("0points",)),
        # The original looks at rounds only that re has won.
        (
            Facts("normal", (110, 130), (6, 6), extras=(("fox", "charlie"), ())),
            False,
            ("0points",),
        ),
        (Facts("normal", (110, 130), (6, 6), (("re",), ())), False, ("re_kontra_lost",)),
        (Facts("normal", (110, 130), (6, 6), ((), ("kontra",))), False, ()),
        (Facts("normal", (130, 110), (6, 6), ((), ("kontra",))), False, ("re_kontra_lost",)),
        (Facts("solo_clubs", (110, 130), (6, 6)), False, ("solo_lost",)),
        (Facts("solo_clubs", (130, 110), (6, 6)), False, ()),
    ],
)
def test_what_makes_a_buck_round(facts: Facts, hearts: bool, causes: tuple[str, ...]) -> None:
    assert causes_of(rules(), facts, score(rules(), facts), hearts) == causes


def test_only_what_the_table_chose_makes_one() -> None:
    table = rules(buck_cause=["solo_lost"])
    drawn = Facts("solo_clubs", (120, 120), (6, 6))
    assert causes_of(table, drawn, score(table, drawn), False) == ("solo_lost",)
    none = rules("none")
    assert causes_of(none, drawn, score(none, drawn), False) == ()


def test_a_repeated_round_makes_none() -> None:
    table = rules(repeat_game=True)
    facts = Facts("normal", (121, 119), (6, 6), extras=((), ("fox",)))
    assert causes_of(table, facts, score(table, facts), True) == ()
