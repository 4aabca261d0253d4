"""Chaired and school tables."""

from __future__ import annotations

import pytest

from stammtisch.games.mao import rules
from stammtisch.games.mao.records import (
    Accept,
    Accepted,
    Accuse,
    Accused,
    Cancel,
    Move,
    Moved,
    PointOfOrder,
    Spot,
    Talk,
    Talked,
    TurnChanged,
    VoteCalled,
)
from tests.games.mao.chairing import accused, chaired, ruled, turn
from tests.games.mao.playing import DRAW, HAND, burn, card, fresh, hold, names, play, top

# --- turns ---------------------------------------------------------------------------------------


def test_the_first_to_sit_begins_and_the_turn_goes_round() -> None:
    runner = chaired()
    assert isinstance(runner.log[1], TurnChanged)
    assert turn(runner) == 0
    assert runner.act(0, play(0))[1:] == [TurnChanged(1, 1)]
    assert runner.act(1, DRAW)[1:] == [TurnChanged(2, 1)]
    runner.act(2, play(1))
    assert turn(runner) == 0


def test_after_a_round_who_sits_after_the_winner_begins() -> None:
    assert turn(ruled("anything")) == 2


def test_same_rank_fits_as_well_as_same_suit() -> None:
    runner = chaired()
    top(runner.match, "9S")
    assert accused(runner.act(0, play(3))) == []


def test_a_card_that_does_not_fit_is_taken_but_accused() -> None:
    runner = chaired()
    events = runner.act(0, play(5))
    assert names(events) == ["moved", "turn_changed", "talked", "accused"]
    reason = "playing a card that does not fit"
    assert events[2] == Talked(None, "Playing a card that does not fit.")
    assert events[3] == Accused(None, 0, reason, rules.CHAIRMAN, card("KH"))
    events = runner.act(0, Accept())
    assert events[0] == Accepted(None, 0, "accused")
    back, penalty = events[1], events[2]
    assert isinstance(back, Moved) and isinstance(penalty, Moved)
    assert (back.source, back.target, back.length, back.cause) == (
        Spot("pile", 1),
        HAND,
        7,
        "return",
    )
    assert (penalty.source.place, penalty.length, penalty.cause) == ("deck", 8, "penalty")
    assert penalty.seen_by(1).card is None
    assert runner.match.mode == "play"
    assert turn(runner) == 1


def test_who_does_not_answer_the_chairman_has_accepted() -> None:
    runner = chaired()
    runner.act(0, play(5))
    assert runner.pass_time(9_999) == []
    assert runner.pass_time(1)[0] == Accepted(None, 0, "time")
    assert len(runner.match.hands[0]) == 8


def test_the_wrong_card_stays_where_cards_do_not_go_back() -> None:
    runner = chaired(return_card=False, penalty=2)
    runner.act(0, play(5))
    runner.act(0, Accept())
    assert len(runner.match.pile) == 2
    assert len(runner.match.hands[0]) == 8


@pytest.mark.parametrize(
    ("seat", "move", "reason", "cards"),
    [
        (1, play(0), "playing out of turn", 8),
        (1, DRAW, "drawing out of turn", 9),
        (0, burn(0), "failure to leave the cards alone", 8),
        (0, play(0, 0), "failure to leave the cards alone", 8),
        (0, Move(Spot("pile", 0), HAND), "failure to leave the cards alone", 9),
        (0, Move(Spot("deck"), Spot("pile", 1)), "failure to leave the cards alone", 9),
    ],
)
def test_every_offence_has_a_name_and_a_price(
    seat: int, move: Move, reason: str, cards: int
) -> None:
    runner = chaired()
    assert accused(runner.act(seat, move)) == [(seat, reason)]
    runner.act(seat, Accept())
    assert len(runner.match.hands[seat]) == cards
    assert turn(runner) == 0


def test_who_has_no_card_may_draw_out_of_turn() -> None:
    runner = chaired(penalty=0, return_card=False)
    runner.match.hands[1] = []
    assert accused(runner.act(1, DRAW)) == []
    assert turn(runner) == 0


def test_a_delay_is_an_offence_and_the_turn_passes() -> None:
    runner = chaired(delay=20)
    runner.act(0, DRAW)
    start = runner.match.view(0).deadline
    assert start == 20_000
    events = runner.pass_time(20_000)
    assert names(events) == ["turn_changed", "talked", "accused"]
    assert accused(events) == [(1, "delay of the game")]
    runner.pass_time(3_000)
    events = runner.act(1, Accept())
    # The next one's time stood still.
    assert events[-1] == TurnChanged(2, 1, 43_000)


# --- the last chance -----------------------------------------------------------------------------


def test_going_out_with_a_wrong_card_gives_it_back_and_one_more() -> None:
    runner = chaired()
    hold(runner.match, 0, "KH")
    events = runner.act(0, play(0))
    assert names(events) == ["moved", "last_chance", "turn_changed", "talked", "accused"]
    runner.act(0, Accept())
    assert (runner.match.mode, len(runner.match.hands[0])) == ("play", 2)


