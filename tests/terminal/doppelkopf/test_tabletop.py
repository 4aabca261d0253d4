"""What the terminal makes of a view is what the match does: checked through whole rounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Complain, Play, Say
from stammtisch.games.game import Deal
from stammtisch.protocols.table import messages as wire
from stammtisch.terminal.doppelkopf.presenter import DoppelkopfPresenter
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop
from tests.games.doppelkopf.playing import any_rules, choose, healthy, new, seed, step
from tests.properties import tried
from tests.terminal.card_harness import looked_at, told


@tried(25)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_any_match_can_be_followed_and_every_choice_is_offered(luck: int, seat: int) -> None:
    rng = Random(luck)
    match = DoppelkopfMatch(any_rules(rng), 4)
    match.apply(None, Deal(seed(luck)))
    top = looked_at(DoppelkopfTop(), match, seat)
    for _ in range(150):
        if match.outcome is not None:
            break
        told(top, match, step(match, rng))
        assert top.view == match.view(seat)
        if match.outcome is not None or match.awaits_deal:
            continue
        assert list(top.legal) == match.actions(seat)
        choice = DoppelkopfPresenter(top).choice()
        if seat in match.turn and not top.playable:
            # Whatever is waited for can be chosen, or three cards be marked.
            assert choice is not None
            assert choice.options or top.three_cards is not None


def test_an_answer_waits_until_the_complaint_is_settled() -> None:
    match = new("lenient")
    match.apply(None, Deal(seed(1)))
    asked = match.asked
    others = [seat for seat in range(4) if seat != asked]
    top = looked_at(DoppelkopfTop(), match, asked)
    questions = [top.question]
    told(top, match, match.apply(others[0], Complain(others[1], "external")))
    questions.append(top.question)
    told(top, match, match.apply(asked, Say("accusation_yes")))
    assert DoppelkopfPresenter(top).choice() is None, "the third still votes"
    told(top, match, match.apply(others[2], Say("accusation_yes")))
    questions.append(top.question)
    asked_for = [one and one.question for one in questions]
    assert asked_for == ["reservation", "accusation_vote", "reservation"]


@tried(25)
@given(st.integers(0, 2**32))
def test_the_winning_card_is_the_one_that_takes_the_trick(luck: int) -> None:
    rng = Random(luck)
    match = DoppelkopfMatch(any_rules(rng), 4)
    match.apply(None, Deal(seed(luck)))
    top = looked_at(DoppelkopfTop(), match, 0)
    while match.phase in ("reservations", "tricks"):
        tricks = len(match.history)
        seat = match.turn[0]
        told(top, match, match.apply(seat, choose(match, seat, rng)))
        # With the second spade queen of a black sow the game changes after its trick.
        if len(match.history) > tricks and match.phase == "tricks" and match.asking is None:
            assert top.view is not None
            taken = top.view.tricks[-1]
            # As it was when the fourth card lay on the table.
            top.view = replace(top.view, tricks=top.view.tricks[:-1])
            assert top.winning(replace(taken, winner=None)) == taken.winner


@pytest.mark.parametrize(("word", "cards"), [("re", 11), ("no90", 10), ("black", 7)])
def test_each_call_is_shown_with_the_cards_one_must_still_have(word: str, cards: int) -> None:
    match = new()
    match.apply(None, Deal(seed(3)))
    healthy(match)
    for seat in range(4):
        top = looked_at(DoppelkopfTop(), match, seat)
        until = {call.action.word: call.until for call in top.possible_calls()}
        assert until.get(word, cards) == cards
        assert until["no90"] == 10


def test_the_cursor_stays_at_its_card_when_another_is_played() -> None:
    match = new()
    match.apply(None, Deal(seed(3)))
    healthy(match)
    top = looked_at(DoppelkopfTop(), match, 0)
    top.cursor = 5
    wanted = top.at_cursor
    told(top, match, match.apply(0, Play(top.hand[0])))
    assert top.at_cursor == wanted


def test_a_finished_round_is_kept_for_review() -> None:
    rng = Random(4)
    match = new()
    match.apply(None, Deal(seed(4)))
    top = looked_at(DoppelkopfTop(), match, 2)
    while match.round == 1:
        if match.awaits_deal:
            told(top, match, match.apply(None, Deal(seed(5))))
        else:
            seat = match.turn[0]
            told(top, match, match.apply(seat, choose(match, seat, rng)))
    kept = top.finished[1]
    assert all(hand is not None and len(hand) == 12 for hand in kept.hands)
    assert top.view is not None and top.view.round == 2


def test_actions_that_are_asked_for_anew_replace_what_was_known() -> None:
    match = new()
    match.apply(None, Deal(seed(3)))
    top = looked_at(DoppelkopfTop(), match, 0)
    assert Say("reservation_no") in top.legal
    top.hear(wire.Actions(seq=9, turn=[1], legal=[], forms=[], deadline=None))
    assert (top.seq, top.turn, top.legal) == (9, (1,), ())
