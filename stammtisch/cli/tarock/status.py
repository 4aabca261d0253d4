"""What the lines about the table say: the contract, whose turn it is, what was announced."""

from __future__ import annotations

from rich.text import Text

from stammtisch.cli.tarock.names import points_of
from stammtisch.cli.tarock.side import facts, open_hand
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import contract_told
from stammtisch.cli.terminal.choosing import Choice
from stammtisch.games.tarock.view import View

#: What somebody else is doing, by the phase.
_DOING = {
    "bidding": "bidding",
    "calling": "calling a king",
    "exchange": "taking cards of the talon",
    "announcing": "asked for announcements",
    "play": "playing",
}


def heading(top: TarockTop) -> list[str]:
    """The deal, its contract and one's side, as far as there are such."""
    view = top.view
    if view is None or not (view.deal or view.contract):
        return []
    of = f" of {top.rules.deals}" if top.rules.deals else ""
    parts = [f"deal {view.deal}{of}"]
    if view.contract is not None and view.declarer is not None:
        parts.append(contract_told(view.contract, view.declarer, top.name))
    if top.seat is not None and top.role(top.seat) == "partner":
        parts.append("you are the partner")
    return parts


def own_points(top: TarockTop) -> str:
    if top.view is None or top.seat is None:
        return ""
    return points_of(top.view.totals[top.seat])


def turn(top: TarockTop, choice: Choice | None) -> str:
    """Whom a running match waits for, and for what."""
    view = top.view
    if view is None or view.phase == "dealing":
        return "The cards are being dealt …"
    if view.phase == "scored":
        return f"Your vote, please.{_left(top, 'The next deal comes in {} s.')}"
    return _awaited(top, view, choice) + _left(top, "{} s left.")


def _awaited(top: TarockTop, view: View, choice: Choice | None) -> str:
    if choice is not None:
        if not choice.options:
            return f"Lay {top.to_lay} down: {len(top.marked)} marked."
        return "Your answer, please."
    if top.my_turn:
        return f"Your turn: {_wanted(view)}."
    if view.mover is not None and view.phase in _DOING:
        return f"{top.name(view.mover)} is {_DOING[view.phase]} …"
    return ""


def _wanted(view: View) -> str:
    if view.trick is None:
        return "lead to the next trick" if view.tricks else "lead to the first trick"
    return "play a card"


def _left(top: TarockTop, words: str) -> str:
    """How long it may still take, where a clock runs."""
    if top.deadline is None:
        return ""
    return " " + words.format(round(top.left_until(top.deadline)))


def special(top: TarockTop) -> Text:
    """The open hand of a beggar; else what is special about the deal."""
    if top.view is None or not top.running:
        return Text()
    return open_hand(top) or Text(" · ".join(facts(top, top.view)), "#9aa0ad")