def test_going_out_well_wins_after_ten_seconds() -> None:
    runner = chaired()
    hold(runner.match, 0, "KC")
    runner.act(0, play(0))
    assert names(runner.pass_time(10_000)) == ["round_over"]


def test_others_cannot_end_a_last_chance_by_an_offence() -> None:
    runner = chaired()
    hold(runner.match, 0, "KC")
    runner.act(0, play(0))
    assert runner.act(1, Talk("oh no")) == [Talked(1, "oh no")]
    assert accused(runner.act(0, Talk("hooray"))) == [(0, "talking")]


def test_who_forgets_the_words_with_the_last_card_has_not_won() -> None:
    runner = chaired(spade_is_named=True)
    hold(runner.match, 0, "4S")
    runner.act(0, play(0))
    events = runner.pass_time(10_000)
    assert accused(events) == [(0, "failure to say the right words")]
    runner.act(0, Accept())
    assert runner.match.mode == "play"


# --- base rules ----------------------------------------------------------------------------------


def test_a_spade_is_named() -> None:
    for said, right in [("Seven of Spades!", True), ("sevn of spades", True), ("pik 7", True)]:
        runner = chaired(spade_is_named=True)
        hold(runner.match, 0, "7S 2C")
        top(runner.match, "4S")
        runner.act(0, play(0))
        runner.pass_time(3_000)
        assert (accused(runner.act(0, Talk(said))) == []) is right
        assert accused(runner.pass_time(8_000)) == []


def test_the_name_of_another_card_is_no_slip() -> None:
    runner = chaired(spade_is_named=True, talk_is_offence=False)
    hold(runner.match, 0, "9S 2C")
    top(runner.match, "4S")
    runner.act(0, play(0))
    runner.act(0, Talk("five of spades"))
    assert accused(runner.pass_time(8_000)) == [(0, "failure to say the right words")]


def test_a_seven_wishes_a_nice_day_and_the_next_draws() -> None:
    runner = chaired(seven_is_nice=True)
    hold(runner.match, 0, "7C 2C")
    events = runner.act(0, play(0))
    assert isinstance(events[1], Moved)
    assert (events[1].seat, events[1].length, events[1].cause) == (1, 8, "rule")
    assert accused(runner.act(0, Talk("Have a nice day!"))) == []
    assert runner.pass_time(60_000) == []


def test_an_ace_skips_and_an_eight_reverses() -> None:
    runner = chaired(4, ace_skips=True, eight_reverses=True)
    hold(runner.match, 0, "AC 2C")
    hold(runner.match, 2, "8C 2C")
    runner.act(0, play(0))
    assert turn(runner) == 2
    assert runner.act(2, play(0))[-1] == TurnChanged(1, -1)


def test_a_jack_fits_everything_and_its_player_names_a_suit() -> None:
    runner = chaired(jack_is_wild=True)
    hold(runner.match, 0, "JH 2C")
    runner.act(0, play(0))
    assert accused(runner.act(0, Talk("Diamonds"))) == []
    # The jack's own suit does not fit now.
    assert accused(runner.act(1, play(5))) == [(1, "playing a card that does not fit")]
    runner.act(1, Accept())
    assert accused(runner.act(2, play(3))) == []


def test_who_names_no_suit_is_accused() -> None:
    runner = chaired(jack_is_wild=True)
    hold(runner.match, 0, "JH 2C")
    runner.act(0, play(0))
    assert accused(runner.pass_time(8_000)) == [(0, "failure to name a suit")]


def test_a_suit_that_is_named_too_late_has_no_effect_and_costs_nothing() -> None:
    runner = chaired(jack_is_wild=True)
    hold(runner.match, 0, "JC 2C")
    runner.act(0, play(0))
    runner.act(1, play(1))
    assert accused(runner.act(0, Talk("Diamonds"))) == []
    assert accused(runner.act(2, play(2))) == []
    # It may be left out as well; and once is enough.
    assert accused(runner.pass_time(20_000)) == []
    assert accused(runner.act(0, Talk("Diamonds"))) == [(0, "talking")]


def test_the_last_card_is_told() -> None:
    runner = chaired(last_card_is_told=True)
    hold(runner.match, 0, "5C 2C")
    runner.act(0, play(0))
    assert accused(runner.pass_time(8_000)) == [(0, "failure to say the right words")]


def test_a_penalty_is_thanked() -> None:
    runner = chaired(penalty_is_thanked=True)
    runner.act(0, play(5))
    runner.act(0, Accept())
    runner.act(0, Talk("thank you"))
    assert accused(runner.pass_time(30_000)) == []


# --- talking -------------------------------------------------------------------------------------


def test_talking_is_an_offence_unless_it_is_allowed() -> None:
    runner = chaired()
    assert accused(runner.act(1, Talk("hello"))) == [(1, "talking")]
    runner.act(1, Talk("but why"))
    runner.act(1, Accept())
    assert accused(runner.act(1, Talk("failure to smile"))) == []
    assert accused(runner.act(1, Talk("..."))) == []
    assert accused(chaired(talk_is_offence=False).act(1, Talk("hello"))) == []


