"""The deals that tests of the page ask for are what they are called."""

from __future__ import annotations

from stammtisch.games.doppelkopf.reservations import is_poor
from stammtisch.games.game import Deal
from stammtisch.games.tarock.cards import ALL_KINGS, TAROKS
from stammtisch.games.tarock.table import lay_out
from tests.games.doppelkopf.playing import new
from tests.system.rigged_server import rigged


def test_the_deal_of_a_seller_makes_seat_0_poor_and_nobody_else() -> None:
    match = new(poverty="sell")
    match.apply(None, Deal(rigged("seller")), 0)
    assert [is_poor(match, seat) for seat in range(4)] == [True, False, False, False]


def test_the_deal_of_a_buyer_lets_seat_0_be_asked_first() -> None:
    match = new(poverty="sell")
    match.apply(None, Deal(rigged("buyer")), 0)
    assert [is_poor(match, seat) for seat in range(4)] == [False, False, False, True]


def test_the_deal_of_a_defender_gives_seat_0_no_king_that_could_be_called() -> None:
    hands, _ = lay_out(rigged("defender"), 3, redeal=False)
    assert not hands[0] & ALL_KINGS
    assert (hands[2] & TAROKS).bit_count() >= 9
