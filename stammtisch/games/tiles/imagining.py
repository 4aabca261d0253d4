"""A whole table of tiles, made of what one seat sees of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from stammtisch.games.tiles.records import PLACES, View
from stammtisch.games.tiles.tile import FULL_SET, Tile

if TYPE_CHECKING:
    from stammtisch.games.tiles.table import TilesTable


def imagine(table: TilesTable, view: View, rng: Random) -> None:
    """Lay a new table so that it looks like `view`. What is hidden is shuffled; in others' racks
    the tiles that everybody knows come first, as nobody sees their places."""
    if not any(view.counts):
        return
    pool = unseen(view)
    rng.shuffle(pool)
    table.awaits_deal = False
    table.exchange = [list(stack) for stack in view.exchange]
    table.known = [list(known) for known in view.known]
    for seat, known in enumerate(view.known):
        if seat == view.seat and view.rack is not None:
            table.racks[seat] = list(view.rack)
            table.vanished[seat] = list(view.lost)
            continue
        hidden = [pool.pop() for _ in range(view.counts[seat] - len(known))]
        table.racks[seat] = [*known, *hidden, *(None,) * (PLACES - view.counts[seat])]
        lost = view.vanished[seat] if view.vanished else 0
        table.vanished[seat] = [pool.pop() for _ in range(lost)]
    table.main = pool
    _take_turn(table, view)
    table.draws, table.deadline = view.draws, view.deadline
    table.indicator, table.wild = view.indicator, view.wild
    table.cheated, table.final = view.cheated, view.final
    if view.over:
        table.finish(view.winner)


def unseen(view: View) -> list[Tile]:
    """The tiles of which the seat does not know where they are, lowest first."""
    if view.unseen is not None:
        return list(view.unseen)
    pool = Counter(FULL_SET)
    for stack in view.exchange:
        pool.subtract(stack)
    pool.subtract(tile for tile in view.rack or () if tile is not None)
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            pool.subtract(known)
    pool.subtract(tile for tile in (view.indicator, view.final) if tile is not None)
    return sorted(pool.elements())


def _take_turn(table: TilesTable, view: View) -> None:
    if view.turn is None:
        return
    table.mover, table.must_put, table.drawn = view.turn, view.must_put, view.drawn
    if view.fresh is not None:
        table.fresh = view.fresh
    elif view.must_put:
        known = view.known[view.turn]
        table.fresh = len(known) if view.drawn is None else known.index(view.drawn)
