"""Lenient tables: what they let pass, and what one may complain about."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.doppelkopf.complaints import POINTING_TIME, VOTING_TIME
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import (
    Asked,
    Complain,
    Complained,
    Judged,
    LoggedMove,
    Pass,
    Play,
    PointOut,
    Return,
    RoundOver,
    Say,
    Spoke,
    Turn,
    Withdraw,
)
from stammtisch.games.game import Event, Timeout
from tests.games.doppelkopf.playing import dealt, healthy, held, play, play_out, refused, say, turn
from tests.games.doppelkopf.test_tricks import DEAL


def lenient(hands: Any = DEAL, wrongmove: str = "allow_points", **options: Any) -> DoppelkopfMatch:
    return dealt(hands, "lenient", wrongmove=wrongmove, **options)


def revoked(wrongmove: str = "allow_points") -> DoppelkopfMatch:
    """Seat 1 has clubs, and trumps the ace of clubs instead."""
    match = lenient(wrongmove=wrongmove)
    healthy(match)
    play(match, "ca h10")
    return match


def judged(events: list[Event]) -> Judged:
    return next(event for event in events if isinstance(event, Judged))


def last_move(match: DoppelkopfMatch, seat: int) -> PointOut:
    move = next(move for move in reversed(match.log) if move.seat == seat)
    return PointOut(move.id, move.kind, move.data)


# --- what a lenient table lets pass ------------------------------------------------------------


def test_strict_tables_know_no_complaints() -> None:
    match = dealt(DEAL)
    assert refused(match, 0, Complain(1, "external")) == "no_complaints"


def test_a_wrong_card_lies_and_is_not_listed_as_proper() -> None:
    match = lenient()
    healthy(match)
    play(match, "ca")
    assert Play("h10") not in match.actions(1)
    match.apply(1, Play("h10"))
    assert match.log[-1].legal is False
    play(match, "ck c9")
    assert match.history[0].winner == 1, "what lies, counts"


def test_a_card_before_its_turn_counts_as_its_seats_card() -> None:
    match = lenient()
    healthy(match)
    events = match.apply(2, Play("ck"))
    assert [one for one in events if isinstance(one, Turn)] == []
    assert turn(match) == (0,)
    assert refused(match, 2, Play("c10")) == "played_already"
    play(match, "ca ca")
    assert turn(match) == (3,), "the seat is passed over"
    play(match, "c9")
    assert match.view(None).tricks[0].cards[2].early
    assert match.log[4].early and match.log[4].legal


def test_whether_an_early_card_follows_is_judged_when_the_lead_is_known() -> None:
    for lead, legal in (("ca", False), ("sa", False), ("dj", True)):
        match = lenient()
        healthy(match)
        match.apply(2, Play("dj"))
        play(match, lead)
        play(match, held(match)[0])
        move = next(move for move in match.log if move.kind == "card" and move.seat == 2)
        assert move.legal is legal, lead


def test_an_early_card_may_end_the_trick() -> None:
    match = lenient()
    healthy(match)
    for seat, card in ((1, "ca"), (2, "ck"), (3, "c9")):
        match.apply(seat, Play(card))
    play(match, "ca")
    assert len(match.history) == 1 and turn(match) == (0,)


def test_never_a_card_that_is_not_in_the_hand_and_never_two_in_a_trick() -> None:
    match = lenient()
    healthy(match)
    assert refused(match, 0, Play("c9")) == "not_your_card"
    play(match, "ca")
    assert refused(match, 0, Play("sa")) == "played_already"


@pytest.mark.parametrize("word", ["re", "no90", "black"])
def test_late_calls_stand(word: str) -> None:
    match = lenient()
    healthy(match)
    for _ in range(8):
        for _ in range(4):
            play(match, held(match)[0])
    seat = 0
    match.apply(seat, Say(word))
    assert match.view(1).re_calls[-1] == word
    assert match.log[-1].legal is False
    assert match.log[-1].data == ("re" if word == "re" else f"{word}_re")


def test_a_call_for_the_wrong_party_stands_and_tells_nothing_for_sure() -> None:
    match = lenient()
    healthy(match)
    match.apply(1, Say("re"))
    assert match.view(3).re_calls == ("re",)
    assert match.view(3).parties == (None, None, None, "kontra")
    assert match.log[-1].legal is False


def test_wrong_announcements_of_reservations() -> None:
    match = lenient(("cq", "cq"), solos=[])
    say(match, "reservation_yes", *["reservation_no"] * 3, "wedding_yes")
    assert [move.legal for move in match.log] == [False, True, True, True, False]
    assert (match.game, match.soloist) == ("wedding", 0)
    poor = lenient(poverty="sell")
    say(poor, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    assert poor.log[-1].legal is False
    thrown = lenient(DEAL, throw="throw", throw_cases=["5_9"])
    thrown.apply(2, Say("throw"))
    assert thrown.log[-1].legal is False and thrown.phase == "end"


def test_a_reservation_that_ends_with_nothing() -> None:
    match = lenient(DEAL)
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "wedding_no")
    assert match.game == "normal"
    assert [move.data for move in match.log if not move.legal] == ["reservation_yes"]
    wed = lenient(("", "cq cq"))
    say(wed, "reservation_yes", "reservation_yes", "reservation_no", "reservation_no")
    say(wed, "solo_no", "solo_no", "wedding_no", "wedding_yes")
    assert [move.seat for move in wed.log if not move.legal] == [0]


def test_wrong_cards_and_a_wrong_amount_in_a_poverty() -> None:
    hand = "cq dj d9 ca ca c10 ck sa s10 sk ha hk"
    match = lenient((hand, "cq"), poverty="sell")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("ca", "ca", "c10")))
    assert (match.log[-1].data, match.log[-1].legal) == ("pass_card", False)
    say(match, "poverty_accept")
    match.apply(1, Return(("ca", "ca", "c10")))
    say(match, "poverty_return_3")
    assert (match.log[-1].data, match.log[-1].legal) == ("poverty_return_3", False)


def test_a_pigs_call_that_no_pig_follows() -> None:
    match = lenient(("da da cq",), pigs="two_on_play")
    healthy(match)
    say(match, "pigs")
    assert match.log[-1].legal
    play(match, "cq")
    assert next(move for move in match.log if move.data == "pigs").legal is False
    alone = lenient(("da", "da"), pigs="two_on_play")
    healthy(alone)
    say(alone, "pigs")
    assert alone.log[-1].legal is False


# --- the first step ----------------------------------------------------------------------------


def test_moves_are_shown_to_the_accuser_only() -> None:
    match = revoked()
    (event,) = match.apply(3, Complain(1, "wrong_card"), 1000)
    assert isinstance(event, Complained)
    assert event.moves == (
        LoggedMove(1, "announcement", "reservation_no"),
        LoggedMove(5, "card", "h10"),
    )
    assert (event.id, event.deadline, event.insiders) == (6, 1000 + POINTING_TIME, (3,))
    for seat in (0, 1, 2, None):
        hidden = event.seen_by(seat)
        assert isinstance(hidden, Complained) and hidden.moves is None
        complaint = match.view(seat).complaint
        assert complaint is not None and complaint.moves is None
    assert match.view(3).complaint.moves == event.moves  # type: ignore[union-attr]


def test_a_complaint_is_a_move_itself() -> None:
    match = revoked()
    match.apply(3, Complain(1, "external"))
    match.apply(2, Say("accusation_no"))
    (event,) = match.apply(0, Complain(3, "wrong_announcement"))
    assert isinstance(event, Complained) and event.moves is not None
    assert event.moves[-1] == LoggedMove(6, "accusation", "external")
    assert event.id == 7


def test_passed_cards_are_not_listed_with_their_values() -> None:
    hand = "cq dj d9 ca ca c10 ck sa s10 sk ha hk"
    match = lenient((hand, "cq"), poverty="sell")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("cq", "dj", "d9")))
    (event,) = match.apply(2, Complain(0, "wrong_announcement"))
    assert isinstance(event, Complained) and event.moves is not None
    assert event.moves[-1].data == "pass_card"


def test_whom_and_when_one_may_accuse() -> None:
    match = revoked()
    assert refused(match, 3, Complain(3, "wrong_card")) == "bad_accused"
    assert refused(match, 3, Complain(7, "wrong_card")) == "bad_accused"
    assert refused(match, 3, Complain(1, "cheating")) == "bad_misconduct"  # type: ignore[arg-type]
    match.apply(3, Complain(1, "wrong_card"))
    assert refused(match, 2, Complain(1, "wrong_card")) == "complaint_open"
    before = lenient()
    before.apply(2, Complain(0, "external"))
    assert before.charge is not None, "reservations are part of the round"
    over = lenient()
    healthy(over)
    play_out(over)
    assert refused(over, 0, Complain(1, "wrong_card")) == "wrong_phase"


def test_while_it_is_open_nothing_is_played_or_called() -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"))
    assert turn(match) == (3,)
    assert match.speakers == ()
    assert refused(match, 2, Play("ck")) == "complaint_open"
    assert refused(match, 0, Say("re")) == "complaint_open"
    assert refused(match, 2, PointOut(5, "card", "h10")) == "no_complaint"
    assert match.actions(2) == []
    assert match.actions(3)[-1] == Withdraw()


# --- the verdict -------------------------------------------------------------------------------


def test_a_wrong_card_that_is_pointed_out_costs_points_and_the_round_goes_on() -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"))
    events = match.apply(3, PointOut(5, "card", "h10"))
    assert judged(events) == Judged(
        3, 1, "wrong_card", True, "move", 1, 5, (0, -5, 0, 0), stopped=False
    )
    assert match.deadline is None and turn(match) == (2,)
    assert match.view(0).penalties == (0, -5, 0, 0)
    play_out(match)
    row = match.sheet[-1]
    assert row.penalties == (0, -5, 0, 0)
    assert sum(row.change) == -5 and row.points == row.change


@pytest.mark.parametrize(
    ("misconduct", "move"),
    [
        ("wrong_card", PointOut(1, "announcement", "reservation_no")),
        ("wrong_announcement", PointOut(5, "card", "h10")),
        ("wrong_announcement", PointOut(1, "announcement", "reservation_no")),
    ],
)
def test_the_accuser_pays_for_a_move_that_was_right_or_is_another_misconduct(
    misconduct: Any, move: PointOut
) -> None:
    match = revoked()
    match.apply(3, Complain(1, misconduct))
    verdict = judged(match.apply(3, move))
    assert (verdict.guilty, verdict.punished, verdict.points) == (False, 3, (0, 0, 0, -5))


def test_a_known_number_with_other_words_leaves_it_open() -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"))
    assert refused(match, 3, PointOut(5, "card", "ca")) == "no_such_move"
    assert match.charge is not None


@pytest.mark.parametrize("number", [None, 999, 0])
def test_an_unknown_number_means_any_move_like_it(number: int | None) -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"))
    assert judged(match.apply(3, PointOut(number, "card", "h10"))).guilty


def test_nobody_is_convicted_twice_of_the_same_move() -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"))
    match.apply(3, PointOut(5, "card", "h10"))
    match.apply(2, Complain(1, "wrong_card"))
    assert refused(match, 2, PointOut(5, "card", "h10")) == "already_convicted"
    assert PointOut(5, "card", "h10") not in match.actions(2)
    assert not judged(match.apply(2, PointOut(None, "card", "h10"))).guilty


def test_a_complaint_that_is_taken_back_costs_the_same() -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"))
    verdict = judged(match.apply(3, Withdraw()))
    assert (verdict.guilty, verdict.by, verdict.punished) == (False, "withdrawn", 3)
    assert refused(match, 3, Withdraw()) == "no_complaint"


def test_who_names_no_move_in_a_minute_pays() -> None:
    match = revoked()
    match.apply(3, Complain(1, "wrong_card"), 5000)
    assert match.deadline == 5000 + 60_000
    assert refused(match, None, Timeout()) == "too_early"
    verdict = judged(match.apply(None, Timeout(), 65_000))
    assert (verdict.by, verdict.punished) == ("time", 3)
    assert turn(match) == (2,)


def test_a_convicted_call_counts_no_more() -> None:
    match = lenient()
    healthy(match)
    match.apply(1, Say("re"))
    match.apply(0, Complain(1, "wrong_announcement"))
    assert judged(match.apply(0, last_move_of_kind(match, 1, "re"))).guilty
    assert match.view(0).re_calls == ()
    match.apply(0, Say("re"))
    assert match.view(0).re_calls == ("re",)


def last_move_of_kind(match: DoppelkopfMatch, seat: int, data: str) -> PointOut:
    move = next(move for move in match.log if (move.seat, move.data) == (seat, data))
    return PointOut(move.id, move.kind, move.data)


# --- played early ------------------------------------------------------------------------------


def test_a_card_played_early_is_decided_at_once() -> None:
    match = lenient()
    healthy(match)
    match.apply(2, Play("ck"))
    events = match.apply(3, Complain(2, "played_early"))
    assert isinstance(events[0], Complained) and events[0].moves is None
    assert (judged(events).guilty, judged(events).by) == (True, "early")
    assert refused(match, 3, Complain(2, "played_early")) == "already_convicted"
    play(match, "ca ca c9")
    play(match, "c10 ck c10 c9")
    events = match.apply(3, Complain(2, "played_early"))
    assert not judged(events).guilty, "only the last card counts"


# --- outside the game --------------------------------------------------------------------------


def external() -> DoppelkopfMatch:
    match = revoked()
    events = match.apply(3, Complain(1, "external"), 1000)
    assert events[1:] == [
        Asked(0, "accusation_vote", 1000 + VOTING_TIME),
        Asked(2, "accusation_vote", 1000 + VOTING_TIME),
    ]
    return match


def test_the_two_others_vote_and_both_must_agree() -> None:
    match = external()
    assert turn(match) == (0, 2)
    assert match.actions(0) == [Say("accusation_yes"), Say("accusation_no")]
    assert refused(match, 1, Say("accusation_no")) == "wrong_phase"
    assert refused(match, 3, PointOut(5, "card", "h10")) == "no_pointing"
    assert match.apply(2, Say("accusation_yes")) == [Spoke(2, "accusation_yes")]
    assert turn(match) == (0,)
    assert match.view(1).complaint.votes == (None, None, True, None)  # type: ignore[union-attr]
    events = match.apply(0, Say("accusation_yes"))
    assert (judged(events).guilty, judged(events).punished) == (True, 1)


def test_one_who_does_not_agree_decides_it() -> None:
    match = external()
    verdict = judged(match.apply(2, Say("accusation_no")))
    assert (verdict.guilty, verdict.by, verdict.punished) == (False, "vote", 3)


def test_votes_that_do_not_come_in_time_are_a_no() -> None:
    match = external()
    match.apply(0, Say("accusation_yes"))
    verdict = judged(match.apply(None, Timeout(), 31_000))
    assert (verdict.guilty, verdict.by, verdict.punished) == (False, "time", 3)


# --- stopping the game -------------------------------------------------------------------------


def test_a_conviction_ends_the_round_where_the_rules_say_so() -> None:
    match = revoked("allow_stopgame")
    match.apply(0, Say("re"))
    match.apply(3, Complain(1, "wrong_card"))
    events = match.apply(3, PointOut(5, "card", "h10"))
    assert judged(events).stopped
    row = next(event.row for event in events if isinstance(event, RoundOver))
    # Won by the party that did not offend: 1, and re 2; the penalty comes on top.
    assert (row.winner, row.stopped, row.void) == ("re", True, False)
    assert row.change == (3, -3 - 5, 3, -3)
    assert match.phase == "end" and match.scored == 1


def test_a_false_accuser_loses_the_round_the_same_way() -> None:
    match = revoked("allow_stopgame")
    match.apply(0, Complain(1, "external"))
    match.apply(2, Say("accusation_no"))
    row = match.sheet[-1]
    assert (row.winner, row.change) == ("kontra", (-1 - 5, 1, -1, 1))


def test_before_there_are_parties_nobody_wins_a_stopped_round() -> None:
    match = lenient(wrongmove="allow_stopgame")
    match.apply(2, Complain(0, "external"))
    match.apply(1, Say("accusation_no"))
    row = match.sheet[-1]
    assert (row.winner, row.void, row.change) == (None, True, (0, 0, -5, 0))
    assert match.scored == 0
    solo = lenient(wrongmove="allow_stopgame", pigs="two_reservation")
    say(solo, "reservation_yes", *["reservation_no"] * 3, "solo_hearts")
    assert solo.asking == "pigs"
    solo.apply(2, Complain(0, "external"))
    solo.apply(2, Withdraw())
    assert solo.sheet[-1].void and solo.sheet[-1].change == (0, 0, -5, 0)


def test_penalties_are_what_the_rules_say() -> None:
    match = lenient(penalty_points=12)
    healthy(match)
    match.apply(2, Complain(0, "wrong_card"))
    match.apply(2, Withdraw())
    assert match.points == [0, 0, -12, 0]
