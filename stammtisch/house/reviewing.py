"""What a good bot would have done in a deal that is over."""

from __future__ import annotations

import asyncio

from stammtisch.house.requests import Advice
from stammtisch.tables.plain import to_plain
from stammtisch.tables.record import read_record
from stammtisch.tables.replay import decided
from stammtisch.tables.thinking import Thinker, advised


class Reviewer:
    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        # One question at a time: the bots of running matches think in the same place.
        self._turn = asyncio.Lock()

    async def advise(self, game: str, body: bytes, seq: int) -> Advice:
        """What to think of the action of that entry of a record, or a `Refusal`."""
        moment = await asyncio.to_thread(decided, read_record(body), seq)
        async with self._turn:
            decision = await advised(self._thinker, game, moment.sight)
        if decision is None or decision.action is None:
            return Advice(seq=seq, seat=moment.seat, action=None, reason=None, same=False)
        return Advice(
            seq=seq,
            seat=moment.seat,
            action=to_plain(decision.action),
            reason=decision.reason,
            same=decision.action == moment.action,
        )
