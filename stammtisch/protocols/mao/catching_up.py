"""A round told to somebody who comes into it: its state, as the events that would lead there."""

from __future__ import annotations

from itertools import groupby

from stammtisch.games.game import Event
from stammtisch.games.mao.limits import LAST_CHANCE
from stammtisch.games.mao.records import (
    Accused,
    LastChance,
    RoundOver,
    RoundStarted,
    RulesRevealed,
    TurnChanged,
    View,
)


def events_of(view: View, at: int) -> list[Event]:
    """`at` is the table's time now. Only what a running round needs; none before the first."""
    if view.round == 0 or view.over:
        return []
    hands = tuple(
        view.hand if seat == view.seat else None if present else ()
        for seat, present in enumerate(view.present)
    )
    events: list[Event] = [RoundStarted(view.round, hands, view.pile)]
    events += _rules_of_the_gone(view)
    if view.mode in ("lastChance", "accusation") and view.winner is not None:
        left = view.chance_left
        ends = at + left if left is not None else view.deadline
        events.append(LastChance(view.winner, at + LAST_CHANCE if ends is None else ends))
    if view.charge is not None:
        charge, deadline = view.charge, view.deadline
        ends = at if deadline is None else deadline
        events.append(Accused(charge.accuser, charge.accused, charge.reason, ends, charge.card))
    if view.mode == "inBetweenRounds" and view.winner is not None:
        events.append(RoundOver(view.winner, view.points, view.deadline))
    if view.turn is not None:
        events.append(TurnChanged(view.turn, view.direction))
    return events


def _rules_of_the_gone(view: View) -> list[Event]:
    told = [rule for rule in view.known_rules if not view.present[rule.author]]
    told.sort(key=lambda rule: rule.author)
    return [
        RulesRevealed(author, tuple(rule.text for rule in rules))
        for author, rules in groupby(told, key=lambda rule: rule.author)
    ]
