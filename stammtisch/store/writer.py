"""Who writes: one queue of changes, of which many become durable by one commit.

While one commit is on its way to the disk, changes gather; the next commit takes all of them. So
the disk's pace decides how large a group is, and nobody waits for more than two commits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from stammtisch.store.changes import Change

#: Called in the event loop: with what the change returned once that is durable, or with the
#: exception that tells why it is not.
Answered = Callable[[Any], None]


class Writer(Protocol):
    """All of it is called in the event loop."""

    def submit(self, change: Change, answered: Answered) -> None:
        """Queue a change; all are done in the order they were submitted."""

    @property
    def idle(self) -> bool:
        """Everything queued has been answered."""

    async def close(self) -> None:
        """Commit what is queued, tell everybody, end. Nothing may be queued after."""


def tell(
    loop: asyncio.AbstractEventLoop, callbacks: Iterable[Answered], answers: Iterable[Any]
) -> None:
    """A callback that fails keeps no other from being told."""
    for answered, answer in zip(callbacks, answers, strict=True):
        try:
            answered(answer)
        except Exception as error:
            loop.call_exception_handler(
                {"message": "A callback of the store failed.", "exception": error}
            )
