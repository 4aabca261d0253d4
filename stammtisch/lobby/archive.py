"""Takes finished matches from the tables to the archive, with what they mean for scores.

Who may see the record of a finished match.

Everybody, if its table was public. If it was private, whoever sat there while it was played; and
whoever has the share code that one of them asked for. To all others such a match does not exist.

How strong players are: the Plackett–Luce model, made for games of more than two.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from statistics import fmean
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from stammtisch.records import HighScore, MatchRow, Rating
from stammtisch.store.store import Store
from stammtisch.tables.record import record_of
from stammtisch.tables.steps import Finished


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


log = logging.getLogger(__name__)


class MatchArchiver:
    """Works in the background: until it is done, the match is durable in its table's journal."""

    def __init__(self, store: Store) -> None:
        self._store = store
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

    def try_again(self) -> None:
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

        self._store.drop_table(table, dropped)

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
        done = asyncio.Event()

        def finish(error: Exception | None) -> None:
            if error is None:
                self._owed[table] -= 1
            else:
                # It stays in the journal, and is taken again: soon, or when the server opens again.
                log.error("match %s could not be archived", match.match, exc_info=error)
                self._unwritten.append((table, match))
            done.set()

        scores = _scores(match) if counts else []
        self._store.archive(row, match.first_seq_to_keep, scores, ratings, finish)
        await done.wait()
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
