"""The extensions of the Mao protocol: more events, and more in some of them, for `ext=1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stammtisch.games.mao.records import (
    Accused,
    Cancelled,
    Finale,
    Moved,
    PointOfOrder,
    RoundOver,
    RoundStarted,
    RuleTold,
    RuleWritten,
    TurnChanged,
    VoteCalled,
)
from stammtisch.protocols.mao import events
from stammtisch.protocols.mao.events import Dialect, EventEncoder, Writer, Written
from stammtisch.protocols.mao.messages import CARD_OBJECTS, Piece, moved, piece
from stammtisch.protocols.mao.roster import Change, Roster
from stammtisch.replies import Snapshot
from stammtisch.tables.events import Revealed, Said, Started


def joined_table(company: Roster, snapshot: Snapshot) -> dict[str, Any]:
    seats = zip(company.players, company.names, company.here, strict=True)
    return events.joined_table(company) | {
        "names": {player: name for player, name, here in seats if here},
        "chairman": company.chairman,
        "profile": snapshot.info.profile,
        "commitment": snapshot.commitment,
    }


def hands(company: Roster, counts: Sequence[int]) -> Piece:
    """How many cards everybody holds, for who comes into a round."""
    seats = zip(company.players, company.here, counts, strict=True)
    return piece("hands", {player: count for player, here, count in seats if here})


def _deadline(teller: EventEncoder, deadline: int | None) -> int | None:
    return None if deadline is None else teller.stamp(deadline)


def _named(change: Change) -> Piece:
    return piece("playerNamed", {"player": change.player, "name": change.name})


# --- more in the seed's events -----------------------------------------------------------------


def _moved(teller: EventEncoder, event: Moved) -> Piece:
    by = teller.company.players[event.seat]
    extra = "" if event.cause == "player" else f',"cause":"{event.cause}"'
    return moved(event.card, event.source, event.target, event.length, by, extra)


def _round_started(teller: EventEncoder, event: RoundStarted) -> Sequence[Piece]:
    data = events.round_started(teller, event) | {"round": event.round}
    return (piece("roundStarted", data),)


def _accused(teller: EventEncoder, event: Accused) -> Sequence[Piece]:
    data = events.accused(teller, event) | {"deadline": teller.stamp(event.deadline)}
    if event.reason is not None:
        data["reason"] = event.reason
    if event.card is not None:
        data["card"] = CARD_OBJECTS[event.card]
    return (piece("playerAccused", data),)


# --- more events after the seed's ----------------------------------------------------------------


def _cancelled(teller: EventEncoder, event: Cancelled) -> Sequence[Piece]:
    cancelled = piece("accusationCancelled", event.mode)
    if event.deadline is None:
        return (cancelled,)
    return cancelled, piece("lastChanceResumed", {"timeLeft": event.deadline - teller.at})


def _round_over(teller: EventEncoder, event: RoundOver) -> Sequence[Piece]:
    players = zip(teller.company.players, event.points, strict=True)
    points = {player: won for player, won in players if player}
    score = {"points": points, "deadline": _deadline(teller, event.deadline)}
    return piece("roundOver", teller.company.uuid(event.seat)), piece("score", score)


def _rule_written(teller: EventEncoder, event: RuleWritten) -> Sequence[Piece]:
    if event.text is None:
        return ()
    written = piece("ruleWritten", event.text)
    if event.understood is None and event.complaint is None:
        return (written,)
    made_of_it = {"understood": event.understood, "complaint": event.complaint}
    return written, piece("ruleUnderstood", made_of_it)


# --- events of our own ---------------------------------------------------------------------------


def _said(teller: EventEncoder, event: Said) -> Sequence[Piece]:
    if event.seat is not None:
        return events.said(teller, event)
    said = {"quote": event.text, "name": event.name, "timestamp": int(event.at * 1000)}
    return (piece("onlookerTalked", said),)


def _turn_changed(teller: EventEncoder, event: TurnChanged) -> Sequence[Piece]:
    turn = {
        "player": teller.company.uuid(event.seat),
        "direction": event.direction,
        "deadline": _deadline(teller, event.deadline),
    }
    return (piece("turnChanged", turn),)


def _vote_called(teller: EventEncoder, event: VoteCalled) -> Sequence[Piece]:
    voters = [teller.company.uuid(seat) for seat in event.voters]
    return (piece("voteCalled", {"voters": voters, "deadline": teller.stamp(event.deadline)}),)


def _point_of_order(teller: EventEncoder, event: PointOfOrder) -> Sequence[Piece]:
    order = {
        "open": event.open,
        "by": None if event.seat is None else teller.company.uuid(event.seat),
        "deadline": _deadline(teller, event.deadline),
    }
    return (piece("pointOfOrder", order),)


def _finale(teller: EventEncoder, event: Finale) -> Sequence[Piece]:
    uuid = teller.company.uuid
    verdicts = [
        {
            "accuser": uuid(one.accuser),
            "accused": uuid(one.accused),
            "reason": one.reason,
            "guilty": one.guilty,
            "round": one.round,
            "timestamp": teller.stamp(one.at),
        }
        for one in event.verdicts
    ]
    rules = [_rule_told(teller, rule) for rule in event.rules]
    authors = dict.fromkeys(rule.author for rule in event.rules if teller.company.here[rule.author])
    told = [
        events.revealed(uuid(author), [rule.text for rule in event.rules if rule.author == author])
        for author in authors
    ]
    return *told, piece("finale", {"rules": rules, "verdicts": verdicts})


def _rule_told(teller: EventEncoder, rule: RuleTold) -> dict[str, Any]:
    uuid = teller.company.uuid
    return {
        "author": uuid(rule.author),
        "text": rule.text,
        "round": rule.round,
        "understood": rule.understood,
        "broken": [
            {"player": uuid(one.seat), "round": one.round, "timestamp": teller.stamp(one.at)}
            for one in rule.broken
        ],
        "found": None if rule.found is None else uuid(rule.found),
    }


def _started(teller: EventEncoder, event: Started) -> Sequence[Piece]:
    started = {"match": event.match, "nonces": event.nonces, "commitment": event.commitment}
    return (piece("matchStarted", started),)


def _revealed(teller: EventEncoder, event: Revealed) -> Sequence[Piece]:
    return (piece("dealRevealed", {"round": event.round, "secret": event.secret}),)


_EVENTS: Mapping[type[Any], Writer] = {
    **events.EVENTS,
    RoundStarted: _round_started,
    Accused: _accused,
    Cancelled: _cancelled,
    RoundOver: _round_over,
    RuleWritten: _rule_written,
    Said: _said,
    TurnChanged: _turn_changed,
    VoteCalled: _vote_called,
    PointOfOrder: _point_of_order,
    Finale: _finale,
    Started: _started,
    Revealed: _revealed,
}

EXTENDED = Dialect(
    moved=_moved,
    changed={
        **events.CHANGED,
        "joined": lambda change: (piece("playerJoined", change.player), _named(change)),
        "named": lambda change: (_named(change),),
        "away": lambda change: (piece("playerAway", change.player),),
        "back": lambda change: (piece("playerBack", change.player),),
    },
    events=_EVENTS,
    written=Written(),
)
