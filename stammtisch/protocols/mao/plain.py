"""The events of the Mao protocol as its document has them, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stammtisch.games.mao.limits import LAST_CHANCE
from stammtisch.games.mao.records import (
    Accepted,
    Accused,
    Cancelled,
    LastChance,
    Moved,
    RoundOver,
    RoundStarted,
    RulesRevealed,
    RuleWritten,
    Talked,
    WinnerLeft,
)
from stammtisch.protocols.mao.company import Change, Company
from stammtisch.protocols.mao.telling import Dialect, Teller, Writer, Written
from stammtisch.protocols.mao.texts import Piece, bare, cards, moved, piece
from stammtisch.tables.events import Said


def joined_table(company: Company) -> dict[str, Any]:
    return {"you": company.you, "others": company.others}


def quote(text: str, by: str, timestamp: int) -> Sequence[Piece]:
    return (piece("playerTalked", {"quote": text, "by": by, "timestamp": timestamp}),)


def talked(teller: Teller, event: Talked) -> Sequence[Piece]:
    return quote(event.text, teller.company.uuid(event.seat), teller.stamp())


def said(teller: Teller, event: Said) -> Sequence[Piece]:
    """Talk at the table outside of a match. Onlookers have no uuid, so they cannot be quoted."""
    if event.seat is None:
        return ()
    return quote(event.text, teller.company.uuid(event.seat), int(event.at * 1000))


def round_started(teller: Teller, event: RoundStarted) -> dict[str, Any]:
    hand = next((hand for hand in event.hands if hand), ())
    return {"yourHand": cards(hand), "discard": cards(event.discard)}


def accused(teller: Teller, event: Accused) -> dict[str, Any]:
    uuid = teller.company.uuid
    return {"accuser": uuid(event.accuser), "accused": uuid(event.accused)}


def _moved(teller: Teller, event: Moved) -> Piece:
    by = teller.company.players[event.seat]
    return moved(event.card, event.source, event.target, event.length, by)


def _last_chance(teller: Teller, event: LastChance) -> Sequence[Piece]:
    started = {
        "winningPlayer": teller.company.uuid(event.seat),
        "timeStarted": teller.stamp(event.deadline - LAST_CHANCE),
    }
    return (piece("lastChanceStarted", started),)


def _rule_written(teller: Teller, event: RuleWritten) -> Sequence[Piece]:
    return () if event.text is None else (piece("ruleWritten", event.text),)


def revealed(author: str, rules: Sequence[str]) -> Piece:
    return piece("rulesRevealed", {"author": author, "rules": rules})


CHANGED: Mapping[str, Callable[[Change], Sequence[Piece]]] = {
    "joined": lambda change: (piece("playerJoined", change.player),),
    "left": lambda change: (piece("playerLeft", change.player),),
    "named": lambda change: (),
    "away": lambda change: (),
    "back": lambda change: (),
}

EVENTS: Mapping[type[Any], Writer] = {
    Talked: talked,
    Said: said,
    RoundStarted: lambda teller, event: (piece("roundStarted", round_started(teller, event)),),
    LastChance: _last_chance,
    Accused: lambda teller, event: (piece("playerAccused", accused(teller, event)),),
    Accepted: lambda teller, event: (bare("accusationAccepted"),),
    Cancelled: lambda teller, event: (piece("accusationCancelled", event.mode),),
    WinnerLeft: lambda teller, event: (bare("winningPlayerLeft"),),
    RoundOver: lambda teller, event: (piece("roundOver", teller.company.uuid(event.seat)),),
    RuleWritten: _rule_written,
    RulesRevealed: lambda teller, event: (revealed(teller.company.uuid(event.seat), event.rules),),
}

PLAIN = Dialect(moved=_moved, changed=CHANGED, events=EVENTS, written=Written())
