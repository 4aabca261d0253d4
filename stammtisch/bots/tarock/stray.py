"""The random bot of Tarock, for simulations.

It fills in no forms: not every choice of cards from a form may be laid down together, and who
announces anything at all plays for hundreds of points. Bids are low rather than high for the same
reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Action, Sight
from stammtisch.games.tarock.records import Bid


@dataclass(frozen=True, slots=True)
class Stray:
    level: str = "random"
    #: Nothing is ever said out of turn.
    talks: float = 0.0
    fills_in: bool = False
    drifts: bool = True

    def choose(self, sight: Sight, rng: Random) -> Decision:
        action = self.pick(sight.actions, rng)
        if action is None:
            return Decision(None, "There is nothing to do.")
        return Decision(action, self.why(action, len(sight.actions)))

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        if not actions:
            return None
        if type(actions[0]) is Bid:
            # Each is half as likely as the one before.
            for one in actions:
                if rng.random() < 0.5:
                    return one
            return actions[0]
        return rng.choice(actions)

    def why(self, action: Action, count: int) -> str:
        if isinstance(action, Bid):
            return f"One of {count} at random, low ones rather than high."
        return f"One of {count} at random."
