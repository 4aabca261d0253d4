"""Each contract from the lead to its end, and what the talon does in it."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import CallKing, CardPlayed, Exchange, HandOpened, Play
from stammtisch.games.tarock.rules import CONTRACTS, TarockRules
from tests.games.tarock.deals import HANDS, TALON, last_result, play_out, refused
from tests.games.tarock.playing import bid, dealt, play, strolled

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
