"""What must last: one interface for every engine.

Everything that changes goes through one ordered queue, and many changes are made durable by one
commit. `append` is the hot path, so it takes a callback instead of being awaited: the table goes
on working while its entries travel to the disk, and lets nobody know of them before.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from stammtisch.records import (
    Account,
    Entry,
    HighScore,
    MatchRow,
    Rating,
    SideRecord,
    StoredTable,
    TableRow,
    Token,
)

#: How many tokens an account has at most: on so many devices somebody stays signed in.
TOKENS = 20

#: Called in the event loop: with None once the change is durable, or with what went wrong.
#: `ReadOnly` concerns everything and may pass; `OutcomeUnknown` means that nobody knows.
Done = Callable[[Exception | None], None]


async def durable(change: Callable[..., None], *about: object) -> None:
    """Ask the store for a change, and return when it is durable; or raise why it is not."""
    told: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: Exception | None) -> None:
        if told.cancelled():
            return
        if error is None:
            told.set_result(None)
        else:
            told.set_exception(error)

    change(*about, done)
    await told


class WriteConflict(Exception):
    """Somebody else has written this table's journal: this writer no longer owns it."""


class NameTaken(Exception):
    """A registered account has that name already."""


class StoreUnavailable(Exception):
    """The store cannot be opened; the sentence says why and what would help."""


#: What helps if a file cannot be read.
RESTORE = "Put a backup of it in its place."


class Closed(Exception):
    """The store is not open: not yet, or no longer."""


def without_capitals(name: str) -> str:
    """Two registered names are the same if this is the same of both."""
    return unicodedata.normalize("NFKC", name).casefold()


class Store(Protocol):
    async def open(self) -> None:
        """Open or create the store and bring its schema up to date."""

    async def close(self) -> None:
        """Make everything queued durable, then close."""

    async def lost(self) -> None:
        """Return when nothing can be written any more, though the store was not closed."""

    # tables and their journals
    def create_table(self, row: TableRow, entries: Sequence[Entry], done: Done) -> None:
        """Add a table with the begin of its journal; `WriteConflict` if there is one of that id, or
        of that number in its game."""

    def append(self, table: str, entries: Sequence[Entry], done: Done) -> None:
        """Add entries after those already there, all of them or none.

        `WriteConflict` if a sequence number is taken or missing, or if the table is gone. The first
        entry of a journal may have any number.
        """

    def drop_table(self, table: str, done: Done) -> None:
        """Forget a closed table with its journal and what is kept beside it; it may be forgotten
        already."""

    def keep_beside(self, table: str, record: SideRecord, most: int, done: Done) -> None:
        """Keep something beside the table's journal, if the table is still there: of its kind the
        newest `most` stay, and of its key (unless that is "") only this one."""

    async def tables(self) -> list[StoredTable]:
        """All open tables, oldest first, with their journals and what is kept beside them."""

    async def journal(self, table: str, first: int, until: int) -> list[Entry]:
        """The live entries of a table from `first` to before `until`."""

    # finished matches
    def archive(
        self,
        match: MatchRow,
        first_seq_to_keep: int,
        scores: Sequence[HighScore],
        ratings: Sequence[Rating],
        done: Done,
    ) -> None:
        """Move a finished match out of its table's journal into the archive, all in one step.

        Doing it again changes nothing: scores and ratings are written only with the archive's row.
        Entries below `first_seq_to_keep` leave the live journal, which goes on with the same
        numbers; `WriteConflict` if it does not reach as far as that.
        """

    async def match(self, id: str) -> MatchRow | None: ...

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

    def all_matches(self) -> AsyncIterator[MatchRow]:
        """The whole archive, oldest first, for export."""

    async def import_match(self, match: MatchRow) -> bool:
        """False if it was there already."""

    # people
    async def account(self, id: str) -> Account | None: ...

    async def account_by_token(self, hash: bytes) -> Account | None: ...

    async def account_by_origin(self, name: str, origin: str) -> Account | None:
        """The guest of that name from there. Registered accounts are not found by this."""

    async def registered(self, name: str) -> Account | None:
        """The registered account of that name, whatever its capitals."""

    async def registered_names(self) -> dict[str, str]:
        """The names of all registered accounts, each with the account's id."""

    def put_account(self, account: Account, done: Done) -> None:
        """Add or replace; `NameTaken` if it is registered and the name is another's."""

    def add_token(self, hash: bytes, account: str, created: float, done: Done) -> None:
        """Let whoever has the token of that hash in as the account, which must be there.

        Of more than 20 tokens of an account the oldest go. A hash that is known already stays
        as it is.
        """

    def drop_token(self, hash: bytes, done: Done) -> None:
        """Forget a token; it may be forgotten already."""

    async def tokens(self, account: str) -> list[Token]:
        """The tokens of an account, oldest first."""

    async def forget_guests(self, before: float, keep: Sequence[str], most: int) -> int:
        """Forget guests who came before that time (in seconds since 1970) and are in no finished
        match, with their tokens; at most so many at once, and none of those to `keep`. How many.
        """

    def all_accounts(self) -> AsyncIterator[Account]:
        """Every account, for export."""

    # scores
    async def high_scores(self, game: str, limit: int) -> list[HighScore]:
        """Lowest first; of equals, the earlier first."""

    async def ratings(self, game: str, accounts: Sequence[str]) -> dict[str, Rating]: ...

    async def best_rated(self, game: str, limit: int) -> list[Rating]:
        """By mu − 3 sigma, best first."""

    # secrets of the server
    async def secret(self, name: str, fresh: bytes) -> bytes:
        """The server's secret of that name; the first time, the one that is given."""

    # what the server notes
    def note(self, kind: str, key: str, value: bytes | None, done: Done) -> None:
        """Note something, in the place of what was noted there before; None takes it away."""

    async def notes(self, kind: str) -> dict[str, bytes]:
        """Everything of that kind, by its key."""

    # the time the server was open
    def beat(self, house_time: int, done: Done, *, room: int = 0) -> None:
        """Remember that the server was open at this moment of server time (in milliseconds).

        With `room`, only if so many bytes more could be written as well.
        """

    async def last_beat(self) -> int | None:
        """The server time that was remembered last."""

    async def wait(self) -> None:
        """Return when everything queued so far is durable.

        Raises if the last of it is not; what failed has also told its own callback.
        """
