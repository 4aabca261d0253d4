"""What bots for tiles find among their legal actions."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.bots.bot import Decision
from stammtisch.bots.tiles.distance import distance
from stammtisch.games.game import Action
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import Draw, Put, Stack, View
from stammtisch.games.tiles.tile import JOKER, Tile


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
            return Decision(offered, f"{then} from winning with this tile, {now} without.")
    return Decision(draw_from("main", actions) or actions[0], f"{now} from winning.")
