"""Tiles in numbers."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.env.layout import Coding, Page, Part, Turned, each_seat, number
from stammtisch.games.tiles import words as numbers
from stammtisch.games.tiles.match import TILES, TilesMatch
from stammtisch.games.tiles.records import View
from stammtisch.games.tiles.tile import KIND, KINDS


def _layout(seats: int) -> Iterator[Part]:
    of_each = f"{seats} × {KINDS}"
    yield Part("rack", KINDS, "how many one holds of each kind; the last kind is the joker")
    yield each_seat("counts", seats, "how many tiles each seat holds")
    yield Part("known", seats * KINDS, f"{of_each}: tiles that everybody knows each seat to hold")
    yield Part("exchange", seats * KINDS, f"{of_each}: what lies on each seat's exchange stack")
    yield Part("tops", seats * KINDS, f"{of_each}: a 1 for the tile on its top")
    yield Part("drawn", KINDS, "the tile just drawn, if everybody saw it")
    yield Part("indicator", KINDS, "the tile that decides the joker, where the rules have one")
    yield Part("wild", KINDS, "the kind that is wild")
    yield number("left", "tiles in the main stack")
    yield number("draws", "draws so far")
    yield number("must_put", "1 if who is in turn has drawn already")
    yield number("cheated", "1 if somebody has cheated")


def _write(view: View, page: Page, turned: Turned) -> None:
    for tile in view.rack or ():
        if tile is not None:
            page.add("rack", KIND[tile])
    for place, tiles in enumerate(turned.around(view.known) if view.known else ()):
        for tile in tiles:
            page.add("known", place * KINDS + KIND[tile])
    for place, tiles in enumerate(turned.around(view.exchange)):
        for tile in tiles:
            page.add("exchange", place * KINDS + KIND[tile])
        if tiles:
            page.put("tops", place * KINDS + KIND[tiles[-1]])
    for name, one in (("drawn", view.drawn), ("indicator", view.indicator), ("wild", view.wild)):
        if one is not None:
            page.put(name, KIND[one])


def _points(match: TilesMatch) -> list[float]:
    return [0.0] * match.seats


CODING = Coding(
    game=TILES,
    options={},
    count=numbers.COUNT,
    layout=_layout,
    write=_write,
    points=_points,
)
