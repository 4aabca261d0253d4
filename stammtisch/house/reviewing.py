"""Deals that are over, looked at again; and what a good bot would have done in them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from stammtisch.games.game import Seat
from stammtisch.house.library import Shown
from stammtisch.house.requests import Advice
from stammtisch.tables.plain import to_plain
from stammtisch.tables.record import MatchRecord, read_record
from stammtisch.tables.replay import PlayedDeal, Replay, deal_with, play_again
from stammtisch.tables.thinking import Thinker, advised

#: Deals that are kept as they were played again: who looks at one asks for it with all eyes, and
#: for advice on every move of it.
KEPT = 8


class Reviewer:
    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        # One question at a time, of either kind: tables and their bots need the processor, too.
        self._turn = asyncio.Lock()
        self._playing = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int, int], PlayedDeal] = OrderedDict()

    async def replay(self, shown: Shown, round: int, seat: Seat | None) -> Replay:
        """One deal with the eyes of a seat; a `Refusal` or `Unsound` if there is none."""
        async with self._playing:
            deal = await asyncio.to_thread(self._deal, shown, lambda _: round)
            return await asyncio.to_thread(deal.seen_by, seat)

    async def advise(self, shown: Shown, seq: int) -> Advice:
        """What to think of the action of that entry, or the same."""
        async with self._playing:
            deal = await asyncio.to_thread(self._deal, shown, lambda of: deal_with(of, seq))
            moment = await asyncio.to_thread(deal.decided, seq)
        async with self._turn:
            decision = await advised(self._thinker, shown.game, moment.sight)
        if decision is None or decision.action is None:
            return Advice(seq=seq, seat=moment.seat, action=None, reason=None, same=False)
        return Advice(
            seq=seq,
            seat=moment.seat,
            action=to_plain(decision.action),
            reason=decision.reason,
            same=decision.action == moment.action,
        )

    def _deal(self, shown: Shown, which: Callable[[MatchRecord], int]) -> PlayedDeal:
        record = read_record(shown.body)
        number = which(record)
        # What is known of a match that is on only grows.
        key = (shown.match, len(shown.body), number)
        deal = self._kept.get(key)
        if deal is None:
            deal = self._kept[key] = play_again(record, number)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return deal
