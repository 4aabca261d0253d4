"""Dealer, totals, radli, votes, pauses and the end of a match of Tarock."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal, Refusal, Timeout
from stammtisch.games.tarock.match import TAROCK, TarockMatch
from stammtisch.games.tarock.records import (
    BidWon,
    Dealt,
    MatchOver,
    Play,
    Scored,
    ThrowIn,
    ThrownIn,
    Vote,
)
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.deals import HANDS, TALON, play_out, refused, scored_match
from tests.games.tarock.playing import bid, dealt, strolled


def test_the_deal_goes_round_and_totals_add_up() -> None:
    rules = TarockRules.named("common", {"deals": 5, "pause": 0, "radli_charge": 40})
    match = TarockMatch(rules, 4)
    over: list[MatchOver] = []
    for _seat, _action, events in strolled(match, Random(4)):
        over += [event for event in events if isinstance(event, MatchOver)]
    results = match.sheet.results()
    assert [result.dealer for result in results] == [3, 0, 1, 2, 3]
    assert [result.deal for result in results] == [1, 2, 3, 4, 5]
    totals = [sum(result.scores[seat] for result in results) for seat in range(4)]
    assert list(results[-1].totals) == totals
    left = results[-1].radli
    assert over[0].charged == tuple(40 * one for one in left)
    assert match.outcome is not None
    expected = tuple(total - 40 * one for total, one in zip(totals, left, strict=True))
    assert match.outcome.points == expected == over[0].totals
    best = max(expected)
    assert [rank == 1 for rank in match.outcome.ranks] == [one == best for one in expected]


def test_a_radelc_is_spent_by_winning_and_kept_by_losing() -> None:
    for seed in range(40):
        match = dealt(HANDS, TALON)
        match.radli = [1, 1, 0, 0]
        bid(match, "pass", "pass", "pass", "solo_three")
        match.apply(0, match.actions(0)[0])
        result = play_out(match, seed)
        assert result.doubled
        valat = any(item.name == "valat" for item in result.items)
        assert result.radli == (1 - bool(result.won) + valat, 1 + valat, valat, valat)


def test_the_next_deal_comes_when_all_continue() -> None:
    match = scored_match()
    for seat in (2, 0, 3, 1):
        assert seat in match.turn
        match.apply(seat, Vote("continue"))
    assert match.awaits_deal
    assert set(match.view(0).votes) == {None}
    (told, _) = match.apply(None, Deal(b"next"))
    assert isinstance(told, Dealt)
    assert (told.deal, told.dealer, told.radli) == (2, 0, (1, 1, 1, 1))


def test_to_stop_is_legal_at_once_and_listed_when_somebody_wants_it() -> None:
    match = scored_match()
    assert match.view(0).choices == ("continue", "adjourn")
    assert match.actions(1) == [Vote("continue")]
    match.apply(0, Vote("adjourn"))
    assert match.actions(1) == [Vote("continue"), Vote("adjourn")]


def test_those_who_go_on_may_change_their_minds_while_one_wants_to_stop() -> None:
    match = scored_match()
    for seat, choice in enumerate(("continue", "continue", "adjourn", "continue")):
        match.apply(seat, Vote(choice))  # type: ignore[arg-type]
    assert not match.awaits_deal
    assert match.turn == (0, 1, 3)
    assert match.apply(0, Vote("continue")) == []
    for seat in (0, 1, 3):
        match.apply(seat, Vote("adjourn"))
    assert match.outcome is not None and match.outcome.kind == "adjourned"


def test_the_next_deal_comes_by_itself_after_the_pause() -> None:
    match = scored_match(pause=7)
    assert match.deadline == 7000
    with pytest.raises(Refusal):
        match.apply(None, Timeout(), 6999)
    match.apply(None, Timeout(), 7000)
    assert match.awaits_deal


def test_all_four_can_adjourn_and_go_on_another_day() -> None:
    match = scored_match()
    for seat in range(4):
        match.apply(seat, Vote("adjourn"))
    assert match.outcome is not None and match.outcome.kind == "adjourned"
    carried = match.carried()
    assert carried == {"deals": 1, "dealer": 0, "totals": [-70, 0, 0, 0], "radli": [1, 1, 1, 1]}
    later = TAROCK.new(match.rules, 4, carried)
    (told, _) = later.apply(None, Deal(b"later"))
    assert isinstance(told, Dealt)
    assert (told.deal, told.dealer, told.totals) == (2, 0, (-70, 0, 0, 0))
    assert scored_match().carried() is None


def test_only_a_match_without_a_last_deal_can_be_ended() -> None:
    assert refused(scored_match(), 0, Vote("end")) == "bad_choice"
    match = scored_match(deals=0, radli_charge=40)
    for seat in range(4):
        match.apply(seat, Vote("end"))
    assert match.outcome is not None
    assert match.outcome.points == (-110, -40, -40, -40)
    assert match.outcome.ranks == (4, 1, 1, 1)
    assert refused(match, 0, Vote("end")) == "over"
    assert refused(match, 0, Play("T1")) == "over"
    assert match.carried() is None


def test_who_has_no_tarok_may_throw_in_where_the_table_plays_so() -> None:
    hands = ("T1 T2 T3", "CK CQ CN CJ C10 C9 C8 C7 SK SQ SN SJ")
    match = dealt(hands, redeal="on_demand")
    assert ThrowIn() in match.actions(1)
    events = match.apply(1, ThrowIn())
    assert isinstance(events[0], ThrownIn)
    assert match.awaits_deal
    (told, _) = match.apply(None, Deal(b"again"))
    assert isinstance(told, Dealt)
    assert (told.deal, told.dealer) == (1, 3)


def test_the_table_plays_for_who_is_too_slow() -> None:
    match = TarockMatch(TarockRules.named("common", {"turn_clock": 10, "deals": 1}), 4)
    at = 0
    match.apply(None, Deal(b"slow"), at)
    while match.outcome is None:
        assert match.deadline is not None
        at = match.deadline
        match.apply(None, Timeout(), at)
    # Three pass, and forehand has to bid the least there is.
    assert [bid.contract for bid in match.view(0).bids][:4] == ["pass", "pass", "pass", "klop"]


def test_events_tell_who_won_the_auction_and_the_deal() -> None:
    match = TarockMatch(TarockRules.named("common", {"deals": 1}), 4)
    told = [event for _, _, events in strolled(match, Random(9)) for event in events]
    (won,) = [event for event in told if isinstance(event, BidWon)]
    (scored,) = [event for event in told if isinstance(event, Scored)]
    assert (won.seat, won.contract) == (scored.result.declarer, scored.result.contract)
