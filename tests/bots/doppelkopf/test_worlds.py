from __future__ import annotations

from random import Random

from stammtisch.bots.doppelkopf.position import position_from
from stammtisch.bots.doppelkopf.search import Worlds
from stammtisch.games.doppelkopf.cards import mask, members, pairs
from stammtisch.games.doppelkopf.kernel import legal
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Say
from tests.bots.doppelkopf.positions import house_tables, round_of, tables
from tests.games.doppelkopf.playing import healthy, say


def playing(match: DoppelkopfMatch) -> bool:
    return match.phase == "tricks" and match.asking is None and match.charge is None


def test_all_cards_are_dealt_and_the_own_hand_stays() -> None:
    looked_at = 0
    for match in tables(21, 8, 60):
        if not playing(match):
            continue
        looked_at += 1
        seat = match.mover
        position = position_from(match.observation(seat), Random(1))
        hands = Worlds(position).deal(Random(2))
        assert hands[seat].bit_count() == match.hands[seat].bit_count()
        names = {match.names[card] for card in members(hands[seat])}
        assert names == {match.names[card] for card in members(match.hands[seat])}
        assert [hand.bit_count() for hand in hands] == [one.bit_count() for one in match.hands]
        assert mask(card for hand in hands for card in members(hand)) == (
            match.rules.deck & ~position.gone
        )
    assert looked_at > 100


def test_nobody_holds_a_suit_that_he_did_not_follow() -> None:
    for match in house_tables(22, 4, 60):
        if not playing(match):
            continue
        position = position_from(match.observation(match.mover), Random(1))
        hands = Worlds(position).deal(Random(2))
        for trick in position.table.history:
            for place, card in enumerate(trick.cards):
                held = hands[(trick.leader + place) & 3] | 1 << card
                assert place == 0 or legal(match.order, held, trick.cards[0]) >> card & 1


def test_known_parties_have_their_queens() -> None:
    found = 0
    for match in house_tables(23, 6, 60):
        if not playing(match) or match.game not in ("normal", "silent_wedding"):
            continue
        observation = match.observation(match.mover)
        worlds = Worlds(position_from(observation, Random(1)))
        re = worlds.re_party(worlds.deal(Random(2)))
        for seat, party in enumerate(observation.view.parties):
            if party is not None:
                found += seat != match.mover
                assert ("re" if re >> seat & 1 else "kontra") == party
    assert found > 20


def test_who_has_said_re_holds_a_club_queen_in_every_deal() -> None:
    match = round_of("c9", "cq", "cq")
    healthy(match)
    match.apply(1, Say("re"))
    worlds = Worlds(position_from(match.observation(0), Random(1)))
    rng = Random(5)
    parties = {worlds.re_party(worlds.deal(rng)) for _ in range(40)}
    assert all(re >> 1 & 1 for re in parties)
    assert len(parties) > 1


def test_a_bride_keeps_both_queens_and_who_called_pigs_the_second() -> None:
    match = round_of("cq cq", "da da", pigs="two_reservation")
    say(match, "reservation_yes", "reservation_yes", *["reservation_no"] * 2)
    say(match, "solo_no", "solo_no")
    while match.asking is not None:
        word = {0: {"pigs": "pigs_no", "wedding": "wedding_yes"}, 1: {"pigs": "pigs_yes"}}
        say(match, word[match.asked][match.asking])
    worlds = Worlds(position_from(match.observation(3), Random(1)))
    for number in range(20):
        hands = worlds.deal(Random(number))
        assert hands[0] & pairs("cq") == pairs("cq")
        assert hands[1] & pairs("da") == pairs("da")
