"""A deal that is over as one seat saw it, step by step; and what a good bot would have done.

It is made of the match's record alone (or of its beginning, up to a deal that lies open), which is
checked on the way: what is shown is what was played. Nothing of it is secret any more, so anybody
who may see the record may look at it with any seat's eyes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import msgspec

from stammtisch.games.game import Action, Observation, Refusal, Seat
from stammtisch.games.games import game_named
from stammtisch.records import NonceFrom
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import action_from_plain, to_plain
from stammtisch.tables.record import MatchRecord, Moment, decoded, moments
from stammtisch.tables.replies import Explanation


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, and how the table stood after it."""

    #: The number of its entry in the record.
    seq: int
    #: Table time in milliseconds.
    at: int
    #: Who did it; null is the table itself (a deal, a clock).
    seat: Seat | None
    action: dict[str, Any] | None
    #: The level of the bot that did it, and why; null for people.
    bot: str | None
    reason: Explanation | None
    #: As the seat was told them.
    events: list[dict[str, Any]]
    #: What the seat saw then.
    view: dict[str, Any]
    turn: list[Seat]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """One deal of a match."""

    match: str
    game: str
    #: How many deals there were, and which one this is; 1 is the first.
    rounds: int
    round: int
    #: What bound the server's secrets, and where each seat's nonce came from.
    commitment: str
    nonces_from: list[NonceFrom]
    steps: list[ReplayStep]


@dataclass(frozen=True, slots=True)
class Decided:
    """What a seat knew when it acted, and what it did."""

    seat: Seat
    observation: Observation
    action: Action


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal of a record, played again."""

    #: All that is told of it but the steps, which each seat saw with its own eyes.
    head: Replay
    #: From the deal on, each with a state of its own; the last of a match is in its last deal.
    moments: list[Moment]

    def seen_by(self, seat: Seat | None) -> Replay:
        steps = [_step(moment, seat) for moment in self.moments if moment.events]
        return msgspec.structs.replace(self.head, steps=steps)

    def decided(self, seq: int) -> Decided:
        """The moment before the action of that entry, with the eyes of who acted."""
        for before, moment in pairwise(self.moments):
            act = moment.payload
            if moment.seq == seq and isinstance(act, journal.Act):
                assert before.match is not None
                action = action_from_plain(game_named(self.head.game), act.action)
                return Decided(act.seat, before.match.observation(act.seat), action)
        raise Refusal("no_such_step", "Entry {seq} is no move of a player.", seq=seq)


def play_again(record: MatchRecord, round: int) -> PlayedDeal:
    """That deal of the record; 0 is the last."""
    deals = len(_deals(record))
    wanted = round or deals
    if not 1 <= wanted <= deals:
        raise Refusal("no_such_round", "The match had {rounds} deals.", rounds=deals)
    number = 0
    commitment = ""
    nonces_from: list[NonceFrom] = []
    kept = []
    for moment in moments(record):
        match moment.payload:
            case journal.Open() as opening:
                commitment = opening.commitment
            case journal.Start() as start:
                nonces_from = start.nonces_from
            case journal.Deal() as deal:
                number = deal.round
        if number == wanted and moment.match is not None:
            kept.append(replace(moment, match=moment.match.copy()))
        elif number > wanted:
            break
    head = Replay(
        match=record.match,
        game=record.game,
        rounds=deals,
        round=wanted,
        commitment=commitment,
        nonces_from=nonces_from,
        steps=[],
    )
    return PlayedDeal(head, kept)


def deal_with(record: MatchRecord, seq: int) -> int:
    """The deal in which that entry is."""
    if not record.entries[0].seq <= seq <= record.entries[-1].seq:
        raise Refusal("no_such_step", "The match has no entry {seq}.", seq=seq)
    number = sum(dealt <= seq for dealt in _deals(record))
    if number == 0:
        raise Refusal("no_such_step", "Entry {seq} comes before the match.", seq=seq)
    return number


def _deals(record: MatchRecord) -> list[int]:
    """The entries in which something is dealt."""
    return [line.seq for line in record.entries if isinstance(decoded(line), journal.Deal)]


def _step(moment: Moment, seat: Seat | None) -> ReplayStep:
    assert moment.match is not None
    if seat is not None and not 0 <= seat < moment.match.seats:
        raise Refusal(
            "no_such_seat", "The table had seats 0 to {last}.", last=moment.match.seats - 1
        )
    act = moment.payload if isinstance(moment.payload, journal.Act) else None
    return ReplayStep(
        seq=moment.seq,
        at=moment.payload.at,
        seat=None if act is None else act.seat,
        action=None if act is None else act.action,
        bot=None if act is None else act.bot,
        reason=None if act is None or act.reason is None else Explanation.of(act.reason),
        events=[to_plain(event.seen_by(seat)) for event in moment.events],
        view=to_plain(moment.match.view(seat)),
        turn=list(moment.match.turn),
    )
