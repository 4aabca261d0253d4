"""The hard bot: counts the tiles that help and may still come, and does not feed the next seat.

It goes the shortest way like the medium bot, but of all that it can spare it puts what leaves the
most helpful tiles. Those that the previous seat will hardly want count up to twice, as they come
from both stacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.tiles.moves import nearer_draw, plain_puts, winning_put
from stammtisch.bots.tiles.outlook import outlook
from stammtisch.bots.tiles.parts import kinds_in, masks_of
from stammtisch.bots.tiles.signs import MOST_NEIGHBOURS, appetite, live_faces
from stammtisch.games.game import Action, Sight
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import Put, View
from stammtisch.games.tiles.tile import JOKER

#: How many helpful tiles it is worth that the next seat wants a tile a fourteenth less.
_FEEDING = 0.1


@dataclass(frozen=True, slots=True)
class Hard:
    level: str = "hard"

    def choose(self, sight: Sight, rng: Random) -> Decision:
        view: View = sight.view
        actions = sight.actions
        if win := winning_put(actions):
            return Decision(win, "All tiles lie in groups.")
        return _put(view, actions, rng) if view.must_put else nearer_draw(view, actions)


def _put(view: View, actions: Sequence[Action], rng: Random) -> Decision:
    assert view.seat is not None and view.rack is not None
    seats = len(view.exchange)
    plays = FACES[view.wild]
    live = live_faces(view)
    far, spare = outlook(masks_of(view.rack, view.wild))
    wanted_next = appetite(view, (view.seat + 1) % seats, live)
    candidates = plain_puts(actions, view.wild)
    if not candidates:
        return Decision(actions[0], "There is nothing but jokers.")
    # Each draw brings one nearer at most, and the winning put needs no further draw.
    if far > -(-view.left // seats) + 1:
        put = min(candidates, key=lambda put: wanted_next[plays[put.tile]])
        return Decision(put, f"{far} from winning with {view.left} tiles left: plays for the draw.")

    wanted_before = appetite(view, (view.seat - 1) % seats, live)
    worth = [live[face] * (2 - wanted_before[face] / MOST_NEIGHBOURS) for face in range(JOKER)]

    def value(put: Put) -> tuple[float, float]:
        face = plays[put.tile]
        helping = sum([worth[kind] for kind in kinds_in(spare[face])])
        return helping - _FEEDING * wanted_next[face], rng.random()

    spared = [put for put in candidates if plays[put.tile] in spare]
    if not spared:
        return Decision(candidates[0], f"{far} from winning, whatever goes.")
    put = max(spared, key=value)
    helping = live[JOKER] + sum([live[kind] for kind in kinds_in(spare[plays[put.tile]])])
    return Decision(put, f"{far} from winning; {helping} tiles help.")
