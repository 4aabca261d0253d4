from __future__ import annotations

from stammtisch.games.mao.records import Accept, Accuse, Cancel, Talk
from tests.bots.mao.tables import does, mind, with_rules
from tests.games.mao.playing import DRAW, card, fresh, hold, play, top


def test_a_play_is_seen_with_all_that_a_rule_can_look_at() -> None:
    runner = fresh(seats=3)
    hold(runner.match, 1, "7S 2H")
    before = runner.match.pile[-1]
    runner.act(1, play())
    (deed,) = mind(runner, 0).history.deeds
    assert (deed.seat, deed.card, deed.now.before) == (1, card("7S"), before)
    assert (deed.now.happening, deed.now.hand, deed.now.left) == ("play", 1, 7)


def test_words_belong_to_the_deed_before_them_if_they_come_in_time() -> None:
    runner = fresh(seats=3)
    runner.act(1, play())
    runner.now = 5000
    runner.act(1, Talk("Good evening!"))
    runner.now = 9000
    runner.act(1, Talk("too late"))
    (deed,) = mind(runner, 0).history.deeds
    assert deed.words == ["good evening"]
    assert deed.closed


def test_a_chairmans_charge_finds_the_deed_that_it_is_about() -> None:
    runner = with_rules('WHEN nine THEN say "meow"')
    does(runner, 1, "9H")
    does(runner, 2, "8H")
    does(runner, 1, "9D", "meow")
    plays = [deed for deed in mind(runner, 3).history.deeds if deed.now.happening == "play"]
    assert [deed.charges for deed in plays] == [["words"], [], []]
    assert [deed.closed for deed in plays] == [True, True, False]


def test_idle_words_are_told_from_those_that_were_wanted() -> None:
    runner = with_rules('WHEN nine THEN say "meow"')
    does(runner, 1, "8H", "meow")
    (deed,) = [one for one in mind(runner, 3).history.deeds if one.now.happening == "play"]
    assert (deed.words, deed.idle, deed.charges) == ([], ["meow"], ["talking"])


def test_a_card_that_went_back_is_no_good_play() -> None:
    runner = fresh("chaired", seats=3)
    hold(runner.match, 0, "7S 2H")
    top(runner.match, "4D")
    runner.act(0, play())
    runner.act(0, Accept())
    past = mind(runner, 1).history
    assert past.deeds[0].charges == ["fit"]
    assert past.last_play() is None


def test_time_stands_still_during_an_accusation() -> None:
    runner = fresh(seats=3)
    runner.act(1, play())
    runner.now = 1000
    runner.act(0, Accuse(2))
    runner.now = 31_000
    runner.act(0, Cancel())
    runner.now = 35_000
    runner.act(2, DRAW)
    play_of_1, draw_of_2 = mind(runner, 0).history.deeds
    assert not play_of_1.closed
    assert draw_of_2.clock - play_of_1.clock == 5000


def test_without_chairman_turns_go_from_seat_to_seat_and_a_penalty_is_none() -> None:
    runner = fresh(seats=3)
    assert mind(runner, 0).history.turn() == 0
    runner.act(0, play())
    assert mind(runner, 0).history.turn() == 1
    runner.act(2, Accuse(0, "failure to smile"))
    runner.act(0, Accept())
    assert mind(runner, 0).history.owing == [0]
    runner.act(0, DRAW)
    past = mind(runner, 0).history
    assert (past.owing, past.turn(), past.deeds[-1].now.happening) == ([], 1, "penalty")
    runner.act(1, DRAW)
    runner.gone(2)
    assert mind(runner, 0).history.turn() == 0
