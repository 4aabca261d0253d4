"""What the server does by itself: it notes the time, tries whether it can write again, and forgets
guests who never played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from stammtisch.accounts.access import ModerationRecords
from stammtisch.accounts.peers import Peer, SignedIn
from stammtisch.lobby.lobby import Lobby
from stammtisch.records import ReadOnly
from stammtisch.store.changes import ForgetGuests, NoteTime
from stammtisch.store.store import Store
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.write_status import WriteStatus

log = logging.getLogger(__name__)

#: How often the time is noted, in milliseconds: while somebody is here, or it cannot be written;
#: and while nobody is.
BEAT_EVERY = 1_000
BEAT_ALONE = 60_000
#: What must find room before the server believes that it can write again, in bytes.
ROOM = 1 << 18
#: How often guests are looked through, in milliseconds of server time; and how many of them are
#: forgotten by one change, so that nobody's move waits for long behind it.
FORGET_EVERY = 3_600_000
FORGET_AT_ONCE = 200
DAY = 86_400


class Heartbeat:
    """Notes the time. That is also how the server finds out that it can write again."""

    def __init__(
        self, store: Store, clock: Clock, writing: WriteStatus, connections: Mapping[str, Peer]
    ) -> None:
        self._store = store
        self._clock = clock
        self._writing = writing
        self._connections = connections
        self._timer: Timer | None = None
        self._stopped = True
        writing.listen(failure=self.beat)

    def start(self) -> None:
        self._stopped = False
        self.beat()

    def beat(self) -> None:
        """Note the time now, and from here on as often as it is worth it."""
        if self._stopped:
            return
        if self._timer is not None:
            self._timer.cancel()
        now = self._clock.now()
        trouble = self._writing.refused is not None
        pause = BEAT_EVERY if self._connections or trouble else BEAT_ALONE
        self._timer = self._clock.call_at(now + pause, self.beat)
        self._store.submit(NoteTime(now, ROOM if trouble else 0), self._noted)

    def _noted(self, error: Exception | None) -> None:
        if isinstance(error, ReadOnly):
            self._writing.failed(error)
        elif error is not None:
            log.warning("the time could not be noted: %s", error)
        else:
            self._writing.recovered()

    def stop(self) -> None:
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()


class GuestCleanup:
    """Forgets guests who came so many days ago, and never played nor are here now."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        signed_in: SignedIn,
        lobby: Lobby,
        records: ModerationRecords,
        days: int,
    ) -> None:
        """`days`: 0 is never."""
        self._store = store
        self._clock = clock
        self._signed_in = signed_in
        self._lobby = lobby
        self._records = records
        self._days = days
        self._stopped = True
        #: What is under way.
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._stopped = False
        self._begin()

    def stop(self) -> None:
        self._stopped = True

    def _begin(self) -> None:
        if self._stopped or not self._days:
            return
        self._clock.call_at(self._clock.now() + FORGET_EVERY, self._begin)
        before = self._clock.wall() - self._days * DAY
        task = asyncio.get_running_loop().create_task(self._forget(before))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _forget(self, before: float) -> None:
        try:
            while not self._stopped:
                keep = [
                    *self._signed_in.peers,
                    *self._lobby.seated_accounts(),
                    *self._records.bans,
                ]
                forgotten = await self._store.write(ForgetGuests(before, keep, FORGET_AT_ONCE))
                if forgotten < FORGET_AT_ONCE:
                    return
        except Exception as error:
            log.warning("guests could not be forgotten: %s", error)
