from __future__ import annotations

from hypothesis import given

from stammtisch.bots.tiles.search import groups_distance, kinds_in, masks_of, outlook
from stammtisch.games.tiles.tile import JOKER, Tile, tile
from tests.bots.tiles.racks import near_wins, some_tiles
from tests.properties import tried


def far(tiles: list[Tile]) -> int:
    return groups_distance(masks_of(tiles, JOKER))


def check_against_trying_everything(tiles: list[Tile]) -> None:
    distance, spare = outlook(masks_of(tiles, JOKER))
    assert distance == far(tiles)
    if distance == 0:
        return
    for put in sorted({kind for kind in tiles if kind < JOKER}):
        rest = tiles.copy()
        rest.remove(put)
        assert (put in spare) == (far(rest) == distance)
        if put in spare:
            helps = [kind for kind in range(JOKER) if far([*rest, kind]) < distance]
            # A third tile of a kind does not exist, so nobody need know whether it would help.
            assert [kind for kind in kinds_in(spare[put]) if rest.count(kind) < 2] == [
                kind for kind in helps if rest.count(kind) < 2
            ]


@tried(15)
@given(some_tiles(15))
def test_what_is_spare_and_what_helps_is_found_without_trying_everything(tiles: list[Tile]) -> None:
    check_against_trying_everything(tiles)


@tried(15)
@given(near_wins(), some_tiles(15))
def test_the_same_near_to_a_win(case: tuple[list[Tile], int], others: list[Tile]) -> None:
    tiles, _ = case
    extra = next(kind for kind in others if tiles.count(kind) < 2)
    check_against_trying_everything([*tiles, extra])


def test_two_runs_of_five_and_a_group_of_four_are_a_way_too() -> None:
    runs = [tile(number, colour) for colour in (0, 1) for number in (1, 2, 4, 5)]
    check_against_trying_everything([*runs, *range(34, 38), tile(12, 3), tile(8, 1), JOKER])
