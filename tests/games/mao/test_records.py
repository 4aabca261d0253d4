"""The protocol's table: what the mover and what the others see of a moved card."""

from __future__ import annotations

import pytest

from stammtisch.games.mao.records import Move, Moved, RoundStarted, RuleWritten, Spot
from tests.games.mao.playing import DECK, DRAW, HAND, Runner, burn, fresh, play


def moved(runner: Runner, move: Move) -> Moved:
    event = runner.act(0, move)[0]
    assert isinstance(event, Moved)
    return event


@pytest.mark.parametrize("other", [1, 2, None])
def test_a_draw_shows_the_card_to_the_mover_only(other: int | None) -> None:
    event = moved(fresh(), DRAW)
    assert event.seen_by(0) == event
    assert event.card is not None
    assert event.seen_by(other) == Moved(0, None, DECK, HAND, 8)


@pytest.mark.parametrize("other", [1, None])
def test_a_played_card_is_seen_but_not_its_place_in_the_hand(other: int | None) -> None:
    runner = fresh()
    card = runner.match.hands[0][2]
    event = moved(runner, play(2))
    assert event == Moved(0, card, Spot("hand", 2), Spot("pile", 1), 6)
    assert event.seen_by(0) == event
    assert event.seen_by(other) == Moved(0, card, HAND, Spot("pile", 1), 6)


def test_a_burnt_card_is_seen_by_its_mover_only() -> None:
    runner = fresh()
    card = runner.match.hands[0][3]
    event = moved(runner, burn(3))
    assert event.seen_by(0) == Moved(0, card, Spot("hand", 3), DECK, 6)
    assert event.seen_by(1) == Moved(0, None, HAND, DECK, 6)


@pytest.mark.parametrize(
    ("move", "length"),
    [
        (Move(Spot("pile", 0), HAND), 8),
        (Move(DECK, Spot("pile", 1)), None),
        (Move(Spot("pile", 0), DECK), None),
    ],
)
def test_what_touches_the_pile_is_seen_by_all(move: Move, length: int | None) -> None:
    event = moved(fresh(), move)
    assert event.length == length
    assert event.card is not None
    assert all(event.seen_by(seat) == event for seat in (0, 1, 2, None))


def test_a_move_within_the_pile_is_seen_by_all() -> None:
    runner = fresh()
    runner.act(1, play())
    event = moved(runner, Move(Spot("pile", 0), Spot("pile", 1)))
    assert (event.source, event.target, event.length) == (Spot("pile", 0), Spot("pile", 1), None)
    assert event.seen_by(1) == event.seen_by(None) == event


def test_a_dealt_hand_is_seen_by_its_owner_only() -> None:
    event = fresh().log[0]
    assert isinstance(event, RoundStarted)
    for seat in range(3):
        seen = event.seen_by(seat)
        assert seen.hands[seat] == event.hands[seat]
        assert [hand for hand in seen.hands if hand is not None] == [event.hands[seat]]
        assert seen.discard == event.discard
    assert event.seen_by(None).hands == (None, None, None)


def test_a_rule_is_seen_by_its_author_only() -> None:
    event = RuleWritten(1, "secret", True, "complaint")
    assert event.seen_by(1) == event
    assert event.seen_by(0) == event.seen_by(None) == RuleWritten(1, None, None, None)
