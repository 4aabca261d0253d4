"""The writer in a thread: for stores in memory, and for programs that end soon."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

import apsw

from stammtisch.store.changes import Change
from stammtisch.store.courtesy import Courtesy
from stammtisch.store.groups import Groups
from stammtisch.store.writer import Answered, tell

log = logging.getLogger(__name__)

#: While groups are as large as this, the next one gathers for so long, in seconds: then a commit's
#: fixed cost (the disk, and the interpreter's lock handed to and fro) is shared by more changes.
BUSY = 8
GATHER = 0.002

_Queued = tuple[Change, Answered]


class ThreadWriter:
    """All of a group's answers travel back to the event loop in one call."""

    def __init__(
        self,
        connection: apsw.Connection,
        loop: asyncio.AbstractEventLoop,
        courtesy: Courtesy,
    ) -> None:
        self._courtesy = courtesy
        self._groups = Groups(connection)
        self._loop = loop
        self._queue: SimpleQueue[_Queued | None] = SimpleQueue()
        self._unanswered = 0
        self._ended = loop.create_future()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change, answered: Answered) -> None:
        self._unanswered += 1
        self._courtesy.begin()
        self._queue.put((change, answered))

    @property
    def idle(self) -> bool:
        return self._unanswered == 0

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    # --- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        more = True
        group = 0
        while more:
            if group >= BUSY:
                time.sleep(GATHER)
            queued, more = self._take()
            group = len(queued)
            if queued:
                answers = self._groups.commit([change for change, _ in queued])
                self._call(self._deliver, [answered for _, answered in queued], answers)
                self._groups.checkpoints.after_commit()
        self._groups.close()
        self._call(self._ended.set_result, None)

    def _take(self) -> tuple[list[_Queued], bool]:
        """All that is queued, at least one change; and whether more may come."""
        queued: list[_Queued] = []
        take: Callable[[], _Queued | None] = self._queue.get
        try:
            while True:
                one = take()
                if one is None:
                    return queued, False
                queued.append(one)
                take = self._queue.get_nowait
        except Empty:
            return queued, True

    def _call(self, function: Callable[..., object], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            log.warning("The event loop was closed before the store was.")

    # --- in the event loop -----------------------------------------------------------------------

    def _deliver(self, callbacks: list[Answered], answers: list[Any]) -> None:
        self._unanswered -= len(callbacks)
        self._courtesy.end(len(callbacks))
        tell(self._loop, callbacks, answers)
