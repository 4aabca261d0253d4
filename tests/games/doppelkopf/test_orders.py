"""The tables of trumps, from the highest to the lowest, as rulebooks print them."""

from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.cards import (
    GAME_TYPES,
    SUITS,
    TRUMP,
    Order,
    joker_card,
    mask,
    members,
    name,
    order_of,
    pair,
    pig_cards,
    superpig_cards,
)
from stammtisch.games.doppelkopf.rules import SOLOS, DoppelkopfRules

HOUSE = DoppelkopfRules.named("house")
PICTURES = "cq sq hq dq cj sj hj dj"
NORMAL = f"h10 {PICTURES} da d10 dk d9"


def house(**changes: object) -> DoppelkopfRules:
    return DoppelkopfRules.named("house", changes)


def listed(order: Order, group: int, joker: int = -1) -> str:
    """The kinds of a group from the highest to the lowest, each once."""
    cards = sorted(members(order.groups[group]), key=lambda card: -order.strength[card])
    return " ".join(dict.fromkeys(name(card, joker) for card in cards))


@pytest.mark.parametrize(
    ("game", "trumps"),
    [
        ("normal", NORMAL),
        ("wedding", NORMAL),
        ("silent_wedding", NORMAL),
        ("poverty", NORMAL),
        ("black_sow", NORMAL),
        ("ramsch", NORMAL),
        ("solo_null", NORMAL),
        ("solo_diamonds", NORMAL),
        ("solo_clubs", f"h10 {PICTURES} ca c10 ck c9"),
        ("solo_spades", f"h10 {PICTURES} sa s10 sk s9"),
        ("solo_hearts", f"h10 {PICTURES} ha hk h9"),
        ("solo_queen", "cq sq hq dq"),
        ("solo_jack", "cj sj hj dj"),
        ("solo_king", "ck sk hk dk"),
        ("solo_aces", "ca sa ha da"),
        ("solo_10s", "c10 s10 h10 d10"),
        ("solo_9s", "c9 s9 h9 d9"),
        ("solo_brothel", PICTURES),
        ("solo_monastery", "ck sk hk dk cj sj hj dj"),
        ("solo_noble_brothel", "ck sk hk dk cq sq hq dq"),
        ("solo_picture", f"ck sk hk dk {PICTURES}"),
        ("solo_pure_clubs", "ca c10 ck cq cj c9"),
        ("solo_pure_spades", "sa s10 sk sq sj s9"),
        ("solo_pure_hearts", "ha h10 hk hq hj h9"),
        ("solo_pure_diamonds", "da d10 dk dq dj d9"),
        ("solo_fleshless", ""),
        ("solo_boneless", ""),
    ],
)
def test_trumps(game: str, trumps: str) -> None:
    assert listed(order_of(HOUSE, game), TRUMP) == trumps


def test_every_game_and_every_solo_has_an_order() -> None:
    assert set(SOLOS) < set(GAME_TYPES)
    for game in GAME_TYPES:
        order = order_of(HOUSE, game)
        assert sum(group.bit_count() for group in order.groups) == 48


def test_jack_solo_has_the_heart_ten_among_the_hearts() -> None:
    # In the original it is a trump of rank 0.
    assert listed(order_of(HOUSE, "solo_jack"), SUITS.index("h")) == "ha h10 hk hq h9"


def test_ramsch_with_both_club_queens_in_one_hand_is_played_as_any_normal_game() -> None:
    # In the original every card is a trump of rank 0, and the lead always wins.
    assert listed(order_of(HOUSE, "ramsch_sw"), TRUMP) == NORMAL


@pytest.mark.parametrize(
    ("game", "suit", "cards"),
    [
        ("normal", "c", "ca c10 ck c9"),
        ("normal", "h", "ha hk h9"),
        ("normal", "d", ""),
        ("solo_clubs", "d", "da d10 dk d9"),
        ("solo_queen", "s", "sa s10 sk sj s9"),
        ("solo_fleshless", "d", "da d10 dk dq dj d9"),
    ],
)
def test_plain_suits(game: str, suit: str, cards: str) -> None:
    assert listed(order_of(HOUSE, game), SUITS.index(suit)) == cards


def test_without_high_heart_tens_they_are_hearts() -> None:
    order = order_of(house(heart10=False), "normal")
    assert listed(order, TRUMP) == f"{PICTURES} da d10 dk d9"
    assert listed(order, SUITS.index("h")) == "ha h10 hk h9"


@pytest.mark.parametrize(
    ("game", "trumps"),
    [
        # In the original the heart ten of this solo has rank 0.
        ("solo_hearts", f"s10 {PICTURES} ha h10 hk h9"),
        ("solo_spades", f"c10 {PICTURES} sa s10 sk s9"),
        ("solo_clubs", f"d10 {PICTURES} ca c10 ck c9"),
        ("solo_diamonds", NORMAL),
        ("normal", NORMAL),
    ],
)
def test_another_ten_in_the_heart_tens_place(game: str, trumps: str) -> None:
    order = order_of(house(solo_shift_h10=True), game)
    assert listed(order, TRUMP) == trumps
    plain = order_of(house(solo_shift_h10=True, heart10=False), game)
    assert not listed(plain, TRUMP).startswith(trumps.split()[0])


