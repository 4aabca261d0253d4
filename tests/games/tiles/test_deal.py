from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Deal
from stammtisch.games.stream import Stream
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Dealt, Status
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import FULL_SET, JOKER, name, number_of
from tests.games.tiles.playing import WHOLE, everything, fresh

SEEDS = st.binary(max_size=32)


@given(SEEDS)
def test_the_deal_is_the_documented_one(seed: bytes) -> None:
    stream = Stream(seed)
    deck = stream.shuffled(FULL_SET)
    starter = stream.below(4)
    match = fresh(seed=seed)
    assert match.turn == (starter,)
    hands = [match.held(seat) for seat in range(4)]
    assert [len(hand) for hand in hands] == [15 if seat == starter else 14 for seat in range(4)]
    # One after the other: the four hands, then the main stack from its top.
    assert [*hands[0], *hands[1], *hands[2], *hands[3], *reversed(match.main)] == deck
    assert len(match.main) == 49
    assert (match.indicator, match.wild) == (None, JOKER)


def test_a_deal_by_heart() -> None:
    """The same on any machine and in any later version of these rules."""
    match = fresh(seed=b"stammtisch")
    assert match.turn == (3,)
    assert " ".join(name(tile) for tile in match.held(0)) == (
        "2:BLUE 5:YELLOW 7:YELLOW 10:RED 10:YELLOW 2:YELLOW 11:RED 0:RED 2:BLACK 8:BLUE 6:RED "
        "4:BLUE 7:RED 12:RED"
    )
    assert name(match.main[-1]) == "10:BLACK"


def test_hands_lie_from_the_first_place_without_gaps() -> None:
    match = fresh()
    for seat in range(4):
        size = 15 if seat == match.mover else 14
        assert None not in match.racks[seat][:size]
        assert match.racks[seat][size:] == [None] * (24 - size)


@given(SEEDS)
def test_the_indicator_is_the_lowest_tile_that_is_no_false_joker(seed: bytes) -> None:
    deck = Stream(seed).shuffled(FULL_SET)
    match = fresh("okey", seed)
    plain = [tile for tile in deck if tile < JOKER]
    assert match.indicator == plain[-1]
    assert len(match.main) == 48
    assert everything(match) == WHOLE
    assert match.wild // 13 == match.indicator // 13
    assert number_of(match.wild) == number_of(match.indicator) % 13 + 1


def test_each_seat_is_told_its_own_rack_and_whose_turn_it_is() -> None:
    match = TilesMatch(TilesRules.named("okey"), 4)
    dealt, status = match.apply(None, Deal(b"seed"), at=1000)
    assert isinstance(dealt, Dealt)
    assert dealt.starter == match.mover
    assert dealt.indicator == match.indicator
    assert dealt.seen_by(2).racks == (None, None, tuple(match.racks[2]), None)
    assert dealt.seen_by(None).racks == (None,) * 4
    assert status == Status((None,) * 4, match.mover, None)
