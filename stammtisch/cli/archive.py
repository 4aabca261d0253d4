"""`stammtisch export` and `stammtisch import`: matches and accounts as JSON lines.

    {"kind": "match", "match": {…}, "record": {…}}
    {"kind": "account", "account": {…}, "tokens": [{"hash", "created"}]}

`record` is the match's record exactly as it was archived. `verify` and `replay` read these lines,
too, and a file that holds just one record, as the server hands it out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Any, BinaryIO

import apsw
import msgspec

from stammtisch.cli.arguments import add_store, store_address
from stammtisch.cli.output import FAILED, STANDARD, USAGE, CliError, read_bytes
from stammtisch.records import Account, MatchRow, Token
from stammtisch.store.changes import AddMatch, AddToken, PutAccount
from stammtisch.store.errors import NameTaken, StoreUnavailable
from stammtisch.store.sqlite import file_of, open_store
from stammtisch.store.store import Store
from stammtisch.tables.record import InvalidRecord, MatchRecord, Proof, read_record, verify


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A `MatchRow` without its body, which stands beside it."""

    id: str
    table: str
    game: str
    profile: str
    started: float
    ended: float
    players: list[str]
    accounts: list[str]
    outcome: str
    ranks: list[int]
    points: list[int]
    private: bool = False


class MatchLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="match"):
    match: MatchInfo
    record: msgspec.Raw

    def row(self) -> MatchRow:
        return MatchRow(**msgspec.structs.asdict(self.match), body=bytes(self.record))


class TokenInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A `Token` beside its account."""

    hash: bytes
    created: float


class AccountLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="account"):
    account: Account
    tokens: list[TokenInfo] = []

    def token_rows(self) -> list[Token]:
        """The account's tokens, oldest first."""
        return [
            Token(hash=token.hash, account=self.account.id, created=token.created)
            for token in self.tokens
        ]


class _Outline(msgspec.Struct):
    """What tells the kinds of lines apart."""

    kind: str | None = None
    format: str | None = None
    record: msgspec.Raw = msgspec.Raw(b"")


_outlines = msgspec.json.Decoder(_Outline)
_lines: msgspec.json.Decoder[MatchLine | AccountLine] = msgspec.json.Decoder(
    MatchLine | AccountLine
)
_encoder = msgspec.json.Encoder()


def match_line(row: MatchRow) -> bytes:
    values = msgspec.structs.asdict(row)
    body = values.pop("body")
    return _encoder.encode(MatchLine(match=MatchInfo(**values), record=msgspec.Raw(body))) + b"\n"


def account_line(account: Account, tokens: Sequence[Token]) -> bytes:
    line = AccountLine(
        account=account,
        tokens=[TokenInfo(hash=token.hash, created=token.created) for token in tokens],
    )
    return _encoder.encode(line) + b"\n"


def counted(matches: int, accounts: int) -> str:
    return (
        f"{matches} {'match' if matches == 1 else 'matches'} and "
        f"{accounts} {'account' if accounts == 1 else 'accounts'}"
    )


# --- reading -------------------------------------------------------------------------------------


def numbered(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; a text that is one JSON object is one."""
    if _is_one_object(text):
        yield 1, text
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line


def _is_one_object(text: bytes) -> bool:
    try:
        _outlines.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return True


def read_line(line: bytes, where: str) -> MatchLine | AccountLine:
    return _decoded(_lines, line, where)  # type: ignore[no-any-return]


def records_in(text: bytes, file: str) -> Iterator[tuple[str, MatchRecord | InvalidRecord]]:
    """Every match record with where it stands; `InvalidRecord` in place of one that cannot be read.

    Lines of other kinds are passed over.
    """
    for number, line in numbered(text):
        where = f"{file}, line {number}"
        outline = _decoded(_outlines, line, where)
        if outline.format is not None:
            body = line
        elif outline.kind == "match":
            body = bytes(outline.record)
        elif outline.kind is not None:
            continue
        else:
            raise CliError(f"{where} is neither a match's record nor a line of an export.")
        try:
            yield where, read_record(body)
        except InvalidRecord as fault:
            yield where, fault


def _decoded(decoder: msgspec.json.Decoder[Any], line: bytes, where: str) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CliError(f"{where} cannot be read: {error}.") from None


# --- proving -------------------------------------------------------------------------------------


def proven(row: MatchRow) -> Proof:
    """What the match's record proves, if its row says the same: else `InvalidRecord`."""
    record = read_record(row.body)
    proof = verify(record)
    outcome = proof.outcome
    claims = {
        "id": (row.id, record.match),
        "table": (row.table, record.table),
        "game": (row.game, proof.game),
        "profile": (row.profile, proof.profile),
        "players": (row.players, proof.players),
        "outcome": (row.outcome, outcome.kind),
        "ranks": (row.ranks, list(outcome.ranks)),
        "points": (row.points, list(outcome.points)),
    }
    for what, (claimed, proved) in claims.items():
        if claimed != proved:
            raise InvalidRecord(
                f"Its {what} is given as {claimed!r}, but the record says {proved!r}."
            )
    return proof


# --- export ---------------------------------------------------------------------------------------

SECRETS = (
    "Accounts are written with the hashes of their passwords and tokens: keep the file as secret "
    "as the store itself. Only its owner may read it (mode 0600)."
)


def export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = f"{parser.description}\n\n{SECRETS}"
    add_store(parser)
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="without it, or with -: standard output"
    )
    parser.add_argument("--force", action="store_true", help="replace FILE if it is there already")


def export_run(asked: argparse.Namespace) -> int:
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


# --- import ---------------------------------------------------------------------------------------


def import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"{parser.description}\n\nEvery match is verified first. What the store has already stays "
        "as it is:\na match or an account with the same id is passed over."
    )
    add_store(parser)
    parser.add_argument("file", metavar="FILE", help="JSON lines as export writes them")


def import_run(asked: argparse.Namespace) -> int:
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
                    new = await _add_account(store, line.account, line.token_rows())
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


# --- the store ------------------------------------------------------------------------------------


@asynccontextmanager
async def opened(address: str, *, must_exist: bool) -> AsyncIterator[Store]:
    """The store at that address, open; closed, with everything durable, at the end."""
    path = file_of(address)
    if must_exist and path is not None and not path.is_file():
        raise CliError(f"There is no store at {path}.")
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        store = open_store(address)
        await store.open()
    except (StoreUnavailable, OSError, apsw.Error) as error:
        raise CliError(f"The store {address} cannot be opened: {error}") from None
    try:
        yield store
    finally:
        await store.close()
