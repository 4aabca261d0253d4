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


def joined_table(roster: Roster, snapshot: Snapshot) -> dict[str, Any]:
    seats = zip(roster.players, roster.names, roster.here, strict=True)
    return events.joined_table(roster) | {
        "names": {player: name for player, name, here in seats if here},
        "chairman": roster.chairman,
        "profile": snapshot.info.profile,
        "commitment": snapshot.commitment,
    }


def hands(roster: Roster, counts: Sequence[int]) -> Piece:
    """How many cards everybody holds, for who comes into a round."""
    seats = zip(roster.players, roster.here, counts, strict=True)
    return piece("hands", {player: count for player, here, count in seats if here})


def _deadline(encoder: EventEncoder, deadline: int | None) -> int | None:
    return None if deadline is None else encoder.stamp(deadline)


def _named(change: Change) -> Piece:
    return piece("playerNamed", {"player": change.player, "name": change.name})


# --- more in the seed's events -----------------------------------------------------------------


def _moved(encoder: EventEncoder, event: Moved) -> Piece:
    by = encoder.roster.players[event.seat]
    extra = "" if event.cause == "player" else f',"cause":"{event.cause}"'
    return moved(event.card, event.source, event.target, event.length, by, extra)


def _round_started(encoder: EventEncoder, event: RoundStarted) -> Sequence[Piece]:
    data = events.round_started(encoder, event) | {"round": event.round}
    return (piece("roundStarted", data),)


def _accused(encoder: EventEncoder, event: Accused) -> Sequence[Piece]:
    data = events.accused(encoder, event) | {"deadline": encoder.stamp(event.deadline)}
    if event.reason is not None:
        data["reason"] = event.reason
    if event.card is not None:
        data["card"] = CARD_OBJECTS[event.card]
    return (piece("playerAccused", data),)


# --- more events after the seed's ----------------------------------------------------------------


def _cancelled(encoder: EventEncoder, event: Cancelled) -> Sequence[Piece]:
    cancelled = piece("accusationCancelled", event.mode)
    if event.deadline is None:
        return (cancelled,)
    return cancelled, piece("lastChanceResumed", {"timeLeft": event.deadline - encoder.at})


def _round_over(encoder: EventEncoder, event: RoundOver) -> Sequence[Piece]:
    players = zip(encoder.roster.players, event.points, strict=True)
    points = {player: won for player, won in players if player}
    score = {"points": points, "deadline": _deadline(encoder, event.deadline)}
    return piece("roundOver", encoder.roster.uuid(event.seat)), piece("score", score)


def _rule_written(encoder: EventEncoder, event: RuleWritten) -> Sequence[Piece]:
    if event.text is None:
        return ()
    written = piece("ruleWritten", event.text)
    if event.understood is None and event.complaint is None:
        return (written,)
    made_of_it = {"understood": event.understood, "complaint": event.complaint}
    return written, piece("ruleUnderstood", made_of_it)


# --- events of our own ---------------------------------------------------------------------------


def _said(encoder: EventEncoder, event: Said) -> Sequence[Piece]:
    if event.seat is not None:
        return events.said(encoder, event)
    said = {"quote": event.text, "name": event.name, "timestamp": int(event.at * 1000)}
    return (piece("onlookerTalked", said),)


def _turn_changed(encoder: EventEncoder, event: TurnChanged) -> Sequence[Piece]:
    turn = {
        "player": encoder.roster.uuid(event.seat),
        "direction": event.direction,
        "deadline": _deadline(encoder, event.deadline),
    }
    return (piece("turnChanged", turn),)


def _vote_called(encoder: EventEncoder, event: VoteCalled) -> Sequence[Piece]:
    voters = [encoder.roster.uuid(seat) for seat in event.voters]
    return (piece("voteCalled", {"voters": voters, "deadline": encoder.stamp(event.deadline)}),)


def _point_of_order(encoder: EventEncoder, event: PointOfOrder) -> Sequence[Piece]:
    order = {
        "open": event.open,
        "by": None if event.seat is None else encoder.roster.uuid(event.seat),
        "deadline": _deadline(encoder, event.deadline),
    }
    return (piece("pointOfOrder", order),)


def _finale(encoder: EventEncoder, event: Finale) -> Sequence[Piece]:
    uuid = encoder.roster.uuid
    verdicts = [
        {
            "accuser": uuid(one.accuser),
            "accused": uuid(one.accused),
            "reason": one.reason,
            "guilty": one.guilty,
            "round": one.round,
            "timestamp": encoder.stamp(one.at),
        }
        for one in event.verdicts
    ]
    rules = [_rule_told(encoder, rule) for rule in event.rules]
    authors = dict.fromkeys(rule.author for rule in event.rules if encoder.roster.here[rule.author])
    told = [
        events.revealed(uuid(author), [rule.text for rule in event.rules if rule.author == author])
        for author in authors
    ]
    return *told, piece("finale", {"rules": rules, "verdicts": verdicts})


def _rule_told(encoder: EventEncoder, rule: RuleTold) -> dict[str, Any]:
    uuid = encoder.roster.uuid
    return {
        "author": uuid(rule.author),
        "text": rule.text,
        "round": rule.round,
        "understood": rule.understood,
        "broken": [
            {"player": uuid(one.seat), "round": one.round, "timestamp": encoder.stamp(one.at)}
            for one in rule.broken
        ],
        "found": None if rule.found is None else uuid(rule.found),
    }


def _started(encoder: EventEncoder, event: Started) -> Sequence[Piece]:
    started = {"match": event.match, "nonces": event.nonces, "commitment": event.commitment}
    return (piece("matchStarted", started),)


def _revealed(encoder: EventEncoder, event: Revealed) -> Sequence[Piece]:
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
