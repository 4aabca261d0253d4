"""What a table tells those who sit at it or watch it, beside the events of its game."""

from __future__ import annotations

import msgspec

from stammtisch.games.game import Event, Observation
from stammtisch.records import NonceFrom
from stammtisch.tables.settings import Settings
from stammtisch.vocabulary import Notice


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everybody may see it."""

    #: None if the seat is empty.
    name: str | None = None
    #: Tells this sitting of this player from all others: a UUID.
    player: str | None = None
    #: Tells the person (or bot) from all others, wherever they sit: 32 hexadecimal digits.
    person: str | None = None
    #: The level of the bot to whom the seat belongs.
    bot: str | None = None
    #: They run the table.
    host: bool = False
    #: The owner is not connected.
    away: bool = False
    #: How well the bot plays that sits in for the absent owner; None if none does.
    deputy: str | None = None
    #: Somebody who comes may have it: it is empty, or its owner has been away from the match for so
    #: long (or left it on purpose) that it can be taken over.
    free: bool = False
    ready: bool = False
    #: Somebody has sat here before.
    used: bool = False
    #: The number of the journal's entry by which they sat down: it tells who came first.
    since: int = 0


class _TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    pass


class Sat(_TableEvent, frozen=True, kw_only=True):
    """Somebody took a seat, or came back to it."""

    seat: int
    name: str
    seats: list[SeatInfo]
    back: bool = False


class Left(_TableEvent, frozen=True, kw_only=True):
    """Somebody gave the seat up, or is away from it (then it is still theirs)."""

    seat: int
    name: str
    seats: list[SeatInfo]
    away: bool = False
    #: The host has sent them away, for this reason ("" is none).
    kicked: str | None = None
    #: They did not open their nonce in time (or left then), and sit out the next match.
    late: bool = False


class Renamed(_TableEvent, frozen=True, kw_only=True):
    seat: int
    name: str
    seats: list[SeatInfo]


class Readied(_TableEvent, frozen=True, kw_only=True):
    seat: int
    seats: list[SeatInfo]


class Unreadied(_TableEvent, frozen=True, kw_only=True):
    """Somebody has taken "ready" back."""

    seat: int
    seats: list[SeatInfo]
    #: They have not: their nonce was opened in vain, and they are to be ready with another.
    again: bool = False


class Committed(_TableEvent, frozen=True, kw_only=True):
    """Everybody is ready, and no nonce can be changed any more: whoever has sent the hash of one
    now sends the nonce itself (`disclose`)."""

    #: Each seat's hash; null where it has none.
    hashes: list[str | None]
    #: Table time until which that must be done.
    deadline: int


class Disclosed(_TableEvent, frozen=True, kw_only=True):
    """Somebody has opened the nonce; `started` tells it."""

    seat: int


class Configured(_TableEvent, frozen=True, kw_only=True):
    """The host has changed how the table is run; whoever was ready must say so again."""

    settings: Settings
    #: Newcomers need a password.
    locked: bool
    seats: list[SeatInfo]
    #: The invite code that holds from now on, if the one before does not; only for those who have a
    #: seat.
    invite: str | None = None


class Arranged(_TableEvent, frozen=True, kw_only=True):
    """The seats have another order now: seat n went to whoever had seat `order[n]`."""

    order: list[int]
    seats: list[SeatInfo]


class Hosted(_TableEvent, frozen=True, kw_only=True):
    """Somebody else is the host now."""

    seat: int
    seats: list[SeatInfo]


class Started(_TableEvent, frozen=True, kw_only=True):
    """All are ready. The nonces are those that go into every deal of this match."""

    match: str
    nonces: list[str]
    commitment: str
    #: It goes on from one that was adjourned.
    continued: bool = False
    #: Where each of the nonces comes from: "commitment" (its hash was there before any nonce was
    #: opened), "player" (sent in the open) or "server" (it follows from the secret).
    nonces_from: list[NonceFrom] = []


class Revealed(_TableEvent, frozen=True, kw_only=True):
    """The secret of a finished round: now the deal can be checked."""

    round: int
    secret: str


class Ended(_TableEvent, frozen=True, kw_only=True):
    match: str
    #: "won", "draw", "adjourned" or "aborted".
    outcome: str
    winners: list[int]
    ranks: list[int]
    points: list[int]
    #: Why it was broken off.
    reason: str | None = None


class Opened(_TableEvent, frozen=True, kw_only=True):
    """The table is set for the next match; this is the commitment for its deals."""

    commitment: str
    seats: list[SeatInfo]


class Said(_TableEvent, frozen=True, kw_only=True):
    name: str
    text: str
    #: Seconds since 1970.
    at: float
    seat: int | None = None


class Closed(_TableEvent, frozen=True, kw_only=True):
    reason: str


TableEvent = (
    Sat
    | Left
    | Renamed
    | Readied
    | Unreadied
    | Committed
    | Disclosed
    | Configured
    | Arranged
    | Hosted
    | Started
    | Revealed
    | Ended
    | Opened
    | Said
    | Closed
)

#: Anything a table tells: its own news, or an event of its game as the listener may see it.
AnyEvent = TableEvent | Event


class EventBatch(Notice, frozen=True):
    """What one step of the table meant to one listener."""

    table: str
    #: The journal's sequence number after this step; what a client names in "since".
    seq: int
    #: Table time in milliseconds.
    at: int
    events: list[AnyEvent]
    #: What the listener sees afterwards, if it follows by views and the match has gone on.
    observation: Observation | None = None
