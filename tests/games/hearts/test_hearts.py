"""The rules of the tests' own game, as far as other tests build on them."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.french import CLUBS, HEARTS, SPADES, card_of
from stammtisch.games.game import Deal, Refusal, Timeout
from tests.games.hearts.imagining import TWO_OF_CLUBS, voids_of
from tests.games.hearts.match import HEARTS_GAME, QUEEN_OF_SPADES, HeartsMatch
from tests.games.hearts.records import HeartsRules, Pass, Passed, Play, Scored, Trick


def dealt(seed: bytes = b"seed", **changes: object) -> HeartsMatch:
    match = HeartsMatch(HeartsRules.named("plain", changes), 4)
    match.apply(None, Deal(seed))
    return match


def test_three_cards_go_to_the_left_and_only_two_know_them() -> None:
    match = dealt()
    gave = [tuple(hand[:3]) for hand in match.hands]
    events = [event for seat in range(4) for event in match.apply(seat, Pass(gave[seat]))]
    assert set(gave[3]) <= set(match.hands[0])
    passed = next(event for event in events if isinstance(event, Passed))
    assert [passed.seen_by(seat).cards for seat in (0, 1, 2, None)] == [
        gave[0],
        gave[0],
        None,
        None,
    ]
    assert match.view(1).got == gave[0]


def test_a_pass_is_a_form_that_stands_for_many() -> None:
    match = dealt()
    (form,) = match.forms(2)
    assert form.fields[0].of == tuple(match.hands[2])
    with pytest.raises(Refusal, match="Pass 3 different cards that you hold"):
        match.verify(2, Pass((0, 0, 1)))


def test_the_two_of_clubs_leads_and_suit_is_followed() -> None:
    match = dealt(passing=False)
    (leader,) = match.turn
    assert match.actions(leader) == [Play(TWO_OF_CLUBS)]
    match.apply(leader, Play(TWO_OF_CLUBS))
    (second,) = match.turn
    assert all(card // 13 == CLUBS for card in match.playable(second))


def test_the_queen_of_spades_costs_thirteen_and_all_of_it_costs_the_others() -> None:
    match = dealt(passing=False)
    hearts = [card_of(HEARTS, rank) for rank in range(12)]
    rows = [tuple(hearts[at : at + 4]) for at in range(0, 12, 4)]
    last = (card_of(SPADES, 12), QUEEN_OF_SPADES, card_of(HEARTS, 12), card_of(CLUBS, 5))
    match.tricks = [Trick(0, row) for row in rows]
    match.hands = [[card] for card in last]
    match.tricks.append(Trick(0, ()))
    scored = [
        event
        for seat, card in enumerate(last)
        for event in match.apply(seat, Play(card))
        if isinstance(event, Scored)
    ]
    assert sum(scored[0].points) == 26
    assert match.awaits_deal and match.totals == list(scored[0].points)


def test_a_match_goes_on_from_what_another_left() -> None:
    carry = {"deal": 4, "totals": [90, 80, 70, 60]}
    match = HEARTS_GAME.new(HeartsRules.named("plain"), 4, carry)
    match.apply(None, Deal(b"seed"))
    assert match.view(None).deal == 5
    assert match.carried() == {**carry, "deal": 5}


def test_the_clock_passes_and_plays_for_whoever_is_late() -> None:
    match = dealt(turn_clock=5)
    with pytest.raises(Refusal, match="not over yet"):
        match.apply(None, Timeout(), 4_999)
    match.apply(None, Timeout(), 5_000)
    assert match.phase == "playing"


def test_an_imagined_deal_keeps_to_what_was_seen() -> None:
    match = dealt()
    rng = Random(1)
    while match.phase in ("passing", "playing") and sum(map(len, match.hands)) > 12:
        seat = match.turn[0]
        match.apply(seat, rng.choice(match.actions(seat)))
    for number in range(20):
        twin = match.resample(0, Random(number))
        for seat in range(1, 4):
            voids = voids_of(seat, match.tricks, 4)
            assert not any(card // 13 in voids for card in twin.hands[seat])
        passed = [card for card in match.gave[0] if card in match.hands[1]]
        assert set(passed) <= set(twin.hands[1])
