from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Refusal
from stammtisch.games.mao import numbers
from stammtisch.games.mao.records import Accept, Accuse, Cancel, Move, Spot, Talk, WriteRule
from tests.games.mao.playing import DRAW, Runner, burn, fresh, play, wander
from tests.properties import tried


def wandered(seed: int, profile: str = "free") -> Runner:
    rng = Random(seed)
    return wander(fresh(profile, rng.randint(2, 5), rounds=3), rng, rng.randint(0, 80))


@given(st.integers(0, 10**6), st.sampled_from(["free", "chaired", "school"]))
@tried(40)
def test_every_listed_action_is_legal_and_has_its_own_number(seed: int, profile: str) -> None:
    match = wandered(seed, profile).match
    for seat in range(match.seats):
        listed = match.actions(seat)
        found = [match.number(action) for action in listed]
        assert len(set(found)) == len(found)
        for action, number in zip(listed, found, strict=True):
            match.verify(seat, action)
            assert match.number(match.action(seat, number)) == number


@given(st.integers(0, 10**6))
@tried(15)
def test_what_is_not_listed_is_refused(seed: int) -> None:
    match = wandered(seed).match
    for seat in range(match.seats):
        listed = {match.number(action) for action in match.actions(seat)}
        for number in set(range(numbers.COUNT)) - listed:
            with pytest.raises(Refusal):
                match.action(seat, number)


def test_the_numbers_are_those_of_the_rulebook() -> None:
    match = fresh().match
    assert [
        match.number(action)
        for action in (
            *(Talk("x"), WriteRule("x"), Accept(), Cancel(), Accuse(2), DRAW),
            *(play(3), burn(3), Move(Spot("pile", 0), Spot("hand"))),
        )
    ] == [0, 1, 2, 3, 6, 12, 12 + 24 + 2, 12 + 24 + 1, 12 + 49 * 6]


@pytest.mark.parametrize("number", [-1, numbers.COUNT, True, None, "0"])
def test_no_other_numbers_exist(number: int) -> None:
    with pytest.raises(Refusal):
        fresh().match.action(0, number)
