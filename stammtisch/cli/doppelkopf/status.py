"""What the lines about the table say: the game, whose turn it is, what may be called."""

from __future__ import annotations

from stammtisch.cli.doppelkopf.choices import calls_told
from stammtisch.cli.doppelkopf.names import party_name, points_told, said_of, t
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
    parts = [t("heading_round", round=view.round)]
    if view.game is not None:
        parts.append(game_told(view.game, view.soloist, top.name))
    if view.party is not None:
        parts.append(t("you_are", party=party_name(view.party)))
    return parts


def own_points(top: DoppelkopfTop) -> str:
    if top.view is None or top.seat is None:
        return ""
    return points_told(top.view.points[top.seat])


def turn(top: DoppelkopfTop, choice: Choice | None) -> str:
    """Whom a running match waits for, and for what."""
    view = top.view
    if view is None:
        return t("dealing")
    return _awaited(top, view, choice) + _left(top)


def _awaited(top: DoppelkopfTop, view: View, choice: Choice | None) -> str:
    if choice is not None:
        if not choice.options:
            return t("mark_three", count=len(top.marked))
        return t("answer_please")
    if view.complaint is not None:
        accused = whom(view.complaint.accused, top.name)
        return t("complains", accuser=top.name(view.complaint.accuser), accused=accused)
    if top.my_turn:
        return t("turn_is", wanted=_wanted(view))
    if view.questions:
        asked = view.questions[0]
        return t(f"asked.{asked.question}", name=top.name(asked.seat))
    if view.phase == "tricks" and view.mover is not None:
        return t("is_playing", name=top.name(view.mover))
    return t("waiting") if top.turn else ""


def _wanted(view: View) -> str:
    if view.must_follow is not None:
        return t("play_called", pigs=said_of(view.must_follow))
    if view.trick is None or not view.trick.cards:
        return t("lead_next" if view.tricks else "lead_first")
    return t("play_card")


def _left(top: DoppelkopfTop) -> str:
    """How long it may still take, where a clock runs."""
    if top.deadline is None:
        return ""
    return f" {t('seconds_left', left=round(top.left_until(top.deadline)))}"


def calls(top: DoppelkopfTop) -> str:
    """What may be called now; else what is special about the round."""
    if top.view is None or not top.running:
        return ""
    possible = top.possible_calls()
    if possible:
        return t("may_call", calls=calls_told(possible))
    return " · ".join(facts(top, top.view))
