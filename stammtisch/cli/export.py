"""`stammtisch export`: everything that is archived, as JSON lines."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import ExitStack
from typing import BinaryIO

from stammtisch.cli.archive import account_line, counted, match_line
from stammtisch.cli.arguments import add_store, store_address
from stammtisch.cli.output import STANDARD, USAGE, CliError
from stammtisch.cli.stores import opened

SECRETS = (
    "Accounts are written with the hashes of their passwords and tokens: keep the file as secret "
    "as the store itself. Only its owner may read it (mode 0600)."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = f"{parser.description}\n\n{SECRETS}"
    add_store(parser)
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="without it, or with -: standard output"
    )
    parser.add_argument("--force", action="store_true", help="replace FILE if it is there already")


def run(asked: argparse.Namespace) -> int:
    file = None if asked.file == STANDARD else asked.file
    if asked.force and file is None:
        raise CliError("--force is of use with a FILE only.", USAGE)
    return asyncio.run(_export(store_address(asked), file, asked.force))


async def _export(address: str, file: str | None, force: bool) -> int:
    matches = accounts = 0
    async with opened(address, must_exist=True) as store:
        with ExitStack() as closing:
            out = (
                sys.stdout.buffer if file is None else closing.enter_context(_private(file, force))
            )
            async for account in store.all_accounts():
                out.write(account_line(account, await store.tokens(account.id)))
                accounts += 1
            async for match in store.all_matches():
                out.write(match_line(match))
                matches += 1
            out.flush()
    print(f"Written: {counted(matches, accounts)}.", file=sys.stderr)
    return 0


def _private(path: str, force: bool) -> BinaryIO:
    """A file that only its owner may read: a new one, or with `force` in the place of another."""
    once = os.O_TRUNC if force else os.O_EXCL
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | once, 0o600)
        os.chmod(path, 0o600)  # noqa: PTH101
    except FileExistsError:
        raise CliError(f"{path} is there already; --force replaces it.") from None
    except OSError as error:
        raise CliError(f"{path} cannot be written: {error.strerror or error}.") from None
    return os.fdopen(descriptor, "wb")
