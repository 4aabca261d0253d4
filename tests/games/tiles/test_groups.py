from __future__ import annotations

import pytest

from stammtisch.games.tiles.groups import FACES, blocks, is_group, is_run, is_set, wins
from stammtisch.games.tiles.tile import JOKER
from tests.games.tiles.writing import rack, tiles


@pytest.mark.parametrize(
    "block",
    [
        "1R 2R 3R",
        "11R 12R 13R",
        "J 2R 3R",
        "11R J 13R",
        "11R 12R J",
        "3R J J 6R",
        "1R 2R 3R 4R 5R 6R 7R 8R 9R 10R 11R 12R",
        "5R 5B 5Y",
        "5R 5B 5Y 5K",
        "5R J 5B",
        "5R J J",
        "J 13R 13B",
        "J 5R 5B 5K",
        "J J J",
    ],
)
def test_a_group(block: str) -> None:
    assert is_group(tiles(block))
    assert wins(rack(block)) == "groups"


@pytest.mark.parametrize(
    "block",
    [
        "12R 13R 1R",
        "13R 1R 2R",
        "3R 2R 1R",
        "3R J 4R",
        "3R 4R 4R 5R",
        "12R 13R J",
        "11R 12R 13R J",
        "J 1R 2R",
        "J J 1R 2R",
        "11R 12R J J",
        "10R J 12R J J",
        "5R 5B 5R",
        "5R 5R J",
        "5R 5B 5Y 5K J",
        "5R 5B 5Y 5K 5R",
        "5R 5R",
        "J",
        "J J",
        "1R 2R 3B",
        "13R 1B 2B",
        "1R 2R 3R 5R 5B 5Y",
    ],
)
def test_no_group(block: str) -> None:
    assert not is_group(tiles(block))
    assert wins(rack(block)) is None


def test_a_run_does_not_reach_into_the_next_colour() -> None:
    assert not is_run(tiles("12R 13R 1B"))


def test_the_order_in_a_set_does_not_matter() -> None:
    assert is_set(tiles("7K 7R 7Y"))


def test_blocks_end_at_gaps_and_at_the_row() -> None:
    lying = rack("1R 2R _ _ 3R _ _ _ _ _ 4R 5R | 6R 7R")
    expected = [tuple(tiles(block)) for block in ("1R 2R", "3R", "4R 5R", "6R 7R")]
    assert list(blocks(lying)) == expected


def test_a_run_over_the_end_of_the_first_row_is_two_blocks() -> None:
    assert wins(rack("_ _ _ _ _ _ _ _ _ _ 4R 5R | 6R")) is None
    assert wins(rack("_ _ _ _ _ _ _ _ _ 4R 5R 6R | 7R 8R 9R")) == "groups"


def test_one_bad_block_spoils_the_rack() -> None:
    assert wins(rack("1R 2R 3R _ 5R 5B 5Y")) == "groups"
    assert wins(rack("1R 2R 3R _ 5R 5B 5Y | 7K 8K")) is None


def test_an_empty_rack_does_not_win() -> None:
    assert wins(rack("")) is None


PAIRS = "1R 1R _ 5B 5B _ 9Y 9Y _ 13K 13K | 2R 2R _ 3B 3B _ {}"


@pytest.mark.parametrize("last", ["7Y 7Y", "7Y J", "J 7Y", "J J"])
def test_seven_pairs_win_where_the_rules_say_so(last: str) -> None:
    assert wins(rack(PAIRS.format(last)), pairs_win=True) == "pairs"
    assert wins(rack(PAIRS.format(last))) is None


@pytest.mark.parametrize("last", ["7Y 7K", "7Y _ 7Y", "7Y 7Y 7Y"])
def test_what_is_no_pair_does_not_win(last: str) -> None:
    assert wins(rack(PAIRS.format(last)), pairs_win=True) is None


def test_pairs_and_groups_do_not_mix() -> None:
    assert wins(rack("1R 2R 3R _ 5B 5B"), pairs_win=True) is None


def test_an_indicated_joker_is_wild_and_the_marked_one_stands_for_it() -> None:
    (red5,) = tiles("5R")
    assert wins(rack("8B 5R 10B"), wild=red5) == "groups"
    assert wins(rack("4R J 6R"), wild=red5) == "groups"
    assert wins(rack("8B J 10B"), wild=red5) is None
    # Also where it belongs, an indicated joker may be itself.
    assert wins(rack("4R 5R 6R"), wild=red5) == "groups"
    assert FACES[red5][JOKER + 1] == red5
