"""The random bot of Doppelkopf: any card, any answer, and now and then a call.

It wants to play on. Were it to vote at random, four of them would hardly ever agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.doppelkopf.votes import ONE_MORE, vote
from stammtisch.bots.uniform import filled_in
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Action, Sight

_CONTINUE = SAY["continue_yes"]
#: How often it thinks of a call where it might make one.
TALKS = 0.02


@dataclass(frozen=True, slots=True)
class Chance:
    level: str = "random"
    talks: float = TALKS
    fills_in: bool = True
    drifts: bool = True

    def choose(self, sight: Sight, rng: Random) -> Decision:
        view: View = sight.view
        if view.phase == "end":
            return vote(sight)
        if sight.seat not in sight.turn and rng.random() >= self.talks:
            return Decision(None, "It has nothing to say.")
        action = self.pick(sight.actions, rng)
        if action is None:
            return Decision(None, "There is nothing to do.")
        reason = self.why(action, len(sight.actions))
        number = sight.numbers[sight.actions.index(action)]
        return Decision(filled_in(sight.forms, action, number, rng), reason)

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        """Cards are listed before calls."""
        if not actions:
            return None
        if type(actions[-1]) is not Play:
            if actions[0] is _CONTINUE:
                return _CONTINUE
            if type(actions[0]) is Play and rng.random() >= self.talks:
                actions = [action for action in actions if type(action) is Play]
        return actions[int(rng.random() * len(actions))]

    def why(self, action: Action, count: int) -> str:
        return ONE_MORE if action is _CONTINUE else f"One of {count} at random."
