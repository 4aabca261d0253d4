"""What a seat is sent is the same, byte for byte, whatever lies where it cannot look."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Action, Event, Match, Refusal
from stammtisch.games.tiles.records import Put
from stammtisch.games.tiles.tile import JOKER
from stammtisch.tables.events import EventBatch
from tests.properties import tried
from tests.protocols.table.conversation import at_table, dealt_match, inside, seated


def played(seed: int, moves: int) -> tuple[Match, Random]:
    """A match somewhere in the middle."""
    rng = Random(seed)
    match = dealt_match(seed.to_bytes(8, "big"))
    for _ in range(moves):
        if match.outcome:
            break
        seat = match.turn[0]
        match.apply(seat, rng.choice(match.actions(seat)))
    return match, rng


def names_a_joker(action: Action) -> bool:
    """Any joker may be named for the one that is held, which everybody sees when it is put."""
    return isinstance(action, Put) and any(
        tile is not None and tile >= JOKER for tile in (action.tile, *(action.rack or ()))
    )


def snapshot_text(match: Match, seat: int | None) -> list[str]:
    peer = inside()
    peer.send("join", table="t1")
    peer.session.answered(at_table(seat, view=match.view(seat)))
    return peer.texts()


def event_text(events: list[Event], seat: int | None) -> list[str]:
    peer = seated(seat)
    peer.session.notified(EventBatch("t1", 8, 100, [event.seen_by(seat) for event in events]))
    return peer.texts()


listeners = st.sampled_from([0, 1, 2, 3, None])
seeds = st.integers(0, 2**32)


@given(seeds, st.integers(0, 40), listeners)
@tried(60)
def test_the_snapshot_tells_nothing_unseen(seed: int, moves: int, seat: int | None) -> None:
    match, rng = played(seed, moves)
    assert snapshot_text(match, seat) == snapshot_text(match.resample(seat, rng), seat)


@given(seeds, st.integers(0, 40), listeners)
@tried(60)
def test_the_moves_of_others_tell_nothing_unseen(seed: int, moves: int, seat: int | None) -> None:
    match, rng = played(seed, moves)
    other = match.resample(seat, rng)
    mover = match.turn[0] if match.turn else seat
    if mover is None or mover == seat:
        return
    for action in match.actions(mover):
        if names_a_joker(action):
            continue
        real, sample_state = match.copy(), other.copy()
        events = real.apply(mover, action)
        try:
            same = sample_state.apply(mover, action)
        except Refusal:
            # The other world's mover does not hold the tile that is put down here.
            continue
        assert event_text(events, seat) == event_text(same, seat)


def test_a_resampled_match_is_another_match() -> None:
    """Without this the two tests above could not fail."""
    match, rng = played(3, 10)
    other = match.resample(0, rng)
    assert snapshot_text(match, 1) != snapshot_text(other, 1)
