"""What holds for every game of the house."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.games.game import Deal, Event, Game, Timeout
from stammtisch.games.games import GAMES

PROFILES = [(game, profile) for game in GAMES.values() for profile in game.rules.profiles]


def stroll(game: Game, profile: str, rng: Random, steps: int) -> Iterator[Event]:
    """What happens when everybody does anything that is legal."""
    match = game.new(game.rules.named(profile), game.seats[-1])
    at = 0
    for _ in range(steps):
        if match.outcome is not None:
            return
        at += rng.randrange(5_000)
        if match.awaits_deal:
            yield from match.apply(None, Deal(rng.randbytes(32)), at)
        elif match.deadline is not None and match.deadline <= at:
            yield from match.apply(None, Timeout(), at)
        else:
            seat = rng.choice(match.turn)
            if legal := match.actions(seat):
                yield from match.apply(seat, rng.choice(legal), at)


@pytest.mark.parametrize(("game", "profile"), PROFILES, ids=lambda one: getattr(one, "name", one))
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_all_but_the_insiders_of_an_event_see_the_same(game: Game, profile: str, seed: int) -> None:
    for event in stroll(game, profile, Random(seed), 60):
        outside = event.seen_by(None)
        for seat in range(game.seats[-1]):
            assert event.seen_by(seat) == outside or seat in event.insiders


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_an_event_that_hides_something_says_from_whom_it_does_not(game: Game) -> None:
    for kind in game.events.values():
        assert ("seen_by" in vars(kind)) == ("insiders" in vars(kind)), kind
