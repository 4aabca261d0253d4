"""What must last: one interface for every engine.

Everything that changes is submitted as a record of `changes` to one ordered queue, and many changes
are made durable by one commit. `submit` takes a callback instead of being awaited: the table goes
on working while its entries travel to the disk, and lets nobody know of them before.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

import apsw

from stammtisch.records import (
    Account,
    Entry,
    HighScore,
    MatchRow,
    Rating,
    SideRecord,
    StoredTable,
    Token,
)
from stammtisch.store import queries
from stammtisch.store.changes import Append, Barrier, Call, Change, KeepBeside

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

#: Called in the event loop: with what the change returned (mostly None) once it is durable, or with
#: the exception that tells why it is not. `ReadOnly` concerns everything and may pass;
#: `OutcomeUnknown` means that nobody knows.
Done = Callable[[Any], None]

#: How many records an export holds in memory at a time.
PAGE = 50


async def answered(submit: Callable[[Change | Call, Done], None], change: Change | Call) -> Any:
    """Submit a change and wait until it is durable, for what it returns."""
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def done(what: Any) -> None:
        if answer.done():
            return
        if isinstance(what, Exception):
            answer.set_exception(what)
        else:
            answer.set_result(what)

    submit(change, done)
    return await answer


class Store(ABC):
    """Used from the event loop that opened it."""

    @abstractmethod
    async def open(self) -> None:
        """Open or create the store and bring its schema up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Make everything queued durable, then close."""

    @abstractmethod
    async def lost(self) -> None:
        """Return when nothing can be written any more, though the store was not closed."""

    # --- changes ---------------------------------------------------------------------------------

    @abstractmethod
    def submit(self, change: Change | Call, done: Done) -> None:
        """Queue a change; all are done in the order they were submitted."""

    def append(self, table: str, entries: Sequence[Entry], done: Done) -> None:
        """As tables ask for it, which know nothing of stores (`tables.outbox.Journal`)."""
        self.submit(Append(table, entries), done)

    def keep_beside(self, table: str, record: SideRecord, most: int, done: Done) -> None:
        self.submit(KeepBeside(table, record, most), done)

    async def write(self, change: Change | Call) -> Any:
        """Submit a change and wait until it is durable, for what it returns."""
        return await answered(self.submit, change)

    async def wait(self) -> None:
        """Return when everything queued so far is durable.

        Raises if the last of it is not; what failed has also told its own callback.
        """
        await self.write(Barrier())

    # --- questions -------------------------------------------------------------------------------

    @abstractmethod
    async def ask(self, question: Callable[[apsw.Connection, *Ts], T], *args: *Ts) -> T:
        """Answer a question of `queries` after all changes submitted before it."""

    async def tables(self) -> list[StoredTable]:
        """All open tables, oldest first, with their journals and what is kept beside them."""
        return await self.ask(queries.tables)

    async def journal(self, table: str, first: int, until: int) -> list[Entry]:
        """The live entries of a table from `first` to before `until`."""
        return await self.ask(queries.journal, table, first, until)

    async def match(self, id: str) -> MatchRow | None:
        return await self.ask(queries.match, id)

    async def matches(
        self,
        *,
        game: str | None = None,
        account: str | None = None,
        limit: int = 50,
        before: float | None = None,
        private: bool = False,
    ) -> list[MatchRow]:
        """Newest first, those of private tables only if asked for.

        `body` is empty here: ask for one match to get it.
        """
        return await self.ask(queries.matches, game, account, limit, before, private)

    async def all_matches(self) -> AsyncIterator[MatchRow]:
        """The whole archive, oldest first, for export."""
        last: MatchRow | None = None
        while page := await self.ask(queries.matches_after, last, PAGE):
            for last in page:
                yield last

    async def account(self, id: str) -> Account | None:
        return await self.ask(queries.account, id)

    async def account_by_token(self, hash: bytes) -> Account | None:
        return await self.ask(queries.account_by_token, hash)

    async def account_by_origin(self, name: str, origin: str) -> Account | None:
        """The guest of that name from there. Registered accounts are not found by this."""
        return await self.ask(queries.account_by_origin, name, origin)

    async def registered(self, name: str) -> Account | None:
        """The registered account of that name, whatever its capitals."""
        return await self.ask(queries.registered, name)

    async def registered_names(self) -> dict[str, str]:
        """The names of all registered accounts, each with the account's id."""
        return await self.ask(queries.registered_names)

    async def all_accounts(self) -> AsyncIterator[Account]:
        """Every account, for export."""
        last: Account | None = None
        while page := await self.ask(queries.accounts_after, last, PAGE):
            for last in page:
                yield last

    async def tokens(self, account: str) -> list[Token]:
        """The tokens of an account, oldest first."""
        return await self.ask(queries.tokens, account)

    async def high_scores(self, game: str, limit: int) -> list[HighScore]:
        """Lowest first; of equals, the earlier first."""
        return await self.ask(queries.high_scores, game, limit)

    async def ratings(self, game: str, accounts: Sequence[str]) -> dict[str, Rating]:
        return await self.ask(queries.ratings, game, accounts)

    async def best_rated(self, game: str, limit: int) -> list[Rating]:
        """By mu − 3 sigma, best first."""
        return await self.ask(queries.best_rated, game, limit)

    async def notes(self, kind: str) -> dict[str, bytes]:
        """Everything noted of that kind, by its key."""
        return await self.ask(queries.notes, kind)

    async def last_beat(self) -> int | None:
        """The server time that was remembered last."""
        return await self.ask(queries.last_beat)
