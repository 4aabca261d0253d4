"""What all bots for Tarock have in common, at tables of any rules."""

from __future__ import annotations

import re
from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.bots.playing import play_match
from stammtisch.games.game import Action, Seat
from stammtisch.games.games import game_named
from stammtisch.games.tarock.match import TAROCK, TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, ThrowIn
from stammtisch.games.tarock.rules import TarockRules
from tests.bots.tarock.positions import THINKING, hasty, tables
from tests.games.tarock.playing import bid, dealt, play

__all__ = ["hasty"]

SENTENCE = re.compile(r"[A-Z].*\.")
#: Seat 1 bids first; seat 0 is forehand.
STRONG = "TS T21 T1 T20 T19 T18 T17 T16 T15 CK CQ SK"
#: Too high for a beggar, and too low for anything else.
WEAK = "T6 T9 T12 C7 C8 CJ S7 SJ H4 HJ D4 DQ"
TRULA = "TS T21 T1 T20 T19 T18 T11 T10 CK C8 SJ H4"


def chosen(level: str, match: TarockMatch, seat: Seat) -> Action | None:
    return bot_for("tarock", level).choose(match.observation(seat), Random(1)).action


def test_there_are_four_levels() -> None:
    assert game_named("tarock").all_levels == ("easy", "medium", "hard", "random")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", [*THINKING, "random"])
@pytest.mark.parametrize("number", range(3))
def test_every_choice_is_legal_and_has_a_reason(level: str, number: int) -> None:
    bot = bot_for("tarock", level)
    kinds: set[str] = set()
    for match in tables(number, 8, 80):
        for seat in match.turn:
            decision = bot.choose(match.observation(seat), Random(1))
            assert SENTENCE.fullmatch(decision.reason.sentence), decision.reason
            if decision.action is not None:
                kinds.add(decision.action.type)
                match.verify(seat, decision.action)
    assert {"bid", "announce", "play"} <= kinds


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", THINKING)
def test_hidden_cards_change_nothing(level: str) -> None:
    bot = bot_for("tarock", level)
    shuffle = Random(3)
    compared = 0
    for match in tables(11, 8, 70):
        for seat in match.turn:
            other = match.resample(seat, shuffle)
            if [other.held(at) for at in range(4)] == [match.held(at) for at in range(4)]:
                continue
            compared += 1
            mine, theirs = match.observation(seat), other.observation(seat)
            assert bot.choose(mine, Random(1)) == bot.choose(theirs, Random(1))
    assert compared > 150


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", [*THINKING, "random"])
@pytest.mark.parametrize("profile", TarockRules.profiles)
def test_four_of_a_kind_play_matches_to_their_end(level: str, profile: str) -> None:
    bots = [bot_for("tarock", level)] * 4
    rules = TarockRules.named(profile, {"deals": 3})
    result = play_match(TAROCK, rules, bots, b"four of a kind")
    assert result.outcome.kind in ("won", "draw")
    assert result.rounds == 3
    assert result == play_match(TAROCK, rules, bots, b"four of a kind")


def test_nobody_speaks_out_of_turn() -> None:
    for match in tables(5, 2, 60):
        assert match.speakers == ()


# --- obvious choices ---------------------------------------------------------------------------


@pytest.mark.parametrize("level", THINKING)
def test_a_strong_hand_bids_and_a_weak_one_passes(level: str) -> None:
    match = dealt(["", STRONG, WEAK])
    strong = chosen(level, match, 1)
    assert isinstance(strong, Bid) and strong.contract != "pass"
    bid(match, "pass")
    assert chosen(level, match, 2) == Bid("pass")


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_an_overwhelming_hand_is_played_alone(level: str) -> None:
    match = dealt(["", STRONG])
    bid(match, "two", "pass", "pass", "pass")
    raised = chosen(level, match, 1)
    assert isinstance(raised, Bid) and raised.contract.startswith(("solo_", "color_", "valat"))


@pytest.mark.parametrize("level", THINKING)
def test_forehand_with_a_weak_hand_plays_klop(level: str) -> None:
    match = dealt([WEAK])
    bid(match, "pass", "pass", "pass")
    assert chosen(level, match, 0) == Bid("klop")


@pytest.mark.parametrize("level", THINKING)
def test_a_king_is_called_that_one_does_not_have(level: str) -> None:
    match = dealt(["", "TS T20 T19 T18 T17 T16 T15 CK SK HK C7 D4"])
    bid(match, "two", "pass", "pass", "pass", "two")
    assert chosen(level, match, 1) == CallKing("D")


@pytest.mark.parametrize("level", THINKING)
def test_a_pile_with_the_mond_is_taken(level: str) -> None:
    match = dealt(["", "TS T20 T19 T18 T17 T16 T15 CK C7 C8 S7 D4"], talon="T21 HQ S8 S9 H4 H3")
    bid(match, "two", "pass", "pass", "pass", "two")
    match.apply(1, CallKing("D"))
    taken = chosen(level, match, 1)
    assert isinstance(taken, Exchange) and taken.picked == 0
    match.verify(1, taken)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_trula_in_a_strong_hand_is_announced(level: str) -> None:
    match = dealt(["", TRULA])
    bid(match, "solo_one", "pass", "pass", "pass", "solo_one")
    match.apply(1, Exchange(0, ("SJ",)))
    said = chosen(level, match, 1)
    assert isinstance(said, Announce) and "trula" in said.bonuses


@pytest.mark.parametrize("level", THINKING)
def test_a_weak_hand_says_nothing(level: str) -> None:
    match = dealt([WEAK, STRONG])
    bid(match, "solo_one", "pass", "pass", "pass", "solo_one")
    match.apply(1, Exchange(0, ("CQ",)))
    match.apply(1, Announce())
    while match.mover != 0:
        match.apply(match.mover, Announce())
    assert chosen(level, match, 0) == Announce()


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_skis_catches_a_mond(level: str) -> None:
    match = dealt(["T21 T20", "T5 T6", "T7 T8", "TS T9 T10"])
    bid(match, "pass", "pass", "pass", "solo_without")
    play(match, "T21 T5 T7")
    assert chosen(level, match, 3) == Play("TS")


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_mond_does_not_fall_under_the_skis(level: str) -> None:
    match = dealt(["TS T20", "T21 T6"])
    bid(match, "pass", "pass", "pass", "solo_without")
    play(match, "TS")
    card = chosen(level, match, 1)
    assert isinstance(card, Play) and card.card != "T21"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_partner_who_has_the_trick_is_fed(level: str) -> None:
    """Seats 1 to 3 play against a declarer alone: the king of seat 2 wins the third's queen."""
    match = dealt(["TS T21 T20 C7", "C8 C9", "CK CJ", "CQ C10"])
    bid(match, "pass", "pass", "pass", "solo_without")
    play(match, "C7 C8 CK")
    assert chosen(level, match, 3) == Play("CQ")


@pytest.mark.parametrize("level", THINKING)
def test_a_hand_without_taroks_is_thrown_in_unless_it_begs(level: str) -> None:
    plain = "CK CQ CN SK SQ SN HK HQ HN DK DQ DN"
    match = dealt(["", plain], redeal="on_demand")
    assert chosen(level, match, 1) == ThrowIn()
