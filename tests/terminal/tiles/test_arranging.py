from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.tiles.groups import is_run, is_set
from stammtisch.games.tiles.records import PLACES, ROW
from stammtisch.games.tiles.tile import FULL_SET, JOKER, KINDS, Tile, tile
from stammtisch.terminal.tiles.rack import Arrangement, glowing, laid_out, runs, sets

RED, BLUE, YELLOW, BLACK = range(4)

hands = st.integers(0, 15).flatmap(
    lambda size: st.randoms(use_true_random=False).map(lambda rng: rng.sample(FULL_SET, size))
)
wilds = st.integers(0, KINDS - 1)


def arranged(tiles: list[Tile], rng: Random) -> Arrangement:
    rack = Arrangement()
    places: list[Tile | None] = [*tiles, *(None,) * (PLACES - len(tiles))]
    rng.shuffle(places)
    rack.deal(places)
    return rack


def tiles_of(rack: Arrangement) -> Counter[Tile]:
    held = [] if rack.held is None else [rack.held]
    return Counter([*(one for one in rack.places if one is not None), *held])


KEYS = st.lists(
    st.sampled_from(["left", "right", "down", "space", "space", "escape", "s", "g"]), max_size=40
)


@given(hands, KEYS, st.randoms(use_true_random=False), wilds)
def test_whatever_is_pressed_no_tile_is_lost_or_won(
    tiles: list[Tile], keys: list[str], rng: Random, wild: Tile
) -> None:
    rack = arranged(tiles, rng)
    for key in keys:
        match key:
            case "left" | "right":
                rack.move(1 if key == "right" else -1, 0)
            case "down":
                rack.move(0, 1)
            case "space":
                rack.pick_or_drop()
            case "escape":
                rack.let_go()
            case _:
                rack.sort(runs if key == "s" else sets, wild)
        assert tiles_of(rack) == Counter(tiles)
        assert len(rack.places) == PLACES
        assert 0 <= rack.cursor < PLACES


@given(hands)
def test_found_runs_and_sets_are_such(tiles: list[Tile]) -> None:
    plain = sorted(one for one in tiles if one < JOKER)
    for found, is_such in ((runs(plain), is_run), (sets(plain), is_set)):
        assert all(is_such(group) for group in found)
        assert not Counter(one for group in found for one in group) - Counter(plain)


@given(hands)
def test_sorted_groups_lie_apart_and_glow(tiles: list[Tile]) -> None:
    plain = sorted(one for one in tiles if one < JOKER)
    groups = runs(plain)
    places = laid_out(groups, [])
    assert glowing(places, JOKER, False) == {at for at, one in enumerate(places) if one is not None}
    assert sum(one is not None for one in places) == sum(map(len, groups))


def test_a_dropped_tile_makes_room_for_itself() -> None:
    rack = Arrangement()
    four, six, five = (tile(number, RED) for number in (4, 6, 5))
    rack.deal([four, six, None, None, five, *(None,) * 19])
    rack.cursor = 4
    assert rack.pick_or_drop()
    rack.move(-3, 0)
    assert rack.pick_or_drop()
    assert rack.places[:4] == [four, five, six, None]
    assert rack.held is None


def test_a_full_row_sends_what_lies_there_elsewhere() -> None:
    rack = Arrangement()
    reds = [tile(number, RED) for number in range(1, 13)]
    rack.deal([*reds, tile(1, BLUE), *(None,) * 11])
    rack.cursor = ROW
    rack.pick_or_drop()
    rack.move(0, 1)
    rack.pick_or_drop()
    assert rack.places[:2] == [tile(1, BLUE), tile(2, RED)]
    assert tile(1, RED) in rack.places[ROW:]


def test_a_held_tile_goes_back_where_it_was() -> None:
    rack = Arrangement()
    rack.deal([tile(1, RED), None, tile(2, BLUE), *(None,) * 21])
    before = list(rack.places)
    rack.pick_or_drop()
    rack.move(7, 0)
    rack.let_go()
    assert rack.places == before


def test_nothing_can_be_picked_up_from_an_empty_place() -> None:
    assert not Arrangement().pick_or_drop()


def test_a_drawn_tile_lies_apart_under_the_cursor() -> None:
    rack = Arrangement()
    rack.deal([*(tile(number, RED) for number in range(1, 12)), *(None,) * 13])
    rack.add(tile(1, BLUE))
    assert rack.at_cursor == tile(1, BLUE)
    assert rack.cursor == PLACES - 1
    rack.add(tile(2, BLUE))
    assert rack.cursor == PLACES - 3


def test_the_put_tile_leaves_the_cursors_place_though_another_is_equal() -> None:
    rack = Arrangement()
    twin = tile(7, YELLOW)
    rack.deal([twin, None, twin, *(None,) * 21])
    rack.cursor = 2
    assert rack.others() == (twin, *(None,) * 23)
    rack.remove(twin)
    assert rack.places[:3] == [twin, None, None]


def test_follow_keeps_what_lies_and_takes_what_came() -> None:
    rack = Arrangement()
    kept, gone, came = tile(3, RED), tile(4, RED), tile(5, BLACK)
    rack.deal([None, gone, kept, *(None,) * 21])
    rack.follow([kept, came])
    assert rack.places[2] == kept
    assert tiles_of(rack) == Counter([kept, came])


def test_an_empty_rack_follows_to_where_the_tiles_lie_at_the_table() -> None:
    rack = Arrangement()
    told: list[Tile | None] = [tile(3, RED), tile(4, RED), None, tile(5, BLACK), *(None,) * 20]
    rack.follow(told)
    assert rack.places == told


def test_pairs_glow_only_where_pairs_win() -> None:
    pair: list[Tile | None] = [tile(7, RED), tile(7, RED), *(None,) * 22]
    assert glowing(pair, JOKER, True) == {0, 1}
    assert glowing(pair, JOKER, False) == set()
