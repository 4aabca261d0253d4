"""How bots say after a deal how to go on."""

from __future__ import annotations

from collections import Counter

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Sight
from stammtisch.games.tarock.records import Vote


def vote(sight: Sight) -> Decision:
    """A bot wants to play on, and stands in nobody's way: whoever wants to stop has its vote.

    The match stops only if all four want that, so a person who wants to play on still decides; and
    if nothing is agreed on, the next deal comes by itself.
    """
    view = sight.view
    own = view.votes[view.seat]
    others = [other for seat, other in enumerate(view.votes) if seat != view.seat]
    stops = Counter(other for other in others if other in ("adjourn", "end"))
    if stops:
        (wish, count), *_ = stops.most_common(1)
        # Of two who want to stop in different ways none is followed twice.
        if own in (None, "continue") or (own != wish and count > stops[own]):
            return Decision(Vote(wish), "Somebody wants to stop here.")
    elif own is None:
        return Decision(Vote("continue"), "One more deal.")
    return Decision(None, "There is nothing more to say.")
