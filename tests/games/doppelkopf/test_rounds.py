"""From round to round: dealing, the score sheet, votes, and matches that go on another day."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DOPPELKOPF, DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Dealt, MatchOver, Say, Spoke
from stammtisch.games.game import Deal, Timeout
from tests.games.doppelkopf.playing import (
    dealt,
    healthy,
    new,
    play_out,
    put,
    refused,
    rules,
    say,
    seed,
    turn,
)

EVEN = ("cq", "cq")


def played(match: DoppelkopfMatch) -> None:
    healthy(match)
    play_out(match)


@pytest.mark.parametrize(
    ("without9", "tricks"), [("with_all", 12), ("with_four", 11), ("without", 10)]
)
def test_the_deck_decides_how_many_cards_each_gets(without9: str, tricks: int) -> None:
    match = new(without9=without9)
    (event, *_) = match.apply(None, Deal(seed(1)))
    assert isinstance(event, Dealt) and event.first == 0
    assert [len(hand or ()) for hand in event.hands] == [tricks] * 4
    assert sum(hand.bit_count() for hand in match.hands) == 4 * tricks


def test_the_same_seed_deals_the_same_cards() -> None:
    one, same, other = new(), new(), new()
    for match, number in ((one, 1), (same, 1), (other, 2)):
        match.apply(None, Deal(seed(number)))
    assert one.hands == same.hands != other.hands


def test_nobody_but_the_house_deals_and_only_when_asked() -> None:
    match = new()
    assert refused(match, 0, Deal(seed(1))) == "house_only"
    match.apply(None, Deal(seed(1)))
    assert refused(match, None, Deal(seed(1))) == "already_dealt"
    assert refused(match, None, Timeout()) == "no_clock"
    assert refused(match, None, Say("re")) == "no_seat"


def test_the_first_seat_moves_on() -> None:
    match = dealt(EVEN)
    played(match)
    assert match.first == 1
    say(match, *["continue_yes"] * 4)
    assert match.awaits_deal and turn(match) == ()
    put(match, EVEN)
    assert (match.round, turn(match)) == (2, (1,))


def test_totals_add_up_on_the_sheet() -> None:
    match = dealt(EVEN)
    played(match)
    say(match, *["continue_yes"] * 4)
    put(match, ("", "cq", "cq"))
    played(match)
    first, second = match.sheet
    assert (
        second.points
        == tuple(a + b for a, b in zip(first.change, second.change, strict=True))
        == tuple(match.points)
    )
    assert (first.round, second.round) == (1, 2)


# --- how to go on ------------------------------------------------------------------------------


def test_c4_continue_during_a_round_is_refused() -> None:
    match = dealt(EVEN)
    for seat in range(4):
        assert refused(match, seat, Say("continue_yes")) == "wrong_phase"
    healthy(match)
    for seat in range(4):
        assert refused(match, seat, Say("continue_yes")) == "wrong_phase"


def test_all_four_must_want_to_continue() -> None:
    match = dealt(EVEN)
    played(match)
    events = say(match, "continue_yes", "continue_yes", "continue_yes")
    assert events == [Spoke(seat, "continue_yes") for seat in range(3)]
    assert not match.awaits_deal and turn(match) == (3,)
    match.apply(0, Say("continue_no"))
    assert turn(match) == (0, 3)
    assert refused(match, 0, Say("continue_no")) == "not_voted"
    match.apply(3, Say("continue_yes"))
    match.apply(0, Say("continue_yes"))
    assert match.awaits_deal


def test_a_new_vote_replaces_the_old_one_and_is_news_to_the_others() -> None:
    match = dealt(EVEN)
    played(match)
    for seat in (1, 2, 3):
        match.apply(seat, Say("continue_yes"))
    assert not match.speakers
    match.apply(0, Say("end_yes"))
    assert list(match.speakers) == [0, 1, 2, 3]
    for seat in (1, 2, 3):
        match.apply(seat, Say("end_yes"))
    assert match.outcome is not None


@pytest.mark.parametrize(
    ("word", "kind"), [("end_yes", "won"), ("adjourn_yes", "adjourned"), ("cancel_yes", "aborted")]
)
def test_how_a_match_ends_by_vote(word: str, kind: str) -> None:
    match = dealt(EVEN)
    played(match)
    events: list[Any] = []
    for seat in range(4):
        events += match.apply(seat, Say(word))
    outcome = match.outcome
    assert outcome is not None and outcome.kind == kind
    assert events[-1] == MatchOver(kind, outcome.points, outcome.ranks)
    assert outcome.points == tuple(match.points)
    best = max(outcome.points)
    assert [rank == 1 for rank in outcome.ranks] == [one == best for one in outcome.points]
    assert refused(match, 0, Say("continue_yes")) == "over"
    assert refused(match, None, Deal(seed(1))) == "over"


def test_a_match_is_over_after_its_rounds() -> None:
    match = dealt(EVEN, rounds=2)
    played(match)
    assert not match.view(0).over
    say(match, *["continue_yes"] * 4)
    put(match, EVEN)
    played(match)
    assert match.view(0).over
    assert match.outcome is not None and match.outcome.points == tuple(match.points)


# --- rounds that do not count ------------------------------------------------------------------


def test_c21_a_void_round_appends_one_row_and_the_same_player_deals_again() -> None:
    match = dealt(
        ("ca ca sa sa ha ha c10 c10",), throw="throw", throw_cases=["7full"], rounds=1, first=2
    )
    match.apply(0, Say("throw"))
    (row,) = match.sheet
    assert (row.game, row.winner, row.void, row.eyes) == ("throw", None, True, (0, 0))
    assert row.change == row.points == (0, 0, 0, 0)
    assert (match.first, match.scored, match.outcome) == (2, 0, None)
    say(match, *["continue_yes"] * 4)
    put(match, EVEN)
    assert (match.round, match.asked) == (2, 2)


def find_worthless() -> int:
    """A seed whose first round, played in one simple way, is worth nothing to its winners."""
    for number in range(3000):
        match = new(repeat_game=True)
        match.apply(None, Deal(seed(number)))
        healthy(match)
        play_out(match)
        if match.sheet[-1].void:
            return number
    raise AssertionError("no such round was found")


def test_a_repeated_round_changes_no_points() -> None:
    number = find_worthless()
    match = new(repeat_game=True)
    match.apply(None, Deal(seed(number)))
    played(match)
    (row,) = match.sheet
    assert row.void and row.winner is not None and row.change == (0, 0, 0, 0)
    assert (match.scored, match.first) == (0, 0)
    counted = new()
    counted.apply(None, Deal(seed(number)))
    played(counted)
    assert (counted.scored, counted.first) == (1, 1)


# --- buck rounds -------------------------------------------------------------------------------


def lost_solo(**options: Any) -> DoppelkopfMatch:
    match = dealt(("c9 c9 s9 s9 h9 h9 d9 d9 ck sk hk dk",), **options)
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_queen")
    play_out(match)
    assert match.sheet[-1].winner == "kontra"
    return match


def test_a_lost_solo_makes_buck_rounds_that_count_double() -> None:
    match = lost_solo(buck_round="succession", buck_cause=["solo_lost"], buck_amount=2)
    assert match.buck.left == (2,) and match.sheet[-1].factor == 1
    say(match, *["continue_yes"] * 4)
    put(match, EVEN)
    played(match)
    plain = dealt(EVEN, first=1)
    played(plain)
    assert match.sheet[-1].factor == 2
    assert match.sheet[-1].change == tuple(2 * one for one in plain.sheet[-1].change)
    assert match.view(0).bucks == (1,)


def test_void_rounds_use_no_buck() -> None:
    match = lost_solo(
        buck_round="parallel", buck_cause=["solo_lost"], throw="throw", throw_cases=["5_k"]
    )
    say(match, *["continue_yes"] * 4)
    put(match, ("ck ck sk sk hk hk",))
    match.apply(0, Say("throw"))
    assert match.buck.left == (4,)


# --- another day -------------------------------------------------------------------------------


def test_an_adjourned_match_goes_on_where_it_stopped() -> None:
    options: dict[str, Any] = {"buck_round": "parallel", "buck_cause": ["solo_lost"]}
    match = lost_solo(**options)
    say(match, *["adjourn_yes"] * 4)
    carry = json.loads(json.dumps(match.carried()))
    again = DOPPELKOPF.new(rules(**options), 4, carry)
    assert isinstance(again, DoppelkopfMatch)
    assert again.awaits_deal and again.outcome is None
    for name in ("round", "scored", "first", "points", "sheet", "buck", "solo_done"):
        assert getattr(again, name) == getattr(match, name), name
    again.apply(None, Deal(seed(5)))
    assert again.round == 2


def test_only_an_adjourned_match_is_carried_on() -> None:
    match = dealt(EVEN)
    played(match)
    assert match.carried() is None
    say(match, *["end_yes"] * 4)
    assert match.carried() is None


def test_compulsory_solos_are_carried_on() -> None:
    match = dealt(EVEN, "ddv")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_jack")
    play_out(match)
    say(match, *["adjourn_yes"] * 4)
    again = DOPPELKOPF.new(match.rules, 4, match.carried())
    assert again.view(0).solo_done == (True, False, False, False)
