from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.cards import (
    ALL_EYES,
    CARDS,
    DECKS,
    EYES,
    KIND_NAMES,
    TRICKS,
    joker_card,
    mask,
    members,
    name,
    named,
    pair,
)


def test_there_are_two_of_each_of_24_kinds() -> None:
    names = [name(card) for card in range(CARDS)]
    assert len(set(names)) == 24
    assert all(names.count(one) == 2 for one in KIND_NAMES)
    assert {"cq", "h10", "d9", "sa"} < set(names)


@pytest.mark.parametrize(
    ("deck", "cards", "tricks"), [("with_all", 48, 12), ("with_four", 44, 11), ("without", 40, 10)]
)
def test_every_deck_has_240_eyes(deck: str, cards: int, tricks: int) -> None:
    held = DECKS[deck]
    assert (held.bit_count(), TRICKS[deck]) == (cards, tricks)
    assert sum(EYES[card] for card in members(held)) == ALL_EYES


def test_four_nines_are_one_of_each_suit() -> None:
    nines = [name(card) for card in members(DECKS["with_four"]) if name(card).endswith("9")]
    assert nines == ["c9", "s9", "h9", "d9"]


@pytest.mark.parametrize(
    ("deck", "was"), [("with_all", "d9"), ("with_four", "d9"), ("without", "dk")]
)
def test_the_joker_is_a_card_of_every_deck(deck: str, was: str) -> None:
    joker = joker_card(deck)
    assert DECKS[deck] >> joker & 1
    assert (name(joker), name(joker, joker)) == (was, "j0")


def test_a_joker_without_nines_keeps_the_kings_eyes() -> None:
    # The original took the king's four eyes out of the deck and left the thresholds as they were.
    assert EYES[joker_card("without")] == 4


def test_a_card_is_found_by_name_only_where_it_is() -> None:
    hand = mask([named(pair("cq"), "cq"), *members(pair("h10"))])
    assert name(named(hand, "h10")) == "h10"
    assert named(hand, "sq") == named(hand, "j0") == named(hand, "x7") == -1


def test_the_joker_is_not_found_as_the_card_it_was() -> None:
    joker = joker_card("with_all")
    assert named(pair("d9"), "j0", joker) == joker
    assert named(pair("d9"), "d9", joker) != joker
    assert named(1 << joker, "d9", joker) == -1
