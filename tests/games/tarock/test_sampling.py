"""Tables imagined from one seat's view."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Deal
from stammtisch.games.tarock.cards import TAROKS, named
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play
from stammtisch.games.tarock.rules import TarockRules
from stammtisch.games.tarock.view import View
from tests.games.tarock.playing import any_rules, bid, dealt, play, strolled


def replay(twin: TarockMatch) -> None:
    """All that the imagined table says has happened is legal with the cards it has."""
    view = twin.view(None)
    fresh = TarockMatch(twin.rules, 4)
    fresh.done, fresh.first_dealer = twin.done, twin.first_dealer
    fresh.radli, fresh.totals = twin.radli[:], twin.totals[:]
    fresh.lay(twin.dealt, twin.talon)
    for made in view.bids:
        fresh.apply(made.seat, Bid(made.contract))
    if view.called:
        fresh.apply(twin.declarer, CallKing(view.called))
    if view.picked is not None:
        discarded = twin.view(twin.declarer).discarded or ()
        fresh.apply(twin.declarer, Exchange(view.picked, discarded))
    for said in view.said:
        kontra = tuple(one.target for one in said.kontra)
        fresh.apply(said.seat, Announce(said.bonuses, kontra))
    for trick in (*view.tricks, *([view.trick] if view.trick else [])):
        for place, card in enumerate(trick.cards):
            fresh.apply((trick.leader + place) % 4, Play(card))
    assert fresh.state()[4:9] == twin.state()[4:9]


LIVE = ("bidding", "calling", "exchange", "announcing", "play")


@pytest.mark.parametrize("part", range(4))
def test_an_imagined_table_looks_the_same_and_could_have_happened(part: int) -> None:
    for seed in range(part, 60, 4):
        rng = Random(seed)
        rules = any_rules(rng, deals=2, turn_clock=0)
        match = TarockMatch(rules, 4)
        for _ in strolled(match, rng):
            if rng.random() > 0.2:
                continue
            seat = rng.choice([0, 1, 2, 3, None])
            view = match.view(seat)
            twin = TarockMatch.sample_state(rules, 4, view, rng)
            assert twin.view(seat) == view, (seed, match.phase)
            assert twin.turn == match.turn
            if match.phase in LIVE:
                replay(twin)
                if rules.redeal == "automatic":
                    assert all(hand & TAROKS for hand in twin.dealt), seed


def test_it_knows_no_more_than_the_view() -> None:
    """Two matches that look the same to a seat are imagined the same from the same numbers."""
    first = TarockMatch(TarockRules.named("common"), 4)
    first.apply(None, Deal(b"one"))
    other = first.copy()
    hands = first.dealt[:]
    hands[2], hands[3] = hands[3], hands[2]
    other.lay(hands, first.talon)
    assert first.digest() != other.digest()
    one = first.resample(0, Random(7))
    two = other.resample(0, Random(7))
    assert one.digest() == two.digest()


def test_different_numbers_give_different_cards() -> None:
    match = TarockMatch(TarockRules.named("common"), 4)
    match.apply(None, Deal(b"one"))
    assert len({match.resample(0, Random(seed)).digest() for seed in range(10)}) == 10


HANDS = (
    "T21 TS T20 T19 T18 T17 T16 T15 H4 H3 D4 S7",
    "CK CQ CN CJ C10 C9 C8 C7 T2 T3 T4 T5",
    "HK HQ HN HJ H1 H2 T1 T6 T7 T8 S8 S9",
    "DK DQ DN DJ D1 D2 D3 SK SQ SN SJ T9",
)
TALON = "T10 S10 T11 T12 T13 T14"


def exchanged() -> TarockMatch:
    match = dealt(HANDS, TALON)
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    match.apply(0, Exchange(0, ("S10", "D4", "S7")))
    return match


def tables(match: TarockMatch, seat: int | None, number: int = 40) -> list[TarockMatch]:
    view: View = match.view(seat)
    return [TarockMatch.sample_state(match.rules, 4, view, Random(seed)) for seed in range(number)]


def test_what_was_taken_from_the_talon_is_with_the_declarer() -> None:
    for twin in tables(exchanged(), 3):
        assert named(["T10", "T11"]) & ~twin.hands[0] == 0
        assert twin.discarded & TAROKS == 0
        assert (twin.hands[0] | twin.discarded) & named(["S10"])


def test_the_called_king_can_be_anywhere_but_with_those_who_spoke_against_it() -> None:
    match = exchanged()
    assert {twin.partner for twin in tables(match, 3)} == {-1, 1, 2}
    match.apply(0, Announce())
    match.apply(1, Announce((), ("game",)))
    assert {twin.partner for twin in tables(match, 3)} == {-1, 2}
    match.apply(2, Announce((), ("game",)))
    assert {twin.partner for twin in tables(match, 3)} == {2}
    assert {twin.partner for twin in tables(match, 0)} == {2}


def test_an_announced_ultimo_shows_its_card() -> None:
    match = exchanged()
    match.apply(0, Announce())
    match.apply(1, Announce())
    match.apply(2, Announce(("pagat_ultimo",)))
    for twin in tables(match, 3):
        assert twin.hands[2] & named(["T1"])


def test_who_did_not_follow_has_none_of_the_suit() -> None:
    match = exchanged()
    play(match, "H4 T2")
    for twin in tables(match, 3):
        assert twin.held(1) & named(["HK", "HQ", "HN", "HJ", "H1", "H2", "H3", "H4"]) == 0


def test_what_one_may_announce_is_the_same_at_every_table_that_looks_the_same() -> None:
    """Else it would tell whose partner somebody is."""
    compared = 0
    for seed in range(60):
        rng = Random(seed)
        match = TarockMatch(any_rules(rng, deals=4, turn_clock=0), 4)
        for _ in strolled(match, rng):
            if match.phase == "announcing" and match.king >= 0:
                forms = match.forms(match.mover)
                for _ in range(3):
                    assert match.resample(match.mover, rng).forms(match.mover) == forms
                    compared += 1
    assert compared > 300, compared
