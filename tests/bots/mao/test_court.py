from __future__ import annotations

import pytest

from stammtisch.games.mao.records import Accept, Accuse, Cancel, Talk
from tests.bots.mao.tables import LEVELS, asked, does, with_rules
from tests.games.mao.playing import DRAW, Runner, fresh, hold, play, top

THINKING = ("easy", "medium", "hard")


@pytest.mark.parametrize("level", LEVELS)
def test_the_chairman_is_not_contradicted(level: str) -> None:
    runner = fresh("chaired", seats=3)
    hold(runner.match, 0, "7S 2H")
    top(runner.match, "4D")
    runner.act(0, play())
    assert asked(runner.match, 0, level).action == Accept()


@pytest.mark.parametrize("level", LEVELS)
def test_an_unknown_rule_is_disputed_once_and_then_accepted_and_paid(level: str) -> None:
    runner = fresh(seats=3)
    runner.act(1, play())
    runner.act(0, Accuse(1, "failure to smile"))
    dispute = asked(runner.match, 1, level).action
    assert isinstance(dispute, Talk)
    runner.act(1, dispute)
    assert asked(runner.match, 1, level).action == Accept()
    runner.act(1, Accept())
    assert asked(runner.match, 1, level).action == DRAW


def test_a_rule_that_fits_is_admitted_at_once() -> None:
    runner = with_rules('WHEN nine THEN say "meow"', profile="free")
    for name in ("9H", "9S", "9D"):
        does(runner, 0, name, "meow")
        for other in ("4H", "4S", "4D", "2C"):
            does(runner, 3, other)
    does(runner, 1, "9C")
    runner.act(0, Accuse(1, "failure to say the right words"))
    assert asked(runner.match, 1, "hard").action == Accept()


def test_with_a_chairman_nobody_gives_in_to_who_has_no_rule() -> None:
    runner = fresh("chaired", seats=4)
    runner.act(1, Accuse(2))
    runner.act(2, Talk("No."))
    assert asked(runner.match, 2, "hard").action is None


@pytest.mark.parametrize("level", THINKING)
def test_nobody_is_believed_for_ever(level: str) -> None:
    runner = with_rules('WHEN ten THEN say "x"', profile="chaired")
    does(runner, 2, "4H")
    admitted = 0
    for _ in range(6):
        runner.act(0, Accuse(2))
        runner.act(2, Talk("I have done nothing wrong."))
        if asked(runner.match, 2, level).action == Accept():
            admitted += 1
            runner.act(2, Accept())
        else:
            runner.act(0, Cancel())
    assert admitted == 2


def test_the_others_vote_once_for_an_innocent_player() -> None:
    runner = fresh("chaired", seats=4)
    runner.act(1, Accuse(2))
    deadline = runner.match.deadline
    assert deadline is not None
    runner.pass_time(deadline - runner.now)
    vote = asked(runner.match, 3, "hard").action
    assert vote == Talk("Innocent")
    runner.act(3, vote)
    assert asked(runner.match, 3, "hard").action is None


# --- one's own rule ------------------------------------------------------------------------------

RULE = 'WHEN nine THEN say "meow"'
SAID = {"medium": 'Failure to say "meow".', "hard": "Failure to say the right words."}


@pytest.mark.parametrize("level", SAID)
def test_who_breaks_a_bots_rule_at_a_free_table_hears_why_and_is_accused(level: str) -> None:
    runner = with_rules(RULE, profile="free", seats=3)
    does(runner, 1, "9H", rest=6000)
    does(runner, 2, "4H", rest=1000)
    talk = asked(runner.match, 0, level).action
    assert talk == Talk(SAID[level])
    runner.act(0, talk)
    accusation = asked(runner.match, 0, level).action
    assert accusation == Accuse(1, SAID[level])
    runner.act(0, accusation)
    runner.act(1, Accept())
    assert not isinstance(asked(runner.match, 0, level).action, Talk | Accuse)


@pytest.mark.parametrize("level", THINKING)
def test_nobody_is_accused_who_keeps_to_the_rule_or_has_still_time(level: str) -> None:
    runner = with_rules(RULE, profile="free", seats=3)
    does(runner, 1, "9H", "Meow!")
    does(runner, 2, "4H", rest=1000)
    assert not _accuses(runner, level)
    runner.match.hands[1][0] = 8
    runner.act(1, play())
    runner.pass_time(4000)
    runner.act(2, DRAW)
    assert not _accuses(runner, level)


def _accuses(runner: Runner, level: str) -> bool:
    action = asked(runner.match, 0, level).action
    return isinstance(action, Accuse) or (
        isinstance(action, Talk) and action.text.startswith("Failure")
    )


def test_a_chairman_accuses_alone() -> None:
    runner = with_rules(RULE, seats=3)
    does(runner, 1, "9H")
    does(runner, 2, "4H", rest=1000)
    assert not _accuses(runner, "hard")


def test_easy_overlooks_more_than_hard() -> None:
    seen = dict.fromkeys(THINKING, 0)
    for level in THINKING:
        runner = with_rules(RULE, profile="free", seats=3)
        for _ in range(60):
            does(runner, 1, "9H")
            does(runner, 2, "4H", rest=1000)
            if _accuses(runner, level):
                seen[level] += 1
                runner.act(0, Accuse(1))
                runner.act(1, Accept())
                runner.act(1, DRAW)
    assert seen["easy"] < 30 < seen["medium"] < seen["hard"] == 60
