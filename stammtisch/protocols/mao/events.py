"""What happens at a table, told in the words of the Mao protocol to one of those who are there.

The events of the Mao protocol as its document has them, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from stammtisch.games.game import Event
from stammtisch.games.mao.records import (
    Accepted,
    Accused,
    Cancelled,
    LastChance,
    MatchOver,
    Moved,
    PlayerGone,
    RoundOver,
    RoundStarted,
    RulesRevealed,
    RuleWritten,
    Talked,
    TurnChanged,
    View,
    WinnerLeft,
)
from stammtisch.games.mao.rules import LAST_CHANCE
from stammtisch.protocols.mao.messages import Piece, bare, cards, moved, piece
from stammtisch.protocols.mao.roster import Change, Roster
from stammtisch.tables.events import (
    AnyEvent,
    Closed,
    Ended,
    Left,
    Opened,
    Readied,
    Renamed,
    Said,
    Sat,
    Started,
)

Writer = Callable[["EventEncoder", Any], Sequence[Piece]]

#: Events of which the text is kept: more than one step of a table has.
WRITTEN_KEPT = 256


class Written:
    """The texts of the newest events.

    The same event object goes to everybody who may see the same of it: it is written once. The
    cache holds the event itself, so its id is no other's.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[AnyEvent, Sequence[Piece]]] = {}
        #: What was told last, and how: those who see the same are told one after the other.
        self.told: Sequence[AnyEvent] | None = None
        self.pieces: list[Piece] = []

    def find(self, event: AnyEvent) -> Sequence[Piece] | None:
        kept = self._kept.get(id(event))
        return None if kept is None else kept[1]

    def keep(self, event: AnyEvent, pieces: Sequence[Piece]) -> None:
        if len(self._kept) >= WRITTEN_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[id(event)] = event, pieces


@dataclass(frozen=True)
class Dialect:
    """The seed's events, or those with our extensions."""

    moved: Callable[[EventEncoder, Moved], Piece]
    changed: Mapping[str, Callable[[Change], Sequence[Piece]]]
    events: Mapping[type[Any], Writer]
    written: Written


class EventEncoder:
    """Turns news into the texts of events. `over` says why there will be no more of them."""

    __slots__ = ("at", "dialect", "lag", "over", "roster", "wall")

    def __init__(self, roster: Roster, dialect: Dialect, wall: Callable[[], float]) -> None:
        self.roster = roster
        self.dialect = dialect
        self.wall = wall
        #: Table time of what is being told, and for how long that is past.
        self.at = 0
        self.lag = 0
        self.over: str | None = None

    def stamp(self, when: int | None = None) -> int:
        """A table time (or the present) in milliseconds since 1970."""
        passed = 0 if when is None else when - self.at
        return int(self.wall() * 1000) - self.lag + passed

    def tell(self, events: Sequence[AnyEvent], at: int, lag: int = 0) -> list[Piece]:
        written = self.dialect.written
        if written.told is events:
            return written.pieces
        self.at, self.lag = at, lag
        pieces: list[Piece] = []
        same_for_all = True
        for event in events:
            if self.over is not None:
                break
            if type(event) is Moved:
                # By far the most events.
                pieces.append(self.dialect.moved(self, event))
            elif news := _NEWS.get(type(event)):
                same_for_all = False
                pieces += news(self, event)
            elif writer := self.dialect.events.get(type(event)):
                pieces += self._written(event, writer)
        if same_for_all and self.roster.complete:
            written.told, written.pieces = events, pieces
        return pieces

    def _written(self, event: AnyEvent, writer: Writer) -> Sequence[Piece]:
        # Somebody who does not know all players would write it worse than the others.
        if not self.roster.complete:
            return writer(self, event)
        pieces = self.dialect.written.find(event)
        if pieces is None:
            pieces = writer(self, event)
            self.dialect.written.keep(event, pieces)
        return pieces

    # --- what changes the roster ----------------------------------------------------------------

    def _changed(self, changes: Iterator[Change]) -> list[Piece]:
        pieces: list[Piece] = []
        for change in changes:
            if change.player != self.roster.you:
                pieces += self.dialect.changed[change.kind](change)
            elif change.kind == "left":
                self.over = "You have left the table."
        return pieces

    def _seats(self, event: Sat | Left | Renamed | Readied | Opened) -> list[Piece]:
        return self._changed(self.roster.seated(event.seats))

    def _started(self, event: Started) -> list[Piece]:
        pieces = self._changed(self.roster.started())
        writer = self.dialect.events.get(Started)
        return pieces if writer is None else [*pieces, *self._written(event, writer)]

    def _gone(self, event: PlayerGone) -> list[Piece]:
        return self._changed(self.roster.gone(event.seat))

    def _ended(self, event: MatchOver | Ended) -> list[Piece]:
        self.over = "The game has ended."
        return [bare("gameEnded")]

    def _closed(self, event: Closed) -> list[Piece]:
        self.over = event.reason
        return []


