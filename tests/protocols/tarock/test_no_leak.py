"""What a player is sent is the same, byte for byte, whatever the others hold."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal, Event, Refusal
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import CardPlayed, HandOpened, TalonShown
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import any_action, strolled
from tests.protocols.tarock.conversation import state, told

RULES = TarockRules.named("common", {"deals": 2, "pause": 0})


def lays_open(event: Event) -> bool:
    """Does everybody see cards now that lay face down before?"""
    gift = isinstance(event, CardPlayed) and event.gift is not None
    return gift or isinstance(event, TalonShown | HandOpened)


def played(seed: int, steps: int) -> tuple[TarockMatch, Random]:
    """A match somewhere in the middle of its first deal."""
    rng = Random(seed)
    match = TarockMatch(RULES, 4)
    match.apply(None, Deal(rng.randbytes(16)))
    # Nobody announces anything: who may double what, tells who plays with whom.
    for _ in strolled(match, rng, steps, silent=1.0):
        if match.done:
            break
    return match, rng


@pytest.mark.parametrize("seed", range(60))
def test_the_state_and_the_moves_of_others_tell_nothing_unseen(seed: int) -> None:
    match, rng = played(seed, seed)
    if match.awaits_deal or match.outcome is not None:
        return
    seat = rng.randrange(4)
    mover = match.turn[0]
    for _ in range(3):
        other = match.resample(seat, rng)
        assert state(seat, match) == state(seat, other)
        if mover == seat:
            continue
        for _ in range(10):
            action = any_action(match, mover, rng, silent=1.0)
            real, sample_state = match.copy(), other.copy()
            events = real.apply(mover, action)
            if real.done != match.done or any(map(lays_open, events)):
                continue
            try:
                same = sample_state.apply(mover, action)
            except Refusal:
                # In the other world the mover does not hold that card.
                continue
            assert told(seat, events) == told(seat, same)


def test_another_world_is_another_world() -> None:
    """Without this the test above could not fail."""
    match, rng = played(3, 10)
    other = match.resample(0, rng)
    assert state(1, match) != state(1, other)
