"""Deadlines in cards held, for 12 tricks as the tournament rules list them."""

from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.calls import in_time, least_cards, least_cards_to_reply, made_with

LADDER = ("re", "no90", "no60", "no30", "black")


def test_each_call_is_due_a_card_later() -> None:
    assert [least_cards(call, 12) for call in LADDER] == [11, 10, 9, 8, 7]
    assert [least_cards_to_reply(call, 12) for call in LADDER] == [10, 9, 8, 7, 6]


@pytest.mark.parametrize(("settled", "cards"), [(1, 11), (2, 10), (3, 9)])
def test_a_wedding_moves_the_deadlines_by_the_trick_that_settles_it(
    settled: int, cards: int
) -> None:
    assert least_cards("kontra", 12, settled) == cards


def test_fewer_cards_in_the_deck_move_them_too() -> None:
    assert [least_cards(call, 10) for call in LADDER] == [9, 8, 7, 6, 5]


@pytest.mark.parametrize(
    ("call", "cards", "theirs", "allowed"),
    [
        ("re", 11, (), True),
        ("re", 10, (), False),
        ("re", 10, ("kontra",), True),
        ("re", 9, ("kontra",), False),
        ("re", 9, ("kontra", "no90"), True),
        ("re", 6, ("kontra", "no90", "no60", "no30", "black"), True),
        ("re", 5, ("kontra", "no90", "no60", "no30", "black"), False),
        ("no90", 10, (), True),
        ("no90", 9, ("kontra", "no90", "no60"), False),
        ("black", 7, (), True),
        ("black", 6, (), False),
    ],
)
def test_only_re_and_kontra_may_come_late_as_an_answer(
    call: str, cards: int, theirs: tuple[str, ...], allowed: bool
) -> None:
    assert in_time(call, cards, 12, theirs=theirs) == allowed


def test_a_call_makes_the_lower_ones_with_it() -> None:
    assert made_with("no60", "re", ()) == ("re", "no90", "no60")
    assert made_with("no60", "kontra", ("kontra", "no90")) == ("no60",)
    assert made_with("re", "re", ()) == ("re",)
