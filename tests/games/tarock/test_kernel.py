"""How cards are played, as plain Python and as machine code."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import pytest

from stammtisch.games.tarock.cards import ALL_KINGS, NAMES, NUMBERS, PACK, TRULA, named, names_of
from stammtisch.games.tarock.table import lay_out
from tests.compiled import both

KERNELS = both("stammtisch.games.tarock.kernel")


@pytest.fixture(params=KERNELS, ids=str)
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return KERNELS[request.param]()


def cards(words: str) -> list[int]:
    return [NUMBERS[word] for word in words.split()]


def legal(kernel: ModuleType, hand: str, trick: str, locked: str = "", **manner: Any) -> set[str]:
    rules = kernel.Manner(**manner)
    allowed = kernel.legal(rules, named(hand.split()), cards(trick), named(locked.split()))
    return set(names_of(allowed))


def wins(kernel: ModuleType, trick: str, **manner: Any) -> str:
    place: int = kernel.winner(kernel.Manner(**manner), cards(trick))
    return trick.split()[place]


# --- points ------------------------------------------------------------------------------------


def test_the_pack_counts_70(kernel: ModuleType) -> None:
    assert kernel.points_of(PACK) == 70


@pytest.mark.parametrize("seed", range(5))
def test_the_pack_counts_70_in_groups_of_three_however_it_is_cut(
    kernel: ModuleType, seed: int
) -> None:
    order = list(range(54))
    Random(seed).shuffle(order)
    threes = [order[at : at + 3] for at in range(0, 54, 3)]
    assert sum(kernel.points_of(sum(1 << card for card in three)) for three in threes) == 70


def test_left_over_cards_count_one_less_together(kernel: ModuleType) -> None:
    assert kernel.points_of(named(["T21"])) == 4
    assert kernel.points_of(named(["T21", "DJ"])) == 6
    assert kernel.points_of(named(["T14", "T21", "DJ", "DQ"])) == 9
    assert kernel.points_of(0) == 0


def test_kings_and_trula_count_five(kernel: ModuleType) -> None:
    for card in names_of(ALL_KINGS | TRULA):
        assert kernel.points_of(named([card])) == 4, card


# --- who wins ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("HJ HQ SK H4", "HQ"),
        ("H4 H3 H2 H1", "H1"),
        ("S7 S10 S9 S8", "S10"),
        ("C9 CK T2 DK", "T2"),
        ("T9 T12 T20 T6", "T20"),
        ("T20 TS T21 T5", "TS"),
        ("T21 TS T1 CK", "T1"),
        ("T1 T21 C9 TS", "T1"),
        ("CK TS T21 T1", "T1"),
    ],
)
def test_highest_tarok_else_highest_of_suit_wins_but_for_the_emperors_trick(
    kernel: ModuleType, trick: str, winner: str
) -> None:
    assert wins(kernel, trick) == winner


def test_strict_emperors_trick_wants_the_pagat_last(kernel: ModuleType) -> None:
    assert wins(kernel, "T21 TS T1 CK", strict=True) == "T1"
    assert wins(kernel, "T21 T1 TS CK", strict=True) == "TS"


def test_taroks_do_not_beat_suits_in_a_colour_valat(kernel: ModuleType) -> None:
    assert wins(kernel, "H4 TS T21 T1", trumps=False) == "H4"
    assert wins(kernel, "H4 TS HK T1", trumps=False) == "HK"
    assert wins(kernel, "T2 TS T21 T1", trumps=False) == "T1"
    assert wins(kernel, "T2 CK T3 HK", trumps=False) == "T3"


# --- what may be played ------------------------------------------------------------------------


def test_suit_then_tarok_then_anything(kernel: ModuleType) -> None:
    assert legal(kernel, "T2 S8 SK DJ", "S9") == {"S8", "SK"}
    assert legal(kernel, "T2 T9 DJ", "S9") == {"T2", "T9"}
    assert legal(kernel, "HK DJ", "C9 CK") == {"HK", "DJ"}
    assert legal(kernel, "T2 S8 DJ", "T9") == {"T2"}
    assert legal(kernel, "T1 S8 DJ", "") == {"T1", "S8", "DJ"}


@pytest.mark.parametrize(
    ("hand", "trick", "allowed"),
    [
        ("T13 S8 SQ SK", "SN", "SQ SK"),
        ("T13 S8 SJ", "SN", "S8 SJ"),
        ("S8 SQ", "SN S7 T2", "S8 SQ"),
        ("T13 HJ T1 T5", "SQ", "T13 T5"),
        ("T3 T9 T1 HQ", "C10 T7", "T9"),
        ("T3 T1 HQ", "C10 T7", "T3"),
        ("T1 HQ", "C10 T7", "T1"),
        ("T3 T9 T12 HQ", "T7 T10", "T12"),
        ("T3 T9 HQ", "T7 T10", "T3 T9"),
        ("T1 T5 HJ", "C9 T21 TS", "T1"),
        ("T1 C8 HJ", "C9 T21 TS", "C8"),
        ("T5 HJ", "C9 T21 TS", "T5"),
        ("T1 H4", "", "H4"),
        ("T1 T2", "", "T2"),
        ("T1", "", "T1"),
        ("DQ HJ", "C9 T21", "DQ HJ"),
    ],
)
def test_in_negative_games_one_beats_and_keeps_the_pagat(
    kernel: ModuleType, hand: str, trick: str, allowed: str
) -> None:
    assert legal(kernel, hand, trick, negative=True) == set(allowed.split())


def test_without_overtaking_any_tarok_will_do_on_a_trumped_suit(kernel: ModuleType) -> None:
    loose: dict[str, Any] = {"negative": True, "overtake": False}
    assert legal(kernel, "T3 T9 T1 HQ", "C10 T7", **loose) == {"T3", "T9"}
    assert legal(kernel, "T3 T9 T1 HQ", "T7", **loose) == {"T9"}


def test_the_pagat_may_be_led_as_the_table_plays_it(kernel: ModuleType) -> None:
    assert legal(kernel, "T1 H4", "", negative=True, pagat_lead=kernel.LAST_TAROK) == {"T1", "H4"}
    assert legal(kernel, "T1 T2 H4", "", negative=True, pagat_lead=kernel.LAST_TAROK) == {
        "T2",
        "H4",
    }
    assert legal(kernel, "T1 T2", "", negative=True, pagat_lead=kernel.ANY_TIME) == {"T1", "T2"}


def test_a_locked_card_waits_for_all_others(kernel: ModuleType) -> None:
    assert legal(kernel, "T1 T2 H4", "T9", "T1") == {"T2"}
    assert legal(kernel, "T1 H4", "T9", "T1") == {"T1"}
    assert legal(kernel, "HK H4", "", "HK") == {"H4"}


# --- whole deals -------------------------------------------------------------------------------


def tricks_of(kernel: ModuleType, seed: int, gifts: bool, **manner: Any) -> Any:
    hands, talon = lay_out(bytes([seed]), 3, True)
    rules = kernel.Manner(**manner)
    return kernel.Tricks(rules, hands, 0, 1, [0, 0, 0, 0], -1, talon if gifts else [])


def shown(tricks: Any) -> tuple[Any, ...]:
    return (
        list(tricks.hands),
        tricks.leader,
        list(tricks.trick),
        list(tricks.piles),
        list(tricks.taken),
        list(tricks.winners),
        list(tricks.played),
        (tricks.mond_loser, tricks.mond_taker, tricks.king_won),
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("negative", [False, True])
def test_every_card_can_be_taken_back(kernel: ModuleType, seed: int, negative: bool) -> None:
    tricks = tricks_of(kernel, seed, negative, negative=negative)
    rng = Random(seed)
    seen = [shown(tricks)]
    while not tricks.over:
        tricks.make(rng.choice(tricks.choices(list(range(54)))))
        seen.append(shown(tricks))
    assert sum(map(int.bit_count, tricks.piles)) == (54 if negative else 48)
    while len(seen) > 1:
        seen.pop()
        tricks.unmake()
        assert shown(tricks) == seen[-1]


def play_out(tricks: Any, seed: int) -> None:
    rng = Random(seed)
    while not tricks.over:
        tricks.make(rng.choice(tricks.choices(list(range(54)))))


def test_a_copy_goes_its_own_way(kernel: ModuleType) -> None:
    tricks = tricks_of(kernel, 2, False)
    tricks.make(tricks.choices(list(range(54)))[0])
    before = shown(tricks)
    twin = tricks.copy()
    play_out(twin, 3)
    assert shown(tricks) == before
    assert twin.over


def test_a_step_refuses_what_is_not_legal(kernel: ModuleType) -> None:
    tricks = tricks_of(kernel, 3, False)
    before = shown(tricks)
    foreign = next(card for card in range(54) if not tricks.hands[0] >> card & 1)
    assert tricks.step(foreign) == -1
    assert tricks.step(-1) == -1
    assert shown(tricks) == before
    assert tricks.step(tricks.choices(list(range(54)))[0]) == 1


def test_beggars_end_with_the_first_trick_taken_and_valats_with_the_first_lost(
    kernel: ModuleType,
) -> None:
    for goal in (kernel.TAKE_NONE, kernel.TAKE_ALL):
        for seed in range(20):
            tricks = tricks_of(kernel, seed, False, goal=goal)
            play_out(tricks, seed)
            lost_it = (
                tricks.winners[-1] == 1 if goal == kernel.TAKE_NONE else (tricks.winners[-1] != 1)
            )
            assert lost_it or len(tricks.winners) == 12
            before = tricks.winners[:-1]
            assert (1 in before) == (goal == kernel.TAKE_ALL and len(before) > 0)


@pytest.mark.parametrize("seed", range(6))
def test_what_a_card_rules_out_was_never_in_the_hand(kernel: ModuleType, seed: int) -> None:
    for negative in (False, True):
        tricks = tricks_of(kernel, seed, False, negative=negative)
        rng = Random(seed)
        while not tricks.over:
            hand = tricks.hands[tricks.turn]
            card = rng.choice(tricks.choices(list(range(54))))
            assert not hand & kernel.ruled_out(tricks.manner, card, tricks.trick, 0), NAMES[card]
            tricks.make(card)


def test_a_discard_rules_out_suit_and_taroks(kernel: ModuleType) -> None:
    out = set(names_of(kernel.ruled_out(kernel.Manner(), NUMBERS["DJ"], cards("C9"), 0)))
    assert out == {name for name in NAMES if name[0] in "CT"}
    beaten = kernel.ruled_out(kernel.Manner(negative=True), NUMBERS["C8"], cards("C9"), 0)
    assert set(names_of(beaten)) == {"C10", "CJ", "CN", "CQ", "CK"}
