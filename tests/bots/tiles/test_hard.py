from __future__ import annotations

from dataclasses import replace
from random import Random

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Action
from stammtisch.games.tiles.records import EMPTY_RACK, Put, View
from stammtisch.games.tiles.tile import JOKER, Tile, tile
from tests.bots.tiles.racks import observation_of

RED, BLUE, YELLOW, BLACK = range(4)
HARD = bot_for("tiles", "hard")

#: Eleven tiles in groups and two pairs, one of which would complete them.
GROUPS = [tile(n, RED) for n in (1, 2, 3, 4, 5)] + [tile(n, BLUE) for n in (7, 8, 9, 10, 11, 12)]
OPEN_PAIR = [tile(5, YELLOW), tile(6, YELLOW)]
GAP_PAIR = [tile(11, BLACK), tile(13, BLACK)]


def view_of(tiles: list[Tile], *, left: int = 30, open_tiles: tuple[Tile, ...] = ()) -> View:
    return View(
        seat=0,
        rack=(*tiles, *EMPTY_RACK[len(tiles) :]),
        counts=(15, 14, 14, 14),
        exchange=((), (), (), open_tiles),
        left=left,
        turn=0,
        must_put=True,
        draws=20,
        indicator=None,
        wild=JOKER,
        deadline=None,
        cheated=False,
        winner=None,
        over=False,
    )


def put_from(view: View) -> tuple[Tile, str]:
    assert view.rack is not None
    actions: list[Action] = [Put(kind) for kind in dict.fromkeys(view.rack) if kind is not None]
    decision = HARD.choose(observation_of(view, actions), Random(1))
    assert isinstance(decision.action, Put)
    return decision.action.tile, decision.reason.sentence


def test_of_two_ways_the_one_with_more_tiles_to_come_is_kept() -> None:
    put, reason = put_from(view_of([*GROUPS, *OPEN_PAIR, *GAP_PAIR]))
    assert put in GAP_PAIR
    # Two each of yellow 4 and 7, and two jokers.
    assert reason == "1 from winning; 6 tiles help."


def test_tiles_that_are_gone_are_not_counted() -> None:
    gone = (tile(4, YELLOW), tile(7, YELLOW), tile(4, YELLOW))
    put, reason = put_from(view_of([*GROUPS, *OPEN_PAIR, *GAP_PAIR], open_tiles=gone))
    assert put in OPEN_PAIR
    # Two black 12, and two jokers.
    assert reason == "1 from winning; 4 tiles help."


def test_without_hope_it_puts_what_the_next_seat_wants_least() -> None:
    loners = [tile(n, n % 4) for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)]
    view = view_of([*loners, tile(9, RED), tile(6, RED)], left=3)
    view = replace(view, exchange=((), (tile(7, BLACK),) * 2, (tile(6, BLACK), tile(8, BLACK)), ()))
    put, reason = put_from(view)
    assert "plays for the draw" in reason
    assert put == tile(7, BLACK)
