"""What a table tells those who sit at it or watch it, beside the events of its game."""

from __future__ import annotations

import msgspec

from stammtisch.games.game import Event, Observation
from stammtisch.records import NonceFrom
from stammtisch.tables.settings import Settings
from stammtisch.vocabulary import Notice


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everybody may see it.

    name: None if the seat is empty.
    player: Tells this sitting of this player from all others: a UUID.
    person: Tells the person (or bot) from all others, wherever they sit: 32 hexadecimal digits.
    bot: The level of the bot to whom the seat belongs.
    host: They run the table.
    away: The owner is not connected.
    deputy: How well the bot plays that sits in for the absent owner; None if none does.
    free: Somebody who comes may have it: it is empty, or its owner has been away from the match for
        so long (or left it on purpose) that it can be taken over.
    ready: Whoever sits there wants to play.
    used: Somebody has sat here before.
    since: The number of the journal's entry by which they sat down: it tells who came first.
    """

    name: str | None = None
    player: str | None = None
    person: str | None = None
    bot: str | None = None
    host: bool = False
    away: bool = False
    deputy: str | None = None
    free: bool = False
    ready: bool = False
    used: bool = False
    since: int = 0


class _TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    pass


class Sat(_TableEvent, frozen=True, kw_only=True):
    """Somebody took a seat, or came back to it.

    back: They have come back to the seat they had.
    """

    seat: int
    name: str
    seats: list[SeatInfo]
    back: bool = False


class Left(_TableEvent, frozen=True, kw_only=True):
    """Somebody gave the seat up, or is away from it (then it is still theirs).

    away: The seat stays theirs.
    kicked: The host has sent them away, for this reason ("" is none).
    late: They did not open their nonce in time (or left then), and sit out the next match.
    """

    seat: int
    name: str
    seats: list[SeatInfo]
    away: bool = False
    kicked: str | None = None
    late: bool = False


class Renamed(_TableEvent, frozen=True, kw_only=True):
    """Somebody at the table has another name."""

    seat: int
    name: str
    seats: list[SeatInfo]


class Readied(_TableEvent, frozen=True, kw_only=True):
    """Somebody wants to play."""

    seat: int
    seats: list[SeatInfo]


class Unreadied(_TableEvent, frozen=True, kw_only=True):
    """Somebody has taken "ready" back.

    again: They have not: their nonce was opened in vain, and they are to be ready with another.
    """

    seat: int
    seats: list[SeatInfo]
    again: bool = False


class Committed(_TableEvent, frozen=True, kw_only=True):
    """Everybody is ready, and no nonce can be changed any more: whoever has sent the hash of one
    now sends the nonce itself (`disclose`).

    hashes: Each seat's hash; null where it has none.
    deadline: Table time until which that must be done.
    """

    hashes: list[str | None]
    deadline: int


class Disclosed(_TableEvent, frozen=True, kw_only=True):
    """Somebody has opened the nonce; `started` tells it."""

    seat: int


class Configured(_TableEvent, frozen=True, kw_only=True):
    """The host has changed how the table is run; whoever was ready must say so again.

    settings: How the table is run now.
    locked: Newcomers need a password.
    invite: The invite code that holds from now on, if the one before does not; only for those who
        have a seat.
    """

    settings: Settings
    locked: bool
    seats: list[SeatInfo]
    invite: str | None = None


class Arranged(_TableEvent, frozen=True, kw_only=True):
    """The seats have another order now: seat n went to whoever had seat `order[n]`.

    order: Seat n goes to whoever has seat `order[n]`.
    """

    order: list[int]
    seats: list[SeatInfo]


class Hosted(_TableEvent, frozen=True, kw_only=True):
    """Somebody else is the host now."""

    seat: int
    seats: list[SeatInfo]


class Started(_TableEvent, frozen=True, kw_only=True):
    """All are ready. The nonces are those that go into every deal of this match.

    nonces: Those of all seats, in hexadecimal: with the secrets they make the deals.
    commitment: SHA-256 of the first deal's secret: it binds the secrets of all deals.
    continued: It goes on from one that was adjourned.
    nonces_from: Where each of the nonces comes from: "commitment" (its hash was there before any
        nonce was opened), "player" (sent in the open) or "server" (it follows from the secret).
    """

    match: str
    nonces: list[str]
    commitment: str
    continued: bool = False
    nonces_from: list[NonceFrom] = []


class Revealed(_TableEvent, frozen=True, kw_only=True):
    """The secret of a finished round: now the deal can be checked.

    round: The number of the deal; 1 is the first.
    secret: The deal's secret, in hexadecimal.
    """

    round: int
    secret: str


class Ended(_TableEvent, frozen=True, kw_only=True):
    """A match is over.

    outcome: "won", "draw", "adjourned" or "aborted".
    winners: The seats of the winners.
    reason: Why it was broken off.
    """

    match: str
    outcome: str
    winners: list[int]
    ranks: list[int]
    points: list[int]
    reason: str | None = None


class Opened(_TableEvent, frozen=True, kw_only=True):
    """The table is set for the next match; this is the commitment for its deals.

    commitment: SHA-256 of the first deal's secret: it binds the secrets of all deals.
    """

    commitment: str
    seats: list[SeatInfo]


class Said(_TableEvent, frozen=True, kw_only=True):
    """Somebody said something at the table.

    at: Seconds since 1970.
    """

    name: str
    text: str
    at: float
    seat: int | None = None


class Closed(_TableEvent, frozen=True, kw_only=True):
    """The table is closed: nothing more is heard of it."""

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
