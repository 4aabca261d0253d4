"""Tables imagined from a view: they look the same, and nothing in them contradicts it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.games.doppelkopf.cards import pairs
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Pass, Return, Say
from stammtisch.games.doppelkopf.reservations import trumps_of
from stammtisch.games.game import Seat
from tests.games.doppelkopf.playing import any_rules, dealt, healthy, play, say, step
from tests.games.doppelkopf.test_tricks import DEAL

QUEENS = pairs("cq")


def dreams(match: DoppelkopfMatch, seat: Seat | None, count: int = 40) -> list[DoppelkopfMatch]:
    rng = Random(7)
    found = [match.resample(seat, rng) for _ in range(count)]
    for dream in found:
        assert dream.view(seat) == match.view(seat)
        cards = 0
        for hand in dream.hands:
            assert not hand & cards
            cards |= hand
    return found


@pytest.mark.parametrize("number", range(60))
def test_whatever_happens_it_looks_the_same(number: int) -> None:
    rng = Random(number)
    match = DoppelkopfMatch(any_rules(rng), 4)
    for now in range(250):
        if match.outcome is not None:
            break
        step(match, rng, now)
        if now % 5 == 0:
            seat = rng.choice((0, 1, 2, 3, None))
            view = match.view(seat)
            dream = DoppelkopfMatch.sample_state(match.rules, 4, view, rng)
            assert dream.view(seat) == view
            assert dream.observation(seat) == match.observation(seat)
            for mover in dream.turn:
                assert dream.actions(mover), "and one can play on in it"


def test_the_others_hands_differ_from_dream_to_dream() -> None:
    match = dealt(DEAL)
    healthy(match)
    hands = {tuple(dream.hands) for dream in dreams(match, 0)}
    assert len(hands) > 30
    assert {hand[0] for hand in hands} == {match.hands[0]}


def test_a_suit_that_was_not_followed_is_gone() -> None:
    match = dealt(DEAL)
    healthy(match)
    play(match, "sq sq sj dk hq sj hq d10")
    play(match, "dj hj dj ha")
    trumps = match.order.trumps
    assert all(not dream.hands[3] & trumps for dream in dreams(match, 1))
    assert any(dream.hands[2] & trumps for dream in dreams(match, 1))


def test_who_said_re_has_a_club_queen_and_who_said_kontra_has_none() -> None:
    match = dealt(DEAL)
    healthy(match)
    match.apply(0, Say("re"))
    match.apply(1, Say("kontra"))
    alone = 0
    for dream in dreams(match, 3):
        assert dream.hands[0] & QUEENS and not dream.hands[1] & QUEENS
        assert dream.re & 1 and not dream.re & 2
        alone += dream.game == "silent_wedding"
    assert 0 < alone < 40, "both may be in one hand"


def test_a_bride_has_both_club_queens() -> None:
    match = dealt(("cq cq",))
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "wedding_yes")
    for dream in dreams(match, 2):
        assert dream.hands[0] & QUEENS == QUEENS


def test_who_called_pigs_has_the_other_fox() -> None:
    match = dealt(("da da cq", "cq"), pigs="two_on_play")
    healthy(match)
    say(match, "pigs")
    play(match, "da")
    for dream in dreams(match, 2):
        assert dream.hands[0] & pairs("da")


POOR = "cq dj d9 ca ca c10 ck sa s10 sk ha hk"


def sold(**options: Any) -> DoppelkopfMatch:
    match = dealt((POOR, "cq sq sq hq hq dq dq cj cj sj sj hj"), **options)
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, "poverty_accept")
    match.apply(1, Return(("dj", "hj", "sj")))
    say(match, "poverty_return_3")
    return match


def test_a_poor_player_has_no_trumps_but_those_that_came_back() -> None:
    match = sold(poverty="sell")
    for dream in dreams(match, 2):
        assert trumps_of(dream, dream.hands[0]).bit_count() == 3
    for dream in dreams(match, 1):
        assert dream.hands[0] & pairs("sj") and dream.hands[0] & pairs("hj")


def test_the_seller_knows_what_the_buyer_has() -> None:
    match = sold(poverty="sell")
    for dream in dreams(match, 0):
        assert dream.hands[1] & QUEENS
        assert dream.dealt[0] == match.dealt[0] or dream.view(0).dealt == match.view(0).dealt


def test_who_has_seen_circulating_cards_knows_where_they_can_be() -> None:
    match = dealt((POOR, "", "cq sq sq hq hq dq dq cj cj sj sj hj"), poverty="circulate")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, "poverty_decline", "poverty_accept")
    match.apply(2, Return(("dj", "hj", "sj")))
    say(match, "poverty_return_3")
    assert any(not dream.hands[2] & QUEENS for dream in dreams(match, 3, 200)), "has not seen them"
    for dream in dreams(match, 1):
        assert (dream.hands[2] | dream.hands[0]) & QUEENS


def test_what_is_imagined_depends_on_the_view_alone() -> None:
    match = dealt(DEAL)
    healthy(match)
    play(match, "ca ca ck c9 sa")
    other = match.resample(1, Random(3))
    assert match.hands != other.hands
    assert match.resample(1, Random(5)).digest() == other.resample(1, Random(5)).digest()
