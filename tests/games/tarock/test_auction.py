"""The auction: order, forehand's privileges, and how it ends."""

from __future__ import annotations

import pytest

from stammtisch.games.tarock.board import Auction, error_of
from stammtisch.games.tarock.rules import CONTRACTS


def after(*said: str, forehand: int = 0) -> Auction:
    auction = Auction(forehand)
    for word in said:
        assert error_of(auction, word) is None, word
        auction.bid(word)
    return auction


def test_the_seat_after_forehand_begins_and_forehand_speaks_last() -> None:
    assert after(forehand=2).next == 3
    assert after("pass", "pass", forehand=2).next == 1
    assert after("pass", "pass", "two", forehand=2).next == 2


def test_only_forehand_may_bid_three_and_klop_and_only_if_nobody_has_bid() -> None:
    for passed in range(3):
        assert after(*["pass"] * passed).valid == ("pass", *CONTRACTS[2:])
    assert error_of(after(), "three") == error_of(after(), "klop") == "invalid_contract"
    assert after("pass", "pass", "pass").valid == CONTRACTS
    assert after("two", "pass", "pass").valid == ("pass", *CONTRACTS[2:])


def test_after_the_last_word_nobody_bids() -> None:
    for auction in (after("pass", "pass", "pass", "klop"), after(*["two", *["pass"] * 3, "two"])):
        assert auction.next is None
        assert auction.valid == ()


def test_forehand_alone_must_bid_and_ends_the_auction_with_it() -> None:
    auction = after("pass", "pass", "pass")
    assert error_of(auction, "pass") == "must_bid"
    auction.bid("klop")
    assert (auction.holder, CONTRACTS[auction.highest]) == (0, "klop")


def test_an_equal_bid_is_enough_for_who_sits_nearer_to_forehand() -> None:
    assert after("two").valid[:2] == ("pass", "one")
    assert after("pass", "two", "pass").valid[:2] == ("pass", "two")
    held = after("two", "pass", "pass", "two")
    assert held.next == 1
    assert held.valid[:2] == ("pass", "one")


def test_the_last_one_left_repeats_or_raises() -> None:
    auction = after("two", "pass", "pass", "pass")
    assert auction.next == 1
    assert auction.valid == CONTRACTS[2:]
    assert error_of(auction, "pass") == "must_bid"
    auction.bid("solo_one")
    assert (auction.holder, CONTRACTS[auction.highest]) == (1, "solo_one")


def test_who_has_passed_is_not_asked_again() -> None:
    auction = after("two", "pass", "one", "one", "pass")
    assert auction.next == 3
    assert auction.valid[:2] == ("pass", "solo_three")


@pytest.mark.parametrize("word", ["", "Two", "four", "PASS"])
def test_what_is_no_contract_is_no_bid(word: str) -> None:
    assert error_of(after(), word) == "invalid_contract"


def test_above_valat_one_can_only_pass() -> None:
    assert after("valat").valid == ("pass",)
    assert after("valat", "pass", "pass").valid == ("pass", "valat")
