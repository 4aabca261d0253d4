"""What a table can be asked, and what it answers: plain records, whoever carries them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from stammtisch.games.game import Value
from stammtisch.records import ChatLine
from stammtisch.tables.events import Batch, SeatInfo, Told
from stammtisch.tables.settings import BotLevel, Leaver


class Who(msgspec.Struct, frozen=True):
    """Somebody at the door: a connection, and the account behind it."""

    connection: str
    account: str
    name: str


class Join(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Come to the table: to one's own seat, else to a free one, else (`watch`) to look on."""

    who: Who
    #: A seat one would like; None is any.
    seat: int | None = None
    watch: bool = False
    #: The last sequence number the client saw, to be told only what it missed.
    since: int | None = None
    #: Keep the seat for a while if the connection is lost before a match begins.
    keep: bool = True
    #: Take over a seat of a running match, if one can be had?
    late: bool = True


class Leave(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Go away: on purpose, or (not `stand`) because the connection was lost."""

    who: Who
    stand: bool = True


class TakeName(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    who: Who


class MakeReady(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    who: Who
    #: Hexadecimal; None lets the house choose.
    nonce: str | None = None


class Play(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Do something in the match: one of the game's own actions."""

    who: Who
    action: Any


class Say(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    who: Who
    text: str


class SeatBot(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Give an empty seat to a bot."""

    who: Who
    level: BotLevel
    seat: int | None = None


class UnseatBot(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    who: Who
    seat: int


class TellActions(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What may I do now?"""

    who: Who


class TellWhy(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Would this be legal?"""

    who: Who
    action: Any


Command = (
    Join | Leave | TakeName | MakeReady | Play | Say | SeatBot | UnseatBot | TellActions | TellWhy
)

Phase = Literal["open", "playing", "over"]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it."""

    id: str
    number: int
    game: str
    profile: str
    options: dict[str, Value]
    phase: Phase
    seats: list[SeatInfo]
    private: bool
    leaver: Leaver
    bots: BotLevel
    watch: bool
    spectators: int
    #: Seconds since 1970.
    created: float
    #: Of the last match, once it is over: the winner's name, "" for none.
    winner: str | None = None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """All that one listener may know of a table at this moment."""

    info: TableInfo
    seat: int | None
    seq: int
    #: Table time in milliseconds, the time of the game's deadlines.
    at: int
    commitment: str
    #: The match on the table, or the one just over.
    match: str | None
    #: The game's own view, None before the first deal.
    view: Any
    chat: list[ChatLine]


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None
    #: The seat was this account's before.
    back: bool
    snapshot: Snapshot
    #: What was missed since the client's "since"; None if that is too long ago (or not asked).
    missed: list[Batch] | None
    #: What joining itself brought about.
    events: list[Told]


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """It is done and durable; `events` are what it brought about, as the asker may see them."""

    seq: int
    at: int
    events: list[Told]


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    message: str


class Actions(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    #: The seats the match waits for.
    turn: list[int]
    #: The asker's legal actions: the game's own records.
    legal: list[Any]
    #: Their numbers, in the same order.
    numbers: list[int]


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    legal: bool
    code: str | None = None
    message: str | None = None


Answer = Joined | Accepted | Actions | Verdict | Refused
