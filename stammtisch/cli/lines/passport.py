"""Who somebody in the terminal is at a server: shown at the door, kept for the next time."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from stammtisch.client import Client, Tokens, UnknownToken, come_in
from stammtisch.client.arriving import remember
from stammtisch.client.tokens import KeptToken


@dataclass(frozen=True, slots=True)
class Password:
    """For a name: to sign in with, or (`new`) to register with."""

    name: str
    secret: str = field(repr=False)
    new: bool = False


class Passport:
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
