"""The journal of a table: what its state is the sum of.

An entry's payload is one JSON object with a `kind`. Entries are chained:

    hash(0) = SHA-256("stammtisch journal 1" ‖ 0x0A ‖ table id)
    hash(n) = SHA-256(hash(n − 1) ‖ payload(n))

A journal is written in chapters. Each begins with an `open` entry, which says all that one needs
to know to read on, so that finished matches can leave the live journal for the archive.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

from stammtisch.bots.bots import Reason
from stammtisch.games.game import Action
from stammtisch.records import Entry, NonceFrom, Played
from stammtisch.tables.settings import Settings


class _Kind(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower):
    #: Table time: the milliseconds that the server has been open in all its life.
    at: int


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """Who has a seat when a chapter begins."""

    account: str | None = None
    #: How the others know who sits here: new each time somebody sits down.
    player: str | None = None
    name: str | None = None
    #: The level of the bot that sits here, if one does.
    bot: str | None = None
    #: The bot gives way to people while no match is on.
    filler: bool = False
    #: Somebody has sat here before.
    used: bool = False
    #: The entry by which they sat down.
    since: int = 0
    #: They can come back after a lost connection.
    keep: bool = True


class Carry(msgspec.Struct, frozen=True, kw_only=True):
    """What the next match goes on from, if the same people play it by the same rules."""

    state: Any
    #: Each seat's account.
    accounts: list[str]
    #: The digest of the rules.
    rules: str


class Open(_Kind, frozen=True, kw_only=True):
    """A chapter begins; the commitment to its secrets is published."""

    #: Seconds since 1970.
    wall: float
    table: str
    number: int
    chapter: int
    settings: Settings
    rules: str
    rules_version: int
    chairs: list[Chair]
    #: SHA-256 of the first round's secret, in hex.
    commitment: str
    #: The winner's name of the chapter before, "" for a draw, None if there was no match.
    last: str | None = None
    #: The hash of the entry before, in hex: what this one is chained to.
    previous: str
    #: The account of the table's host.
    host: str | None = None
    #: A table's password as `Table.lock_of` hides it.
    lock: str | None = None
    #: Accounts that were sent away.
    barred: list[str] = []
    #: What an adjourned match left to go on from.
    carry: Carry | None = None
    #: The matches that were played at this table, the newest last.
    scoreboard: list[Played] = []
    #: How often the invite code was made anew.
    invites: int = 0


class Sit(_Kind, frozen=True, kw_only=True):
    seat: int
    account: str
    player: str
    name: str
    bot: str | None = None
    filler: bool = False
    #: They can come back after a lost connection.
    keep: bool = True


class Stand(_Kind, frozen=True, kw_only=True):
    seat: int
    #: The host has sent them away, for this reason.
    kicked: str | None = None
    #: Others had opened their nonces, and this seat did not follow: it sits out the next match.
    late: bool = False


class Rename(_Kind, frozen=True, kw_only=True):
    seat: int
    name: str


class Ready(_Kind, frozen=True, kw_only=True):
    """A seat wants to play, and adds its nonce to the deals: in the open, or first its hash."""

    seat: int
    #: None: it is still secret, and `hash` commits to it.
    nonce: str | None = None
    #: The server chose the nonce, because the client's protocol has no word for it.
    by_server: bool = False
    #: SHA-256 of the nonce's text.
    hash: str | None = None


class Commit(_Kind, frozen=True, kw_only=True):
    """Everybody is ready: from here on no nonce can be changed, and those that are secret are
    opened."""

    #: Table time until which that must be done.
    deadline: int


class Disclose(_Kind, frozen=True, kw_only=True):
    """A seat opens the nonce whose hash it has sent."""

    seat: int
    nonce: str


class Unready(_Kind, frozen=True, kw_only=True):
    seat: int


class Configure(_Kind, frozen=True, kw_only=True):
    """The host has changed how the table is run: nobody is ready any more."""

    settings: Settings
    rules: str
    rules_version: int
    lock: str | None = None
    #: An adjourned match is forgotten.
    anew: bool = False
    #: The password was set or taken away: invite codes of before are worthless.
    uninvite: bool = False


class Arrange(_Kind, frozen=True, kw_only=True):
    """Seat n goes to whoever has seat `order[n]`; nobody is ready any more."""

    order: list[int]


class Host(_Kind, frozen=True, kw_only=True):
    seat: int


class Readmit(_Kind, frozen=True, kw_only=True):
    """Somebody who was sent away is invited again."""

    account: str


class Load(_Kind, frozen=True, kw_only=True):
    """The host wants to go on with a match that was adjourned at another time or table: seat n goes
    to whoever has seat `order[n]`, and nobody is ready any more."""

    settings: Settings
    rules: str
    rules_version: int
    order: list[int]
    carry: Carry


class Start(_Kind, frozen=True, kw_only=True):
    match: str
    wall: float
    #: The match goes on from what an adjourned one left.
    carry: Any = None
    #: Where each seat's nonce comes from; empty in journals of before that was noted.
    nonces_from: list[NonceFrom] = []


class Deal(_Kind, frozen=True, kw_only=True):
    """The seed of this round follows from its secret and the nonces."""

    round: int


class Act(_Kind, frozen=True, kw_only=True):
    seat: int
    action: dict[str, Any]
    #: The level of the bot that chose it, if it was not the seat's owner.
    bot: str | None = None
    #: Why the bot chose it, for those who replay the match.
    reason: Reason | None = None


class Acted(_Kind, frozen=True, kw_only=True, tag="act"):
    """An `Act` of this moment, whose action is JSON already; it is read back as an `Act`."""

    seat: int
    action: msgspec.Raw
    bot: str | None = None
    reason: Reason | None = None


class Time(_Kind, frozen=True, kw_only=True):
    """The match's deadline passed."""


class Out(_Kind, frozen=True, kw_only=True):
    """Somebody has left the match for good, and the others play on."""

    seat: int


class Reveal(_Kind, frozen=True, kw_only=True):
    round: int
    secret: str


class End(_Kind, frozen=True, kw_only=True):
    wall: float
    #: Why the match was broken off; None if it came to its own end.
    aborted: str | None = None


Payload = (
    Open
    | Sit
    | Stand
    | Rename
    | Ready
    | Commit
    | Disclose
    | Unready
    | Configure
    | Arrange
    | Host
    | Readmit
    | Load
    | Start
    | Deal
    | Act
    | Time
    | Out
    | Reveal
    | End
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Payload] = msgspec.json.Decoder(Payload)


def root_hash(table: str) -> bytes:
    return hashlib.sha256(b"stammtisch journal 1\n" + table.encode()).digest()


def written(action: Action) -> msgspec.Raw:
    """The action in its plain form (`plain.py`), without making that first."""
    fields = _encoder.encode(action)[1:]
    return msgspec.Raw(_kind(type(action), fields != b"}") + fields)


@cache
def _kind(action: type[Action], has_fields: bool) -> bytes:
    return b'{"type":"%b"%b' % (action.type.encode(), b"," if has_fields else b"")


def chained(previous: bytes, seq: int, payload: Payload | Acted) -> Entry:
    body = _encoder.encode(payload)
    return Entry(seq, body, hashlib.sha256(previous + body).digest())


def follows(previous: bytes, entry: Entry) -> bool:
    """Is the entry chained to the one before it?"""
    return hashlib.sha256(previous + entry.payload).digest() == entry.hash


def decode(payload: bytes) -> Payload:
    return _decoder.decode(payload)
