"""What a table says, held back until what it tells of is durable.

Whatever is said while entries are on their way to the disk waits behind them, so that nobody
learns of a state that a crash could take back, and everybody hears everything in the order in
which it happened.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

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


@dataclass(slots=True)
class _Pending:
    said: list[Said]
    finished: Finished | None


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
        self._pending: deque[_Pending] = deque()

    @property
    def waiting(self) -> int:
        """Steps on their way to the disk."""
        return len(self._pending)

    def put(
        self, said: list[Said], entries: Sequence[Entry] = (), finished: Finished | None = None
    ) -> None:
        """Say this once the entries, and all before them, are durable."""
        if entries:
            self._pending.append(_Pending(said, finished))
            self._journal.append(self._table, entries, self._durable)
        elif self._pending:
            self._pending[-1].said += said
        else:
            self._release(said)

    def _durable(self, error: Exception | None) -> None:
        pending = self._pending.popleft()
        if error is not None:
            for to, _ in pending.said:
                if not isinstance(to, str):
                    to(NOT_SAVED)
            self._listening.failed(error)
            return
        self._release(pending.said)
        if pending.finished is not None:
            self._listening.finished(pending.finished)
        if not self._pending:
            self._listening.emptied()

    def _release(self, said: list[Said]) -> None:
        deliver = self._deliver
        for to, what in said:
            if isinstance(to, str):
                deliver(to, cast("Batch", what))
            else:
                to(cast("Answer", what))
