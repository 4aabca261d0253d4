"""Free tables: the protocol's document, and the cases that it leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.game import Deal, Gone, Refusal, Timeout
from stammtisch.games.mao import rules
from stammtisch.games.mao.match import MAO, MaoMatch
from stammtisch.games.mao.records import (
    Accept,
    Accepted,
    Accuse,
    Accused,
    Cancel,
    Cancelled,
    Finale,
    LastChance,
    MatchOver,
    Move,
    PlayerGone,
    RoundOver,
    RoundStarted,
    RulesRevealed,
    RuleWritten,
    Spot,
    Talk,
    Talked,
    WinnerLeft,
    WriteRule,
)
from stammtisch.games.mao.rules import MaoRules
from stammtisch.games.stream import Stream
from tests.games.mao.playing import DECK, DRAW, HAND, Runner, burn, fresh, names, play


def refused(runner: Runner, seat: int | None, action: Any) -> str:
    before = runner.match.state()
    with pytest.raises(Refusal) as refusal:
        runner.match.apply(seat, action, runner.now)
    assert runner.match.state() == before
    assert refusal.value.reason.endswith(".")
    return refusal.value.code


# --- the deal ------------------------------------------------------------------------------------


def test_each_card_is_the_next_number_of_the_stream() -> None:
    match = fresh(seed=b"a seed").match
    stream = Stream(b"a seed")
    expected = [stream.below(52) for _ in range(23)]
    assert [card for hand in match.hands for card in hand] + match.pile == expected[:22]
    match.apply(1, DRAW)
    assert match.hands[1][-1] == expected[22]


def test_who_has_left_is_dealt_nothing() -> None:
    runner = fresh()
    runner.gone(1)
    runner.win(0, "a rule")
    assert [len(hand) for hand in runner.match.hands] == [7, 0, 7]
    started = next(event for event in reversed(runner.log) if isinstance(event, RoundStarted))
    assert started.hands[1] == ()


def test_nothing_can_be_done_before_the_first_deal() -> None:
    runner = Runner(MaoMatch(MaoRules.named("free"), 2))
    assert refused(runner, 0, DRAW) == "not_started"
    assert refused(runner, 0, Talk("hi")) == "not_started"
    assert runner.match.actions(0) == []


# --- moving cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3", "length", True, 0.0, -1, 7, None])
def test_a_place_in_the_hand_is_a_whole_number_in_range(text: Any) -> None:
    assert refused(fresh(), 0, Move(Spot("hand", text), Spot("pile", 0))) == "no_such_card"


@pytest.mark.parametrize("index", ["0", True, 0.5, -1, 2, 99])
def test_a_place_to_put_a_card_is_a_whole_number_up_to_the_top(index: Any) -> None:
    assert refused(fresh(), 0, Move(Spot("hand", 0), Spot("pile", index))) == "beyond_pile"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move(Spot("hand", 0), HAND), "no_move"),
        (Move(DECK, DECK), "no_move"),
        (Move(Spot("pile", 0), Spot("pile", 0)), "no_move"),
        (Move(Spot("pile"), Spot("pile")), "no_move"),
        (Move(Spot("pile", 1), HAND), "not_in_pile"),
        (Move(Spot("pile", 0, 1), HAND), "no_such_pile"),
        (Move(DECK, Spot("pile", 0, 1)), "no_such_pile"),
        (Move(DECK, Spot("pile", 0, True)), "no_such_pile"),
        (Move(Spot("table"), HAND), "no_such_place"),  # type: ignore[arg-type]
        (Move(DECK, Spot("table")), "no_such_place"),  # type: ignore[arg-type]
        (Move(Spot("pile", 0), Spot("pile", 1)), "beyond_pile"),
    ],
)
def test_moves_that_go_nowhere_are_refused(move: Move, code: str) -> None:
    assert refused(fresh(), 0, move) == code


def test_anybody_may_move_at_any_time_and_without_end() -> None:
    runner = fresh()
    for seat in (2, 2, 0, 1, 1):
        assert names(runner.act(seat, DRAW)) == ["moved"]
    assert [len(hand) for hand in runner.match.hands] == [8, 9, 9]


def test_a_card_moved_within_the_pile_is_taken_away_first() -> None:
    runner = fresh()
    for _ in range(3):
        runner.act(0, play())
    one, two, three, four = runner.match.pile
    runner.act(1, Move(Spot("pile", 0), Spot("pile", 3)))
    assert runner.match.pile == [two, three, four, one]
    runner.act(1, Move(Spot("pile", 3), Spot("pile", 1)))
    assert runner.match.pile == [two, one, three, four]


def test_two_who_play_at_once_on_the_same_place_leave_the_second_below() -> None:
    runner = fresh()
    first, second = runner.match.hands[0][0], runner.match.hands[1][0]
    runner.act(0, play(0, 1))
    runner.act(1, play(0, 1))
    assert runner.match.pile[1:] == [second, first]


def test_a_place_left_out_is_the_top() -> None:
    runner = fresh()
    runner.act(0, play())
    card = runner.match.hands[1][0]
    runner.act(1, play())
    assert runner.match.pile[-1] == card


def test_a_hand_and_the_pile_have_a_limit() -> None:
    runner = fresh()
    runner.match.hands[0] = [1] * rules.HAND_CAP
    assert refused(runner, 0, DRAW) == "hand_full"
    assert refused(runner, 0, Move(Spot("pile", 0), HAND)) == "hand_full"
    runner.match.pile = [0] * rules.PILE_CAP
    assert refused(runner, 0, play()) == "pile_full"
    runner.act(0, Move(Spot("pile", 5), Spot("pile", 9)))


# --- talking -------------------------------------------------------------------------------------


def test_talk_is_counted_in_utf16_units() -> None:
    runner = fresh()
    for text in ("", "x" * 200, "\N{GRINNING FACE}" * 100, "ä" * 200):
        assert runner.act(1, Talk(text)) == [Talked(1, text)]
    for long in ("x" * 201, "\N{GRINNING FACE}" * 101):
        assert refused(runner, 1, Talk(long)) == "bad_length"
    for no_text in (None, 5, ["x"]):
        assert refused(runner, 1, Talk(no_text)) == "bad_text"  # type: ignore[arg-type]
    assert refused(runner, 1, Talk("\ud800")) == "broken_text"


def test_talk_is_free_in_every_mode() -> None:
    runner = fresh()
    runner.act(0, Accuse(1))
    runner.act(2, Talk("accusation"))
    runner.act(0, Cancel())
    runner.go_out(0)
    runner.act(2, Talk("last chance"))
    runner.pass_time(10_000)
    runner.act(2, Talk("between rounds"))
    assert runner.match.mode == "inBetweenRounds"


# --- accusing ------------------------------------------------------------------------------------


def test_an_accusation_stops_all_but_talk() -> None:
    runner = fresh()
    assert runner.act(0, Accuse(1)) == [Accused(0, 1, None, 60_000)]
    assert refused(runner, 2, DRAW) == "accusation_first"
    assert refused(runner, 2, Accuse(0)) == "accusation_first"
    assert refused(runner, 0, Accept()) == "not_accused"
    assert refused(runner, 1, Cancel()) == "no_accusation"
    assert refused(runner, 1, WriteRule("x")) == "accusation_first"
    assert runner.act(0, Cancel()) == [Cancelled("play")]
    runner.act(0, DRAW)


def test_accepting_costs_nothing_at_a_free_table() -> None:
    runner = fresh()
    runner.act(0, Accuse(1))
    assert runner.act(1, Accept()) == [Accepted(0, 1)]
    assert len(runner.match.hands[1]) == 7
    runner.act(1, DRAW)


@pytest.mark.parametrize("action", [Accept(), Cancel()])
def test_who_accuses_himself_may_do_either(action: Any) -> None:
    runner = fresh()
    runner.act(1, Accuse(1))
    runner.act(1, action)
    assert runner.match.mode == "play"


def test_an_accusation_that_nobody_settles_is_cancelled_after_a_minute() -> None:
    runner = fresh()
    runner.act(0, Accuse(1))
    assert runner.pass_time(59_999) == []
    assert runner.pass_time(1) == [Cancelled("play")]


@pytest.mark.parametrize("accused", [3, -1, True, None, "1"])
def test_only_players_can_be_accused(accused: Any) -> None:
    assert refused(fresh(), 0, Accuse(accused)) == "no_such_player"


def test_what_was_said_just_before_is_the_reason() -> None:
    runner = fresh()
    runner.act(0, Talk("failure to smile"))
    runner.pass_time(9_000)
    assert runner.act(0, Accuse(1)) == [Accused(0, 1, "failure to smile", 69_000)]
    runner.act(0, Cancel())
    runner.pass_time(2_000)
    assert runner.act(0, Accuse(1)) == [Accused(0, 1, None, 71_000)]
    runner.act(0, Cancel())
    assert runner.act(0, Accuse(1, "because")) == [Accused(0, 1, "because", 71_000)]


# --- the last chance -----------------------------------------------------------------------------


@pytest.mark.parametrize("move", [play(), play(0, 0), burn()])
def test_the_last_card_goes_anywhere(move: Move) -> None:
    runner = fresh()
    del runner.match.hands[0][1:]
    events = runner.act(0, move)
    assert names(events) == ["moved", "last_chance"]
    assert events[1] == LastChance(0, 10_000)


def test_in_a_last_chance_only_the_winner_is_accused_and_no_card_moves() -> None:
    runner = fresh()
    runner.go_out(0)
    assert refused(runner, 1, Accuse(2)) == "winner_only"
    assert refused(runner, 0, DRAW) == "last_chance"
    assert refused(runner, 1, DRAW) == "last_chance"
    assert refused(runner, 0, Move(Spot("pile", 0), HAND)) == "last_chance"


def test_the_last_chance_is_ten_seconds() -> None:
    runner = fresh()
    runner.go_out(0)
    assert runner.pass_time(9_999) == []
    assert runner.pass_time(1) == [RoundOver(0, (1, 0, 0), 70_000)]
    assert runner.match.mode == "inBetweenRounds"


def test_an_accusation_keeps_the_rest_of_the_last_chance() -> None:
    runner = fresh()
    runner.go_out(0)
    runner.pass_time(4_000)
    runner.act(1, Accuse(0))
    assert runner.pass_time(5_000) == []
    assert runner.match.view(1).chance_left == 6_000
    assert runner.act(1, Cancel()) == [Cancelled("lastChance", 15_000)]
    assert runner.pass_time(5_999) == []
    assert names(runner.pass_time(1)) == ["round_over"]
    assert runner.now == 15_000


def test_fifty_short_accusations_stop_the_clock_exactly() -> None:
    runner = fresh()
    runner.go_out(0)
    for _ in range(50):
        runner.pass_time(100)
        runner.act(1, Accuse(0))
        runner.pass_time(23)
        runner.act(1, Cancel())
    assert runner.match.deadline == 10_000 + 50 * 23
    assert names(runner.pass_time(4_999)) == []
    assert names(runner.pass_time(1)) == ["round_over"]


def test_a_stuck_accusation_gives_the_last_chance_back() -> None:
    runner = fresh()
    runner.go_out(0)
    runner.pass_time(3_000)
    runner.act(2, Accuse(0))
    events = runner.pass_time(67_000)
    assert events == [Cancelled("lastChance", 70_000), RoundOver(0, (1, 0, 0), 130_000)]


def test_who_accepts_in_the_last_chance_must_draw() -> None:
    runner = fresh()
    runner.go_out(0)
    runner.pass_time(2_000)
    runner.act(1, Accuse(0))
    runner.act(0, Accept())
    assert (runner.match.mode, runner.match.hands[0], runner.match.deadline) == ("play", [], None)
    runner.act(0, DRAW)
    assert runner.act(0, play())[1] == LastChance(0, 12_000)
    assert runner.pass_time(9_999) == []


def test_an_accusation_after_the_deadline_is_too_late() -> None:
    runner = fresh()
    runner.go_out(0)
    runner.now = 10_000
    assert refused(runner, 1, Accuse(0)) == "too_late"


def test_nobody_stalls_for_ever_by_accusing_himself() -> None:
    runner = fresh()
    runner.go_out(0)
    for _ in range(rules.SELF_ACCUSATIONS):
        runner.act(0, Accuse(0))
        runner.act(0, Cancel())
    assert refused(runner, 0, Accuse(0)) == "too_often"
    assert Accuse(0) not in runner.match.actions(0)
    runner.act(1, Accuse(0))


# --- between rounds ------------------------------------------------------------------------------


def test_the_winner_writes_a_rule_and_a_round_begins() -> None:
    runner = fresh()
    runner.win(1)
    assert refused(runner, 0, WriteRule("loser")) == "not_winner"
    assert refused(runner, 1, DRAW) == "between_rounds"
    assert refused(runner, 0, Accuse(1)) == "between_rounds"
    for text in ("", "x" * 201):
        assert refused(runner, 1, WriteRule(text)) == "bad_length"
    assert refused(runner, 1, WriteRule(5)) == "bad_text"  # type: ignore[arg-type]
    for language in (0, 3, True):
        assert refused(runner, 1, WriteRule("x", language)) == "no_such_language"
    assert runner.act(1, WriteRule("no talking")) == [RuleWritten(1, "no talking")]
    assert names(runner.deal_if_due()) == ["round_started"]
    assert runner.match.view(1).own_rules == ("no talking",)
    assert runner.match.view(0).own_rules == ()
    assert runner.match.view(0).rule_counts == (0, 1, 0)


def test_after_a_minute_the_round_begins_without_a_rule() -> None:
    runner = fresh()
    runner.win(1)
    assert runner.pass_time(59_999) == []
    assert names(runner.pass_time(1)) == ["round_started"]
    assert runner.match.written == []


def test_after_the_last_round_no_rule_is_written() -> None:
    runner = fresh(rounds=2)
    runner.win(1, "first")
    events = runner.win(1)
    assert names(events)[-3:] == ["round_over", "finale", "match_over"]
    assert events[-1] == MatchOver((0, 2, 0))
    outcome = runner.match.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.ranks, outcome.points) == ("won", (2, 1, 2), (0, 2, 0))
    assert refused(runner, 1, Talk("x")) == "over"
    assert runner.match.deadline is None


# --- leaving -------------------------------------------------------------------------------------


def test_who_left_can_do_nothing_more() -> None:
    runner = fresh()
    assert runner.gone(1) == [PlayerGone(1)]
    assert refused(runner, 1, Talk("x")) == "no_seat"
    assert refused(runner, 0, Accuse(1)) == "no_such_player"
    assert refused(runner, None, Gone(1)) == "gone_already"
    assert runner.match.view(0).counts == (7, 0, 7)
    assert runner.match.view(0).present == (True, False, True)


@pytest.mark.parametrize("leaver", [0, 1])
def test_an_accusation_ends_when_one_of_the_two_leaves(leaver: int) -> None:
    runner = fresh()
    runner.act(0, Accuse(1))
    assert runner.gone(leaver) == [PlayerGone(leaver), Cancelled("play")]
    runner.act(2, DRAW)


def test_a_third_who_leaves_changes_no_accusation() -> None:
    runner = fresh()
    runner.act(0, Accuse(1))
    assert runner.gone(2) == [PlayerGone(2)]
    assert runner.match.mode == "accusation"


def test_the_clock_goes_on_when_the_accuser_leaves_in_a_last_chance() -> None:
    runner = fresh()
    runner.go_out(0)
    runner.pass_time(4_000)
    runner.act(1, Accuse(0))
    runner.pass_time(1_000)
    assert runner.gone(1) == [PlayerGone(1), Cancelled("lastChance", 11_000)]
    assert names(runner.pass_time(6_000)) == ["round_over"]


def test_an_accused_winner_who_leaves_ends_both() -> None:
    runner = fresh()
    runner.win(0, "his rule")
    runner.go_out(0)
    runner.act(1, Accuse(0))
    assert runner.gone(0) == [
        PlayerGone(0),
        Cancelled("lastChance", runner.now + 10_000),
        WinnerLeft(),
        RulesRevealed(0, ("his rule",)),
    ]
    assert (runner.match.mode, runner.match.deadline) == ("play", None)


def test_play_goes_on_when_the_winner_leaves_in_the_last_chance() -> None:
    runner = fresh()
    runner.go_out(0)
    assert runner.gone(0) == [PlayerGone(0), WinnerLeft()]
    runner.act(1, DRAW)
    assert runner.pass_time(100_000) == []


def test_a_round_begins_when_the_winner_leaves_before_writing() -> None:
    runner = fresh()
    runner.win(0, "first")
    runner.win(0)
    events = runner.gone(0)
    assert names(events) == ["player_gone", "round_started", "rules_revealed"]
    assert events[2] == RulesRevealed(0, ("first",))
    assert runner.match.view(1).known_rules[0].text == "first"


def test_a_loser_who_leaves_between_rounds_only_leaves() -> None:
    runner = fresh()
    runner.win(0)
    assert runner.gone(1) == [PlayerGone(1)]
    assert runner.match.mode == "inBetweenRounds"


def test_the_rules_of_who_leaves_are_told() -> None:
    runner = fresh()
    runner.win(0, "one")
    runner.win(1, "other")
    runner.win(0, "two")
    assert runner.match.view(2).known_rules == ()
    assert runner.gone(0) == [PlayerGone(0), RulesRevealed(0, ("one", "two"))]


@pytest.mark.parametrize("mode", ["play", "accusation", "lastChance", "inBetweenRounds"])
def test_the_last_one_to_stay_ends_the_match(mode: str) -> None:
    runner = fresh(seats=2)
    runner.win(1, "a rule")
    if mode == "accusation":
        runner.act(0, Accuse(1))
    elif mode == "lastChance":
        runner.go_out(1)
    elif mode == "inBetweenRounds":
        runner.win(1)
    assert runner.match.mode == mode
    events = runner.gone(1)
    assert names(events) == ["player_gone", "rules_revealed", "finale", "match_over"]
    outcome = runner.match.outcome
    assert outcome is not None
    # Who stayed is before who left, whatever was won.
    assert (outcome.kind, outcome.ranks, outcome.winners) == ("won", (1, 2), (0,))


def test_the_finale_tells_rules_and_verdicts() -> None:
    runner = fresh(rounds=2)
    runner.act(0, Accuse(2, "smiling"))
    runner.act(2, Accept())
    runner.win(0, "no smiling")
    finale = runner.win(2)[-2]
    assert isinstance(finale, Finale)
    assert [(rule.author, rule.text, rule.round) for rule in finale.rules] == [(0, "no smiling", 1)]
    assert [(one.accused, one.reason, one.guilty) for one in finale.verdicts] == [
        (2, "smiling", True)
    ]


# --- the house -----------------------------------------------------------------------------------


def test_deals_and_time_are_the_house_s_business() -> None:
    runner = fresh()
    for action in (Deal(b""), Timeout(), Gone(1)):
        assert refused(runner, 0, action) == "house_only"
    assert refused(runner, None, Deal(b"")) == "already_dealt"
    assert refused(runner, None, Timeout()) == "no_clock"
    runner.act(0, Accuse(1))
    assert refused(runner, None, Timeout()) == "too_early"
    assert refused(runner, None, object()) == "unknown_action"


def test_the_game_says_how_it_is_played() -> None:
    assert list(MAO.seats) == [2, 3, 4, 5, 6, 7, 8]
    assert MAO.goes_on and MAO.starts_when_full
    assert MAO.rounds == 50
    assert {kind.type for kind in MAO.events.values()} == set(MAO.events)


def test_an_accusation_names_the_card_that_the_accused_laid_last() -> None:
    runner = fresh()
    runner.act(1, play(0))
    runner.act(1, play(0))
    laid = runner.match.pile[-1]
    assert runner.act(0, Accuse(1)) == [Accused(0, 1, None, 60_000, laid)]
    runner.act(0, Cancel())
    assert runner.act(1, Accuse(0)) == [Accused(1, 0, None, 60_000, None)]
    runner.act(1, Cancel())
    runner.act(1, DRAW)
    assert runner.act(0, Accuse(1)) == [Accused(0, 1, None, 60_000, None)]
