"""The medium bot: knows how far its rack is from winning, and always goes a shortest way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.tiles.moves import nearer_draw, plain_puts, winning_put
from stammtisch.bots.tiles.outlook import outlook
from stammtisch.bots.tiles.parts import NEAR, masks_of
from stammtisch.games.game import Action, Sight
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.records import Put, View


@dataclass(frozen=True, slots=True)
class Medium:
    level: str = "medium"

    def choose(self, sight: Sight, rng: Random) -> Decision:
        view: View = sight.view
        actions = sight.actions
        if win := winning_put(actions):
            return Decision(win, "All tiles lie in groups.")
        return _put(view, actions, rng) if view.must_put else nearer_draw(view, actions)


def _put(view: View, actions: Sequence[Action], rng: Random) -> Decision:
    """Put what leaves the rack as near as it is; among those, what has the fewest neighbours."""
    assert view.rack is not None
    plays = FACES[view.wild]
    masks = masks_of(view.rack, view.wild)
    far, spare = outlook(masks)
    candidates = plain_puts(actions, view.wild)
    if not candidates:
        return Decision(actions[0], "There is nothing but jokers.")

    def cost(put: Put) -> tuple[bool, int, float]:
        face = plays[put.tile]
        return face not in spare, (masks.one & NEAR[0][face]).bit_count(), rng.random()

    return Decision(min(candidates, key=cost), f"{far} from winning without it.")
