from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from stammtisch.bots.tiles.search import distance
from stammtisch.games.tiles.groups import arrange
from stammtisch.games.tiles.tile import FULL_SET, JOKER, KINDS, Tile, tile
from tests.bots.tiles.racks import exchanged, near_wins, some_tiles
from tests.properties import tried

RED, BLUE, YELLOW, BLACK = range(4)


def run(colour: int, first: int, last: int) -> list[Tile]:
    return [tile(number, colour) for number in range(first, last + 1)]


def same(number: int, *colours: int) -> list[Tile]:
    return [tile(number, colour) for colour in colours]


FOUR = (RED, BLUE, YELLOW, BLACK)
CASES: dict[str, tuple[list[Tile], int]] = {
    "two runs of seven": (run(RED, 1, 7) + run(BLUE, 1, 7), 0),
    "two runs of five and a run of four": (run(RED, 1, 5) + run(BLUE, 1, 5) + run(BLACK, 9, 12), 0),
    "two runs of five and a set of four": (run(RED, 1, 5) + run(BLUE, 1, 5) + same(9, *FOUR), 0),
    "a run has no 14": (run(RED, 11, 13) + run(BLUE, 1, 5) + run(BLACK, 8, 12) + same(1, RED), 1),
    "three sets of four leave two tiles too few for a group": (
        same(1, *FOUR) + same(5, *FOUR) + same(9, *FOUR) + same(12, RED, BLUE),
        1,
    ),
    "a set has each colour once": (
        [tile(5, RED)] * 2 + same(5, BLUE) + run(BLACK, 1, 5) + run(YELLOW, 1, 6),
        1,
    ),
    "jokers stand for what is missing": (
        [JOKER, JOKER + 1, tile(4, RED), *run(BLUE, 1, 5), *run(BLACK, 1, 6)],
        0,
    ),
    "a gap in a run of five": (
        [tile(n, RED) for n in (1, 2, 4, 5, 12)] + run(BLUE, 1, 5) + run(BLACK, 9, 12),
        1,
    ),
}


@pytest.mark.parametrize(("tiles", "expected"), CASES.values(), ids=CASES)
def test_distance_of(tiles: list[Tile], expected: int) -> None:
    assert len(tiles) == 14
    assert distance(tiles, JOKER) == expected


@given(near_wins())
def test_a_winning_rack_with_n_tiles_swapped_is_at_most_n_away(
    case: tuple[list[Tile], int],
) -> None:
    tiles, swapped = case
    assert distance(tiles, JOKER) <= swapped


@given(near_wins())
def test_distance_is_0_exactly_when_there_is_a_winning_arrangement(
    case: tuple[list[Tile], int],
) -> None:
    tiles, _ = case
    assert (distance(tiles, JOKER) == 0) == (arrange(tiles) is not None)


@given(near_wins())
def test_distance_is_0_exactly_when_arranged_also_with_an_indicator_and_pairs(
    case: tuple[list[Tile], int],
) -> None:
    tiles, _ = case
    wild = tiles[0] % JOKER
    assert (distance(tiles, wild, pairs_win=True) == 0) == (
        arrange(tiles, wild, pairs_win=True) is not None
    )


@tried(40)
@given(near_wins())
def test_distance_is_1_exactly_when_one_exchange_wins(case: tuple[list[Tile], int]) -> None:
    tiles, _ = case
    if distance(tiles, JOKER) not in (1, 2):
        return
    one_wins = any(
        arrange([*tiles[:place], *tiles[place + 1 :], fresh]) is not None
        for place in range(len(tiles))
        for fresh in range(KINDS)
    )
    assert (distance(tiles, JOKER) == 1) == one_wins


@given(some_tiles(14))
def test_one_exchange_changes_the_distance_by_one_at_most(tiles: list[Tile]) -> None:
    rng = Random(sum(tiles))
    before = distance(tiles, JOKER)
    after = distance(exchanged(rng, tiles, 1), JOKER)
    assert abs(before - after) <= 1


@given(some_tiles(15))
def test_some_tile_of_fifteen_can_go_at_no_cost(tiles: list[Tile]) -> None:
    without = [distance([*tiles[:at], *tiles[at + 1 :]], JOKER) for at in range(len(tiles))]
    assert min(without) == distance(tiles, JOKER)


def test_seven_pairs_count_only_where_pairs_win() -> None:
    pairs = [tile(number, RED) for number in range(1, 14, 2)] * 2
    assert distance(pairs, JOKER, pairs_win=True) == 0
    assert distance(pairs, JOKER) > 0
    assert distance([*pairs[:-1], tile(2, BLUE)], JOKER, pairs_win=True) == 1
    assert distance([*pairs[:-1], JOKER], JOKER, pairs_win=True) == 0


def test_the_false_jokers_play_as_the_wild_tile() -> None:
    wild = tile(3, RED)
    rest = run(BLUE, 1, 5) + run(BLACK, 1, 6)
    assert distance([tile(2, RED), JOKER, tile(4, RED), *rest], wild) == 0
    assert distance([tile(7, RED), JOKER, tile(8, RED), *rest], wild) == 1
    assert distance([tile(7, RED), wild, tile(8, RED), *rest], wild) == 0


def test_the_full_set_is_at_distance_0() -> None:
    assert distance(FULL_SET, JOKER) == 0
