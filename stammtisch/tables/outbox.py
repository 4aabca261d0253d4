"""What a table says, held back until what it tells of is durable.

Whatever is said while entries are on their way to the disk waits behind them, so that nobody
learns of a state that a crash could take back, and everybody hears everything in the order in
which it happened.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from stammtisch.records import ChatLine, Entry
from stammtisch.tables.answers import Answer, Refused
from stammtisch.tables.events import Batch
from stammtisch.tables.steps import Finished

Reply = Callable[[Answer], None]
#: An answer for whoever asked, or a batch for a connection.
Said = tuple[Reply, Answer] | tuple[str, Batch]

#: Whoever writes may have died after the commit and before saying so.
NOT_SAVED = Refused(
    code="not_saved",
    message="The server can save nothing any more; whether this was saved shows when it is back.",
)


class Journal(Protocol):
    """What a table needs of the store."""

    def append(
        self, table: str, entries: Sequence[Entry], done: Callable[[Exception | None], None]
    ) -> None: ...

    def add_chat(self, table: str, line: ChatLine) -> None: ...


class Listening(Protocol):
    """Whoever the outbox works for."""

    def finished(self, match: Finished) -> None: ...

    def emptied(self) -> None:
        """Everything said so far is durable and out."""

    def failed(self, error: Exception) -> None: ...


class Outbox:
    def __init__(
        self,
        table: str,
        journal: Journal,
        deliver: Callable[[str, Batch], None],
        listening: Listening,
    ) -> None:
        self._table = table
        self._journal = journal
        self._deliver = deliver
        self._listening = listening
        #: For each step on its way what is to be said after it, and the match that it finished.
        self._pending: deque[tuple[list[Said], Finished | None]] = deque()

    @property
    def waiting(self) -> int:
        """Steps on their way to the disk."""
        return len(self._pending)

    def put(
        self, said: list[Said], entries: Sequence[Entry] = (), finished: Finished | None = None
    ) -> None:
        """Say this once the entries, and all before them, are durable."""
        if entries:
            self._pending.append((said, finished))
            self._journal.append(self._table, entries, self._durable)
        elif self._pending:
            self._pending[-1][0].extend(said)
        else:
            self._release(said)

    def _durable(self, error: Exception | None) -> None:
        said, finished = self._pending.popleft()
        if error is not None:
            for to, _ in said:
                if not isinstance(to, str):
                    to(NOT_SAVED)
            self._listening.failed(error)
            return
        self._release(said)
        if finished is not None:
            self._listening.finished(finished)
        if not self._pending:
            self._listening.emptied()

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