def test_a_point_of_order_stops_the_clock_and_frees_speech() -> None:
    runner = chaired(delay=20)
    runner.pass_time(5_000)
    assert runner.act(2, Talk("Point of order!"))[1] == PointOfOrder(2, True, 305_000)
    assert runner.pass_time(100_000) == []
    assert accused(runner.act(1, Talk("what is it"))) == []
    assert accused(runner.act(0, play(0))) == [(0, "touching cards during a point of order")]
    runner.act(0, Accept())
    assert runner.act(1, Talk("end of point of order"))[1] == PointOfOrder(1, False, 120_000)
    assert accused(runner.act(1, Talk("still talking"))) == [(1, "talking")]


def test_a_point_of_order_ends_by_itself() -> None:
    runner = chaired()
    runner.act(2, Talk("point of order"))
    assert runner.pass_time(300_000) == [PointOfOrder(None, False, None)]


# --- accusations between players -----------------------------------------------------------------


def test_who_accepts_pays() -> None:
    runner = chaired(penalty=2)
    runner.act(0, Accuse(1))
    assert names(runner.act(1, Accept())) == ["accepted", "moved", "moved", "turn_changed"]
    assert len(runner.match.hands[1]) == 9


@pytest.mark.parametrize(("option", "cards"), [(True, 8), (False, 7)])
def test_a_bad_call_costs_the_accuser_a_card(option: bool, cards: int) -> None:
    runner = chaired(bad_calls=option)
    runner.act(0, Accuse(1))
    runner.act(0, Cancel())
    assert [len(hand) for hand in runner.match.hands] == [cards, 7, 7]


@pytest.mark.parametrize(
    ("words", "guilty"),
    [
        (("guilty", "Schuldig!"), True),
        (("guilty", "innocent"), False),
        (("innocent", "not guilty"), False),
        (("guilty", None), True),
        ((None, None), False),
    ],
)
def test_the_others_decide_what_is_stuck(words: tuple[str | None, ...], guilty: bool) -> None:
    runner = chaired(4)
    runner.act(0, Accuse(1))
    assert runner.pass_time(60_000)[-1] == VoteCalled((2, 3), 80_000)
    runner.act(0, Talk("guilty"))
    runner.act(1, Talk("innocent"))
    assert runner.match.charge is not None
    for seat, word in zip((2, 3), words, strict=True):
        if word:
            runner.act(seat, Talk(word))
    if None in words:
        runner.pass_time(20_000)
    assert runner.match.view(None).mode == "play"
    assert len(runner.match.hands[1]) == 7 + guilty
    # A vote that nobody took part in costs nobody anything.
    lost = not guilty and any(words)
    assert len(runner.match.hands[0]) == 7 + lost


def test_two_alone_cannot_vote() -> None:
    runner = chaired(2)
    runner.act(0, Accuse(1))
    assert names(runner.pass_time(60_000)) == ["cancelled", "turn_changed"]


# --- leaving -------------------------------------------------------------------------------------


def test_the_turn_passes_when_its_owner_leaves() -> None:
    runner = chaired()
    assert names(runner.gone(0)) == ["player_gone", "turn_changed"]
    assert turn(runner) == 1


def test_a_turn_that_begins_while_the_clocks_stand_still_has_its_full_time() -> None:
    runner = chaired(4, delay=20, bad_calls=False)
    runner.pass_time(5_000)
    runner.act(1, Accuse(2))
    runner.pass_time(3_000)
    runner.gone(0)
    runner.pass_time(2_000)
    assert runner.act(1, Cancel())[-1] == TurnChanged(1, 1, 30_000)


def test_an_accused_of_the_chairman_who_leaves_ends_the_accusation() -> None:
    runner = chaired(delay=20)
    runner.act(0, play(5))
    runner.pass_time(4_000)
    events = runner.gone(0)
    assert names(events) == ["player_gone", "cancelled", "turn_changed"]
    assert events[-1] == TurnChanged(1, 1, 24_000)
    assert runner.match.deadline == 24_000
    runner.act(1, DRAW)


def test_the_last_voter_who_leaves_ends_the_vote() -> None:
    runner = chaired()
    runner.act(0, Accuse(1))
    runner.pass_time(60_000)
    assert names(runner.gone(2))[:2] == ["player_gone", "cancelled"]


# --- school --------------------------------------------------------------------------------------


def test_in_a_school_rules_and_reasons_are_open() -> None:
    runner = fresh("school", 3)
    assert "WHEN ace THEN skip" in runner.match.view(None).base_rules
    hold(runner.match, 0, "5S 5C 5H")
    top(runner.match, "4S")
    runner.act(0, play(0))
    assert accused(runner.pass_time(8_000)) == [
        (0, "failure to say the right words (WHEN spade THEN name the card)")
    ]
    runner.act(0, Accept())
    hold(runner.match, 1, "5D")
    events = runner.win(1, "no smiling")
    assert Talked(None, "New rule: no smiling") in events
    assert [rule.text for rule in runner.match.view(2).known_rules] == ["no smiling"]


def test_at_a_chaired_table_the_base_rules_are_not_shown() -> None:
    assert fresh("chaired").match.view(0).base_rules == ()
