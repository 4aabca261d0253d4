"""Deals that are over, looked at again; and what a good bot would have done in them.

Plain functions that take a record's bytes, so that any process can run them: playing a match again
takes as long as hundreds of moves of a table.
"""

from __future__ import annotations

import gzip
import logging
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import msgspec

from stammtisch.bots.bots import adviser_of, bot_for
from stammtisch.games.game import Seat
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.record import InvalidRecord, MatchRecord, read_record
from stammtisch.tables.replay import PlayedDeal, deal_with, play_again
from stammtisch.tables.replies import Explanation

log = logging.getLogger(__name__)

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
    game = deal.head.game
    try:
        decision = bot_for(game, adviser_of(game)).choose(moment.observation, Random(seed))
    except Exception:
        log.exception("a bot of %s could not advise", game)
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
