"""Matches and accounts as JSON lines: what `export` writes and `import`, `verify`, `replay` read.

    {"kind": "match", "match": {…}, "record": {…}}
    {"kind": "account", "account": {…}, "tokens": [{"hash", "created"}]}

`record` is the match's record exactly as it was archived. A file that holds just one record, as
the server hands it out, is read as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stammtisch.cli.output import CliError
from stammtisch.records import Account, MatchRow, Token
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


class AccountInfo(Account, frozen=True, kw_only=True):
    #: In exports from when an account had but one token; no longer written.
    token_hash: bytes | msgspec.UnsetType | None = msgspec.UNSET


class TokenInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A `Token` beside its account."""

    hash: bytes
    created: float


class AccountLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="account"):
    account: AccountInfo
    tokens: list[TokenInfo] = []

    def row(self) -> Account:
        values = msgspec.structs.asdict(self.account)
        del values["token_hash"]
        return Account(**values)

    def token_rows(self) -> list[Token]:
        """The account's tokens, oldest first."""
        account, tokens = self.account, self.tokens
        if account.token_hash:
            tokens = [TokenInfo(hash=account.token_hash, created=account.created), *tokens]
        return [
            Token(hash=token.hash, account=account.id, created=token.created) for token in tokens
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
        account=AccountInfo(**msgspec.structs.asdict(account)),
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
