"""A connection that comes back by itself, and the asks that wait for it."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from stammtisch import replies, requests
from stammtisch.client.connection import Connection, Transport
from stammtisch.client.errors import (
    ClientError,
    Disconnected,
    Refused,
    RetryLater,
    TooOften,
    Unanswered,
)
from stammtisch.client.table import TableHandle
from stammtisch.protocols.table import messages as wire
from stammtisch.vocabulary import DECLARED, Follow, Request

log = logging.getLogger(__name__)

#: Seconds to wait before trying again, longer from time to time.
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)

#: Seconds for which a server may take to let one in.
ANSWER_WITHIN = 20.0


class ReconnectingClient:
    """One connection at a time, over as many lines as it takes.

    Who gives `hear` is told every message there, in order, and does not iterate over tables;
    `broken` gets a sentence when the line breaks and None when one is back where one was. With
    `anew`, one is told everything again after that, not only what was missed.
    """

    def __init__(
        self,
        dial: Callable[[], Awaitable[Transport]],
        *,
        server: str = "",
        own_nonces: bool = True,
        retry_for: float | None = None,
        hear: Callable[[wire.Tell], None] | None = None,
        broken: Callable[[str | None], None] = lambda why: None,
        anew: bool = False,
    ) -> None:
        self._dial = dial
        self.server = server
        self.own_nonces = own_nonces
        self._retry_for = retry_for
        self._hear = hear
        self._broken = broken
        self._anew = anew
        #: What can be played here, and by which rules.
        self.welcome: wire.Welcome | None = None
        #: Who one is here.
        self.me: replies.Entered | None = None
        #: What to `resume` with another time: keep it secret.
        self.token: str | None = None
        #: Where one is, or was last.
        self.sitting: TableHandle | None = None
        self._follow: Follow = "events"
        self._watch = False
        self._connection: Connection | None = None
        #: The one on which one is just coming back.
        self._coming: Connection | None = None
        #: There is a connection; or there never will be one again.
        self._settled = asyncio.Event()
        self._trouble: ClientError | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._unasked: set[asyncio.Task[None]] = set()

    @property
    def iterated(self) -> bool:
        """Are moments wanted?"""
        return self._hear is None

    # --- opening and closing ---------------------------------------------------------------------

    async def open(self) -> None:
        self._arrived(await self._call())
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Hang up. A seat that was not left is kept, as far as the table keeps it."""
        self._give_up(Disconnected("This client has hung up."), quietly=True)
        connection, self._connection = self._connection, None
        for task in (self._keeping, *self._unasked):
            if task is not None:
                task.cancel()
        if connection is not None:
            await connection.close()
        if self._keeping is not None:
            await asyncio.wait([self._keeping])

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def ended(self) -> None:
        """Wait until it is closed; raises what else ended it."""
        assert self._keeping is not None, "it was never opened"
        await asyncio.wait([self._keeping])
        if not self._keeping.cancelled():
            self._keeping.result()
            if self._trouble is not None:
                raise self._trouble

    # --- coming back -----------------------------------------------------------------------------

    async def _call(self) -> Connection:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                line = await self._dial()
        except TimeoutError:
            raise Disconnected("The server does not answer.") from None
        connection = Connection(line, self._take, self._lost_touch)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                self.welcome = await connection.welcomed()
        except TimeoutError:
            await connection.close()
            raise Disconnected("The server does not say anything.") from None
        except BaseException:
            await connection.close()
            raise
        return connection

    def _arrived(self, connection: Connection) -> None:
        self._connection = connection
        self._settled.set()

    def _lost_touch(self) -> None:
        if self._connection is not None:
            self._connection = None
            self._settled.clear()

    async def _keep(self) -> None:
        try:
            while True:
                connection = self._connection
                if connection is not None:
                    lost = await connection.reading
                    self._lost_touch()
                    await connection.close()
                    self._broken(str(lost))
                self._arrived(await self._return())
                self._broken(None)
        except ClientError as trouble:
            self._give_up(trouble)
        except Exception as bug:
            self._give_up(Disconnected(f"What the server said was not understood: {bug!r}."))
            raise

    async def _return(self) -> Connection:
        began, tries, least = time.monotonic(), 0, 0.0
        while True:
            pause = max(PAUSES[min(tries, len(PAUSES) - 1)], least)
            # Those whom a server lost together do not all come back at once.
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))
            tries, least = tries + 1, 0.0
            try:
                connection = self._coming = await self._call()
                try:
                    await self._resume(connection)
                except BaseException:
                    self._lost_touch()
                    await connection.close()
                    raise
                finally:
                    self._coming = None
                return connection
            except RetryLater as later:
                least = later.seconds if isinstance(later, TooOften) else 0.0
            except Disconnected as lost:
                if self._retry_for is not None and time.monotonic() - began > self._retry_for:
                    raise lost

    async def _resume(self, connection: Connection) -> None:
        if self.token is None:
            return
        await connection.ask(requests.Resume(token=self.token))
        sitting = self.sitting
        if sitting is None or sitting.closed is not None:
            return
        try:
            await connection.ask(sitting.rejoin(anew=self._anew))
        except RetryLater:
            raise
        except Refused as refused:
            sitting.end(str(refused), refused)
            if not self.iterated:
                raise

    def _give_up(self, trouble: ClientError, quietly: bool = False) -> None:
        self._trouble = self._trouble or trouble
        if self.sitting is not None:
            self.sitting.end(str(trouble), None if quietly else trouble)
        self._settled.set()

    # --- asking ----------------------------------------------------------------------------------

    async def ask(self, ask: Any, *, wait: bool = True) -> Any:
        """The answer to any ask of the protocol; or `Refused`; or `Unanswered`.

        While there is no connection it waits, or (without `wait`) raises `Disconnected`. What the
        line broke over is asked again where that can do no harm.
        """
        if isinstance(ask, requests.Join | requests.Open | requests.Sit):
            self._follow = ask.follow
            self._watch = getattr(ask, "watch", False) or not getattr(ask, "sit", True)
        repeated = False
        while True:
            connection = await self._line_up(wait)
            try:
                answer = await connection.ask(ask)
            except Unanswered:
                if not wait or not _harmless_twice(ask) or self._connection is connection:
                    raise
                repeated = True
            except Disconnected:
                if not wait:
                    raise
                # Whoever keeps the connection has to notice it first.
                await asyncio.sleep(0)
            except Refused as refused:
                if repeated and not _reads(ask):
                    raise Unanswered(f"The connection was lost in between. {refused}") from refused
                raise
            else:
                if isinstance(ask, requests.Leave) and self.sitting is not None:
                    self.sitting.end("You have left the table.")
                return answer

    async def _line_up(self, wait: bool) -> Connection:
        while self._connection is None:
            if self._trouble is not None:
                raise self._trouble
            if not wait:
                raise Disconnected("There is no connection just now.")
            await self._settled.wait()
        return self._connection

    def _ask_unasked(self, ask: Any) -> None:
        """Ask for something that nobody has to think of: nonces."""
        task = asyncio.create_task(self._asked_unasked(ask))
        self._unasked.add(task)
        task.add_done_callback(self._unasked.discard)

    async def _asked_unasked(self, ask: Any) -> None:
        try:
            await self.ask(ask, wait=False)
        except Disconnected:
            # What is told on the way back leads to it again.
            return
        except Refused as refused:
            log.warning("%s was refused: %s", type(ask).__name__, refused)

    def _take(self, tell: wire.Tell) -> None:
        match tell:
            case replies.Entered():
                self.me = tell
                self.token = tell.token or self.token
            case wire.Table():
                self._be_at(tell)
            case _:
                pass
        if self._coming is not None and isinstance(tell, wire.Table | wire.Missed):
            # One is back already for those who answer to what is told now.
            self._arrived(self._coming)
        sitting = self.sitting
        if sitting is not None and sitting.closed is None and _concerns(tell, sitting):
            for ask in sitting.take(tell):
                self._ask_unasked(ask)
        if self._hear is not None:
            self._hear(tell)

    def _be_at(self, told: wire.Table) -> None:
        sitting = self.sitting
        if sitting is None or sitting.closed is not None or sitting.info.id != told.table.id:
            if sitting is not None:
                sitting.end("You went to another table.")
            self.sitting = TableHandle(self, told, self._follow, self._watch)
        else:
            sitting.watch = self._watch


def _reads(ask: Request) -> bool:
    """Does it change nothing, so that it can be asked again if no answer came?"""
    return DECLARED[type(ask)].reads


def _harmless_twice(ask: Any) -> bool:
    """Is it the same whether it is asked once or twice?"""
    if isinstance(ask, requests.Act):
        return ask.seq is not None
    return _reads(ask) or isinstance(ask, requests.Ready)


def _concerns(tell: wire.Tell, sitting: TableHandle) -> bool:
    match tell:
        case wire.Events():
            return tell.table == sitting.info.id
        case wire.Table() | wire.Missed():
            return tell.table.id == sitting.info.id
        case _:
            return True
