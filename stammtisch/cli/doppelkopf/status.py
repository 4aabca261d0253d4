"""What the lines about the table say: the game, whose turn it is, what may be called."""

from __future__ import annotations

from stammtisch.cli.doppelkopf.choices import calls_told
from stammtisch.cli.doppelkopf.names import ASKED, points_told
from stammtisch.cli.doppelkopf.side import facts
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.doppelkopf.words import game_told, whom
from stammtisch.cli.terminal.choosing import Choice
from stammtisch.games.doppelkopf.view import View


def heading(top: DoppelkopfTop) -> list[str]:
    """The round, its game and one's party, as far as there are such."""
    view = top.view
    if view is None or not view.round:
        return []
    parts = [f"round {view.round}"]
    if view.game is not None:
        parts.append(game_told(view.game, view.soloist, top.name))
    if view.party is not None:
        parts.append(f"you are {view.party}")
    return parts


def own_points(top: DoppelkopfTop) -> str:
    if top.view is None or top.seat is None:
        return ""
    return points_told(top.view.points[top.seat])


def turn(top: DoppelkopfTop, choice: Choice | None) -> str:
    """Whom a running match waits for, and for what."""
    view = top.view
    if view is None:
        return "The cards are being dealt …"
    return _awaited(top, view, choice) + _left(top)


def _awaited(top: DoppelkopfTop, view: View, choice: Choice | None) -> str:
    if choice is not None:
        if not choice.options:
            return f"Mark three cards: {len(top.marked)} marked."
        return "Your answer, please."
    if view.complaint is not None:
        accused = whom(view.complaint.accused, top.name)
        return f"{top.name(view.complaint.accuser)} complains about {accused} …"
    if top.my_turn:
        return f"Your turn: {_wanted(view)}."
    if view.questions:
        asked = view.questions[0]
        return f"{top.name(asked.seat)} is asked {ASKED[asked.question]} …"
    if view.phase == "tricks" and view.mover is not None:
        return f"{top.name(view.mover)} is playing …"
    return "Waiting for the others …" if top.turn else ""


def _wanted(view: View) -> str:
    if view.must_follow is not None:
        return f"you have called {view.must_follow}, play one now"
    if view.trick is None or not view.trick.cards:
        return "lead to the next trick" if view.tricks else "lead to the first trick"
    return "play a card"


def _left(top: DoppelkopfTop) -> str:
    """How long it may still take, where a clock runs."""
    return "" if top.deadline is None else f" {round(top.left_until(top.deadline))} s left."


def calls(top: DoppelkopfTop) -> str:
    """What may be called now; else what is special about the round."""
    if top.view is None or not top.running:
        return ""
    possible = top.possible_calls()
    if possible:
        return f"c call: {calls_told(possible)}"
    return " · ".join(facts(top, top.view))
