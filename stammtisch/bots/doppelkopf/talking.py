"""What bots say beside their answers and calls, and when they say nothing.

Calls are made when it is one's turn, just before a card is played: until then nothing is lost by
waiting. So whoever is asked out of turn has hardly anything to think about.
"""

from __future__ import annotations

from stammtisch.bots.bot import Decision
from stammtisch.bots.doppelkopf.votes import on_complaint, vote
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Sight

NOTHING = Decision(None, "There is nothing to say.")
#: With so many eyes on the table a pig is worth playing.
_WORTH_A_PIG = 8

_THROW, _PIGS, _SUPERPIGS = SAY["throw"], SAY["pigs"], SAY["superpigs"]


def spoken(sight: Sight) -> Decision | None:
    """What is said, or not, without a look at the hand; None: one must look."""
    view: View = sight.view
    actions = sight.actions
    if not actions:
        return Decision(None, "There is nothing to do.")
    if view.phase == "end":
        return vote(sight)
    if view.complaint is not None:
        return on_complaint(sight)
    if _THROW in actions:
        return Decision(_THROW, "Such a hand is better thrown away.")
    if _SUPERPIGS in actions and (_costs_nothing(sight) or _is_worth_a_pig(view)):
        return Decision(_SUPERPIGS, "Superpigs beat the pigs.")
    if view.seat not in sight.turn:
        return NOTHING
    if _PIGS in actions and _is_worth_a_pig(view):
        return Decision(_PIGS, "With pigs the trick is won.")
    return None


def _costs_nothing(sight: Sight) -> bool:
    """Superpigs that are called on the pigs need not be played at once."""
    assert isinstance(sight.rules, DoppelkopfRules)
    return sight.rules.superpigs == "on_pig"


def _is_worth_a_pig(view: View) -> bool:
    """To lead one, or to win something from the others."""
    trick = view.trick
    if trick is None or not trick.cards:
        return True
    return trick.eyes >= _WORTH_A_PIG
