"""Matches to test with."""

from __future__ import annotations

from itertools import chain
from random import Random

from stammtisch.games.game import Deal
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Draw, Put, Rack
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import FULL_SET, Tile

MAIN, EXCHANGE = Draw("main"), Draw("exchange")


def fresh(profile: str = "classic", seed: bytes = b"seed", **changes: object) -> TilesMatch:
    """A dealt match."""
    match = TilesMatch(TilesRules.named(profile, changes), 4)
    match.apply(None, Deal(seed))
    return match


def played(match: TilesMatch, rng: Random, steps: int) -> TilesMatch:
    """The match after so many random legal actions, or at its end."""
    for _ in range(steps):
        if match.outcome:
            break
        seat = match.mover
        match.apply(seat, rng.choice(match.actions(seat)))
    return match


def put_first(match: TilesMatch) -> None:
    """The mover puts its first tile."""
    match.apply(match.mover, Put(match.held(match.mover)[0]))


def give(match: TilesMatch, seat: int, rack: Rack) -> None:
    """Let the seat hold these tiles; who had them gets the seat's old ones, so none is lost."""
    old = match.held(seat)
    match.racks[seat] = list(rack)
    for tile in match.held(seat):
        if tile in old:
            old.remove(tile)
        else:
            _swap_in(match, seat, tile, old.pop())
    assert not old, "The seat must keep its number of tiles."


def _swap_in(match: TilesMatch, seat: int, wanted: Tile, instead: Tile) -> None:
    for stack in (match.main, *match.exchange):
        if wanted in stack:
            stack[stack.index(wanted)] = instead
            return
    rack = next(rack for other, rack in enumerate(match.racks) if other != seat and wanted in rack)
    rack[rack.index(wanted)] = instead


def everything(match: TilesMatch) -> list[Tile]:
    """All tiles on the table, sorted."""
    shown = [] if match.indicator is None else [match.indicator]
    held = chain.from_iterable(match.held(seat) for seat in range(4))
    return sorted(chain(match.main, shown, held, *match.exchange))


WHOLE = sorted(FULL_SET)
