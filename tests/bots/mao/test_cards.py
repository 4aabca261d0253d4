"""Which cards bots play."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.mao.records import Accept, Move, Talk
from stammtisch.games.mao.rules import HAND_CAP
from tests.bots.mao.tables import LEVELS, asked, does, with_rules
from tests.games.mao.playing import DRAW, Runner, card, fresh, hold, play, top

THINKING = ("easy", "medium", "hard")


def at_turn(held: str, on: str, profile: str = "chaired") -> Runner:
    """Seat 0 is to play."""
    runner = fresh(profile, 3)
    hold(runner.match, 0, held)
    top(runner.match, on)
    return runner


def chosen(runner: Runner, level: str, seed: int = 1) -> int | None:
    """The card that seat 0 plays, None if it draws."""
    action = asked(runner.match, 0, level, Random(seed)).action
    if action == DRAW:
        return None
    assert isinstance(action, Move)
    assert action.source.index is not None
    return runner.match.hands[0][action.source.index]


@pytest.mark.parametrize("profile", ["free", "chaired"])
@pytest.mark.parametrize("level", LEVELS)
def test_only_what_fits_is_played_and_else_one_draws(level: str, profile: str) -> None:
    for seed in range(12):
        fits = {card("4S"), card("9D")} | ({None} if level == "random" else set())
        assert chosen(at_turn("4S 9D 2H 3C", "9S", profile), level, seed) in fits
        assert chosen(at_turn("2H 3C", "9S", profile), level, seed) is None


@pytest.mark.parametrize("level", THINKING)
def test_a_jack_goes_on_everything_where_a_chairman_keeps_the_customs(level: str) -> None:
    assert chosen(at_turn("JH 3C", "9S"), level) == card("JH")
    assert chosen(at_turn("JH 3C", "9S", "free"), level) is None


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_jack_is_kept_while_something_else_fits(level: str) -> None:
    assert chosen(at_turn("JS 3S 2H 2C", "9S"), level) == card("3S")


@pytest.mark.parametrize("level", THINKING)
def test_the_suit_that_was_wished_for_is_played(level: str) -> None:
    runner = fresh("chaired", 2)
    hold(runner.match, 0, "JS 3S 2H 2C")
    top(runner.match, "9S")
    runner.act(0, play())
    runner.act(0, Talk("hearts"))
    hold(runner.match, 1, "3S 5H 6C")
    move = asked(runner.match, 1, level).action
    assert isinstance(move, Move)
    assert move.source.index == 1


def test_a_wrong_card_is_not_tried_again() -> None:
    runner = with_rules("WHEN nine THEN forbidden", author=2, seats=3)
    hold(runner.match, 0, "9S 3C 5D")
    top(runner.match, "4S")
    assert chosen(runner, "easy") == card("9S")
    runner.act(0, play())
    runner.act(0, Accept())
    assert runner.match.chair is not None
    runner.match.chair.turn = 0
    assert chosen(runner, "easy") not in (card("9S"),)


def test_a_card_that_seems_forbidden_is_kept() -> None:
    runner = with_rules("WHEN nine THEN forbidden", author=2, seats=3)
    for name in ("9H", "9D", "9C"):
        does(runner, 1, name)
        for other in ("4H", "4D", "4C", "8S", "2S"):
            does(runner, 1, other)
    runner.match.hands[0] = [card("9S"), card("3S")]
    runner.match.pile[-1] = card("4S")
    assert runner.match.chair is not None
    runner.match.chair.turn = 0
    assert chosen(runner, "hard") == card("3S")
    runner.match.hands[0] = [card("9S"), card("3D")]
    assert chosen(runner, "hard") is None


@pytest.mark.parametrize("level", LEVELS)
def test_who_can_hold_no_more_cards_plays_one_right_or_wrong(level: str) -> None:
    runner = at_turn("3C", "9S")
    runner.match.hands[0] = [card("3C")] * HAND_CAP
    assert chosen(runner, level) == card("3C")


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_moves_out_of_turn_or_during_a_point_of_order(level: str) -> None:
    for profile in ("free", "chaired"):
        assert asked(fresh(profile, 3).match, 1, level).action is None
    runner = fresh("chaired", 3)
    runner.act(2, Talk("Point of order"))
    assert asked(runner.match, 0, level).action is None
