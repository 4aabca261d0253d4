"""Unseen cards find places where they may be."""

from __future__ import annotations

from collections import Counter
from random import Random

from stammtisch.games.doppelkopf.cards import mask
from stammtisch.games.doppelkopf.sampling import deal_out
from stammtisch.games.spreading import Place


def test_every_card_has_a_place_and_every_place_is_full() -> None:
    places = [Place(2, mask(range(6))), Place(3, mask([0, 1, 2, 5])), Place(1, mask([4, 5]))]
    for number in range(50):
        for place in places:
            place.cards = []
        assert deal_out(list(range(6)), places, Random(number))
        assert sorted(card for place in places for card in place.cards) == list(range(6))
        for place in places:
            assert len(place.cards) == place.room
            assert mask(place.cards) & ~place.allowed == 0


def test_cards_make_way_for_each_other() -> None:
    """There is only one way, and a greedy dealer would miss it."""
    places = [Place(1, mask([at, at + 1])) for at in range(9)]
    places.append(Place(1, mask([0])))
    for number in range(20):
        for place in places:
            place.cards = []
        assert deal_out(list(range(10)), places, Random(number))
        assert [place.cards for place in places] == [[at + 1] for at in range(9)] + [[0]]


def test_what_does_not_fit_is_not_dealt() -> None:
    assert not deal_out([1, 2], [Place(1, mask([1])), Place(1, mask([1]))], Random(1))
    assert not deal_out([1, 2], [Place(1, mask([1, 2]))], Random(1))


def test_all_deals_are_about_as_likely() -> None:
    seen: Counter[int] = Counter()
    for number in range(3000):
        places = [Place(1, mask([0, 1, 2])), Place(2, mask([0, 1, 2]))]
        assert deal_out(list(range(3)), places, Random(number))
        seen[places[0].cards[0]] += 1
    assert all(850 < count < 1150 for count in seen.values())
