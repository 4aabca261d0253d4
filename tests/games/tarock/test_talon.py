"""Piles of the talon, and what may be laid down."""

from __future__ import annotations

import pytest

from stammtisch.games.tarock.board import discard_fault, piles_of, undiscardable, usual_discards
from stammtisch.games.tarock.cards import NUMBERS, Cards, named, names_of


def cards(words: str) -> Cards:
    return named(words.split())


HAND = "T3 T9 T15 T21 HK HQ H2 DJ S10 S7 CK C8"
STRONG = "T2 T3 T4 T5 T6 T7 T8 T9 T21 CK SK HK"


def test_neighbours_make_a_pile() -> None:
    six = [NUMBERS[name] for name in ["T4", "DQ", "SK", "T20", "C7", "H4"]]
    assert [set(names_of(pile)) for pile in piles_of(six, 2)] == [
        {"T4", "DQ"},
        {"SK", "T20"},
        {"C7", "H4"},
    ]
    assert len(piles_of(six, 3)) == 2
    assert len(piles_of(six, 1)) == 6


@pytest.mark.parametrize(
    ("down", "fault"),
    [
        ("H2 C8", None),
        ("DQ H2", None),
        ("H2", "wrong_number"),
        ("H2 C8 S7", "wrong_number"),
        ("H2 C9", "not_yours"),
        ("HK H2", "never_laid_down"),
        ("T21 H2", "never_laid_down"),
        ("T3 H2", "low_cards_first"),
        ("T4 H2", "low_cards_first"),
    ],
)
def test_what_may_be_laid_down(down: str, fault: str | None) -> None:
    held = cards(HAND + " T4 DQ")
    assert discard_fault(held, cards(down), 2, free=False) == fault


def test_taroks_go_only_after_all_low_cards() -> None:
    held = cards(STRONG + " T10 D4")
    assert discard_fault(held, cards("D4 T2"), 2, free=False) is None
    assert discard_fault(held, cards("T2 T3"), 2, free=False) == "low_cards_first"
    assert discard_fault(held, cards("T2 T3"), 2, free=True) is None
    assert discard_fault(held, cards("T2 T21"), 2, free=True) == "never_laid_down"


def test_where_taroks_are_free_they_go_before_low_cards() -> None:
    assert discard_fault(cards(HAND + " T4 DQ"), cards("T3 H2"), 2, free=True) is None


def test_cards_that_no_pile_makes_discardable() -> None:
    six = [NUMBERS[name] for name in ["T10", "D4", "D3", "D2", "C7", "H4"]]
    piles = piles_of(six, 2)
    never = undiscardable(cards(STRONG), piles, 2, free=False)
    assert set(names_of(never)) == {"T21", "CK", "SK", "HK"}
    without_tarok_pile = undiscardable(cards(STRONG), piles[1:], 2, free=False)
    assert without_tarok_pile == cards(STRONG)
    assert undiscardable(cards(HAND), piles, 2, free=True) == cards("T21 HK CK")


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("held", [HAND + " T4 DQ", STRONG + " T10 D4", STRONG + " T10 T11"])
def test_the_usual_choice_is_always_right(held: str, free: bool) -> None:
    chosen = usual_discards(cards(held), 2, free)
    assert discard_fault(cards(held), chosen, 2, free) is None
