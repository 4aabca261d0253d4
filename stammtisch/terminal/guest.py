"""A person at the end of a line: comes in, finds a table, and stays there until they leave.

A line to a server: to one's own in this process, or to a server's.

A line to a server, which keeps its matches itself.

Who somebody in the terminal is at a server: shown at the door, kept for the next time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from stammtisch import client, requests
from stammtisch.client import (
    Client,
    ClientError,
    Refused,
    RetryLater,
    Tokens,
    UnknownToken,
    come_in,
)
from stammtisch.client.client import remember
from stammtisch.client.connection import SocketTransport
from stammtisch.client.tokens import KeptToken
from stammtisch.games.game import Match
from stammtisch.protocols.table import messages as wire
from stammtisch.records import MatchRow
from stammtisch.tables.record import MatchRecord, read_record


class Line(client.Transport, Protocol):
    @property
    def match(self) -> Match | None:
        """The match itself, if the server is one's own and nobody else will play it on."""

    async def archived(self, match: str) -> MatchRow | None:
        """A finished match, if the server is one's own: nobody else keeps it."""


class RemoteLine(SocketTransport):
    @property
    def match(self) -> None:
        """The server's business."""

    async def archived(self, match: str) -> None:
        """The server's business, too: it has REST for that."""


@dataclass(frozen=True, slots=True)
class Password:
    """For a name: to sign in with, or (`new`) to register with."""

    name: str
    secret: str = field(repr=False)
    new: bool = False


class Identity:
    def __init__(
        self, tokens: Tokens, name: str | None = None, password: Password | None = None
    ) -> None:
        self._tokens = tokens
        self._name = name
        self._password = password
        self._server = ""
        #: What one is called at the server.
        self._known_as: str | None = None

    async def show(self, client: Client) -> None:
        """Come in: with the password, if there is one; else as whoever one was; else as a guest."""
        self._server = client.server
        password = self._password
        if password is None:
            await come_in(client, self._tokens, self._name)
        elif password.new:
            await self._register(client, password)
        else:
            before = self._tokens.find(client.server, password.name)
            await client.sign_in(password.name, password.secret)
            remember(client, self._tokens, before=before if _is_same(before, client) else None)
        self._known_as = None if client.me is None else client.me.name

    async def _register(self, client: Client, password: Password) -> None:
        """The guest of that name who was here before becomes the account, with seat and rating."""
        guest = self._tokens.find(client.server, self._name or password.name)
        if guest is not None and guest.kind == "guest":
            try:
                await client.resume(guest.token)
            except UnknownToken:
                self._tokens.forget(client.server, guest.name)
                guest = None
        else:
            guest = None
        await client.register(password.name, password.secret)
        remember(client, self._tokens, before=guest)

    # --- the seat --------------------------------------------------------------------------------

    def seat(self, game: str) -> str | None:
        """The table of that game where one has a seat, as far as one knows."""
        kept = self._kept()
        return kept.table if kept is not None and kept.game == game else None

    def sat_down(self, table: str, game: str) -> None:
        self._note(table, game)

    def stood_up(self) -> None:
        self._note(None, "")

    def _note(self, table: str | None, game: str) -> None:
        kept = self._kept()
        if kept is not None and (kept.table, kept.game) != (table, game):
            self._tokens.keep(msgspec.structs.replace(kept, table=table, game=game))

    def _kept(self) -> KeptToken | None:
        if self._known_as is None:
            return None
        return self._tokens.find(self._server, self._known_as)


def _is_same(kept: KeptToken | None, client: Client) -> bool:
    """Is it the account that was kept, and not a guest who was called the same?"""
    return kept is not None and client.me is not None and kept.kind == client.me.kind


#: Seconds for which whoever leaves waits for the server's answer.
_PARTING = 2.0


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """Where the person wants to go."""

    name: str | None
    #: How a new table is opened, if it comes to that.
    settings: requests.Open
    table: str | None = None
    invite: str | None = None
    #: Open a table even if there is room at another.
    new: bool = False
    #: Go to a seat that one has already, before anything else.
    returns: bool = False
    #: The server, as REST and tokens name it.
    server: str = ""
    #: Who one is there; None is a guest whom nobody remembers.
    passport: Identity | None = None


