"""The plain records that rooms hand to each other and to the store.

All of them can be written as JSON and read again; none of them knows how it is stored or sent.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

#: The code of a refusal where nothing can be stored.
CANNOT_WRITE = "cannot_write"


class ReadOnly(Exception):
    """The store could not write this, nor anything else just now: it has not happened.

    The sentence says why; it may pass by itself, as when a full disk has room again.
    """


class OutcomeUnknown(Exception):
    """Whoever writes the store ended, or failed, before it told: this is stored, or it is not."""


class Doubtful(ReadOnly, OutcomeUnknown):
    """The disk failed in the middle of a commit: only what is read again tells the outcome."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's journal. `hash` is SHA-256(previous hash ‖ payload)."""

    seq: int
    payload: bytes
    hash: bytes


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What the store keeps of an open table beside its journal."""

    id: str
    game: str
    #: The table's number in its game's own protocol (a tiles lobby, a Mao table id).
    number: int
    #: Rounds' secrets are derived from it; it never leaves the store.
    secret: bytes
    created: float


class ChatLine(msgspec.Struct, frozen=True):
    """Something that was said.

    at: Seconds since 1970.
    """

    name: str
    text: str
    at: float


#: Where a seat's nonce comes from: the player's, whose hash was there before any was opened; the
#: player's, but sent in the open; the server's, which follows from its secret.
NonceFrom = Literal["commitment", "player", "server"]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match as the score sheet of the evening has it.

    ended: Seconds since 1970.
    outcome: "won", "draw", "adjourned" or "aborted".
    names: Of each seat: who had it, how others know them, and what they got.
    persons: How others know the players, seat by seat.
    nonces_from: Where each seat's nonce came from; empty in matches of before that was noted.
    """

    match: str
    ended: float
    outcome: str
    names: list[str]
    persons: list[str]
    ranks: list[int]
    points: list[int]
    nonces_from: list[str] = []


class SideRecord(msgspec.Struct, frozen=True):
    """Something that a table keeps beside its journal (`tables/side_records.py`)."""

    kind: str
    #: Takes the place of an older one of the same key; "" takes no other's place.
    key: str
    #: Its JSON.
    value: bytes


class StoredTable(msgspec.Struct, frozen=True):
    """An open table as it comes back after a restart."""

    row: TableRow
    entries: list[Entry]
    #: Of each kind the oldest first.
    beside: list[SideRecord]
    #: Why not all of it could be read; then it must not be played on.
    damage: str | None = None


AccountKind = Literal["guest", "registered", "bot"]


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A person (or a level of bots): what a seat belongs to."""

    id: str
    name: str
    kind: AccountKind
    created: float
    #: argon2id, with its parameters, of registered accounts.
    password_hash: str | None = None
    #: Where a guest of a protocol without tokens came from: "tiles 192.0.2.7".
    origin: str | None = None


def person_of(account: str) -> str:
    """By what others know an account (or a table's bot) wherever it is: 32 hexadecimal digits."""
    return hashlib.sha256(b"stammtisch person\n" + account.encode()).hexdigest()[:32]


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """What lets one device in again as an account."""

    #: SHA-256 of the secret that the client keeps.
    hash: bytes
    account: str
    #: Seconds since 1970.
    created: float


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match in the archive."""

    id: str
    table: str
    game: str
    profile: str
    started: float
    ended: float
    #: Name of each seat at the end.
    players: list[str]
    #: Account id of each seat at the end.
    accounts: list[str]
    #: "won", "draw", "adjourned" or "aborted".
    outcome: str
    ranks: list[int]
    points: list[int]
    #: It was played at a private table, and is not listed to everybody.
    private: bool = False
    #: The match's record as `stammtisch verify` reads it: one JSON object.
    body: bytes


class HighScore(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a game's high scores.

    at: Seconds since 1970.
    score: The points; few are good.
    match: None where it was played at a private table.
    """

    game: str
    name: str
    at: float
    score: int
    match: str | None


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong an account has shown itself in a game (a normal distribution)."""

    account: str
    game: str
    mu: float
    sigma: float
    played: int
