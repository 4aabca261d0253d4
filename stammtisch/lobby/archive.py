"""Finished matches: into the archive, with what they mean for scores and ratings, and who may look
at them."""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from stammtisch import requests
from stammtisch.accounts.sign_in import Accounts
from stammtisch.bus.bus import Bus
from stammtisch.games.game import Refusal
from stammtisch.records import HighScore, MatchRow, Rating
from stammtisch.replies import Past, Shared
from stammtisch.requests import Caller
from stammtisch.store.changes import Archive, DropTable
from stammtisch.store.store import Store
from stammtisch.tables.bot_executor import Worker
from stammtisch.tables.record import record_of
from stammtisch.tables.replay import had_seat
from stammtisch.tables.saving import ServerKey
from stammtisch.tables.state import Finished
from stammtisch.tables.write_status import WriteStatus
from stammtisch.vocabulary import Reply

log = logging.getLogger(__name__)

# --- ratings: the Plackett–Luce model, made for games of more than two -------------------------

_model = PlackettLuce()


def rated_as(account: str) -> str:
    """Bots of one level share one rating, whatever seat they take."""
    return account.rsplit(":", 1)[0] if account.startswith("bot:") else account


def after_match(
    game: str, accounts: Sequence[str], ranks: Sequence[int], known: Mapping[str, Rating]
) -> list[Rating]:
    """Everybody's rating after a match that ended with these ranks (1 is best)."""
    teams = [[_belief(known.get(account))] for account in accounts]
    updated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    ratings = []
    for account in dict.fromkeys(accounts):
        own = [team[0] for one, team in zip(accounts, updated, strict=True) if one == account]
        before = known.get(account)
        ratings.append(
            Rating(
                account=account,
                game=game,
                mu=fmean(rating.mu for rating in own),
                sigma=fmean(rating.sigma for rating in own),
                played=(before.played if before else 0) + 1,
            )
        )
    return ratings


def _belief(rating: Rating | None) -> PlackettLuceRating:
    return _model.rating() if rating is None else _model.rating(mu=rating.mu, sigma=rating.sigma)


