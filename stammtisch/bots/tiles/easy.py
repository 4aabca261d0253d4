"""The easy bot: keeps tiles that have neighbours, throws those that have none.

It neither plans groups nor looks at what the others do, and it is quick enough to fill a house.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.tiles.moves import draw_from, plain_puts, winning_put
from stammtisch.bots.tiles.parts import NEAR
from stammtisch.games.game import Action, Sight
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import View
from stammtisch.games.tiles.tile import JOKER, NUMBERS, Tile


def _completing(kind: Tile) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of kinds that make a group of three with this one."""
    number = kind % NUMBERS
    steps = ((-2, -1), (-1, 1), (1, 2))
    runs = [
        (kind + low, kind + high)
        for low, high in steps
        if number + low >= 0 and number + high < NUMBERS
    ]
    others = [other for other in range(number, JOKER, NUMBERS) if other != kind]
    return (*runs, *combinations(others, 2))


_COMPLETING = tuple(_completing(kind) for kind in range(JOKER))
_NEAR = NEAR[0]
_REASONS = tuple(f"It has {count} neighbours." for count in range(15))


@dataclass(frozen=True, slots=True)
class Easy:
    level: str = "easy"

    def choose(self, sight: Sight, rng: Random) -> Decision:
        view: View = sight.view
        actions = sight.actions
        if win := winning_put(actions):
            return Decision(win, "All tiles lie in groups.")
        return _put(view, actions, rng) if view.must_put else _draw(view, actions)


def _draw(view: View, actions: Sequence[Action]) -> Decision:
    assert view.seat is not None and view.rack is not None
    if offered := draw_from("exchange", actions):
        plays = FACES[view.wild]
        face = plays[view.exchange[view.seat][-1]]
        if face == JOKER:
            return Decision(offered, "It is a joker.")
        held = {plays[tile] for tile in view.rack if tile is not None}
        for one, other in _COMPLETING[face]:
            if one in held and other in held:
                return Decision(offered, "It makes a group.")
    return Decision(draw_from("main", actions) or actions[0], "There is nothing to take.")


def _put(view: View, actions: Sequence[Action], rng: Random) -> Decision:
    plays = FACES[view.wild]
    candidates = plain_puts(actions, view.wild)
    if not candidates:
        return Decision(actions[0], "There is nothing but jokers.")
    held = 0
    for put in candidates:
        held |= 1 << plays[put.tile]
    # Starting anywhere makes every one of the loneliest tiles possible.
    start = int(rng.random() * len(candidates))
    loneliest = candidates[start]
    fewest = len(_REASONS)
    for put in candidates[start:] + candidates[:start]:
        neighbours = (held & _NEAR[plays[put.tile]]).bit_count()
        if neighbours < fewest:
            loneliest, fewest = put, neighbours
            if not neighbours:
                break
    return Decision(loneliest, _REASONS[fewest])
