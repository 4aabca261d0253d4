"""Somebody at a server: who comes in, looks around, and sits down at tables.

Coming in as who one was before: with a kept token, or as a guest who is then remembered.
"""

from __future__ import annotations

import asyncio
from typing import Any

from stammtisch import replies, requests
from stammtisch.client.connection import (
    SocketTransport,
    Transport,
    fetch_record,
    server_address,
    socket_address,
)
from stammtisch.client.errors import UnknownToken
from stammtisch.client.fairness import judged
from stammtisch.client.reconnecting import ReconnectingClient
from stammtisch.client.table import TableHandle
from stammtisch.client.tokens import KeptToken, Tokens
from stammtisch.replies import RatedPlayer, TableInfo
from stammtisch.tables.record import MatchRecord, Proof
from stammtisch.vocabulary import Follow


def connect(url: str, *, own_nonces: bool = True, retry_for: float | None = None) -> Client:
    """The server at that address, for `async with`; `Disconnected` there if it cannot be reached.

    `retry_for` is for how many seconds a lost connection is tried again; None is for ever.
    """
    address = socket_address(url)

    async def dial() -> Transport:
        return await SocketTransport.dial(address)

    return Client(dial, server=server_address(url), own_nonces=own_nonces, retry_for=retry_for)


class Client(ReconnectingClient):
    """What one can do at a server, each an ask of the protocol: `Refused` if the server says no."""

    # --- who one is ------------------------------------------------------------------------------

    async def enter(self, name: str | None = None) -> replies.Entered:
        """Come in as a new guest; without a name the server picks one."""
        return await self._entered(requests.Enter(name=name))

    async def resume(self, token: str) -> replies.Entered:
        """Come in as whoever was given that token."""
        entered = await self._entered(requests.Resume(token=token))
        self.token = token
        return entered

    async def sign_in(self, name: str, password: str) -> replies.Entered:
        return await self._entered(requests.SignIn(name=name, password=password))

    async def register(self, name: str, password: str) -> replies.Entered:
        """Make the guest one is (or a new one) a registered account."""
        return await self._entered(requests.Register(name=name, password=password))

    async def sign_out(self) -> None:
        """Make the token worthless with which one would come back."""
        await self.ask(requests.SignOut(token=self.token))
        self.token = None

    async def _entered(self, ask: Any) -> replies.Entered:
        entered: replies.Entered = await self.ask(ask)
        return entered

    # --- looking around --------------------------------------------------------------------------

    async def tables(self, game: str | None = None) -> list[TableInfo]:
        """All public tables, of one game or of all, the oldest first."""
        found: list[TableInfo] = []
        more: int | None = 0
        while more is not None:
            page: replies.Tables = await self.ask(
                requests.AskTables(game=game, after=more, limit=100)
            )
            found += page.tables
            more = page.more
        return found

    async def players(self) -> list[str]:
        """Names of those who are inside."""
        answer: replies.Players = await self.ask(requests.AskPlayers())
        return answer.names

    async def ratings(self, game: str) -> list[RatedPlayer]:
        """The strongest players of a game, the strongest first."""
        answer: replies.Ratings = await self.ask(requests.AskRatings(game=game))
        return answer.ratings

    async def say(self, text: str, to: str | None = None) -> bool:
        """Say something to everyone, or to one person; False if nobody is called so."""
        reach = "everyone" if to is None else "person"
        answer: replies.Talked = await self.ask(requests.Say(text=text, reach=reach, to=to))  # type: ignore[arg-type]
        return answer.heard

    # --- tables ----------------------------------------------------------------------------------

    async def open_table(
        self, game: str, profile: str | None = None, *, follow: Follow = "views", **settings: Any
    ) -> TableHandle:
        """Open a table, by the game's usual profile unless said, and sit down at it. The settings
        are the words of `open`: `options`, `seats`, `bots`, `fill_after`, `private`, …"""
        profile = profile or self._usual_profile(game)
        await self.ask(requests.Open(game=game, profile=profile, follow=follow, **settings))
        assert self.sitting is not None
        return self.sitting

    async def join(
        self,
        table: str | None = None,
        *,
        invite: str | None = None,
        seat: int | None = None,
        watch: bool = False,
        password: str | None = None,
        late: bool = True,
        follow: Follow = "views",
    ) -> TableHandle:
        """Come to a table, by its id or by an invitation: to one's own seat, else to a free one."""
        await self.ask(
            requests.Join(
                table=table,
                invite=invite,
                seat=seat,
                watch=watch,
                password=password,
                late=late,
                follow=follow,
            )
        )
        assert self.sitting is not None
        return self.sitting

    def _usual_profile(self, game: str) -> str:
        games = [] if self.welcome is None else self.welcome.games
        return next((one.usual_profile for one in games if one.name == game), "")

    # --- finished matches ------------------------------------------------------------------------

    async def record(self, match: str) -> MatchRecord:
        """The whole record of a finished match."""
        return await fetch_record(self.server, match, self.token)

    async def proof(self, match: str) -> Proof:
        """Deal the match again and check every move; `ProofFailed` if anything is not as it should
        be.

        Of a match that one sat at while it was dealt, also that the server kept to the commitment
        it had shown, and took one's own nonce.
        """
        record = await self.record(match)
        pledge = None if self.sitting is None else self.sitting.pledge(match)
        return await asyncio.to_thread(judged, record, pledge)


async def come_in(client: Client, tokens: Tokens, name: str | None = None) -> replies.Entered:
    """Come back as whoever was called so at this server, or was there last; else as a new guest.

    A guest whom the server has forgotten is a new one. `UnknownToken` for somebody registered: the
    token is forgotten, and only the password leads in again.
    """
    kept = tokens.find(client.server, name)
    if kept is None:
        entered = await client.enter(name)
    else:
        try:
            entered = await client.resume(kept.token)
        except UnknownToken as unknown:
            tokens.forget(client.server, kept.name)
            if kept.kind == "registered":
                raise UnknownToken(
                    f"The server does not let you in as {kept.name} any more: sign in again.",
                    unknown.code,
                ) from unknown
            kept = None
            entered = await client.enter(name)
    remember(client, tokens, wanted=name, before=kept)
    return entered


def remember(
    client: Client, tokens: Tokens, wanted: str | None = None, before: KeptToken | None = None
) -> None:
    """Keep the token of who one is at this server now."""
    me = client.me
    if me is None or client.token is None:
        return
    if before is not None and before.name != me.name:
        tokens.forget(client.server, before.name)
    old = wanted or (before.wanted if before is not None else "")
    tokens.keep(
        KeptToken(
            server=client.server,
            name=me.name,
            wanted="" if old == me.name else old,
            kind=me.kind,
            token=client.token,
            table=None if before is None else before.table,
            game="" if before is None else before.game,
        )
    )
