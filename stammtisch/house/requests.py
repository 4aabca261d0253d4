"""What a visitor can ask of the house, what the house answers, and what it says unasked.

Every protocol's session speaks in these records: it turns its messages into requests, and
answers and notices into its messages. A visitor has at most one request under way, and is at
one table at a time.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from stammtisch.records import AccountKind, HighScore
from stammtisch.tables.commands import Accepted, Actions, Joined, Refused, TableInfo, Verdict
from stammtisch.tables.events import Batch
from stammtisch.tables.settings import BotLevel, Settings

# --- who one is --------------------------------------------------------------------------------


class EnterAsGuest(msgspec.Struct, frozen=True, kw_only=True):
    """A new guest with a secret token of his own (or, without a name, one the house picks)."""

    name: str | None = None


class EnterFrom(msgspec.Struct, frozen=True, kw_only=True):
    """A guest of a protocol without tokens: known again by name, protocol and address.

    With `token` it is the account of that token instead. Asked again by somebody who is inside
    already, it is a change of name.
    """

    name: str
    protocol: str
    token: str | None = None


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    token: str


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    password: str


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """Make the guest one is (or a new one) a registered account."""

    name: str
    password: str


class ChangeName(msgspec.Struct, frozen=True, kw_only=True):
    name: str


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    account: str
    #: The name one really has: made unique by `_1`, `_2`, …
    name: str
    kind: AccountKind
    #: The secret to come back with; only where a new one was made.
    token: str | None = None


# --- looking around ----------------------------------------------------------------------------


class ListPlayers(msgspec.Struct, frozen=True):
    pass


class ListTables(msgspec.Struct, frozen=True, kw_only=True):
    game: str | None = None


class ListScores(msgspec.Struct, frozen=True, kw_only=True):
    game: str


class ListRatings(msgspec.Struct, frozen=True, kw_only=True):
    game: str


class Players(msgspec.Struct, frozen=True, kw_only=True):
    """Names of those who are inside, in the order in which they came."""

    names: list[str]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Public tables, oldest first."""

    tables: list[TableInfo]


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    scores: list[HighScore]


class RatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    mu: float
    sigma: float
    played: int


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """The strongest first."""

    ratings: list[RatedPlayer]


# --- tables ------------------------------------------------------------------------------------


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """Open a table, and (unless `sit` is false) join it. Answered by `AtTable`."""

    settings: Settings
    sit: bool = True


class JoinTable(msgspec.Struct, frozen=True, kw_only=True):
    """Join the table of that id, or that an invite code leads to. Answered by `AtTable`."""

    table: str | None = None
    invite: str | None = None
    seat: int | None = None
    watch: bool = False
    since: int | None = None


class JoinNumber(msgspec.Struct, frozen=True, kw_only=True):
    """Join the table of that number in its game's own protocol; if there is none, open it."""

    game: str
    number: int
    #: How to open it: so many seats, by that profile; None is what is usual in the game.
    seats: int | None = None
    profile: str | None = None
    #: Open it if there is none?
    create: bool = True
    watch: bool = False
    since: int | None = None
    #: Keep the seat for a while if the connection is lost; most such protocols have no word for
    #: coming back.
    keep: bool = False
    #: Take over a seat of a running match, if one can be had?
    late: bool = True


class LeaveTable(msgspec.Struct, frozen=True):
    """Give up one's seat (or stop watching)."""


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    #: True if this request opened the table.
    created: bool
    joined: Joined
    #: The code that lets others join (always needed for private tables).
    invite: str


class BeReady(msgspec.Struct, frozen=True, kw_only=True):
    nonce: str | None = None


class DoAction(msgspec.Struct, frozen=True, kw_only=True):
    """One of the game's actions (a record of `Game.actions`)."""

    action: Any


class AskActions(msgspec.Struct, frozen=True):
    """What may I do now? Answered by `Actions`."""


class AskWhy(msgspec.Struct, frozen=True, kw_only=True):
    """Would this be legal, and if not, why? Answered by `Verdict`; nothing changes."""

    action: Any


class AddBot(msgspec.Struct, frozen=True, kw_only=True):
    level: BotLevel
    seat: int | None = None


class RemoveBot(msgspec.Struct, frozen=True, kw_only=True):
    seat: int


# --- talk --------------------------------------------------------------------------------------

Reach = Literal["table", "everyone", "person"]


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    reach: Reach = "table"
    #: The name of the person, where `reach` is "person".
    to: str | None = None


class Talked(msgspec.Struct, frozen=True, kw_only=True):
    """`heard` is False if there is nobody of that name."""

    heard: bool = True


Request = (
    EnterAsGuest
    | EnterFrom
    | Resume
    | SignIn
    | Register
    | ChangeName
    | ListPlayers
    | ListTables
    | ListScores
    | ListRatings
    | OpenTable
    | JoinTable
    | JoinNumber
    | LeaveTable
    | BeReady
    | DoAction
    | AskActions
    | AskWhy
    | AddBot
    | RemoveBot
    | Talk
)

#: `Accepted` answers LeaveTable, BeReady, DoAction, AddBot, RemoveBot and Talk at a table;
#: anything may be answered by `Refused`.
Reply = (
    Entered
    | Players
    | Tables
    | Scores
    | Ratings
    | AtTable
    | Accepted
    | Actions
    | Verdict
    | Talked
    | Refused
)


# --- unasked -----------------------------------------------------------------------------------


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody spoke to everyone, or to this visitor alone."""

    reach: Reach
    text: str
    sender: str


class Goodbye(msgspec.Struct, frozen=True, kw_only=True):
    """The house closes, or this visitor must go: the connection ends after this."""

    reason: str


#: A `Batch` is never sent to the visitor whose request caused it: it gets the same events in the
#: answer. All of it arrives in the order in which it happened.
Notice = Batch | Heard | Goodbye
