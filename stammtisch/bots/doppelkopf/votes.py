"""What bots say when no cards are played: how to go on after a round, and about complaints."""

from __future__ import annotations

from stammtisch.bots.bot import Decision
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Sight

_WAITING = Decision(None, "The others do not agree yet.")


#: Why it wants to play on.
ONE_MORE = "One more round."


def vote(sight: Sight) -> Decision:
    """A bot wants to play on, and stands in nobody's way.

    Whose votes are people's cannot be seen, so a bot takes its own back as soon as somebody wants
    something else, and gives it again when all who have voted want the same. Whoever still wants
    another thing then is a person. So whatever all people want is done.
    """
    view: View = sight.view
    assert view.seat is not None
    own = view.votes[view.seat]
    wanted = {other for seat, other in enumerate(view.votes) if seat != view.seat and other}
    if own is not None:
        if wanted - {own}:
            return Decision(SAY[f"{own}_no"], "Somebody wants something else.")
        return Decision(None, "There is nothing more to say.")
    if len(wanted) > 1:
        return _WAITING
    if not wanted or wanted == {"continue"}:
        return Decision(SAY["continue_yes"], ONE_MORE)
    return Decision(SAY[f"{wanted.pop()}_yes"], "That is what the others want.")


def on_complaint(sight: Sight) -> Decision:
    """A bot has seen nothing wrong; it never complains, so it need not point at a move either."""
    no = SAY["accusation_no"]
    if no in sight.actions:
        return Decision(no, "It has seen nothing wrong.")
    if sight.actions:
        return Decision(sight.actions[-1], "It does not insist.")
    return Decision(None, "That is for others to settle.")
