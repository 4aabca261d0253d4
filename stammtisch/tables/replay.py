"""A deal that is over as one seat saw it, step by step; and what a good bot would have done.

What is asked for is made by plain functions that take a record's bytes, so that any process can run
them: playing a match again takes as long as hundreds of moves of a table.

It is made of the match's record alone (or of its beginning, up to a deal that lies open), which is
checked on the way: what is shown is what was played. Nothing of it is secret any more, so anybody
who may see the record may look at it with any seat's eyes.
"""

from __future__ import annotations

import gzip
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import msgspec

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Action, Observation, Refusal, Seat
from stammtisch.games.games import game_named
from stammtisch.records import NonceFrom
from stammtisch.replies import Explanation
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import action_from_plain, to_plain
from stammtisch.tables.record import (
    InvalidRecord,
    MatchRecord,
    Moment,
    decoded,
    moments,
    read_record,
)

log = logging.getLogger(__name__)


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, and how the table stood after it.

    seq: The number of its entry in the record.
    at: Table time in milliseconds.
    seat: Who did it; null is the table itself (a deal, a clock).
    bot: The level of the bot that did it, and why; null for people.
    events: As the seat was told them.
    view: What the seat saw then.
    turn: The seats that the match waits for.
    """

    seq: int
    at: int
    seat: Seat | None
    action: dict[str, Any] | None
    bot: str | None
    reason: Explanation | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    turn: list[Seat]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """One deal of a match.

    rounds: How many deals there were, and which one this is; 1 is the first.
    round: The number of the deal; 1 is the first.
    commitment: What bound the server's secrets, and where each seat's nonce came from.
    nonces_from: Where each seat's nonce came from.
    steps: What happened in this deal, in order.
    """

    match: str
    game: str
    rounds: int
    round: int
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


# --- what any process can be asked ---------------------------------------------------------------

#: Deals that this process keeps as it has played them again: whoever looks at one asks for it with
#: all eyes, and for advice on every move of it.
KEPT = 8
_kept: OrderedDict[tuple[bytes, int], PlayedDeal] = OrderedDict()


#: Of gzip: higher ones take longer, and make it hardly smaller.
LEVEL = 5


class Advised(NamedTuple):
    """What to think of an action."""

    seat: Seat
    #: None: nothing better than to wait, or nobody knows.
    action: dict[str, Any] | None
    reason: Explanation | None
    same: bool


def replayed(body: bytes, round: int, seat: Seat | None, compressed: bool = False) -> bytes:
    """One deal with the eyes of a seat, as the JSON of a `Replay` (or that as gzip compresses it);
    a `Refusal` or `InvalidRecord` if there is none."""
    text = msgspec.json.encode(_deal(body, lambda _: round).seen_by(seat))
    return gzip.compress(text, LEVEL, mtime=0) if compressed else text


def advised(body: bytes, seq: int, seed: int) -> Advised:
    """What the best bot of the game thinks of the action of that entry; a `Refusal` or
    `InvalidRecord`
    if there is none."""
    deal = _deal(body, lambda record: deal_with(record, seq))
    moment = deal.decided(seq)
    game = game_named(deal.head.game)
    try:
        adviser = bot_for(game.name, game.best_level)
        decision = adviser.choose(moment.observation, Random(seed))
    except Exception:
        log.exception("a bot of %s could not advise", game.name)
        return Advised(moment.seat, None, None, same=False)
    if decision.action is None:
        return Advised(moment.seat, None, None, same=False)
    same = decision.action == moment.action
    reason = Explanation.of(decision.reason)
    return Advised(moment.seat, to_plain(decision.action), reason, same)


def had_seat(body: bytes, account: str) -> bool:
    """Had the account a seat in the match at any time?"""
    try:
        record = read_record(body)
    except InvalidRecord:
        return False
    for line in record.entries:
        entry = journal.decode(line.payload.encode())
        if isinstance(entry, journal.Open) and any(c.account == account for c in entry.chairs):
            return True
        if isinstance(entry, journal.Sit) and entry.account == account:
            return True
    return False


def _deal(body: bytes, which: Callable[[MatchRecord], int]) -> PlayedDeal:
    record = read_record(body)
    number = which(record)
    key = (sha256(body).digest(), number)
    deal = _kept.get(key)
    if deal is None:
        deal = _kept[key] = play_again(record, number)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
    return deal