class Guest:
    """`hear` gets every message of the server in order, `broken` a sentence when the line breaks
    and None when it is back."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Line]],
        errand: JoinPlan,
        hear: Callable[[wire.Tell], None],
        broken: Callable[[str | None], None],
        *,
        own_nonce: bool = True,
        note: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._connect = connect
        self._errand = errand
        self._broken = broken
        self._note = note
        self._line: Line | None = None
        # A screen is drawn from the whole table: there is nothing to which it could add.
        self._client = Client(
            self._dial,
            server=errand.server,
            own_nonces=own_nonce,
            hear=hear,
            broken=broken,
            anew=True,
        )

    async def _dial(self) -> Line:
        self._line = await self._connect()
        return self._line

    async def attend(self) -> None:
        """Stay at the table until `leave`; `Lost` or `Refused` if it cannot be reached, or if one
        cannot come back to it."""
        try:
            await self._client.open()
            await self._arrive()
            self._broken(None)
            await self._client.ended()
        finally:
            await self._client.close()

    async def ask(self, ask: Any) -> Any:
        """The answer to an ask of the table protocol, or `Refused`, or `Lost`, at once."""
        return await self._client.ask(ask, wait=False)

    def readiness(self) -> requests.Ready:
        """What says that one wants to play; a nonce that goes with it is opened unasked."""
        sitting = self._client.sitting
        return requests.Ready() if sitting is None else sitting.readiness()

    @property
    def match(self) -> Match | None:
        """The match itself, in a server of one's own that ends with the visit."""
        return None if self._line is None else self._line.match

    async def archived(self, match: str) -> MatchRow | None:
        """A finished match of a server of one's own."""
        return None if self._line is None else await self._line.archived(match)

    async def record(self, match: str) -> MatchRecord:
        """The record of a finished match, wherever the server is."""
        row = await self.archived(match)
        return await self._client.record(match) if row is None else read_record(row.body)

    async def leave(self) -> None:
        """Give the seat up and hang up."""
        with contextlib.suppress(ClientError, TimeoutError):
            async with asyncio.timeout(_PARTING):
                await self.ask(requests.Leave())
        if self._errand.passport is not None:
            self._errand.passport.stood_up()
        await self._client.close()

    # --- the way to the table --------------------------------------------------------------------

    async def _arrive(self) -> None:
        errand = self._errand
        if errand.passport is None:
            await self.ask(requests.Enter(name=errand.name))
        else:
            await errand.passport.show(self._client)
        seated = await self._back_to_seat() or await self.ask(await self._way())
        if errand.passport is not None:
            errand.passport.sat_down(seated.table.id, seated.table.game)

    async def _back_to_seat(self) -> wire.Table | None:
        """To where one had a seat, if it is still there; what has become of it is told."""
        errand = self._errand
        seat = errand.passport.seat(errand.settings.game) if errand.passport is not None else None
        if seat is None or errand.table is not None or errand.invite is not None:
            return None
        if not errand.returns:
            self._note(f"You may have a seat at table {seat} still: --table {seat} leads there.")
            return None
        try:
            table: wire.Table = await self.ask(
                requests.Join(table=seat, follow="views", late=False)
            )
        except RetryLater:
            raise
        except Refused as gone:
            self._note(f"You cannot go back to the table where you sat: {gone}")
            return None
        return table

    async def _way(self) -> requests.Join | requests.Open:
        errand = self._errand
        if errand.table is not None or errand.invite is not None:
            return requests.Join(table=errand.table, invite=errand.invite, follow="views")
        if not errand.new:
            more: int | None = 0
            while more is not None:
                page = await self.ask(requests.AskTables(game=errand.settings.game, after=more))
                for table in page.tables:
                    if table.phase == "open" and any(seat.name is None for seat in table.seats):
                        return requests.Join(table=table.id, follow="views")
                more = page.more
        return msgspec.structs.replace(errand.settings, follow="views")
