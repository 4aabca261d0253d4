"""Coming in as who one was before: with a kept token, or as a guest who is then remembered."""

from __future__ import annotations

from stammtisch.client.client import Client
from stammtisch.client.errors import UnknownToken
from stammtisch.client.tokens import KeptToken, Tokens
from stammtisch.protocols.table import messages as wire


async def come_in(client: Client, tokens: Tokens, name: str | None = None) -> wire.Entered:
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
