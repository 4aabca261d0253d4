"""What the lines about the table say: the contract, whose turn it is, what was announced."""

from __future__ import annotations

from rich.text import Text

from stammtisch.cli.tarock.names import points_of, t
from stammtisch.cli.tarock.side import facts, open_hand
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import contract_told
from stammtisch.cli.terminal.choosing import Choice
from stammtisch.games.tarock.view import View

#: Phases in which one waits for what somebody else is doing.
_DOING = ("bidding", "calling", "exchange", "announcing", "play")


def heading(top: TarockTop) -> list[str]:
    """The deal, its contract and one's side, as far as there are such."""
    view = top.view
    if view is None or not (view.deal or view.contract):
        return []
    of = "heading_deal_of" if top.rules.deals else "heading_deal"
    parts = [t(of, deal=view.deal, deals=top.rules.deals)]
    if view.contract is not None and view.declarer is not None:
        parts.append(contract_told(view.contract, view.declarer, top.name))
    if top.seat is not None and top.role(top.seat) == "partner":
        parts.append(t("you_partner"))
    return parts


def own_points(top: TarockTop) -> str:
    if top.view is None or top.seat is None:
        return ""
    return points_of(top.view.totals[top.seat])


def turn(top: TarockTop, choice: Choice | None) -> str:
    """Whom a running match waits for, and for what."""
    view = top.view
    if view is None or view.phase == "dealing":
        return t("dealing")
    if view.phase == "scored":
        return t("vote_please") + _left(top, "next_deal_in")
    return _awaited(top, view, choice) + _left(top, "seconds_left")


def _awaited(top: TarockTop, view: View, choice: Choice | None) -> str:
    if choice is not None:
        if not choice.options:
            return t("lay_marked", count=top.to_lay, marked=len(top.marked))
        return t("answer_please")
    if top.my_turn:
        return t("turn_is", wanted=_wanted(view))
    if view.mover is not None and view.phase in _DOING:
        return t(f"doing.{view.phase}", name=top.name(view.mover))
    return ""


def _wanted(view: View) -> str:
    if view.trick is None:
        return t("lead_next" if view.tricks else "lead_first")
    return t("play_card")


def _left(top: TarockTop, words: str) -> str:
    """How long it may still take, where a clock runs."""
    if top.deadline is None:
        return ""
    return f" {t(words, left=round(top.left_until(top.deadline)))}"


def special(top: TarockTop) -> Text:
    """The open hand of a beggar; else what is special about the deal."""
    if top.view is None or not top.running:
        return Text()
    return open_hand(top) or Text(" · ".join(facts(top, top.view)), "#9aa0ad")
