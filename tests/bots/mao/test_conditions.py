from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.bots.mao.conditions import (
    NARROW,
    SIMPLE,
    WIDE,
    Imagination,
    Suspects,
    bits,
    counted,
    coverage,
)
from stammtisch.games.mao.language.rule import CardTest, Rule, Same, Situation, applies

cards = st.integers(0, 51)
plays = st.builds(
    lambda card, before, hand: Situation("play", hand, 3, 3, (before, card), before),
    cards,
    cards,
    st.integers(0, 9),
)
moments = plays | st.builds(
    Situation, st.sampled_from(("draw", "penalty")), st.integers(0, 9), st.just(3), st.just(3)
)


@pytest.mark.parametrize("imagination", [NARROW, SIMPLE, WIDE])
@given(now=moments)
def test_the_mask_holds_exactly_the_conditions_that_apply(
    imagination: Imagination, now: Situation
) -> None:
    fitting = set(bits(imagination.fits(now)))
    for number, conditions in enumerate(imagination.conditions):
        assert (number in fitting) == applies(Rule(conditions, ()), now)


def test_a_wider_imagination_has_all_of_a_narrower_one_and_nothing_twice() -> None:
    assert set(NARROW.conditions) < set(SIMPLE.conditions) < set(WIDE.conditions)
    for imagination in (NARROW, SIMPLE, WIDE):
        assert len(set(imagination.conditions)) == len(imagination.conditions)


def test_coverage_is_the_share_of_plays_that_fit_the_card_below() -> None:
    assert coverage((CardTest(),)) == 1
    assert coverage((CardTest(suit=2),)) == pytest.approx(1 / 4)
    assert coverage((CardTest(rank=2),)) == pytest.approx(1 / 13)
    assert coverage((Same("rank"),)) == pytest.approx(4 / 16)


# --- suspects -----------------------------------------------------------------------------------


def fits(card: int) -> int:
    return NARROW.fits(Situation("play", 3, 3, 3, (0, card), 0))


SEVEN_OF_SPADES, SEVEN_OF_CLUBS, TWO_OF_SPADES, KING_OF_HEARTS = 45, 6, 40, 38


def suspects(
    shown: list[int], in_peace: Sequence[int] = (), hinted: Sequence[int] = (), timings: int = 0
) -> Suspects:
    """What is suspected after these cards."""
    contradicted = counted(Counter(map(fits, in_peace)), timings)
    return Suspects(NARROW, [*map(fits, shown)], contradicted, [*map(fits, hinted)])


def test_one_example_leaves_the_suit_and_the_rank_under_suspicion() -> None:
    found = suspects([SEVEN_OF_SPADES])
    assert found.chance(fits(SEVEN_OF_SPADES)) == 1
    assert found.chance(fits(SEVEN_OF_CLUBS)) == 0.5
    assert found.chance(fits(TWO_OF_SPADES)) == 0.5
    assert found.chance(fits(KING_OF_HEARTS)) == 0


def test_what_passes_in_peace_is_doubted_at_once_and_struck_the_second_time() -> None:
    doubted = suspects([SEVEN_OF_SPADES], [TWO_OF_SPADES])
    assert 0 < doubted.chance(fits(TWO_OF_SPADES)) < 0.2
    assert doubted.likeliest() == (CardTest(rank=6),)
    assert suspects([SEVEN_OF_SPADES], [TWO_OF_SPADES] * 2).chance(fits(TWO_OF_SPADES)) == 0


def test_the_patient_forgive_more() -> None:
    patient = suspects([SEVEN_OF_SPADES], [TWO_OF_SPADES] * 2, timings=2)
    assert patient.chance(fits(TWO_OF_SPADES)) == 0.5


def test_two_examples_leave_what_they_have_in_common() -> None:
    found = suspects([SEVEN_OF_SPADES, SEVEN_OF_CLUBS])
    assert found.chance(fits(SEVEN_OF_CLUBS + 13)) == 1
    assert found.chance(fits(TWO_OF_SPADES)) == 0


def test_examples_that_have_nothing_in_common_come_from_several_rules() -> None:
    found = suspects([SEVEN_OF_SPADES, KING_OF_HEARTS])
    assert found.chance(fits(SEVEN_OF_SPADES)) == 1
    assert found.chance(fits(KING_OF_HEARTS)) == 1
    assert found.chance(fits(1)) == 0


def test_a_hint_speaks_for_a_condition_but_proves_none() -> None:
    found = suspects([SEVEN_OF_SPADES], hinted=[SEVEN_OF_CLUBS])
    assert 0.7 < found.chance(fits(SEVEN_OF_CLUBS)) < 1


def test_without_an_example_there_is_no_suspicion() -> None:
    assert suspects([], [TWO_OF_SPADES]).chance(fits(SEVEN_OF_CLUBS)) == 0
