"""How bots find out what others have written."""

from __future__ import annotations

import pytest

from stammtisch.games.mao.language.rule import Say, SayName, Situation
from tests.bots.mao.tables import does, mind, with_rules
from tests.games.mao.playing import Runner, card

AUTHOR, OTHER, BOT = 0, 1, 2


def chances(runner: Runner, name: str, level: str = "hard") -> dict[object, float]:
    """What the bot thinks must be said to that card."""
    now = Situation("play", 5, 5, 5, (card(name),), None)
    return dict(mind(runner, BOT, level).lore.words(now))


def forbidden(runner: Runner, name: str) -> float:
    return mind(runner, BOT).lore.forbidden(Situation("play", 5, 5, 5, (card(name),), None))


def test_words_that_nobody_minded_are_wanted_by_some_rule() -> None:
    runner = with_rules('WHEN nine THEN say "meow"')
    assert chances(runner, "9H") == {}
    does(runner, AUTHOR, "9H", "meow")
    assert list(chances(runner, "9H")) == [Say("meow")]
    assert chances(runner, "9H")[Say("meow")] > 0.6


def test_peace_strikes_wrong_conditions_until_the_right_one_is_left() -> None:
    runner = with_rules('WHEN nine THEN say "meow"')
    does(runner, AUTHOR, "9H", "meow")
    does(runner, OTHER, "4H")
    does(runner, 3, "2H")
    does(runner, OTHER, "3D")
    does(runner, AUTHOR, "9C", "meow")
    assert chances(runner, "9S")[Say("meow")] > 0.95
    assert chances(runner, "3H").get(Say("meow"), 0) < 0.1
    assert chances(runner, "5D").get(Say("meow"), 0) < 0.2


def test_a_breach_by_anybody_helps_to_find_the_condition() -> None:
    heard_only, also_broken = (with_rules('WHEN nine THEN say "meow"') for _ in range(2))
    does(also_broken, OTHER, "9S")
    for runner in (heard_only, also_broken):
        does(runner, AUTHOR, "9H", "meow")
    assert chances(also_broken, "9C")[Say("meow")] > chances(heard_only, "9C")[Say("meow")] + 0.1


def test_the_name_of_the_card_is_understood_as_such() -> None:
    runner = with_rules("WHEN heart THEN name the rank")
    does(runner, AUTHOR, "9H", "nine")
    does(runner, AUTHOR, "4H", "four")
    assert set(chances(runner, "2H")) == {SayName("rank")}


def test_words_that_cost_a_card_are_not_learnt() -> None:
    runner = with_rules('WHEN nine THEN say "meow"')
    does(runner, OTHER, "4H", "good evening")
    assert chances(runner, "4H") == {}


def test_words_of_a_custom_are_no_sign_of_a_secret_rule() -> None:
    runner = with_rules('WHEN nine THEN say "meow"')
    does(runner, OTHER, "7H", "have a nice day")
    assert chances(runner, "7H") == {}


def test_where_there_is_no_secret_rule_nothing_is_suspected() -> None:
    runner = with_rules()
    runner.match.rules.__dict__["talk_is_offence"] = False
    does(runner, OTHER, "4H", "good evening")
    assert chances(runner, "4H") == {}


def test_without_chairman_words_must_come_again_to_mean_something() -> None:
    runner = with_rules('WHEN nine THEN say "meow"', profile="free")
    does(runner, AUTHOR, "9H", "meow")
    assert chances(runner, "9D") == {}
    does(runner, AUTHOR, "9S", "meow")
    assert chances(runner, "9D")[Say("meow")] > 0.5


def test_forbidden_cards_are_found_out_by_those_who_play_them() -> None:
    runner = with_rules("WHEN black nine THEN forbidden")
    does(runner, OTHER, "9S")
    assert forbidden(runner, "9S") > 0.8
    does(runner, OTHER, "9H")
    does(runner, 3, "9D")
    for name in ("3S", "5S", "8S", "QS", "3C", "8C"):
        does(runner, 3, name)
    does(runner, OTHER, "9C")
    assert forbidden(runner, "9C") > 0.9
    assert forbidden(runner, "9H") < 0.1
    assert forbidden(runner, "4S") < 0.1


def test_demands_on_the_next_card_are_found_out() -> None:
    runner = with_rules("WHEN nine THEN next must play odd card")
    for number in range(4):
        does(runner, AUTHOR, f"9{'HDCH'[number]}")
        does(runner, OTHER, "4H")
        does(runner, OTHER, ("3H", "5D", "7C", "AD")[number])
        does(runner, 3, ("6H", "2D", "8C", "KD")[number])
    does(runner, AUTHOR, "9S")
    thinking = mind(runner, BOT)
    last = thinking.history.last_play()
    assert thinking.lore.demanded(last, card("4S")) > 0.5
    assert thinking.lore.demanded(last, card("5S")) < 0.3


def test_silence_is_found_out() -> None:
    runner = with_rules("WHEN seven THEN stay silent")
    now = Situation("play", 5, 5, 5, (card("7D"),), None)
    assert mind(runner, BOT).lore.silence(now) == 0
    does(runner, OTHER, "7H", "have a nice day")
    assert mind(runner, BOT).lore.silence(now) > 0.3


@pytest.mark.parametrize(("level", "knows"), [("easy", False), ("medium", False), ("hard", True)])
def test_only_hard_thinks_of_two_conditions_at_once(level: str, knows: bool) -> None:
    runner = with_rules('WHEN red nine THEN say "meow"')
    for name in ("9H", "9D"):
        does(runner, AUTHOR, name, "meow")
        for other in ("9S", "9C", "4H", "4D", "2H", "2D", "3S", "3C"):
            does(runner, OTHER, other)
    now = Situation("play", 5, 5, 5, (card("9D"),), None)
    said = dict(mind(runner, BOT, level).lore.words(now)).get(Say("meow"), 0)
    assert (said > 0.9) == knows
