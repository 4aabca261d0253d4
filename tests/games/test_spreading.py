"""Hidden cards go where they can be, and nowhere else."""

from __future__ import annotations

from collections import Counter
from random import Random

from stammtisch.games.spreading import Place, spread_out


def test_every_card_goes_to_a_place_that_allows_it() -> None:
    for seed in range(200):
        rng = Random(seed)
        cards = list(range(20))
        owners = [rng.randrange(4) for _ in cards]
        # A deal that is possible, and some cards that each place may not have.
        allowed = [rng.getrandbits(20) for _ in range(4)]
        for card, owner in enumerate(owners):
            allowed[owner] |= 1 << card
        places = [Place(owners.count(at), allowed[at]) for at in range(4)]
        assert spread_out(cards, places, rng), seed
        assert sorted(card for place in places for card in place.cards) == cards
        for place in places:
            assert len(place.cards) == place.room
            assert all(place.allowed >> card & 1 for card in place.cards)


def test_what_cannot_be_is_not_done() -> None:
    assert not spread_out([0, 1], [Place(1, 0b01), Place(1, 0b01)], Random(1))


def test_cards_that_may_be_anywhere_are_anywhere_equally_often() -> None:
    seen: Counter[int] = Counter()
    for seed in range(3000):
        places = [Place(1, 0b111), Place(2, 0b111)]
        assert spread_out([0, 1, 2], places, Random(seed))
        seen[places[0].cards[0]] += 1
    assert all(850 < seen[card] < 1150 for card in range(3))
