"""A finished match can be looked at step by step, with any seat's eyes."""

from __future__ import annotations

import pytest

from stammtisch.games.game import Refusal, Seat
from stammtisch.tables.record import moments
from stammtisch.tables.replay import Decided, Replay, deal_with, play_again
from tests.tables.test_record import RECORD


def replay(round: int, seat: Seat | None) -> Replay:
    return play_again(RECORD, round).seen_by(seat)


def decided(seq: int) -> Decided:
    return play_again(RECORD, deal_with(RECORD, seq)).decided(seq)


def test_each_step_tells_what_happened_and_what_the_seat_saw_then() -> None:
    shown = replay(1, 2)
    assert (shown.match, shown.game, shown.rounds) == (RECORD.match, "tiles", 1)
    played = [moment for moment in moments(RECORD) if moment.events]
    assert [step.seq for step in shown.steps] == [moment.seq for moment in played]
    first, last = shown.steps[0], shown.steps[-1]
    assert first.seat is None and first.events[0]["type"] == "dealt"
    assert first.view["seat"] == 2 and last.view["over"]
    assert [step.action["type"] for step in shown.steps if step.action][-1] == "put"


def test_a_seat_sees_only_what_it_saw_then() -> None:
    dealt = [replay(1, seat).steps[0] for seat in (0, 1, 2, 3, None)]
    for seat, step in enumerate(dealt):
        racks = step.events[0]["racks"]
        assert [rack is not None for rack in racks] == [at == seat for at in range(4)]
    assert dealt[4].view["rack"] is None


def test_it_names_the_commitment_and_where_the_nonces_came_from() -> None:
    shown = replay(1, None)
    assert len(shown.commitment) == 64
    assert len(shown.nonces_from) == 4


@pytest.mark.parametrize(("number", "seat"), [(-1, 0), (2, 0), (1, 4), (1, -1)])
def test_what_there_is_not_is_refused(number: int, seat: int) -> None:
    with pytest.raises(Refusal):
        replay(number, seat)


def test_who_acted_is_found_as_the_seat_was_before() -> None:
    shown = replay(1, 0)
    step = next(step for step in shown.steps if step.action is not None)
    moment = decided(step.seq)
    assert moment.seat == step.seat
    assert moment.action in moment.observation.actions
    assert moment.observation.view.seat == step.seat


def test_only_moves_can_be_judged() -> None:
    dealt = replay(1, None).steps[0].seq
    for seq in (1, dealt, 10_000):
        with pytest.raises(Refusal):
            decided(seq)