_NEWS: dict[type[Any], Callable[[EventEncoder, Any], list[Piece]]] = {
    Sat: EventEncoder._seats,
    Left: EventEncoder._seats,
    Renamed: EventEncoder._seats,
    Readied: EventEncoder._seats,
    Opened: EventEncoder._seats,
    Started: EventEncoder._started,
    PlayerGone: EventEncoder._gone,
    MatchOver: EventEncoder._ended,
    Ended: EventEncoder._ended,
    Closed: EventEncoder._closed,
}


def joined_table(roster: Roster) -> dict[str, Any]:
    return {"you": roster.you, "others": roster.others}


def quote(text: str, by: str, timestamp: int) -> Sequence[Piece]:
    return (piece("playerTalked", {"quote": text, "by": by, "timestamp": timestamp}),)


def talked(encoder: EventEncoder, event: Talked) -> Sequence[Piece]:
    return quote(event.text, encoder.roster.uuid(event.seat), encoder.stamp())


def said(encoder: EventEncoder, event: Said) -> Sequence[Piece]:
    """Talk at the table outside of a match. Onlookers have no uuid, so they cannot be quoted."""
    if event.seat is None:
        return ()
    return quote(event.text, encoder.roster.uuid(event.seat), int(event.at * 1000))


def round_started(encoder: EventEncoder, event: RoundStarted) -> dict[str, Any]:
    hand = next((hand for hand in event.hands if hand), ())
    return {"yourHand": cards(hand), "discard": cards(event.discard)}


def accused(encoder: EventEncoder, event: Accused) -> dict[str, Any]:
    uuid = encoder.roster.uuid
    return {"accuser": uuid(event.accuser), "accused": uuid(event.accused)}


def _moved(encoder: EventEncoder, event: Moved) -> Piece:
    by = encoder.roster.players[event.seat]
    return moved(event.card, event.source, event.target, event.length, by)


def _last_chance(encoder: EventEncoder, event: LastChance) -> Sequence[Piece]:
    started = {
        "winningPlayer": encoder.roster.uuid(event.seat),
        "timeStarted": encoder.stamp(event.deadline - LAST_CHANCE),
    }
    return (piece("lastChanceStarted", started),)


def _rule_written(encoder: EventEncoder, event: RuleWritten) -> Sequence[Piece]:
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
    RoundStarted: lambda encoder, event: (piece("roundStarted", round_started(encoder, event)),),
    LastChance: _last_chance,
    Accused: lambda encoder, event: (piece("playerAccused", accused(encoder, event)),),
    Accepted: lambda encoder, event: (bare("accusationAccepted"),),
    Cancelled: lambda encoder, event: (piece("accusationCancelled", event.mode),),
    WinnerLeft: lambda encoder, event: (bare("winningPlayerLeft"),),
    RoundOver: lambda encoder, event: (piece("roundOver", encoder.roster.uuid(event.seat)),),
    RuleWritten: _rule_written,
    RulesRevealed: lambda encoder, event: (revealed(encoder.roster.uuid(event.seat), event.rules),),
}

PLAIN = Dialect(moved=_moved, changed=CHANGED, events=EVENTS, written=Written())


def events_of(view: View, at: int) -> list[Event]:
    """The state of a running round as the events that would lead there, for a client that comes
    into it; none before the first. `at` is the table's time now."""
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
