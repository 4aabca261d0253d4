"""Takes finished matches from the tables to the archive, with what they mean for scores."""

from __future__ import annotations

import asyncio
import logging

from stammtisch.house.ratings import after_match, rated_as
from stammtisch.records import HighScore, MatchRow, Rating
from stammtisch.store.store import Store
from stammtisch.tables.record import record_of
from stammtisch.tables.table import Finished

log = logging.getLogger(__name__)


class Archivist:
    """Works in the background: until it is done, the match is durable in its table's journal."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        #: Ratings that are decided but perhaps not yet readable in the store.
        self._fresh: dict[tuple[str, str], Rating] = {}

    async def close(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks)

    def take(self, table: str, match: Finished, *, again: bool = False) -> None:
        """`again`: perhaps it was archived already, just before the house went down."""
        task = asyncio.get_running_loop().create_task(self._archive(table, match, again))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _archive(self, table: str, match: Finished, again: bool) -> None:
        outcome = match.outcome
        counts = outcome.counts and match.same_players and outcome.kind != "aborted"
        if again and await self._store.match(match.match) is not None:
            counts = False
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
            body=record_of(match.match, match.game, match.previous_hash, match.entries),
        )
        done = asyncio.Event()

        def finish(error: Exception | None) -> None:
            if error is not None:
                # It stays in the journal, and is taken again when the house opens next time.
                log.error("match %s could not be archived", match.match, exc_info=error)
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
