"""A person at a server: comes in, finds a table, and stays there until they leave.

The server may run in this process or elsewhere. Who somebody is there is kept for the next time.
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


class TableTransport(client.Transport, Protocol):
    @property
    def match(self) -> Match | None:
        """The match itself, if the server is in this process and nobody else will play it on."""

    async def archived(self, match: str) -> MatchRow | None:
        """A finished match, if the server is in this process: nobody else keeps it."""


class RemoteTransport(SocketTransport):
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
        #: The name at the server.
        self._known_as: str | None = None

    async def show(self, client: Client) -> None:
        """Come in: with the password, if there is one; else as before; else as a guest."""
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
        """The table of that game where a seat is kept, as far as is known."""
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


#: Seconds to wait for the server's answer when somebody leaves.
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
    #: Go to a seat that is kept already, before anything else.
    returns: bool = False
    #: The server, as REST and tokens name it.
    server: str = ""
    #: Who comes; None is a guest whom nobody remembers.
    identity: Identity | None = None


class Guest:
    """`hear` gets every message of the server in order, `broken` a sentence when the line breaks
    and None when it is back."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[TableTransport]],
        plan: JoinPlan,
        hear: Callable[[wire.Tell], None],
        broken: Callable[[str | None], None],
        *,
        own_nonce: bool = True,
        note: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._connect = connect
        self._plan = plan
        self._broken = broken
        self._note = note
        self._line: TableTransport | None = None
        # A screen is drawn from the whole table: there is nothing to which it could add.
        self._client = Client(
            self._dial,
            server=plan.server,
            own_nonces=own_nonce,
            hear=hear,
            broken=broken,
            anew=True,
        )

    async def _dial(self) -> TableTransport:
        self._line = await self._connect()
        return self._line

    async def attend(self) -> None:
        """Stay at the table until `leave`; `Disconnected` or `Refused` if it cannot be reached, or
        if there is no way back to it."""
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
        """The request that says "I want to play"; a nonce that goes with it is opened unasked."""
        sitting = self._client.sitting
        return requests.Ready() if sitting is None else sitting.readiness()

    @property
    def match(self) -> Match | None:
        """The match itself, in a server that ends with the visit."""
        return None if self._line is None else self._line.match

    async def archived(self, match: str) -> MatchRow | None:
        """A finished match of a server in this process."""
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
        if self._plan.identity is not None:
            self._plan.identity.stood_up()
        await self._client.close()

    # --- the way to the table --------------------------------------------------------------------

    async def _arrive(self) -> None:
        plan = self._plan
        if plan.identity is None:
            await self.ask(requests.Enter(name=plan.name))
        else:
            await plan.identity.show(self._client)
        seated = await self._back_to_seat() or await self.ask(await self._way())
        if plan.identity is not None:
            plan.identity.sat_down(seated.table.id, seated.table.game)

    async def _back_to_seat(self) -> wire.Table | None:
        """To the seat that was kept, if it is still there; what has become of it is told."""
        plan = self._plan
        seat = plan.identity.seat(plan.settings.game) if plan.identity is not None else None
        if seat is None or plan.table is not None or plan.invite is not None:
            return None
        if not plan.returns:
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
        plan = self._plan
        if plan.table is not None or plan.invite is not None:
            return requests.Join(table=plan.table, invite=plan.invite, follow="views")
        if not plan.new:
            more: int | None = 0
            while more is not None:
                page = await self.ask(requests.AskTables(game=plan.settings.game, after=more))
                for table in page.tables:
                    if table.phase == "open" and any(seat.name is None for seat in table.seats):
                        return requests.Join(table=table.id, follow="views")
                more = page.more
        return msgspec.structs.replace(plan.settings, follow="views")