class MatchArchiver:
    """Works in the background: until it is done, the match is durable in its table's journal."""

    def __init__(self, store: Store, writing: WriteStatus) -> None:
        self._store = store
        writing.listen(recovery=self._try_again)
        #: What is under way, and of which table.
        self._tasks: dict[asyncio.Task[None], str] = {}
        #: Of each table: how many finished matches are not in the archive yet.
        self._owed: Counter[str] = Counter()
        #: What could not be written, and is tried again when it can be.
        self._unwritten: list[tuple[str, Finished]] = []
        self._undropped: list[tuple[str, Callable[[], None]]] = []
        #: Ratings that are decided but perhaps not yet readable in the store.
        self._fresh: dict[tuple[str, str], Rating] = {}

    async def close(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def caught_up(self) -> None:
        """Return when all that was taken so far is in the archive: scores and ratings, too."""
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    def take(self, table: str, match: Finished, *, again: bool = False) -> None:
        """`again`: perhaps it was archived already, just before the server went down."""
        self._owed[table] += 1
        self._work(table, self._archive(table, match, again, self._under_way(table)))

    def drop(self, table: str, gone: Callable[[], None]) -> None:
        """Forget a table that was taken away; not before its matches are in the archive.

        `gone` is called when the store has forgotten it.
        """
        self._work(table, self._drop_after(table, gone, self._under_way(table)))

    def _try_again(self) -> None:
        """Writing is possible again."""
        unwritten, self._unwritten = self._unwritten, []
        for table, match in unwritten:
            self._work(table, self._archive(table, match, True, self._under_way(table)))
        undropped, self._undropped = self._undropped, []
        for table, gone in undropped:
            self.drop(table, gone)

    def _under_way(self, table: str) -> list[asyncio.Task[None]]:
        return [task for task, of in self._tasks.items() if of == table]

    async def _drop_after(
        self, table: str, gone: Callable[[], None], before: list[asyncio.Task[None]]
    ) -> None:
        if before:
            await asyncio.wait(before)
        if self._owed[table]:
            self._undropped.append((table, gone))
            return
        del self._owed[table]

        def dropped(error: Exception | None) -> None:
            if error is None:
                gone()
            else:
                log.error("table %s could not be forgotten", table, exc_info=error)
                self._undropped.append((table, gone))

        self._store.submit(DropTable(table), dropped)

    def _work(self, table: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = table
        task.add_done_callback(self._tasks.pop)

    async def _archive(
        self, table: str, match: Finished, again: bool, before: list[asyncio.Task[None]]
    ) -> None:
        # A later match takes all entries before its own out of the journal.
        if before:
            await asyncio.wait(before)
        outcome = match.outcome
        counts = outcome.counts and match.same_players and outcome.kind != "aborted"
        if again and await self._store.match(match.match) is not None:
            counts = False
        entries = match.entries
        if entries is None:
            entries = await self._store.journal(table, match.first_seq, match.first_seq_to_keep)
        ratings = await self._ratings(match) if counts and any(match.people) else []
        row = MatchRow(
            id=match.match,
            table=table,
            game=match.game,
            profile=match.profile,
            started=match.started,
            ended=match.ended,
            players=match.names,
            accounts=match.accounts,
            outcome=outcome.kind,
            ranks=list(outcome.ranks),
            points=list(outcome.points),
            private=match.private,
            body=record_of(match.match, match.game, match.previous_hash, entries),
        )
        scores = _scores(match) if counts else []
        try:
            await self._store.write(Archive(row, match.first_seq_to_keep, scores, ratings))
            self._owed[table] -= 1
        except Exception as error:
            # It stays in the journal, and is taken again: soon, or when the server opens again.
            log.error("match %s could not be archived", match.match, exc_info=error)
            self._unwritten.append((table, match))
        for rating in ratings:
            key = (rating.game, rating.account)
            if self._fresh.get(key) is rating:
                del self._fresh[key]

    async def _ratings(self, match: Finished) -> list[Rating]:
        accounts = [rated_as(account) for account in match.accounts]
        known = await self._store.ratings(match.game, accounts)
        # From here to the queue of the store nothing waits, so matches are rated one by one.
        for account in accounts:
            fresh = self._fresh.get((match.game, account))
            if fresh is not None:
                known[account] = fresh
        ratings = after_match(match.game, accounts, match.outcome.ranks, known)
        self._fresh.update({(rating.game, rating.account): rating for rating in ratings})
        return ratings


def _scores(match: Finished) -> list[HighScore]:
    """The winner's entry for the high scores; bots keep none."""
    score = match.outcome.high_score
    if score is None:
        return []
    return [
        HighScore(
            game=match.game,
            name=match.names[seat],
            at=match.ended,
            score=score,
            match=match.match,
        )
        for seat in match.outcome.winners
        if match.people[seat]
    ]


# --- who may look -------------------------------------------------------------------------------


def share_code(key: bytes, match: str) -> str:
    """Lets anybody see that match: nobody can guess it who has not the server's key."""
    code = hmac.digest(key, b"share\n" + match.encode(), "sha256")[:15]
    return base64.b32encode(code).decode().lower()


def may_see(row: MatchRow, account: str | None, share: str | None, key: bytes) -> bool:
    """By what the row alone says. (Whoever left before the end is only in the record.)"""
    if not row.private:
        return True
    if share is not None:
        given = share.encode(errors="replace")
        if hmac.compare_digest(given, share_code(key, row.id).encode()):
            return True
    return account is not None and account in row.accounts


@dataclass(frozen=True, slots=True)
class Shown:
    """What may be looked at of a match: its record, or the beginning of it."""

    match: str
    game: str
    body: bytes


class MatchAccess:
    """Matches that can be looked at: those that are over; and of one that is on, the deals that are
    over, for those who are at its table.

    Everybody may look at a match of a public table. If it was private, who sat there while it was
    played may; and who has the share code that one of them asked for. To all others such a match
    does not exist.
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        archiver: MatchArchiver,
        worker: Worker,
        accounts: Accounts,
        key: ServerKey,
    ) -> None:
        self._store = store
        self._bus = bus
        self._archiver = archiver
        self._worker = worker
        self._accounts = accounts
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
        return Shared(match=match, share=share_code(self._key.value, match))

    async def _finished(self, id: str, account: str | None, share: str | None) -> MatchRow | None:
        await self._archiver.caught_up()
        row = await self._store.match(id)
        if row is None or may_see(row, account, share, self._key.value):
            return row
        return row if account is not None and await self._was_there(row, account) else None

    async def _was_there(self, row: MatchRow, account: str) -> bool:
        """Had the account a seat, at the end or at any time before?"""
        return account in row.accounts or await self._worker.work(had_seat, row.body, account)

    async def _account(self, token: str | None) -> str | None:
        return None if token is None else await self._accounts.owner_of(token)

    async def _past(self, match: str, account: str) -> Past | None:
        """What the table that plays the match says; None if there is none, or not for them."""
        told: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

        def tell(answer: Reply) -> None:
            if not told.done():
                told.set_result(answer)

        who = Caller("", account, "")
        self._bus.ask(_table_of(match), who, requests.OpenDeals(match=match), tell)
        answer = await told
        return answer if isinstance(answer, Past) else None


def _table_of(match: str) -> str:
    """A match is named by its table, and its number there."""
    return match.rpartition("-")[0]
