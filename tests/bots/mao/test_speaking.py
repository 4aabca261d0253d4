"""What bots say, and what they forget to say."""

from __future__ import annotations

import pytest

from stammtisch.bots.mao.evidence import CUSTOMS, RARE_CUSTOMS
from stammtisch.games.mao.records import Talk
from tests.bots.mao.tables import asked, does, mind, with_rules
from tests.games.mao.playing import Runner, card, fresh, hold, play, top


def after(name: str, profile: str = "chaired", **changes: object) -> Runner:
    """Seat 0 has just played that card."""
    runner = fresh(profile, 3, b"seed", **changes)
    hold(runner.match, 0, f"{name} 2H 3H 9H")
    top(runner.match, f"Q{name[-1]}")
    runner.act(0, play())
    return runner


@pytest.mark.parametrize(
    ("name", "words"),
    [("9S", "nine of spades"), ("7H", "have a nice day"), ("JD", "hearts"), ("9D", None)],
)
def test_customs_are_kept(name: str, words: str | None) -> None:
    action = asked(after(name).match, 0, "hard").action
    assert action == (None if words is None else Talk(words))


def test_everything_is_said_one_after_the_other_and_nothing_twice() -> None:
    runner = after("7S")
    said = []
    for _ in range(3):
        action = asked(runner.match, 0, "hard").action
        if action is not None:
            assert isinstance(action, Talk)
            said.append(action.text)
            runner.now += 1000
            runner.act(0, action)
    assert said == ["seven of spades", "have a nice day"]


def test_nothing_is_said_too_late() -> None:
    runner = after("9S")
    runner.pass_time(7000)
    runner.match.rules.__dict__["talk_is_offence"] = False
    runner.now = 8500
    runner.match.chair.tasks = ()  # type: ignore[union-attr]
    runner.act(1, Talk("hm"))
    assert asked(runner.match, 0, "hard").action is None


def test_one_keeps_to_ones_own_rule() -> None:
    runner = after("9H")
    assert asked(runner.match, 0, "hard").action is None
    runner = with_rules('WHEN nine THEN say "meow"', seats=3)
    hold(runner.match, 0, "9H 2H 3H")
    top(runner.match, "QH")
    runner.act(0, play())
    assert asked(runner.match, 0, "hard").action == Talk("meow")


def test_a_school_tells_which_customs_hold() -> None:
    told = {"spade_is_named": False, "royals_are_hailed": True}
    assert asked(after("9S", "school", **told).match, 0, "hard").action is None
    king = asked(after("KH", "school", **told).match, 0, "hard").action
    assert king == Talk("all hail the chairman")


def test_a_custom_that_does_not_hold_here_is_dropped() -> None:
    runner = with_rules(seats=3)
    assert len(mind(runner, 0).known.rules) == len(CUSTOMS)
    does(runner, 1, "9S")
    does(runner, 1, "4S")
    does(runner, 2, "4H")
    assert len(mind(runner, 0).known.rules) == len(CUSTOMS) - 1


def test_a_rare_custom_comes_to_mind_when_somebody_failed_to_keep_it() -> None:
    runner = fresh("chaired", 3, royals_are_hailed=True, delay=0)
    assert any("all hail the chairman" in text for text in RARE_CUSTOMS)
    does(runner, 1, "KH")
    hold(runner.match, 0, "KD 2H 3H")
    top(runner.match, "QD")
    assert runner.match.chair is not None
    runner.match.chair.turn = 0
    runner.act(0, play())
    assert asked(runner.match, 0, "hard").action == Talk("all hail the chairman")


def test_easy_forgets_more_than_medium_and_hard_nothing() -> None:
    forgot = dict.fromkeys(("easy", "medium", "hard"), 0)
    for number in range(150):
        runner = fresh("chaired", 3, seed=b"%d" % number)
        runner.match.hands[0][0] = card("9S")
        top(runner.match, "QS")
        runner.now = 100 * number
        runner.act(0, play())
        for level in forgot:
            forgot[level] += asked(runner.match, 0, level).action is None
    assert forgot["hard"] == 0 < forgot["medium"] < forgot["easy"] < 75
