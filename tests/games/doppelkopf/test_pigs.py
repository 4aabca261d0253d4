"""Pigs and superpigs that are called while cards are played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import CardPlayed, Play, Say
from tests.games.doppelkopf.playing import dealt, healthy, held, play, refused, say

#: Seat 0 has both foxes; seat 1 both diamond nines and the heart tens.
HANDS = (
    "da da cq hq hq dk ca c10 sa s10 ha hk",
    "d9 d9 h10 h10 cq sq sq cj cj sj sj dq",
    "dq hj hj dj dj d10 d10 dk ck ck sk sk",
)


def begun(pigs: str, superpigs: str = "none", **options: Any) -> DoppelkopfMatch:
    match = dealt(HANDS, pigs=pigs, superpigs=superpigs, **options)
    healthy(match)
    return match


def call(match: DoppelkopfMatch, word: str, seat: int = 0) -> bool:
    return Say(word) in match.actions(seat)


def ranks(match: DoppelkopfMatch) -> list[tuple[str, str | None]]:
    tricks = (*match.view(None).tricks, match.view(None).trick)
    return [(one.card, one.rank) for trick in tricks if trick for one in trick.cards]


def test_both_are_pigs_when_the_first_is_played() -> None:
    match = begun("two_on_play")
    assert call(match, "pigs") and not call(match, "pigs", 1)
    say(match, "pigs")
    assert match.actions(0)[0] == Play("da")
    assert refused(match, 0, Play("ca")) == "called_pigs"
    play(match, "da h10 dk")
    play(match, held(match)[0])
    assert match.history[0].winner == 0, "a pig beats a heart ten"
    assert ranks(match)[0] == ("da", "pig")
    play(match, "da")
    assert ranks(match)[-1] == ("da", "pig")


def test_one_first_only_the_first_is_a_pig() -> None:
    match = begun("one_first")
    say(match, "pigs")
    play(match, "da h10 dk")
    play(match, held(match)[0])
    assert match.history[0].winner == 0
    play(match, "da h10")
    assert [rank for card, rank in ranks(match) if card == "da"] == ["pig", None]
    assert refused(match, match.mover, Say("pigs")) == "already_called"


def test_one_first_is_no_more_when_a_fox_was_played() -> None:
    match = begun("one_first")
    play(match, "da")
    while match.turn != (0,):
        play(match, held(match)[0])
    assert refused(match, 0, Say("pigs")) == "invalid_pigs"


def test_one_on_play_either_may_be_the_pig() -> None:
    match = begun("one_on_play")
    assert call(match, "pigs")
    play(match, "da")
    while match.turn != (0,):
        play(match, held(match)[-1])
    say(match, "pigs")
    play(match, "da")
    assert [rank for card, rank in ranks(match) if card == "da"] == [None, "pig"]


def test_one_on_fox_needs_the_other_to_have_been_played_as_a_fox() -> None:
    match = begun("one_on_fox")
    assert refused(match, 0, Say("pigs")) == "invalid_pigs"
    play(match, "da")
    while match.turn != (0,):
        play(match, held(match)[-1])
    assert call(match, "pigs")


def test_pigs_that_could_not_be_played_are_not_called() -> None:
    match = dealt(("cq da da ca", "cq", "", "c9"), first=3, pigs="two_on_play")
    healthy(match)
    play(match, "c9")
    assert refused(match, 0, Say("pigs")) == "not_playable"


def test_pigs_are_called_on_ones_turn() -> None:
    match = dealt(HANDS, first=3, pigs="two_on_play")
    healthy(match)
    assert refused(match, 0, Say("pigs")) == "wrong_turn"


def test_there_are_no_pigs_in_a_jack_solo_and_other_foxes_in_a_suit_solo() -> None:
    match = dealt(HANDS, pigs="two_on_play")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_jack")
    assert refused(match, 0, Say("pigs")) == "invalid_pigs_game"
    suit = dealt(("ca ca",), pigs="two_on_play")
    say(suit, "reservation_yes", *["reservation_no"] * 3, "solo_clubs")
    say(suit, "pigs")
    assert refused(suit, 0, Play("cq")) == "called_pigs"


@pytest.mark.parametrize("pigs", ["none", "two_reservation"])
def test_where_pigs_are_not_called_on_play(pigs: str) -> None:
    assert refused(begun(pigs), 0, Say("pigs")) == "invalid_pigs_call"


def test_superpigs_on_the_pig_are_called_out_of_turn_in_the_same_trick() -> None:
    match = begun("two_on_play", "on_pig")
    assert refused(match, 1, Say("superpigs")) == "invalid_superpigs_call"
    say(match, "pigs")
    assert 1 in match.speakers and call(match, "superpigs", 1)
    assert refused(match, 2, Say("superpigs")) == "invalid_superpigs"
    twin = match.copy()
    twin.apply(1, Say("superpigs"))
    play(twin, "da d9")
    assert ranks(twin)[-1] == ("d9", "superpig")
    assert twin.order.beats[2 * 23] >> 2 * 18 & 1, "the superpig beats the pig"
    for _ in range(4):
        seat = match.turn[0]
        match.apply(seat, next(one for one in match.actions(seat) if isinstance(one, Play)))
    assert refused(match, 1, Say("superpigs")) == "invalid_superpigs_call"


def test_superpigs_of_a_reservation_wait_for_pigs_that_are_called_on_play() -> None:
    match = begun("two_on_play", "reservation")
    assert refused(match, 1, Say("superpigs")) == "invalid_superpigs_call"
    say(match, "pigs")
    assert call(match, "superpigs", 1)
    match.apply(1, Say("superpigs"))
    assert match.superpigs == 1


def test_superpigs_on_play_must_be_played() -> None:
    match = begun("two_on_play", "on_play")
    say(match, "pigs")
    play(match, "da")
    events = say(match, "superpigs")
    assert refused(match, 1, Play("h10")) == "called_superpigs"
    assert match.view(1).must_follow == "superpigs"
    events = play(match, "d9")
    assert [one.rank for one in events if isinstance(one, CardPlayed)] == ["superpig"]


@pytest.mark.parametrize("pigs", ["two_on_play", "one_first", "one_on_play"])
@pytest.mark.parametrize("caller", [0, 2])
def test_nobody_sees_whether_a_lenient_caller_has_a_fox(pigs: str, caller: int) -> None:
    """Seat 2 has none."""
    match = dealt(HANDS, "lenient", first=caller, pigs=pigs, superpigs="on_play")
    healthy(match)
    say(match, "pigs")
    for seat in (0, 1, 2, 3, None):
        assert match.view(seat).must_follow == "pigs"
        assert match.resample(seat, Random(1)).observation(seat) == match.observation(seat)
    assert refused(match, caller, Say("superpigs")) == "invalid_superpigs_call"
    play(match, "hk" if caller == 0 else "sk")
    assert match.view(None).must_follow is None
    call = next(move for move in match.log if move.data == "pigs")
    assert not call.legal, "no pig followed"


def test_nobody_sees_whether_a_lenient_caller_has_a_superpig() -> None:
    match = dealt(HANDS, "lenient", pigs="two_on_play", superpigs="on_play")
    healthy(match)
    say(match, "pigs")
    play(match, "da d9")
    say(match, "superpigs")
    assert match.view(0).must_follow == "superpigs"


def test_a_pig_that_is_caught_is_no_fox() -> None:
    """The other party's superpig takes it: as a fox that would be a point."""
    hands = (
        "da da cq hq hq dk ca c10 sa s10 ha hk",
        "d9 d9 h10 h10 dj sq sq cj cj sj sj dq",
        "dq hj hj dj cq d10 d10 dk ck ck sk sk",
    )
    caught = []
    for pigs in ("none", "two_on_play"):
        superpigs = "none" if pigs == "none" else "on_play"
        match = dealt(hands, pigs=pigs, superpigs=superpigs)
        healthy(match)
        if pigs != "none":
            say(match, "pigs")
        play(match, "da")
        if pigs != "none":
            say(match, "superpigs")
            play(match, "d9")
        else:
            play(match, "h10")
        play(match, "dq")
        play(match, held(match)[0])
        assert match.history[0].winner == 1
        while match.phase == "tricks":
            play(match, held(match)[0])
        caught.append(match.sheet[-1].kontra_extras.count("fox"))
    assert caught[0] > caught[1]
