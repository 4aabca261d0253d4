"""Rules of thumb, as the medium bot follows them."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.bots.tarock.players import REASONS
from stammtisch.bots.tarock.position import known_at_start, known_from, side_of
from stammtisch.bots.tarock.thumbs import rollout
from stammtisch.games.game import Deal
from stammtisch.games.tarock.cards import NAMES
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import CallKing, Exchange, Play
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import bid, dealt, play


def medium(match: TarockMatch) -> tuple[str, str]:
    decision = bot_for("tarock", "medium").choose(match.observation(match.mover), Random(1))
    assert isinstance(decision.action, Play)
    return decision.action.card, decision.reason.sentence


def alone(*hands: str) -> TarockMatch:
    """Seat 0 plays without the talon, and leads."""
    match = dealt(hands)
    bid(match, "pass", "pass", "pass", "solo_without")
    while match.phase == "announcing":
        match.say((), ())
    return match


def test_a_strong_declarer_draws_taroks_from_the_top() -> None:
    match = alone("TS T21 T20 T19 T18 T17 T16 T15 CK SK HK DK")
    assert medium(match) == ("TS", "The best tarok draws the others.")


def test_the_last_card_takes_a_trick_as_dear_as_it_can() -> None:
    match = alone("C7 TS", "CK C9", "C10 T2", "CQ CJ T3")
    play(match, "C7 CK C10")
    assert medium(match) == ("CQ", "The partner has the trick: points to it.")
    match = alone("CN TS", "C8 C9", "C10 T2", "CK CJ T3")
    play(match, "CN C8 C10")
    assert medium(match) == ("CK", "The last card takes the trick.")


def test_a_pagat_takes_a_suit_home() -> None:
    match = alone("CK TS", "C8 C9", "C10 T2", "T1 T9 S7 S8 S9 S10 SJ SN SQ SK H4 H3")
    play(match, "CK C8 C10")
    assert medium(match) == ("T1", "The last card takes the trick.")


def test_in_klop_the_highest_card_goes_that_does_not_win() -> None:
    match = dealt(["CN C7", "C10 C8 C9", "CQ", "CK"])
    bid(match, "pass", "pass", "pass", "klop")
    while match.phase == "announcing":
        match.say((), ())
    play(match, "CN")
    assert medium(match) == ("C10", "Better no trick at all.")


def test_against_a_beggar_one_stays_low() -> None:
    match = dealt(["H4", "C7 C9", "C8", "CK"])
    bid(match, "beggar", "pass", "pass", "pass", "beggar")
    while match.phase == "announcing":
        match.say((), ())
    play(match, "C7 C8")
    # Whoever can must beat; the declarer has played already, so the king may as well go.
    assert medium(match)[0] == "CK"


def test_who_holds_the_called_king_is_known_once_it_is_played() -> None:
    match = dealt(["S7 S8 TS", "S9 SK", "S10", "SJ"], talon="H4 H3 H2 H1 D4 D3")
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("S"))
    offer = match.actions(0)[0]
    assert isinstance(offer, Exchange)
    match.apply(0, offer)
    while match.phase == "announcing":
        match.say((), ())
    assert known_from(match.view(2)).side == 0
    play(match, "S8 SK")
    assert known_from(match.view(2)).side == 0b0011


@pytest.mark.parametrize(
    "contract", ["klop", "three", "solo_two", "beggar", "open_beggar", "color_valat", "valat"]
)
def test_a_deal_by_thumb_is_legal_to_its_end(contract: str) -> None:
    """Each card that `rollout` plays is checked by the match itself."""
    for number in range(6):
        match = TarockMatch(TarockRules.named("common", {"deals": 1}), 4)
        match.apply(None, Deal(bytes([number]) * 32))
        bid(match, "pass", "pass", "pass", contract)
        if match.phase == "calling":
            match.apply(0, CallKing("C"))
        if match.phase == "exchange":
            match.apply(0, match.actions(0)[0])
        while match.phase == "announcing":
            match.say((), ())
        assert match.tricks is not None
        tricks = match.tricks.copy()
        count = rollout(tricks, known_at_start(match), -1, side_of(match))
        assert count == len(tricks.played) and tricks.over
        for one in tricks.played:
            play(match, NAMES[one & 63])
        assert match.outcome is not None


def test_each_reason_is_a_sentence() -> None:
    assert sorted(REASONS) == list(range(len(REASONS)))
    assert all(reason.sentence.endswith(".") for reason in REASONS.values())
