"""`stammtisch import`: reads what `export` wrote; a match comes in only if it is sound."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence

from stammtisch.cli.archive import AccountLine, MatchLine, counted, numbered, proven, read_line
from stammtisch.cli.arguments import add_store, store_address
from stammtisch.cli.output import FAILED, read_bytes
from stammtisch.cli.stores import opened
from stammtisch.records import Account, Token
from stammtisch.store.changes import AddMatch, AddToken, PutAccount
from stammtisch.store.errors import NameTaken
from stammtisch.store.store import Store
from stammtisch.tables.record import InvalidRecord


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"{parser.description}\n\nEvery match is verified first. What the store has already stays "
        "as it is:\na match or an account with the same id is passed over."
    )
    add_store(parser)
    parser.add_argument("file", metavar="FILE", help="JSON lines as export writes them")


def run(asked: argparse.Namespace) -> int:
    text = read_bytes(asked.file)
    # All lines are read before anything is changed: a file that is damaged changes nothing.
    lines = [
        (where, read_line(line, where))
        for number, line in numbered(text)
        for where in [f"{asked.file}, line {number}"]
    ]
    return asyncio.run(_import(store_address(asked), lines))


async def _import(address: str, lines: list[tuple[str, MatchLine | AccountLine]]) -> int:
    counts: Counter[str] = Counter()
    async with opened(address, must_exist=False) as store:
        for where, line in lines:
            try:
                if isinstance(line, MatchLine):
                    proven(line.row())
                    new = await store.write(AddMatch(line.row()))
                    counts["matches" if new else "known"] += 1
                else:
                    new = await _add_account(store, line.row(), line.token_rows())
                    counts["accounts" if new else "known"] += 1
            except (InvalidRecord, NameTaken) as fault:
                counts["refused"] += 1
                print(f"{where}: refused. {fault}", file=sys.stderr)
    print(
        f"New: {counted(counts['matches'], counts['accounts'])}. "
        f"There already: {counts['known']}. Refused: {counts['refused']}.",
        file=sys.stderr,
    )
    return FAILED if counts["refused"] else 0


async def _add_account(store: Store, account: Account, tokens: Sequence[Token]) -> bool:
    """False if there is one with that id already; `NameTaken` if its name is another's."""
    if await store.account(account.id) is not None:
        return False
    await store.write(PutAccount(account))
    for token in tokens:
        await store.write(AddToken(token.hash, token.account, token.created))
    return True
