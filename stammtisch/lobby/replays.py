"""Matches that can be looked at: those that are over; and of one that is on, the deals that are
over, for those who are at its table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from stammtisch.bus.bus import Bus
from stammtisch.games.game import Refusal
from stammtisch.lobby.archive import MatchArchiver, may_see, share_code
from stammtisch.records import MatchRow
from stammtisch.requests import Shared
from stammtisch.store.store import Store
from stammtisch.tables import requests
from stammtisch.tables.bot_executor import Worker
from stammtisch.tables.record import record_of
from stammtisch.tables.replies import Answer, Past
from stammtisch.tables.requests import Caller
from stammtisch.tables.reviewing import had_seat


@dataclass(frozen=True, slots=True)
class Shown:
    """What may be looked at of a match: its record, or the beginning of it."""

    match: str
    game: str
    body: bytes


class MatchAccess:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        archiver: MatchArchiver,
        worker: Worker,
        owner_of: Callable[[str], Awaitable[str | None]],
        key: Callable[[], bytes],
    ) -> None:
        """`owner_of` is the account that has a token, `key` what the server signs with."""
        self._store = store
        self._bus = bus
        self._archiver = archiver
        self._worker = worker
        self._owner_of = owner_of
        self._key = key

    async def match(self, id: str, token: str | None, share: str | None) -> MatchRow | None:
        """A finished match, for who has that token or share code; None also if they may not know
        of it."""
        return await self._finished(id, await self._account(token), share)

    async def shown(self, id: str, token: str | None, share: str | None) -> Shown | None:
        """The same; of a match that is on, as much as its table lays open to who has that token."""
        account = await self._account(token)
        row = await self._finished(id, account, share)
        if row is None and account is not None:
            past = await self._past(id, account)
            if past is None:
                return None
            entries = await self._store.journal(_table_of(id), past.first, past.until)
            if entries:
                previous = bytes.fromhex(past.previous)
                return Shown(id, past.game, record_of(id, past.game, previous, entries))
            # It ended meanwhile, and has gone to the archive.
            row = await self._finished(id, account, share)
        return None if row is None else Shown(row.id, row.game, row.body)

    async def share_for(self, match: str, token: str | None) -> Shared:
        """A code for who has that token, or a `Refusal`."""
        account = await self._account(token)
        if account is None:
            raise Refusal("unknown_token", "Nobody has that token.")
        return await self.share(match, account)

    async def share(self, match: str, account: str | None) -> Shared:
        """A code for somebody who was there, or a `Refusal`."""
        await self._archiver.caught_up()
        row = await self._store.match(match)
        if row is None or account is None or not await self._was_there(row, account):
            raise Refusal("unknown_match", "There is no finished match of yours of that name.")
        return Shared(match=match, share=share_code(self._key(), match))

    async def _finished(self, id: str, account: str | None, share: str | None) -> MatchRow | None:
        await self._archiver.caught_up()
        row = await self._store.match(id)
        if row is None or may_see(row, account, share, self._key()):
            return row
        return row if account is not None and await self._was_there(row, account) else None

    async def _was_there(self, row: MatchRow, account: str) -> bool:
        """Had the account a seat, at the end or at any time before?"""
        return account in row.accounts or await self._worker.work(had_seat, row.body, account)

    async def _account(self, token: str | None) -> str | None:
        return None if token is None else await self._owner_of(token)

    async def _past(self, match: str, account: str) -> Past | None:
        """What the table that plays the match says; None if there is none, or not for them."""
        told: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def tell(answer: Answer) -> None:
            if not told.done():
                told.set_result(answer)

        who = Caller("", account, "")
        self._bus.ask(_table_of(match), who, requests.OpenDeals(match=match), tell)
        answer = await told
        return answer if isinstance(answer, Past) else None


def _table_of(match: str) -> str:
    """A match is named by its table, and its number there."""
    return match.rpartition("-")[0]
