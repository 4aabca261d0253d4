from __future__ import annotations

from random import Random

import pytest

from stammtisch.bots.tarock.answers import cards_to_try
from stammtisch.bots.tarock.hands import (
    best_discards,
    call_by_counting,
    contracts_by_counting,
    discards,
    exchange_by_counting,
    strength_of,
)
from stammtisch.bots.tarock.position import position_from
from stammtisch.games.tarock.board import discard_fault
from stammtisch.games.tarock.cards import PACK, named, names_of
from stammtisch.games.tarock.kernel import cards_of
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import bid, dealt

COMMON = TarockRules.named("common", {})


def hand(names: str) -> int:
    return named(names.split())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("T5 T6 T7 C7", "T5 T6 C8 C7"),
        ("TS T6", "T20 T6"),
        ("T6 CK", "T6 CQ"),
        ("T6 C7 C8", "T6 C7 S8"),
    ],
)
def test_taroks_high_ones_kings_and_short_suits_make_a_hand_strong(better: str, worse: str) -> None:
    assert strength_of(hand(better)) > strength_of(hand(worse))


def test_more_strength_bears_higher_contracts() -> None:
    weak = contracts_by_counting(hand("T2 T9 T13 CJ C8 C7 SJ S8 HJ H4 DJ D4"))
    fair = contracts_by_counting(hand("T2 T9 T13 T14 T16 T19 CK C7 C8 S8 HQ H4"))
    strong = contracts_by_counting(hand("TS T21 T20 T19 T18 T16 T14 T9 T8 CK C8 HK"))
    assert weak == []
    assert "two" in fair and "solo_three" not in fair
    assert "solo_one" in strong


def test_the_king_of_a_short_suit_is_called_rather_with_its_queen() -> None:
    assert call_by_counting(hand("T1 T2 T3 CK SQ S7 H4 H3 H2 D4 D3 D2")) == "S"
    assert call_by_counting(hand("T1 T2 T3 CK SK HK DK C7 S7 H4 D4 T9")) in "CSHD"


@pytest.mark.parametrize("free", [False, True])
def test_every_way_to_lay_cards_down_is_allowed_and_found(free: bool) -> None:
    rng = Random(4)
    rules = TarockRules.named("common", {"free_tarok_discard": free})
    for _ in range(40):
        held = sum(1 << card for card in rng.sample(cards_of(PACK), 14))
        ways = discards(held, 2, rules)
        cards = cards_of(held)
        allowed = {
            1 << one | 1 << other
            for at, one in enumerate(cards)
            for other in cards[:at]
            if discard_fault(held, 1 << one | 1 << other, 2, free) is None
        }
        assert set(ways) == allowed


def test_what_is_laid_down_makes_a_suit_void() -> None:
    (laid,) = best_discards(hand("T5 T6 T7 T8 T9 T10 T11 CK C7 C8 C9 SQ H4 H3"), 1, COMMON)
    assert names_of(laid) == ("SQ",)


def test_the_better_pile_is_taken() -> None:
    own = hand("T5 T6 T7 T8 T9 T10 CK C7 SQ S7 H4 H3")
    piles = [hand("D4 D3"), hand("TS T20"), hand("C8 D2")]
    assert exchange_by_counting(own, piles, [0, 1, 2], 2, COMMON)[0] == 1
    assert exchange_by_counting(own, piles, [0, 2], 2, COMMON)[0] in (0, 2)


def test_of_cards_that_are_as_good_as_each_other_one_is_tried() -> None:
    match = dealt(["T5 T6 T7 T9 T20 TS C7 C8 C9 CQ CK S10"])
    bid(match, "pass", "pass", "pass", "valat")
    while match.phase == "announcing":
        match.say((), ())
    tried = names_of(sum(1 << card for card in cards_to_try(position_from(match.observation(0)))))
    assert tried == ("C9", "CQ", "CK", "S10", "T7", "T9", "T20", "TS")
