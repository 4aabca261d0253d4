"""Whole deals of Tarock, from the auction to the score sheet."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal, Event, Refusal, Timeout
from stammtisch.games.tarock.contracts import CONTRACTS
from stammtisch.games.tarock.match import TAROCK, TarockMatch
from stammtisch.games.tarock.records import (
    Announce,
    AnnouncementMade,
    AnnouncingOver,
    Bid,
    BidWon,
    CallKing,
    CardPlayed,
    Dealt,
    Exchange,
    ExchangeBegan,
    Exchanged,
    HandOpened,
    MatchOver,
    Play,
    Result,
    Scored,
    TalonShown,
    ThrowIn,
    ThrownIn,
    Vote,
)
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import bid, dealt, play, strolled

#: A deal in which seat 0 holds high taroks, seat 1 clubs, seat 2 hearts and the king of it, and
#: seat 3 the rest.
HANDS = (
    "T21 TS T20 T19 T18 T17 T16 T15 H4 H3 D4 S7",
    "CK CQ CN CJ C10 C9 C8 C7 T2 T3 T4 T5",
    "HK HQ HN HJ H1 H2 T1 T6 T7 T8 S8 S9",
    "DK DQ DN DJ D1 D2 D3 SK SQ SN SJ T9",
)
TALON = "T10 S10 T11 T12 T13 T14"


def refused(match: TarockMatch, seat: int | None, action: object) -> str:
    """The code of the refusal; nothing has changed by it."""
    before = match.state()
    with pytest.raises(Refusal) as refusal:
        match.apply(seat, action)  # type: ignore[arg-type]
    assert match.state() == before
    assert refusal.value.code in TAROCK.refusals or refusal.value.code in (
        "no_seat",
        "house_only",
        "unknown_action",
    )
    assert refusal.value.reason.endswith(".")
    return refusal.value.code


def last_result(match: TarockMatch) -> Result:
    return match.sheet.results()[-1]


def play_out(match: TarockMatch, seed: int = 0) -> Result:
    """Any cards until the deal is scored."""
    rng = Random(seed)
    while match.phase in ("announcing", "play"):
        seat = match.mover
        match.apply(seat, rng.choice(match.actions(seat)))
    return last_result(match)


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


# --- the contracts -----------------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_contract_can_be_played_and_scored(contract: str) -> None:
    for seed in range(6):
        match = TarockMatch(TarockRules.named("common"), 4)
        match.apply(None, Deal(bytes([seed])))
        bid(match, "pass", "pass", "pass", contract)
        while match.phase in ("calling", "exchange"):
            match.apply(0, match.actions(0)[0])
        result = play_out(match, seed)
        assert (result.contract, result.declarer) == (contract, 0)
        assert match.phase == "scored"
        assert result.totals == result.scores
        own = {item.name for item in result.items}
        if contract == "klop":
            assert own <= {"klop", "klop_full", "klop_empty"}
        else:
            assert own & {"contract", "valat"}
            together = sum(item.value for item in result.items if item.seat is None)
            mond = sum(item.value for item in result.items if item.seat == 0)
            assert result.scores[0] == together + mond


@pytest.mark.parametrize(
    ("contract", "leader"),
    [(name, 0) for name in CONTRACTS[2:7]] + [(name, 1) for name in CONTRACTS[7:]],
)
def test_forehand_leads_but_for_games_without_talon(contract: str, leader: int) -> None:
    match = dealt(HANDS, TALON)
    bid(match, contract, "pass", "pass", "pass", contract)
    while match.phase in ("calling", "exchange", "announcing"):
        match.apply(match.mover, match.actions(match.mover)[0])
    assert match.mover == leader


def test_klop_gives_the_talon_to_the_first_six_tricks_face_up() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "klop")
    rng = Random(3)
    gifts: list[str | None] = []
    for _seat, _action, events in strolled(match, rng, 48):
        gifts += [
            event.gift
            for event in events
            if isinstance(event, CardPlayed) and event.winner is not None
        ]
    assert gifts == [*TALON.split(), *[None] * 6]
    result = last_result(match)
    assert result.radli == (1, 1, 1, 1)
    assert result.won is None


def test_a_beggar_ends_with_the_declarers_first_trick() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "beggar")
    play(match, "TS T2 T6 T9")
    result = last_result(match)
    assert (result.scores, result.tricks) == ((-70, 0, 0, 0), (1, 0, 0, 0))


def test_a_beggar_must_be_beaten_if_possible() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "beggar", "pass", "pass", "pass", "beggar")
    play(match, "T2")
    assert refused(match, 2, Play("T1")) == "pagat_last"
    play(match, "T8")
    play(match, "T9")
    assert refused(match, 0, Play("H4")) == "must_follow"
    play(match, "T15")
    assert match.mover == 0


def test_an_open_beggar_shows_the_hand_after_the_first_trick() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "open_beggar", "pass", "pass", "pass", "open_beggar")
    assert match.view(3).open_hand is None
    events = play(match, "T2 T8 T9 T15")
    assert isinstance(events[-2], CardPlayed)
    assert events[-1] == HandOpened(1, match.view(1).hand or ())
    assert match.view(None).open_hand == match.view(1).hand


def test_a_valat_ends_with_the_first_lost_trick() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "valat")
    play(match, "TS T2 T6 T9")
    assert match.sheet.results() == ()
    play(match, "H4 T3 HK DK")
    assert last_result(match).scores == (-500, 0, 0, 0)


def test_a_colour_valat_is_won_with_suits() -> None:
    match = dealt(HANDS, TALON)
    bid(match, "color_valat", "pass", "pass", "pass", "color_valat")
    play(match, "CK T1 T9 T21")
    assert match.mover == 1
    assert last_tricks(match) == [1]


def last_tricks(match: TarockMatch) -> list[int | None]:
    return [trick.winner for trick in match.view(None).tricks]


# --- the called king in the talon --------------------------------------------------------------

KING_IN_TALON = (
    "T21 TS T20 T19 T18 T17 T16 T15 H4 H3 D4 S7",
    "CK CQ CN CJ C10 C9 C8 C7 T2 T3 T4 T5",
    "HQ HN HJ H1 H2 T1 T6 T7 T8 S8 S9 S10",
    "DK DQ DN DJ D1 D2 D3 SK SQ SN SJ T9",
)


def test_a_trick_with_the_king_from_the_talon_wins_the_rest_of_it() -> None:
    match = dealt(KING_IN_TALON, "HK T11 T10 T12 T13 T14")
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    assert match.view(3).partner_known and match.view(3).partner is None
    match.apply(0, Exchange(0, ("H3", "D4", "S7")))
    play(match, "T21 T2 T6 T9  TS T3 T7 D1  T20 T4 T8 D2  T19 T5 T1 D3")
    before = match.seat_piles()[0].bit_count()
    play(match, "HK C7 H2 DJ")
    assert match.mover == 0
    assert match.seat_piles()[0].bit_count() == before + 4 + 3
    assert play_out(match).partner is None


def test_the_rest_of_the_talon_goes_to_the_others_if_the_king_is_not_won() -> None:
    match = dealt(KING_IN_TALON, "HK T11 T10 T12 T13 T14")
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    match.apply(0, Exchange(1, ("H3", "D4", "S7")))
    result = play_out(match)
    own = result.piles[0]
    assert result.points == own


MOND_IN_TALON = ("T20 TS T19 T18 T17 T16 T15 T14 H4 H3 D4 S7", *KING_IN_TALON[1:])


@pytest.mark.parametrize(("picked", "loser"), [(0, 0), (1, None)])
def test_a_mond_left_in_the_talon_costs_the_declarer(picked: int, loser: int | None) -> None:
    match = dealt(MOND_IN_TALON, "T10 T11 T12 T21 T13 HK")
    bid(match, "pass", "pass", "pass", "solo_three")
    match.apply(0, Exchange(picked, ("H3", "D4", "S7")))
    # With both in one hand, nobody can catch it.
    assert play_out(match).mond == loser


def test_the_king_from_the_talon_brings_the_mond_home() -> None:
    match = dealt(MOND_IN_TALON, "HK T11 T12 T21 T13 T10")
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    match.apply(0, Exchange(0, ("H3", "D4", "S7")))
    play(match, "TS T2 T6 T9  T20 T3 T7 D1  T19 T4 T8 D2  T18 T5 T1 D3  HK C7 H2 DJ")
    assert play_out(match).mond is None


def test_a_mond_caught_by_the_skis_costs_its_player() -> None:
    hands = ("TS C7 C8 C9 C10 CJ CN CQ S7 S8 S9 S10", "T21 H4 H3 H2 H1 HJ HN HQ D4 D3 D2 D1")
    match = dealt(hands)
    bid(match, "pass", "pass", "pass", "solo_one")
    match.apply(0, Exchange(5, ("S7",)))
    play(match, "TS T21")
    result = play_out(match)
    assert result.mond == 1
    assert result.scores[1] == -20


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


# --- from deal to deal -------------------------------------------------------------------------


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


def scored_match(**options: int) -> TarockMatch:
    match = dealt(HANDS, TALON, TarockRules.named("common", options))
    bid(match, "pass", "pass", "pass", "beggar")
    play(match, "TS T2 T6 T9")
    assert match.phase == "scored"
    return match


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
