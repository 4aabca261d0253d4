from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch import plain
from stammtisch.bots.doppelkopf import thumbs
from stammtisch.games.doppelkopf.cards import FULL_DECK, mask, members, order_of
from stammtisch.games.doppelkopf.kernel import club_queens
from tests.compiled import plain_module
from tests.games.doppelkopf.playing import rules

NATIVE = str(thumbs.__file__).endswith(plain.SUFFIX)


def tables(module: Any, game: str, ducking: bool = False) -> Any:
    order = order_of(rules(), game)
    lists = (order.group, order.strength, order.beats, order.beats_last, order.groups)
    return module.Tables(*lists, FULL_DECK, ducking, 7 if game == "normal" else 0, 0)


def hands(rng: Random) -> list[int]:
    cards = rng.sample(range(48), 48)
    return [mask(cards[12 * seat : 12 * seat + 12]) for seat in range(4)]


def round_of(module: Any, game: str, held: list[int], re: int, seed: int) -> int:
    nothing = [0, 0, 0, 0]
    table = tables(module, game)
    end: int = module.rollout(table, held, 0, [], 0, nothing, nothing, re, 0, -1, seed)
    return end


@pytest.mark.parametrize("game", ["normal", "solo_queen", "solo_fleshless"])
def test_machine_code_plays_as_the_source_does(game: str) -> None:
    if not NATIVE:
        pytest.skip("there is no machine code here")
    rng = Random(2)
    for seed in range(40):
        held = hands(rng)
        re = club_queens(held)
        assert round_of(thumbs, game, held, re, seed) == round_of(
            plain_module("stammtisch.bots.doppelkopf.thumbs"), game, held, re, seed
        )


def test_a_round_that_is_played_out_has_all_tricks_and_leaves_the_hands() -> None:
    rng = Random(3)
    for seed in range(40):
        held = hands(rng)
        before = held[:]
        end = round_of(thumbs, "normal", held, 15, seed)
        assert held == before
        assert end & 255 == 240
        assert end >> 8 & 15 == 12


def test_the_card_that_is_tried_is_played_first() -> None:
    """The club ace is led, and nobody has anything but nines to it: 11 eyes for the leader."""
    held = [1 << 10, 1 << 0, 1 << 12, 1 << 24]
    nothing = [0, 0, 0, 0]
    end = thumbs.rollout(tables(thumbs, "normal"), held, 0, [], 0, nothing, nothing, 1, 15, 10, 1)
    assert end & 255 == 11


def test_a_bride_finds_her_partner_in_the_first_trick_of_another() -> None:
    held = [1 << 0, 1 << 10, 1 << 1, 1 << 24]
    nothing = [0, 0, 0, 0]
    table = tables(thumbs, "normal")
    end = thumbs.rollout(table, held, 0, [], 0, nothing, nothing, 1, 15, 0, 1, 0, 3, FULL_DECK)
    assert end >> 20 == 0b0011


def test_cards_are_dealt_only_where_they_may_be() -> None:
    rng = Random(4)
    failed = 0
    for seed in range(200):
        cards = rng.sample(range(48), 12)
        owner = {card: rng.randrange(3) for card in cards}
        rooms = [list(owner.values()).count(place) for place in range(3)]
        allowed = [mask(card for card in cards if owner[card] == place) for place in range(3)]
        for card in cards:
            if rng.random() < 0.6:
                allowed[rng.randrange(3)] |= 1 << card
        dealt = thumbs.deal_out(cards, rooms, allowed, seed)
        if not dealt:
            failed += 1
            continue
        assert [one.bit_count() for one in dealt] == rooms
        assert all(not one & ~may for one, may in zip(dealt, allowed, strict=True))
        assert sorted(card for one in dealt for card in members(one)) == sorted(cards)
    assert failed < 40


def test_free_cards_are_dealt_evenly() -> None:
    counts = [0, 0, 0]
    for seed in range(600):
        dealt = thumbs.deal_out([0, 1, 2], [1, 1, 1], [7, 7, 7], seed * 7919)
        counts[next(place for place in range(3) if dealt[place] & 1)] += 1
    assert min(counts) > 150
