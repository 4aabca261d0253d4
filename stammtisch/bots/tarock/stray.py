"""The random bot of Tarock, for simulations.

It fills in no forms: not every choice of cards from a form may be laid down together, and who
announces anything at all plays for hundreds of points. Bids are low rather than high for the same
reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Sight
from stammtisch.games.tarock.records import Bid


@dataclass(frozen=True, slots=True)
class Stray:
    level: str = "random"
    looks: ClassVar[bool] = False

    def choose(self, sight: Sight, rng: Random) -> Decision:
        actions = sight.actions
        if not actions:
            return Decision(None, "There is nothing to do.")
        if isinstance(actions[0], Bid):
            # Each is half as likely as the one before.
            chosen = next((one for one in actions if rng.random() < 0.5), actions[0])
            return Decision(chosen, f"One of {len(actions)} at random, low ones rather than high.")
        return Decision(rng.choice(actions), f"One of {len(actions)} at random.")
