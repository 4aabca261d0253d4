"""The easy bot: keeps tiles that have neighbours, throws those that have none.

It neither plans groups nor looks at what the others do, and it is quick enough to fill a server.

What bots for tiles find among their legal actions.

The medium bot: knows how far its rack is from winning, and always goes a shortest way.

The hard bot: counts the tiles that help and may still come, and does not feed the next seat.

It goes the shortest way like the medium bot, but of all that it can spare it puts what leaves the
most helpful tiles. Those that the previous seat will hardly want count up to twice, as they come
from both stacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from stammtisch.bots.bots import Bot, Decision, Reason, Uniform
from stammtisch.bots.tiles.search import (
    MOST_NEIGHBOURS,
    NEAR,
    appetite,
    distance,
    kinds_in,
    live_faces,
    masks_of,
    outlook,
)
from stammtisch.games.game import Action, Observation
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import Draw, Put, Stack, View
from stammtisch.games.tiles.tile import JOKER, NUMBERS, Tile


def winning_put(actions: Sequence[Action]) -> Put | None:
    """A put that ends the match, if there is one: the rules list it with its rack, at the end."""
    for action in reversed(actions):
        if type(action) is Put and action.rack is not None:
            return action
    return None


def plain_puts(actions: Sequence[Action], wild: Tile) -> list[Put]:
    """The puts of tiles that are no jokers: nobody gives those away."""
    face = FACES[wild]
    return [action for action in actions if type(action) is Put and face[action.tile] != JOKER]


def draw_from(stack: Stack, actions: Sequence[Action]) -> Draw | None:
    for action in actions:
        if type(action) is Draw and action.stack == stack:
            return action
    return None


def nearer_draw(view: View, actions: Sequence[Action]) -> Decision:
    """Take the offered tile only if it leads nearer to winning."""
    assert view.seat is not None and view.rack is not None
    now = distance(view.rack, view.wild)
    if offered := draw_from("exchange", actions):
        then = distance((*view.rack, view.exchange[view.seat][-1]), view.wild)
        if then < now:
            return Decision(offered, Reason("nearer", {"then": then, "now": now}))
    return Decision(draw_from("main", actions) or actions[0], Reason("far", {"far": now}))


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
_REASONS = tuple(Reason("neighbours", {"count": count}) for count in range(15))


@dataclass(frozen=True, slots=True)
class Easy:
    level: str = "easy"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        actions = observation.actions
        if win := winning_put(actions):
            return Decision(win, Reason("all_in_groups"))
        return _easy_put(view, actions, rng) if view.must_put else _draw(view, actions)


def _draw(view: View, actions: Sequence[Action]) -> Decision:
    assert view.seat is not None and view.rack is not None
    if offered := draw_from("exchange", actions):
        plays = FACES[view.wild]
        face = plays[view.exchange[view.seat][-1]]
        if face == JOKER:
            return Decision(offered, Reason("is_joker"))
        held = {plays[tile] for tile in view.rack if tile is not None}
        for one, other in _COMPLETING[face]:
            if one in held and other in held:
                return Decision(offered, Reason("makes_group"))
    return Decision(draw_from("main", actions) or actions[0], Reason("nothing_to_take"))


def _easy_put(view: View, actions: Sequence[Action], rng: Random) -> Decision:
    plays = FACES[view.wild]
    candidates = plain_puts(actions, view.wild)
    if not candidates:
        return Decision(actions[0], Reason("only_jokers"))
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


@dataclass(frozen=True, slots=True)
class Medium:
    level: str = "medium"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        actions = observation.actions
        if win := winning_put(actions):
            return Decision(win, Reason("all_in_groups"))
        return _medium_put(view, actions, rng) if view.must_put else nearer_draw(view, actions)


def _medium_put(view: View, actions: Sequence[Action], rng: Random) -> Decision:
    """Put what leaves the rack as near as it is; among those, what has the fewest neighbours."""
    assert view.rack is not None
    plays = FACES[view.wild]
    masks = masks_of(view.rack, view.wild)
    far, spare = outlook(masks)
    candidates = plain_puts(actions, view.wild)
    if not candidates:
        return Decision(actions[0], Reason("only_jokers"))

    def cost(put: Put) -> tuple[bool, int, float]:
        face = plays[put.tile]
        return face not in spare, (masks.one & NEAR[0][face]).bit_count(), rng.random()

    return Decision(min(candidates, key=cost), Reason("far_without", {"far": far}))


#: How many helpful tiles it is worth that the next seat wants a tile a fourteenth less.
_FEEDING = 0.1


@dataclass(frozen=True, slots=True)
class Hard:
    level: str = "hard"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        actions = observation.actions
        if win := winning_put(actions):
            return Decision(win, Reason("all_in_groups"))
        return _hard_put(view, actions, rng) if view.must_put else nearer_draw(view, actions)


def _hard_put(view: View, actions: Sequence[Action], rng: Random) -> Decision:
    assert view.seat is not None and view.rack is not None
    seats = len(view.exchange)
    plays = FACES[view.wild]
    live = live_faces(view)
    far, spare = outlook(masks_of(view.rack, view.wild))
    wanted_next = appetite(view, (view.seat + 1) % seats, live)
    candidates = plain_puts(actions, view.wild)
    if not candidates:
        return Decision(actions[0], Reason("only_jokers"))
    # Each draw brings one nearer at most, and the winning put needs no further draw.
    if far > -(-view.left // seats) + 1:
        put = min(candidates, key=lambda put: wanted_next[plays[put.tile]])
        return Decision(put, Reason("far_for_draw", {"far": far, "left": view.left}))

    wanted_before = appetite(view, (view.seat - 1) % seats, live)
    worth = [live[face] * (2 - wanted_before[face] / MOST_NEIGHBOURS) for face in range(JOKER)]

    def value(put: Put) -> tuple[float, float]:
        face = plays[put.tile]
        helping = sum([worth[kind] for kind in kinds_in(spare[face])])
        return helping - _FEEDING * wanted_next[face], rng.random()

    spared = [put for put in candidates if plays[put.tile] in spare]
    if not spared:
        return Decision(candidates[0], Reason("far_whatever", {"far": far}))
    put = max(spared, key=value)
    helping = live[JOKER] + sum([live[kind] for kind in kinds_in(spare[plays[put.tile]])])
    return Decision(put, Reason("far_helping", {"far": far, "helping": helping}))


BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Uniform())}
