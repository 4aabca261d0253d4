"""The bots that play Mao. All levels go about it in the same way; what they remember, notice and
can think of is another matter (see `TRAITS`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.mao.cards import DRAW, take_turn
from stammtisch.bots.mao.court import answer, call_out
from stammtisch.bots.mao.mind import Mind
from stammtisch.bots.mao.recall import Pasts
from stammtisch.bots.mao.traits import TRAITS
from stammtisch.bots.mao.writing import new_rule
from stammtisch.games.game import Sight
from stammtisch.games.mao.records import Talk, View, WriteRule

#: Of so many newest things none was mine: then I have nothing to say to any of them.
_LATELY = 24

_WAIT = Decision(None, "It is not my turn, and there is nothing to say.")


@dataclass(frozen=True, slots=True)
class MaoPlayer:
    level: str
    pasts: Pasts = field(default_factory=Pasts, compare=False, repr=False)

    def choose(self, sight: Sight, rng: Random) -> Decision:
        view: View = sight.view
        actions = sight.actions
        if view.mode == "inBetweenRounds":
            if view.winner != view.seat:
                return _WAIT
            return Decision(WriteRule(new_rule(self.level, view, rng)), "The winner adds a rule.")
        if not actions or view.point_of_order or _nothing_to_do(view):
            return _WAIT
        traits = TRAITS[self.level]
        mind = Mind(view, traits, self.pasts.of(view, traits.recall))
        if view.charge is not None:
            return answer(mind)
        may_speak = view.mode == "play" or view.winner == view.seat
        if may_speak and (words := mind.words_due()) is not None:
            return Decision(Talk(words), "A rule wants these words.")
        if (accusation := call_out(mind)) is not None:
            return accusation
        if view.mode != "play":
            return _WAIT
        owes = mind.seat in mind.history.owing or not mind.hand
        if owes and DRAW in actions:
            return Decision(DRAW, "What was admitted costs a card.")
        return take_turn(mind, actions, rng) if mind.my_turn else _WAIT


def _nothing_to_do(view: View) -> bool:
    """A quick look, as bots are asked often: with a chairman, whoever has neither the turn nor an
    accusation, and has not moved of late, need not think."""
    if view.turn is None or view.charge is not None or view.turn == view.seat:
        return False
    if any(rule.author != view.seat for rule in view.known_rules) or view.own_rules:
        return False
    return not any(witness.seat == view.seat for witness in view.witnessed[-_LATELY:])
