"""Whole deals of Tarock: who is told what, what is refused, numbers and copies."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal, Event, Refusal, Timeout
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import (
    Announce,
    AnnouncementMade,
    AnnouncingOver,
    Bid,
    CallKing,
    CardPlayed,
    Dealt,
    Exchange,
    ExchangeBegan,
    Exchanged,
    Play,
    TalonShown,
    ThrowIn,
    Vote,
)
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.deals import HANDS, TALON, play_out, refused, scored_match
from tests.games.tarock.playing import bid, dealt, play, strolled

# --- a deal with everything in it --------------------------------------------------------------


def test_a_deal_with_a_called_king_goes_through_all_phases() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass")
    won = match.apply(0, Bid("three"))
    assert [event.type for event in won] == ["bid_made", "bid_won", "calling_began"]
    called = match.apply(0, CallKing("H"))
    assert [event.type for event in called] == ["king_called", "talon_shown", "exchange_began"]
    assert called[1] == TalonShown((("T10", "S10", "T11"), ("T12", "T13", "T14")))
    exchanged = match.apply(0, Exchange(0, ("S10", "H4", "S7")))
    assert exchanged[0] == Exchanged(0, 0, ("S10", "T10", "T11"), (), ("S7", "S10", "H4"))
    match.apply(0, Announce(("trula",)))
    match.apply(1, Announce((), ("game",)))
    match.apply(2, Announce(("pagat_ultimo", "kings_ultimo")))
    match.apply(3, Announce((), ("trula",)))
    match.apply(0, Announce((), ("trula", "game")))
    match.apply(1, Announce())
    match.apply(2, Announce())
    events = match.apply(3, Announce())
    assert [type(event) for event in events[:2]] == [AnnouncementMade, AnnouncingOver]
    assert match.phase == "play"
    # Forehand leads; the mond never meets the skis, both are in one hand.
    play(match, "T21 T2 T6 T9  TS T3 T7 DK  T20 T4 T8 DQ")
    assert match.mover == 0
    assert refused(match, 2, Play("T1")) == "not_your_turn"
    play(match, "T19 T5")
    assert refused(match, 2, Play("HK")) == "must_follow"
    play(match, "T1 DN  D4 C7 S8 DJ")
    assert match.mover == 3
    result = play_out(match)
    items = {item.name: item.value for item in result.items}
    assert items["trula"] == 20 * 4
    # Forced to play the pagat in the fourth trick, seat 2 has lost its announcement.
    assert items["pagat_ultimo"] == -50
    assert items["contract"] == 10 * 4
    assert result.partner == 2
    assert result.scores[0] == result.scores[2] == sum(items.values())
    assert result.scores[1] == result.scores[3] == 0
    assert sum(map(len, result.hands)) + len(result.talon) == 54


def test_every_event_of_a_deal_reaches_only_those_who_may_know() -> None:
    for seed in range(25):
        rules = TarockRules.named("common", {"deals": 1})
        for _seat, _action, events in strolled(TarockMatch(rules, 4), Random(seed)):
            for event in events:
                outside = event.seen_by(None)
                for seat in range(4):
                    assert event.seen_by(seat) == outside or seat in event.insiders
                    check_secrets(event, seat)
                check_secrets(event, None)


def check_secrets(event: Event, seat: int | None) -> None:
    seen = event.seen_by(seat)
    if isinstance(seen, Dealt):
        assert [at for at in range(4) if seen.hands[at] is not None] == (
            [] if seat is None else [seat]
        )
    if isinstance(seen, Exchanged):
        assert (seen.cards is not None) == (seat == seen.seat)
        assert all(card.startswith("T") for card in seen.shown)
    if isinstance(seen, ExchangeBegan):
        assert (seen.invalid is not None) == (seat == seen.seat)
    if isinstance(seen, CardPlayed):
        assert (seen.valid is not None) == (seen.next is not None and seat == seen.next)
    if isinstance(seen, AnnouncementMade):
        assert (seen.valid_bonuses is not None) == (seen.next is not None and seat == seen.next)


def test_the_partner_is_a_secret_until_the_king_is_played() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    match.apply(0, Exchange(0, ("S10", "D4", "S7")))
    for seat, known in ((0, None), (1, None), (2, 2), (3, None), (None, None)):
        view = match.view(seat)
        assert (view.partner, view.partner_known) == (known, known is not None)
        assert view.discarded == (("S7", "S10", "D4") if seat == 0 else None)
        assert view.hand is None if seat is None else len(view.hand or ()) == 12
    play(match, "H4 T2")
    assert refused(match, 2, Play("T1")) == "must_follow"
    play(match, "HK")
    assert [match.view(seat).partner for seat in (0, 1, 2, 3, None)] == [2] * 5


def test_views_show_no_card_of_another_hand() -> None:
    rng = Random(5)
    for seed in range(8):
        match = TarockMatch(TarockRules.named("common", {"deals": 1}), 4)
        for _ in strolled(match, Random(seed)):
            if match.phase not in ("bidding", "calling", "exchange", "announcing", "play"):
                continue
            seat = rng.choice([0, 1, 2, 3, None])
            words = repr(match.view(seat))
            view = match.view(seat)
            hidden = {
                name
                for other in range(4)
                if other != seat and not (view.open_hand and other == match.declarer)
                for name in (match.view(other).hand or ())
            } - {name for pile in view.piles for name in pile}
            assert not [name for name in hidden if f"'{name}'" in words]


# --- refusals ----------------------------------------------------------------------------------


def test_what_is_refused_before_the_first_trick() -> None:
    match = TarockMatch(TarockRules.named("common"), 4)
    assert refused(match, 0, Bid("pass")) == "wrong_phase"
    match.apply(None, Deal(b"seed"))
    assert refused(match, None, Deal(b"again")) == "already_dealt"
    assert refused(match, 1, Deal(b"mine")) == "house_only"
    assert refused(match, None, Bid("pass")) == "no_seat"
    assert refused(match, 7, Bid("pass")) == "no_seat"
    assert refused(match, 0, Bid("pass")) == "not_your_turn"
    assert refused(match, 1, Bid("three")) == "invalid_contract"
    assert refused(match, 1, Play("T1")) == "wrong_phase"
    assert refused(match, 1, ThrowIn()) == "no_throw_in"
    assert refused(match, 1, Vote("continue")) == "wrong_phase"
    assert refused(match, None, Timeout()) == "no_clock"
    assert refused(match, 1, object()) == "unknown_action"
    bid(match, "pass", "pass", "pass")
    assert refused(match, 0, Bid("pass")) == "must_bid"


def test_what_is_refused_with_king_and_talon() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "three")
    assert refused(match, 0, CallKing("T")) == "invalid_suit"
    assert refused(match, 1, CallKing("H")) == "not_your_turn"
    match.apply(0, CallKing("H"))
    assert refused(match, 0, Exchange(2, ("H4", "H3", "D4"))) == "invalid_pick"
    assert refused(match, 0, Exchange(-1, ("H4", "H3", "D4"))) == "invalid_pick"
    assert refused(match, 0, Exchange(0, ("H4", "H3"))) == "wrong_number"
    assert refused(match, 0, Exchange(0, ("H4", "H4", "H3"))) == "wrong_number"
    assert refused(match, 0, Exchange(0, ("H4", "H3", "T12"))) == "not_yours"
    assert refused(match, 0, Exchange(0, ("H4", "H3", "T21"))) == "never_laid_down"
    assert refused(match, 0, Exchange(0, ("H4", "H3", "T20"))) == "low_cards_first"
    assert refused(match, 0, Exchange(0, ("H4", "H3", "X9"))) == "no_such_card"
    match.apply(0, Exchange(0, ("H4", "H3", "D4")))
    assert refused(match, 0, Announce(("kings_ultimo",))) == "invalid_bonus"
    assert refused(match, 0, Announce(("trula", "trula"))) == "invalid_bonus"
    assert refused(match, 0, Announce((), ("game",))) == "invalid_kontra"
    match.apply(0, Announce(("trula",)))
    assert refused(match, 1, Announce((), ("game", "game"))) == "invalid_kontra"
    assert refused(match, 1, Announce(("pagat_ultimo",))) == "invalid_bonus"
    play(match, "S7")
    assert refused(match, 1, Play("CK")) == "must_play_tarok"
    assert refused(match, 1, Play("T1")) == "not_in_hand"


def test_an_announced_ultimo_is_locked() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    match.apply(0, Exchange(0, ("S10", "D4", "S7")))
    match.apply(0, Announce())
    match.apply(1, Announce())
    match.apply(2, Announce(("pagat_ultimo",)))
    play(match, "T15 T2")
    assert refused(match, 2, Play("T1")) == "ultimo_locked"


# --- numbers and forms -------------------------------------------------------------------------


def test_every_listed_action_has_a_number_of_its_own_and_comes_back_from_it() -> None:
    for seed in range(10):
        match = TarockMatch(TarockRules.named("common", {"deals": 2}), 4)
        for _ in strolled(match, Random(seed)):
            for seat in range(4):
                listed = match.actions(seat)
                numbers = [match.number(action) for action in listed]
                assert len(set(numbers)) == len(numbers)
                for action, number in zip(listed, numbers, strict=True):
                    match.verify(seat, action)
                    assert match.action(seat, number) == action
                assert {form.number for form in match.forms(seat)} <= set(numbers)


@pytest.mark.parametrize("number", [-1, 10_000])
def test_there_is_no_action_of_any_other_number(number: int) -> None:
    with pytest.raises(Refusal):
        scored_match().action(0, number)


def test_a_quiet_match_comes_to_the_same() -> None:
    for seed in range(10):
        told = TarockMatch(TarockRules.named("common", {"deals": 3}), 4)
        quiet = told.copy()
        quiet.quiet = True
        at = 0
        for seat, action, _events in strolled(told, Random(seed)):
            at += 100
            assert quiet.apply(seat, action, at) == [] or not isinstance(action, Play)
            assert quiet.digest() == told.digest()
        assert quiet.sheet.results() == told.sheet.results()


def test_a_copy_goes_its_own_way() -> None:
    match = dealt(HANDS, TALON)
    for _ in strolled(match, Random(2), 20):
        before = match.state()
        twin = match.copy()
        assert twin.digest() == match.digest()
        for _ in strolled(twin, Random(3), 30):
            pass
        assert match.state() == before
