"""Racks for tests: any tiles of the set, and such that are nearly a winning rack."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from stammtisch.games.game import Action, Observation
from stammtisch.games.tiles.records import View
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import COLOURS, FULL_SET, NUMBERS, Tile, tile

SHAPES = ((3, 3, 4, 4), (3, 3, 3, 5), (5, 5, 4), (7, 7), (11, 3), (6, 4, 4))


def observation_of(view: View, actions: Sequence[Action]) -> Observation:
    """The view's seat must choose one of these."""
    rules = TilesRules.named("classic")
    return Observation(rules, view.seat, view, (view.seat or 0,), None, tuple(actions), (), ())


def some_tiles(count: int) -> st.SearchStrategy[list[Tile]]:
    return st.integers(0, 2**32).map(lambda seed: Random(seed).sample(FULL_SET, count))


def _group(rng: Random, size: int) -> list[Tile]:
    if size <= 4 and rng.random() < 0.5:
        number = rng.randint(1, NUMBERS)
        return [tile(number, colour) for colour in rng.sample(range(len(COLOURS)), size)]
    lowest, colour = rng.randint(1, NUMBERS - size + 1), rng.randrange(len(COLOURS))
    return [tile(number, colour) for number in range(lowest, lowest + size)]


def winning_tiles(rng: Random) -> list[Tile]:
    """Fourteen tiles of one set that can lie in groups."""
    while True:
        tiles = [kind for size in rng.choice(SHAPES) for kind in _group(rng, size)]
        if all(tiles.count(kind) <= 2 for kind in tiles):
            return tiles


def exchanged(rng: Random, tiles: list[Tile], count: int) -> list[Tile]:
    """The rack after `count` of its tiles were swapped for others of the set."""
    others = list(FULL_SET)
    for kind in tiles:
        others.remove(kind)
    places = rng.sample(range(len(tiles)), count)
    fresh = rng.sample(others, count)
    swapped = tiles.copy()
    for place, kind in zip(places, fresh, strict=True):
        swapped[place] = kind
    return swapped


@st.composite
def near_wins(draw: st.DrawFn) -> tuple[list[Tile], int]:
    """A rack, and how many tiles it is away from a certain winning one."""
    rng = Random(draw(st.integers(0, 2**32)))
    count = draw(st.integers(0, 4))
    return exchanged(rng, winning_tiles(rng), count), count
