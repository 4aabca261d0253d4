"""What a deal is worth, item by item."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.tarock.cards import ALL_KINGS, KINGS, NUMBERS, PACK, TRULA, Cards
from stammtisch.games.tarock.kernel import cards_of, points_of
from stammtisch.games.tarock.rules import CONTRACTS, TarockRules, terms_of
from stammtisch.games.tarock.scoring import (
    Facts,
    LastTrick,
    Promise,
    Score,
    klop_score,
    rounded,
    score,
)


def pile_of(points: int, base: Cards = 0, never: Cards = TRULA | ALL_KINGS) -> Cards:
    """A pile that counts so much, with `base` in it; by default without trula and kings."""
    pile = base
    for card in sorted(cards_of(PACK & ~never & ~base), key=lambda one: one & 7, reverse=True):
        if points_of(pile) == points:
            return pile
        if points_of(pile | 1 << card) <= points:
            pile |= 1 << card
    assert points_of(pile) == points, (points, points_of(pile))
    return pile


#: One card of each set, so that nobody has trula or kings.
SPLIT = 1 << NUMBERS["T21"] | 1 << KINGS[0]


def scored(
    contract: str = "two", points: int = 45, options: dict[str, Any] | None = None, **facts: Any
) -> Score:
    rules = TarockRules.named("common", options)
    given = {"pile": pile_of(points, SPLIT), "tricks": 7, "declarer": 0, "partner": 2} | facts
    return score(rules, Facts(contract=terms_of(rules)[contract].contract, **given))


def values(result: Score) -> dict[str, int]:
    return {item.name: item.value for item in result.items}


@pytest.mark.parametrize(
    ("points", "to_five"), [(0, 0), (2, 0), (3, 5), (7, 5), (8, 10), (-7, -5), (-8, -10), (-2, 0)]
)
def test_rounding(points: int, to_five: int) -> None:
    assert rounded(points, 5) == to_five
    assert rounded(points, 1) == points


# --- contracts with a difference ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "value"),
    [
        ("three", 10),
        ("two", 20),
        ("one", 30),
        ("solo_three", 40),
        ("solo_two", 50),
        ("solo_one", 60),
    ],
)
def test_won_is_value_and_difference_lost_is_their_loss(contract: str, value: int) -> None:
    assert scored(contract, 45).seats == (value + 10, 0, value + 10, 0)
    assert scored(contract, 28).seats == (-value - 5, 0, -value - 5, 0)
    assert scored(contract, 28, {"rounding": 1}).seats[0] == -value - 7


def test_35_points_lose() -> None:
    lost = scored("two", 35)
    assert (lost.won, lost.seats[0]) == (False, -20)
    assert scored("two", 36).won


def test_a_declarer_alone_scores_alone() -> None:
    assert scored("two", 45, partner=None).seats == (30, 0, 0, 0)


def test_the_partner_may_get_half() -> None:
    half = {"partner_score": "half", "rounding": 1}
    assert scored("two", 46, half).seats == (31, 0, 15, 0)
    assert scored("two", 28, half).seats == (-27, 0, -13, 0)


# --- bonuses -----------------------------------------------------------------------------------


def test_trula_and_kings_count_for_who_has_them_all() -> None:
    base = TRULA | ALL_KINGS
    ours = scored(pile=pile_of(45, base))
    assert values(ours) == {"contract": 20, "difference": 10, "trula": 10, "kings": 10}
    theirs = scored(pile=pile_of(40))
    assert values(theirs) == {"contract": 20, "difference": 5, "trula": -10, "kings": -10}


def last(cards: str, winner: int, leader: int = 0) -> LastTrick:
    return LastTrick(leader, tuple(NUMBERS[card] for card in cards.split()), winner)


KING = KINGS[2]


@pytest.mark.parametrize(("winner", "value"), [(0, 10), (2, 10), (1, -10), (3, -10)])
def test_the_called_king_in_the_last_trick(winner: int, value: int) -> None:
    result = scored(king=KING, last=last("H4 H3 HK T9", winner))
    assert values(result)["kings_ultimo"] == value


@pytest.mark.parametrize(
    ("holder", "winner", "value"),
    [(0, 0, 25), (2, 2, 25), (1, 1, -25), (0, 1, -25), (0, 2, -25), (1, 3, 25), (1, 0, 25)],
)
def test_the_pagat_in_the_last_trick(holder: int, winner: int, value: int) -> None:
    trick = LastTrick(
        holder, (NUMBERS["T1"], *(NUMBERS[card] for card in ["C7", "C8", "C9"])), winner
    )
    assert values(scored(last=trick))["pagat_ultimo"] == value


def test_a_pagat_beaten_by_the_partner_may_count_as_won() -> None:
    trick = last("T1 T3 T9 T4", 2)
    assert values(scored(last=trick))["pagat_ultimo"] == -25
    won = {"pagat_to_partner": "won"}
    assert values(scored(options=won, last=trick))["pagat_ultimo"] == 25
    assert values(scored(options=won, last=last("T1 T9 T3 T4", 1)))["pagat_ultimo"] == -25


def test_king_and_pagat_both_count_in_one_last_trick() -> None:
    result = scored(king=KING, last=last("HK T1 H3 H4", 1))
    assert values(result)["kings_ultimo"] == -10
    assert values(result)["pagat_ultimo"] == -25


@pytest.mark.parametrize("declarers", [True, False])
@pytest.mark.parametrize("factor", [1, 2, 16])
def test_announced_bonuses_count_twice_made_or_missed(declarers: bool, factor: int) -> None:
    sign = 1 if declarers else -1
    for pile, made in ((pile_of(45, TRULA), declarers), (pile_of(45, SPLIT), False)):
        result = scored(pile=pile, promises=(Promise("trula", declarers, factor),))
        expected = 20 * factor * (sign if made else -sign)
        assert values(result)["trula"] == expected
        assert [item.announced for item in result.items if item.name == "trula"] == [True]


def test_a_missed_announcement_costs_no_more_if_the_others_made_it() -> None:
    result = scored(pile=pile_of(40), promises=(Promise("trula", True), Promise("kings", False)))
    assert values(result)["trula"] == -20
    assert values(result)["kings"] == -20


def test_silent_bonuses_are_never_multiplied() -> None:
    result = scored(pile=pile_of(45, TRULA | 1 << KINGS[0]), factor=4)
    assert values(result) == {"contract": 80, "difference": 40, "trula": 10}


def test_which_bonuses_count_is_the_tables_choice() -> None:
    facts: dict[str, Any] = {
        "pile": pile_of(45, TRULA | ALL_KINGS),
        "promises": (Promise("trula", True),),
    }
    assert set(values(scored(options={"bonuses": "announced"}, **facts))) == {
        "contract",
        "difference",
        "trula",
    }
    facts["promises"] = ()
    assert set(values(scored(options={"bonuses": "silent"}, **facts))) >= {"trula", "kings"}
    assert set(values(scored(options={"bonuses": "none"}, **facts))) == {"contract", "difference"}


# --- valat -------------------------------------------------------------------------------------


def test_a_silent_valat_replaces_everything() -> None:
    won = scored(tricks=12, pile=PACK)
    assert (values(won), won.won, won.gives_radli) == ({"valat": 250}, True, True)
    lost = scored(tricks=0, pile=0)
    assert (values(lost), lost.won) == ({"valat": -250}, False)


def test_a_silent_valat_may_add_50_or_nothing() -> None:
    added = scored(options={"silent_valat": "adds"}, tricks=12, pile=PACK)
    assert values(added) == {
        "contract": 20,
        "difference": 35,
        "valat": 50,
        "trula": 10,
        "kings": 10,
    }
    ignored = scored(options={"silent_valat": "none"}, tricks=12, pile=PACK)
    assert "valat" not in values(ignored)


def test_an_announced_valat_counts_500_and_nothing_else() -> None:
    promises = (Promise("valat", True), Promise("trula", True))
    missed = scored(tricks=11, pile=pile_of(45, TRULA), promises=promises)
    assert (missed.seats, missed.won) == ((-500, 0, -500, 0), False)
    assert scored(tricks=12, pile=PACK, promises=promises).seats[0] == 500
    assert scored(tricks=12, pile=PACK, promises=(Promise("valat", True, 2),)).seats[0] == 1000
    assert scored(tricks=0, pile=0, promises=(Promise("valat", False),)).seats[0] == -500
    assert scored(tricks=3, promises=(Promise("valat", False),)).seats[0] == 500


# --- contracts with a fixed value --------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "tricks", "value"),
    [
        ("beggar", 0, 70),
        ("beggar", 1, -70),
        ("open_beggar", 0, 90),
        ("open_beggar", 1, -90),
        ("color_valat", 12, 125),
        ("color_valat", 11, -125),
        ("valat", 12, 500),
        ("valat", 11, -500),
    ],
)
def test_fixed_values(contract: str, tricks: int, value: int) -> None:
    result = scored(contract, partner=None, tricks=tricks, pile=0, factor=2)
    assert result.seats == (2 * value, 0, 0, 0)
    assert result.gives_radli


def test_solo_without_is_flat_or_counts_the_difference() -> None:
    assert scored("solo_without", 45, partner=None).seats[0] == 80
    assert scored("solo_without", 35, partner=None).seats[0] == -80
    with_difference = {"solo_without": "difference"}
    assert scored("solo_without", 45, with_difference, partner=None).seats[0] == 90
    pile = pile_of(45, TRULA | 1 << KINGS[0])
    assert scored("solo_without", partner=None, pile=pile).seats[0] == 80
    bonuses = {"solo_without_bonuses": True}
    assert scored("solo_without", options=bonuses, partner=None, pile=pile).seats[0] == 90


def test_the_contract_valat_may_be_worth_250() -> None:
    cheap = {"valat_value": 250}
    assert scored("valat", options=cheap, partner=None, tricks=12, pile=PACK).seats[0] == 250


# --- mond and radli ----------------------------------------------------------------------------


def test_a_lost_mond_costs_its_player_alone_and_is_never_multiplied() -> None:
    result = scored(mond_loser=1, mond_taker=0, factor=4, radelc=True)
    assert result.seats == (240, -20, 240, 0)
    assert result.mond == 1
    assert scored(mond_loser=0).seats == (10, 0, 30, 0)
    assert scored(options={"mond": 21}, mond_loser=1).seats[1] == -21
    assert scored(options={"mond": 0}, mond_loser=1).seats[1] == 0


def test_a_mond_taken_by_the_partner_may_cost_both() -> None:
    shared = {"mond": 21, "mond_shared": True}
    assert scored(options=shared, mond_loser=0, mond_taker=2).seats == (10, 0, 10, 0)
    assert scored(options=shared, mond_loser=0, mond_taker=1).seats == (9, 0, 30, 0)
    assert scored(options=shared, mond_loser=2, mond_taker=0).seats == (10, 0, 10, 0)
    assert scored(mond_loser=0, mond_taker=2).seats == (10, 0, 30, 0)


def test_opponents_are_not_partners_and_share_no_mond() -> None:
    shared = {"mond": 21, "mond_shared": True}
    assert scored(options=shared, mond_loser=1, mond_taker=3).seats == (30, -21, 30, 0)
    assert scored(options=shared, mond_loser=3, mond_taker=1).seats == (30, 0, 30, -21)
    assert scored(options=shared, mond_loser=1, mond_taker=0).seats == (30, -21, 30, 0)
    alone = scored("solo_three", options=shared, partner=None, mond_loser=1, mond_taker=2)
    assert alone.seats[1:] == (-21, 0, 0)
    # It stayed in the talon.
    alone = scored("solo_three", options=shared, partner=None, mond_loser=0)
    assert (alone.items[-1].value, alone.items[-1].seat) == (-21, 0)


@pytest.mark.parametrize("contract", ["beggar", "open_beggar", "color_valat", "valat"])
def test_no_mond_is_lost_in_beggars_and_valats(contract: str) -> None:
    assert scored(contract, mond_loser=1, partner=None).mond is None


def test_a_radelc_doubles_declarer_and_partner() -> None:
    assert scored(radelc=True).seats == (60, 0, 60, 0)
    assert scored(radelc=True).doubled
    assert scored(options={"radli": False}, radelc=True).seats == (30, 0, 30, 0)


def test_which_contracts_give_radli() -> None:
    giving = {name for name in CONTRACTS[1:] if scored(name, partner=None).gives_radli}
    assert giving == {"beggar", "solo_without", "open_beggar", "color_valat", "valat"}
    assert not scored("beggar", options={"radli": False}).gives_radli


# --- klop --------------------------------------------------------------------------------------


def klop(points: list[int], tricks: list[int], factor: int = 1, **options: Any) -> tuple[int, ...]:
    return klop_score(TarockRules.named("common", options), points, tricks, factor).seats


def test_klop_costs_ones_points() -> None:
    assert klop([11, 17, 10, 32], [3, 3, 3, 3]) == (-10, -15, -10, -30)
    assert klop([11, 17, 10, 32], [3, 3, 3, 3], rounding=1) == (-11, -17, -10, -32)


def test_klop_without_a_trick_or_full_is_70_and_only_those_score() -> None:
    assert klop([0, 30, 20, 20], [0, 4, 4, 4]) == (70, 0, 0, 0)
    assert klop([36, 4, 15, 15], [6, 2, 2, 2]) == (-70, 0, 0, 0)
    assert klop([0, 40, 0, 30], [0, 7, 0, 5]) == (70, -70, 70, 0)


def test_from_which_points_on_a_klop_is_full() -> None:
    assert klop([35, 15, 10, 10], [3, 3, 3, 3])[0] == -35
    assert klop([35, 15, 10, 10], [3, 3, 3, 3], klop_full=35) == (-70, 0, 0, 0)


def test_a_doubled_klop_is_doubled_for_all() -> None:
    assert klop([11, 17, 10, 32], [3, 3, 3, 3], 2) == (-20, -30, -20, -60)
