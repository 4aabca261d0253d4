from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.tiles.groups import FACES, arrange, winning_puts, wins
from stammtisch.games.tiles.tile import FULL_SET, JOKER, KIND, Tile, colour_of, number_of, tile
from tests.games.tiles.writing import tiles
from tests.properties import tried


def lies_well(group: Sequence[Tile]) -> bool:
    """Whether some order of these tiles is a group: straight from the rules, slowly."""
    plain = [(number_of(face), colour_of(face)) for face in group if face != JOKER]
    numbers = [number for number, _ in plain]
    colours = [colour for _, colour in plain]
    if len(group) < 3:
        return False
    if len(group) <= 4 and len(set(numbers)) <= 1 and len(set(colours)) == len(colours):
        return True
    if len(set(colours)) > 1 or len(set(numbers)) < len(numbers):
        return False
    return any(
        all(low <= number < low + len(group) for number in numbers)
        for low in range(1, 13 - len(group) + 2)
    )


def partitions(hand: Sequence[Tile]) -> Iterator[list[tuple[Tile, ...]]]:
    """Every way to share the tiles out into groups of at least three."""
    if not hand:
        yield []
        return
    first, others = hand[0], hand[1:]
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            group = (first, *(others[at] for at in chosen))
            if lies_well(group):
                rest = [other for at, other in enumerate(others) if at not in chosen]
                for more in partitions(rest):
                    yield [group, *more]


def can_win(hand: Sequence[Tile], wild: Tile) -> bool:
    faces = [FACES[wild][tile] for tile in hand]
    return any(True for _ in partitions(faces))


def assert_sound(hand: Sequence[Tile], wild: Tile = JOKER, pairs_win: bool = False) -> bool:
    found = arrange(hand, wild, pairs_win)
    if found is None:
        return False
    assert sorted(tile for tile in found if tile is not None) == sorted(hand)
    assert wins(found, wild, pairs_win)
    return True


def near(low: int, high: int) -> st.SearchStrategy[Tile]:
    """Tiles close to each other, so that groups are common; now and then a joker."""
    plain = st.builds(tile, st.integers(low, high), st.integers(0, 2))
    return st.one_of(plain, plain, plain, plain, st.sampled_from([JOKER, JOKER + 1]))


@tried(200)
@given(
    st.sampled_from([(1, 4), (10, 13)]).flatmap(
        lambda ends: st.lists(near(*ends), min_size=1, max_size=9)
    )
)
def test_finds_a_rack_exactly_if_there_is_one(hand: list[Tile]) -> None:
    assert assert_sound(hand) == can_win(hand, JOKER)


@given(st.lists(near(10, 13), min_size=1, max_size=8), st.sampled_from(tiles("10R 13B 1R")))
def test_finds_a_rack_with_an_indicated_joker(hand: list[Tile], wild: Tile) -> None:
    assert assert_sound(hand, wild) == can_win(hand, wild)


def random_group(rng: Random) -> list[Tile]:
    """A set or a run, of three tiles or more."""
    if rng.random() < 0.4:
        number = rng.randint(1, 13)
        colours = rng.sample(range(4), rng.randint(3, 4))
        return [tile(number, colour) for colour in colours]
    length = rng.randint(3, 9)
    low, colour = rng.randint(1, 14 - length), rng.randrange(4)
    return [tile(number, colour) for number in range(low, low + length)]


def winning_hand(rng: Random, jokers: int) -> list[Tile]:
    """Fourteen tiles of the set that can win, with so many of them replaced by jokers."""
    while True:
        hand: list[Tile] = []
        while len(hand) < 14:
            hand += random_group(rng)
        if len(hand) == 14 and all(hand.count(tile) <= 2 for tile in hand):
            for at, place in enumerate(rng.sample(range(14), jokers)):
                hand[place] = JOKER + at
            rng.shuffle(hand)
            return hand


@given(st.integers(0, 2**32), st.integers(0, 2))
def test_fourteen_tiles_in_groups_are_always_found_and_fit_the_rack(seed: int, jokers: int) -> None:
    assert assert_sound(winning_hand(Random(seed), jokers))


@given(st.integers(0, 2**32), st.integers(0, 2))
def test_every_winning_put_of_fifteen_is_found(seed: int, jokers: int) -> None:
    rng = Random(seed)
    hand = winning_hand(rng, jokers)
    spare = rng.choice([tile for tile in FULL_SET if tile < JOKER])
    found = winning_puts([*hand, spare])
    kinds = [KIND[tile] for tile, _ in found]
    assert spare in kinds
    assert len(set(kinds)) == len(kinds)
    for put, rack in found:
        assert sorted([put, *(tile for tile in rack if tile is not None)]) == sorted([*hand, spare])
        assert wins(rack)


@tried(50)
@given(st.lists(near(1, 4), min_size=8, max_size=8))
def test_the_quick_no_is_never_wrong(hand: list[Tile]) -> None:
    expected = {
        KIND[tile] for at, tile in enumerate(hand) if can_win([*hand[:at], *hand[at + 1 :]], JOKER)
    }
    assert {KIND[tile] for tile, _ in winning_puts(hand)} == expected


@pytest.mark.parametrize(
    "hand",
    [
        "1R 2R 3R 4R 5R 6R 7R 8R 9R 10R 11R 12R 13R J",
        "1R 2R 3R 4R 5R 6R 7R 8R 9R 10R 11R 12R J J",
        "5R 5B 5Y 5R 5B 5Y 5K J 6R 7R 8R 9R 10R 11R",
    ],
)
def test_long_runs_and_doubled_sets(hand: str) -> None:
    assert assert_sound(tiles(hand))


@pytest.mark.parametrize(
    ("hand", "won"),
    [
        ("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B 11B 13Y 13Y", True),
        ("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B 11B 13Y J", True),
        ("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B J 13Y J", True),
        ("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B 11B J J", True),
        ("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B 12B 13Y 13Y", False),
        ("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 10R 11B 11R 13Y J", False),
    ],
)
def test_seven_pairs(hand: str, won: bool) -> None:
    assert assert_sound(tiles(hand), pairs_win=True) is won
    assert arrange(tiles(hand)) is None


def test_a_put_that_leaves_seven_pairs_is_found() -> None:
    hand = tiles("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B 11B 13Y J 2K")
    found = winning_puts(hand, pairs_win=True)
    assert [tile for tile, _ in found] == tiles("13Y 2K")
    assert winning_puts(hand) == []


def test_false_jokers_pair_as_the_tile_they_stand_for() -> None:
    (red5,) = tiles("5R")
    hand = [*tiles("1R 1R 3B 3B 5Y 5Y 7K 7K 9R 9R 11B 11B"), JOKER, JOKER + 1]
    assert assert_sound(hand, wild=red5, pairs_win=True)
    hand[0] = tiles("2R")[0]
    assert not assert_sound(hand, wild=red5, pairs_win=True)