def test_pigs_rank_above_the_heart_tens_and_superpigs_above_them() -> None:
    order = order_of(house(pigs="two_on_play"), "normal", pair("da"))
    assert listed(order, TRUMP) == f"da h10 {PICTURES} d10 dk d9"
    order = order_of(house(pigs="two_on_play"), "normal", pair("da"), pair("d9"))
    assert listed(order, TRUMP) == f"d9 da h10 {PICTURES} d10 dk"


def test_one_pig_leaves_the_other_ace_a_fox() -> None:
    pig, fox = members(pair("da"))
    order = order_of(house(pigs="one_first"), "normal", 1 << pig)
    top = max(order.strength)
    assert order.strength[pig] == top
    assert listed(order, TRUMP) == f"da {NORMAL.replace(' da', '')}"
    assert order.strength[fox] < order.strength[next(members(pair("dj")))]
    assert order.strength[fox] > order.strength[next(members(pair("d10")))]


@pytest.mark.parametrize(
    ("game", "pigs", "superpigs"),
    [
        ("normal", "da", "d9"),
        ("solo_clubs", "ca", "c9"),
        ("solo_spades", "sa", "s9"),
        ("solo_hearts", "ha", "h9"),
    ],
)
def test_pigs_are_the_aces_of_the_trump_suit(game: str, pigs: str, superpigs: str) -> None:
    assert pig_cards(game) == pair(pigs)
    assert superpig_cards(HOUSE, game) == pair(superpigs)


@pytest.mark.parametrize("game", ["solo_null", "solo_queen", "solo_pure_clubs", "solo_fleshless"])
def test_where_there_are_no_pigs(game: str) -> None:
    assert pig_cards(game) == superpig_cards(HOUSE, game) == 0


@pytest.mark.parametrize("deck", ["with_four", "without"])
def test_superpigs_are_kings_where_two_nines_are_missing(deck: str) -> None:
    # In the original nobody can announce them then.
    assert superpig_cards(house(without9=deck), "normal") == pair("dk")


@pytest.mark.parametrize(
    ("changes", "trumps"),
    [
        ({"joker": "over_h10"}, f"da j0 h10 {PICTURES} d10 dk d9"),
        ({"joker": "over_pigs"}, f"j0 da h10 {PICTURES} d10 dk d9"),
        ({"joker": "over_pigs", "without9": "without"}, f"j0 da h10 {PICTURES} d10 dk d9"),
    ],
)
def test_joker(changes: dict[str, object], trumps: str) -> None:
    rules = house(pigs="two_on_play", **changes)
    order = order_of(rules, "normal", pair("da"))
    assert listed(order, TRUMP, rules.joker_card) == trumps


def test_where_no_tens_are_high_the_joker_is_the_card_it_was() -> None:
    rules = house(joker="over_h10")
    order = order_of(rules, "solo_queen")
    joker = joker_card(rules.without9)
    assert order.group[joker] == SUITS.index("d")
    assert order.strength[joker] == order.strength[joker - 1]


def second_beats_first(order: Order, kind: str, last: bool) -> bool:
    first, second = members(pair(kind))
    table = order.beats_last if last else order.beats
    assert (table[first] >> second & 1) == (table[second] >> first & 1)
    return bool(table[first] >> second & 1)


def test_of_equal_cards_the_first_wins() -> None:
    order = order_of(DoppelkopfRules.named("ddv"), "normal")
    for last in (False, True):
        assert not any(second_beats_first(order, kind, last) for kind in ("h10", "cj", "cq", "ca"))


@pytest.mark.parametrize(
    ("changes", "kind", "in_any", "in_the_last"),
    [
        ({"heart10_prio": "second"}, "h10", True, False),
        ({"heart10_lasttrick": "second"}, "h10", False, True),
        ({"heart10_prio": "second", "heart10_lasttrick": "second"}, "h10", True, True),
        ({"charlie_prio": "second"}, "cj", False, True),
        ({"charlie_prio": "second", "heart10_prio": "second"}, "cq", False, False),
        ({"heart10_prio": "second", "heart10": False}, "h10", False, False),
    ],
)
def test_where_the_second_of_equal_cards_wins(
    changes: dict[str, object], kind: str, in_any: bool, in_the_last: bool
) -> None:
    order = order_of(house(**changes), "normal")
    assert second_beats_first(order, kind, last=False) == in_any
    assert second_beats_first(order, kind, last=True) == in_the_last


def test_a_trump_beats_every_plain_card_and_no_plain_card_another_suit() -> None:
    order = order_of(HOUSE, "normal")
    ace = next(members(pair("ca")))
    nine = next(members(pair("d9")))
    assert order.beats[ace] == order.trumps
    assert order.beats[nine] & ~order.trumps == 0
    assert mask(members(order.beats[nine])) == order.trumps & ~pair("d9")
