"""Who one is at a server: options, passwords, and being forgotten there."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
from collections.abc import Callable
from typing import Any

from stammtisch.cli.arguments import tokens_file
from stammtisch.cli.output import USAGE, CliError
from stammtisch.client import BadAddress, ClientError, Tokens, connect
from stammtisch.client.connection import server_address
from stammtisch.terminal.guest import Identity, Password

#: For programs that cannot be asked.
PASSWORD = "STAMMTISCH_PASSWORD"
#: Seconds for which a server is waited for that shall forget somebody.
_PATIENCE = 5.0


def arguments(group: Any) -> None:
    who = group.add_mutually_exclusive_group()
    who.add_argument(
        "--sign-in",
        metavar="NAME",
        help=f"with your account; the password is asked for, or taken from {PASSWORD}",
    )
    who.add_argument(
        "--register",
        metavar="NAME",
        help="make an account of that name; the guest you were becomes it, with seat and rating",
    )
    who.add_argument(
        "--forget",
        action="store_true",
        help="forget who you are at that server (with --name, only that name), and end",
    )


def check(asked: argparse.Namespace) -> None:
    if asked.server is None and (asked.sign_in or asked.register or asked.forget):
        raise CliError("--sign-in, --register and --forget are of use with --server only.", USAGE)
    if asked.sign_in and asked.name:
        raise CliError("--sign-in has your name already: leave --name out.", USAGE)


def address_of(url: str) -> str:
    """The server's address as tokens are kept under it."""
    try:
        return server_address(url)
    except BadAddress as wrong:
        raise CliError(str(wrong), USAGE) from None


def identity_of(asked: argparse.Namespace, complain: Callable[[str], None]) -> Identity:
    return Identity(Tokens(tokens_file(), complain), asked.name, _password(asked))


def _password(asked: argparse.Namespace) -> Password | None:
    name = asked.sign_in or asked.register
    if name is None:
        return None
    given = os.environ.get(PASSWORD)
    if given is None:
        try:
            given = getpass.getpass(f"Password of {name} at {asked.server}: ")
            if asked.register and getpass.getpass("The same again: ") != given:
                raise CliError("These were two different passwords.")
        except EOFError:
            raise CliError(f"Nobody can be asked for a password; {PASSWORD} may hold it.") from None
    if not given:
        raise CliError("An empty password is none.")
    return Password(name, given, new=asked.register is not None)


def forget(asked: argparse.Namespace) -> int:
    """Make the tokens for that server worthless, there and here."""
    address = address_of(asked.server)
    tokens = Tokens(tokens_file(), _fail)
    names = [
        kept for kept in tokens.of(address) if asked.name in (None, kept.name, kept.wanted or None)
    ]
    if not names:
        raise CliError(f"Nobody is known at {address}{f' as {asked.name}' if asked.name else ''}.")
    for kept in names:
        trouble = asyncio.run(_sign_out(asked.server, kept.token))
        tokens.forget(address, kept.name)
        print(f"You are not {kept.name} at {address} any more.{trouble}")
    return 0


def _fail(sentence: str) -> None:
    raise CliError(sentence)


async def _sign_out(url: str, token: str) -> str:
    """What went wrong, if anything did."""
    try:
        async with asyncio.timeout(_PATIENCE), connect(url, retry_for=0) as client:
            await client.resume(token)
            await client.sign_out()
    except TimeoutError:
        return " The server could not be told so: it does not answer."
    except ClientError as trouble:
        return f" The server could not be told so: {trouble}"
    return ""
