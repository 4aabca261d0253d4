from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Refusal, Timeout
from stammtisch.games.tiles import words
from stammtisch.games.tiles.records import Cheat, Put
from stammtisch.games.tiles.tile import JOKER
from tests.games.tiles.playing import EXCHANGE, MAIN, fresh, give, played, put_first
from tests.games.tiles.writing import rack, tiles


def test_numbers_are_the_documented_ones() -> None:
    match = fresh(cheats=True)
    assert match.number(MAIN) == 0
    assert match.number(EXCHANGE) == 1
    assert match.number(Put(0)) == 2
    assert match.number(Put(JOKER + 3)) == 54
    assert match.number(Put(51, rack("1R 2R 3R"))) == 55 + 51
    # A rack that does not win makes it no other action than putting.
    assert match.number(Put(51, rack("1R 2R"))) == 2 + 51
    assert match.number(Cheat()) == 108
    assert words.COUNT == 109


@given(st.binary(max_size=8), st.integers(0, 150), st.sampled_from(["classic", "okey"]))
def test_every_legal_action_comes_back_from_its_number(
    seed: bytes, steps: int, profile: str
) -> None:
    match = played(fresh(profile, seed), Random(steps), steps)
    for seat in range(4):
        legal = match.actions(seat)
        assert len({match.number(action) for action in legal}) == len(legal)
        for action in legal:
            match.verify(seat, action)
            assert match.number(match.action(seat, match.number(action))) == match.number(action)


@given(st.binary(max_size=8), st.integers(0, 150))
def test_a_number_is_refused_unless_it_is_legal(seed: bytes, steps: int) -> None:
    match = played(fresh(seed=seed, cheats=True), Random(steps), steps)
    for seat in range(4):
        legal = {match.number(action) for action in match.actions(seat)}
        for number in range(-1, words.COUNT + 1):
            if number in legal:
                match.verify(seat, match.action(seat, number))
            else:
                with pytest.raises(Refusal):
                    match.action(seat, number)


def test_winning_puts_are_offered_with_a_rack_that_wins() -> None:
    match = fresh()
    seat = match.mover
    give(match, seat, rack("1R 5B 2R 6B 3R 7B 8B 9B 10B 11B 12Y | 12R 12K 4R 9K"))
    number = words.WIN + tiles("9K")[0]
    assert number in [match.number(action) for action in match.actions(seat)]
    match.apply(seat, match.action(seat, number))
    assert match.outcome is not None
    assert match.outcome.winners == (seat,)


def test_a_joker_is_put_in_the_colour_one_has() -> None:
    match = fresh()
    seat = match.mover
    hand = [JOKER + 1, *[tile for tile in match.held(seat) if tile < JOKER]][:15]
    give(match, seat, (*hand, *(None,) * 9))
    assert match.action(seat, words.PUT + JOKER) == Put(JOKER + 1)


def test_the_house_s_moves_have_no_number() -> None:
    match = fresh()
    put_first(match)
    with pytest.raises(Refusal, match="no number"):
        match.number(Timeout())
    with pytest.raises(Refusal, match="no such tile"):
        match.number(Put(99))
