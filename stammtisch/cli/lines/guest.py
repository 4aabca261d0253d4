"""A person at the end of a line: comes in, finds a table, and comes back when the line breaks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from stammtisch.cli.lines.line import Line, Lost
from stammtisch.games.game import Match
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.asks import Follow

_tells: msgspec.json.Decoder[wire.Tell] = msgspec.json.Decoder(wire.Tell)
_encoder = msgspec.json.Encoder()

#: Seconds to wait before trying again, longer from time to time.
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)


class Refused(Exception):
    """The house said no; the message is its own sentence, the code is for programs."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Errand:
    """Where the person wants to go."""

    name: str | None
    #: How a new table is opened, if it comes to that.
    settings: wire.Open
    table: str | None = None
    invite: str | None = None
    #: Open a table even if there is room at another.
    new: bool = False


class Guest:
    """`hear` gets every message of the house in order, `broken` a sentence when the line breaks
    and None when it is back. `follow` is how the table tells what happens."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Line]],
        errand: Errand,
        hear: Callable[[wire.Tell], None],
        broken: Callable[[str | None], None],
        follow: Follow = "events",
    ) -> None:
        self._connect = connect
        self._errand = errand
        self._hear = hear
        self._broken = broken
        self._follow = follow
        self._line: Line | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[wire.Tell]] = {}
        self._token: str | None = None
        self._table: str | None = None
        self.closing = False

    async def attend(self) -> None:
        """Stay at the table until `leave`; `Lost` or `Refused` if it cannot even be reached."""
        await self._visit()
        tries = 0
        while not self.closing:
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
            try:
                await self._visit()
            except Lost:
                continue
            tries = 0

    async def _visit(self) -> None:
        """One life of the line. Returns when it breaks after the table was reached."""
        line = self._line = await self._connect()
        reading = asyncio.create_task(self._read(line))
        try:
            await self._arrive()
            self._broken(None)
            try:
                await reading
            except Lost as lost:
                if not self.closing:
                    self._broken(str(lost))
        finally:
            reading.cancel()
            self._line = None
            await line.close()

    async def _read(self, line: Line) -> None:
        try:
            while True:
                tell = _told(await line.receive())
                self._hear(tell)
                asked = self._waiting.pop(getattr(tell, "id", None) or 0, None)
                if asked is not None and not asked.done():
                    asked.set_result(tell)
        except Lost as lost:
            self._line = None
            for asked in self._waiting.values():
                if not asked.done():
                    asked.set_exception(lost)
            self._waiting.clear()
            raise

    # --- asking ----------------------------------------------------------------------------------

    async def ask(self, ask: Any) -> Any:
        """The answer to an ask of the table protocol, or `Refused`, or `Lost`."""
        if self._line is None:
            raise Lost("There is no connection just now.")
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._line.send(_encoder.encode(msgspec.structs.replace(ask, id=number)).decode())
        tell = await answer
        if isinstance(tell, wire.Error):
            raise Refused(tell.message, tell.code)
        return tell

    @property
    def match(self) -> Match | None:
        """The match itself, in a house of one's own that ends with the visit."""
        return None if self._line is None else self._line.match

    async def leave(self) -> None:
        """Give the seat up and hang up."""
        self.closing = True
        line = self._line
        if line is None:
            return
        with contextlib.suppress(Lost):
            await line.send(_encoder.encode(wire.Leave()).decode())
        await line.close()

    # --- the way to the table --------------------------------------------------------------------

    async def _arrive(self) -> None:
        if self._token is not None:
            await self.ask(wire.Resume(token=self._token))
        else:
            entered = await self.ask(wire.Enter(name=self._errand.name))
            self._token = entered.token
        seated = await self.ask(await self._way())
        self._table = seated.table.id

    async def _way(self) -> wire.Join | wire.Open:
        errand = self._errand
        if self._table is not None:
            return wire.Join(table=self._table, follow=self._follow)
        if errand.table is not None or errand.invite is not None:
            return wire.Join(table=errand.table, invite=errand.invite, follow=self._follow)
        if not errand.new:
            more: int | None = 0
            while more is not None:
                page = await self.ask(wire.AskTables(game=errand.settings.game, after=more))
                for table in page.tables:
                    if table.phase == "open" and any(seat.name is None for seat in table.seats):
                        return wire.Join(table=table.id, follow=self._follow)
                more = page.more
        return msgspec.structs.replace(errand.settings, follow=self._follow)


def _told(text: str) -> wire.Tell:
    try:
        return _tells.decode(text)
    except msgspec.MsgspecError as error:
        raise Lost(f"The server speaks otherwise than this program expects: {error}.") from None
