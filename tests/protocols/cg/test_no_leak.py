"""What a client may not know is in none of the bytes it gets."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Dealt
from stammtisch.protocols.cg.frames import Frames
from tests.games.doppelkopf.playing import any_rules, dealt, healthy, play, put, rules, step
from tests.protocols.cg.seats import SeatedClient, four, shared

#: The same to seat 0: of the others' cards that are not played, some are elsewhere.
ONE_WORLD = (
    "h10 cq sq da c9 c9 sk h9 hk ha sa ca",
    "cj cj d9 d9 hk h9 s10 s9 ck",
    "sj sj dk dk ha ca sa c10 c10",
    "hj hj d10 d10 dq dq sk s9 s10",
)
OTHER_WORLD = (
    "h10 cq sq da c9 c9 sk h9 hk ha sa ca",
    "cj cj d9 d9 ha ca sa c10 c10",
    "sj sj dk dk sk s9 s10 dq dq",
    "hj hj d10 d10 hk h9 s10 s9 ck",
)
#: Three tricks of trumps, all of which are where they are in both worlds.
PLAYED = "h10 cj sj hj cq cj sj hj sq d9 dk d10"


def bytes_for_seat_0(hands: tuple[str, ...], seed: int) -> bytes:
    match = dealt(hands)
    client = SeatedClient(match.rules, 0, shared(seed))
    begin = Dealt(1, 0, tuple(match.spread(hand) for hand in match.hands))
    client.hear([begin], match)
    client.hear(healthy(match), match)
    client.hear(play(match, PLAYED), match)
    assert len(client.hand()) == 9
    return b"".join(map(Frames().encode, client.packets))


@pytest.mark.parametrize("seed", range(5))
def test_two_worlds_that_look_the_same_give_the_same_bytes(seed: int) -> None:
    first, second = (dealt(world) for world in (ONE_WORLD, OTHER_WORLD))
    assert first.hands[0] == second.hands[0] and first.hands[1] != second.hands[1]
    assert bytes_for_seat_0(ONE_WORLD, seed) == bytes_for_seat_0(OTHER_WORLD, seed)


@pytest.mark.parametrize("number", range(10))
def test_whoever_imagines_the_table_gets_the_same_bytes(number: int) -> None:
    """The whole catching up of a seat follows from what the seat sees."""
    rng = Random(number)
    chosen = any_rules(rng)
    match = DoppelkopfMatch(chosen, 4)
    for _ in range(60):
        step(match, rng)
        if match.phase not in ("reservations", "tricks") or match.outcome is not None:
            continue
        seat = rng.randrange(4)
        view = match.view(seat)
        sample_state = DoppelkopfMatch.sample_state(chosen, 4, view, rng)
        assert sample_state.view(seat) == view
        real, other = (SeatedClient(chosen, seat, shared(number)) for _ in range(2))
        real.catch_up(view, chosen)
        other.catch_up(sample_state.view(seat), chosen)
        assert [*map(Frames().encode, real.packets)] == [*map(Frames().encode, other.packets)]


def test_a_hidden_card_has_no_value_before_it_is_played() -> None:
    match = DoppelkopfMatch(rules(solos=[], wedding="none"), 4)
    clients = four(match.rules)
    rng = Random(3)
    for _ in range(130):
        events = step(match, rng)
        for client in clients:
            client.hear(events, match)
    for client in clients:
        own_hand = ""
        for one in client.packets:
            if "player_list" in one.body:
                own_hand = f"hand{one.body['player_list'].index(client.uuid)}"
            if one.body.get("card_value"):
                assert one.body["to_slot"] in ("table", own_hand)


def test_the_ids_of_a_round_and_of_a_client_are_its_own() -> None:
    match = DoppelkopfMatch(rules(), 4)
    clients = four(match.rules)
    for number, client in enumerate(clients):
        client.encoder._shared.random = Random(number)
    seen: list[str] = []
    for _ in range(2):
        events = put(match, ("", "", "", ""))
        begin = Dealt(match.round, 0, tuple(match.spread(hand) for hand in match.hands))
        for client in clients:
            client.hear([begin, *events], match)
            seen += client.cards
            # As after the end of a round.
            client.cards = {}
    assert len(seen) == len(set(seen)) == 2 * 4 * 48


def test_the_id_of_a_played_card_is_any_of_its_hand() -> None:
    """The same card, played first by the same hand: over many deals any of the twelve ids."""
    places: set[int] = set()
    for seed in range(200):
        match = dealt(ONE_WORLD)
        client = SeatedClient(match.rules, 1, shared(seed))
        begin = Dealt(1, 0, tuple(match.spread(hand) for hand in match.hands))
        client.hear([begin], match)
        hand0 = [card for card, (slot, _) in client.cards.items() if slot == "hand0"]
        client.hear(healthy(match), match)
        client.hear(play(match, "h10"), match)
        (played,) = [card for card, (slot, _) in client.cards.items() if slot == "table"]
        places.add(hand0.index(played))
    assert places == set(range(12))
