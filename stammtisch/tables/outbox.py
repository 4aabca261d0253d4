"""What a table says, held back until what it tells of is durable.

Whatever is said while something is on its way to the disk waits behind it, so that nobody learns
of a state that a crash could take back, and everybody hears everything in the order in which it
happened. Talk is held back in the same way: who hears it finds it again after a crash.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from stammtisch.records import Entry, OutcomeUnknown, SideRecord
from stammtisch.replies import Refused
from stammtisch.tables.events import EventBatch
from stammtisch.tables.side_records import KINDS, stored
from stammtisch.tables.state import Finished
from stammtisch.vocabulary import Done, Reply

#: An answer for whoever asked, or a batch for a connection.
Said = tuple[Done, Reply] | tuple[str, EventBatch]
#: Is told whether it is durable.
Stored = Callable[[Exception | None], None]

NOT_SAVED = Refused(
    code="not_saved", message="This could not be saved, so it has not happened; try again later."
)

#: Whoever writes may have died after the commit and before saying so.
UNKNOWN = Refused(
    code="unknown",
    message="The server can save nothing any more; whether this was saved shows when it is back.",
)


class Journal(Protocol):
    """What a table needs of the store."""

    def append(self, table: str, entries: Sequence[Entry], done: Stored) -> None: ...

    def keep_beside(self, table: str, record: SideRecord, most: int, done: Stored) -> None: ...


class Listening(Protocol):
    """Whoever the outbox works for."""

    def finished(self, match: Finished) -> None: ...

    def emptied(self) -> None:
        """Everything said so far is durable and out, or will never be."""

    def failed(self, error: Exception) -> None:
        """Entries could not be made durable. Called before whoever asked for them is told."""

    def not_kept(self, record: Any, error: Exception) -> None:
        """A record could not be kept beside the journal, so nobody hears of it."""


class _Pending(msgspec.Struct):
    """What is on its way, and what is to be said after it. (A struct, because it is quick.)"""

    said: list[Said]
    finished: Finished | None = None
    beside: Any = None
    #: The table's sequence number and time after this; None if it does not change them.
    now: tuple[int, int] | None = None


class Outbox:
    def __init__(
        self,
        table: str,
        now: tuple[int, int],
        journal: Journal,
        deliver: Callable[[str, EventBatch], None],
        listening: Listening,
    ) -> None:
        self._table = table
        self._journal = journal
        self._deliver = deliver
        self._listening = listening
        self._pending: deque[_Pending] = deque()
        #: The last sequence number that a crash cannot take back, and its time.
        self.durable = now

    @property
    def waiting(self) -> int:
        """Steps on their way to the disk."""
        return len(self._pending)

    def put(
        self,
        said: list[Said],
        entries: Sequence[Entry] = (),
        at: int = 0,
        finished: Finished | None = None,
    ) -> None:
        """Say this once the entries, and all before them, are durable.

        `at` is the table's time after them.
        """
        if entries:
            self._pending.append(_Pending(said, finished, now=(entries[-1].seq, at)))
            self._journal.append(self._table, entries, self._durable)
        elif self._pending:
            self._pending[-1].said.extend(said)
        else:
            self._release(said)

    def put_beside(self, said: list[Said], record: Any) -> None:
        """Say this once the record, and all before it, is durable beside the journal."""
        self._pending.append(_Pending(said, beside=record))
        most = KINDS[type(record)].most
        self._journal.keep_beside(self._table, stored(record), most, self._durable)

    def _durable(self, error: Exception | None) -> None:
        pending = self._pending.popleft()
        if error is not None:
            self._fail(pending, error)
        else:
            self.durable = pending.now or self.durable
            self._release(pending.said)
            if pending.finished is not None:
                self._listening.finished(pending.finished)
        if not self._pending:
            self._listening.emptied()

    def _fail(self, pending: _Pending, error: Exception) -> None:
        # First: whoever is told may ask for more at once, and the table has stopped by then.
        if pending.beside is not None:
            self._listening.not_kept(pending.beside, error)
        else:
            self._listening.failed(error)
        answer = UNKNOWN if isinstance(error, OutcomeUnknown) else NOT_SAVED
        for to, _ in pending.said:
            if not isinstance(to, str):
                to(answer)

    def _release(self, said: list[Said]) -> None:
        deliver = self._deliver
        # Which of the two kinds of `Said` it is decides what both of them are.
        to: Any
        what: Any
        for to, what in said:
            if type(to) is str:
                deliver(to, what)
            else:
                to(what)
