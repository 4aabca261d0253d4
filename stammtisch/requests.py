"""What a peer can ask of the server, what the server answers, and what it says unasked.

Every protocol's session speaks in these records: it turns its messages into asks, and answers and
notices into its messages. What concerns a table (`stammtisch.tables.requests`) is handed on to it
unchanged. A peer has at most one ask under way, and is at one table at a time.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from stammtisch.lobby.admin_commands import Administer as Administer
from stammtisch.lobby.admin_commands import Administered as Administered
from stammtisch.lobby.admin_commands import People as People
from stammtisch.records import AccountKind, HighScore
from stammtisch.tables.events import EventBatch
from stammtisch.tables.replies import (
    Accepted,
    Actions,
    Explanation,
    Hint,
    Joined,
    Refused,
    Saved,
    TableInfo,
    Verdict,
)
from stammtisch.tables.requests import Act as Act
from stammtisch.tables.requests import AddBot as AddBot
from stammtisch.tables.requests import Arrange as Arrange
from stammtisch.tables.requests import AskActions as AskActions
from stammtisch.tables.requests import AskHint as AskHint
from stammtisch.tables.requests import CheckAction as CheckAction
from stammtisch.tables.requests import Configure as Configure
from stammtisch.tables.requests import Disclose as Disclose
from stammtisch.tables.requests import Follow, Id, Key, Name, Number, Secret, TableRequest
from stammtisch.tables.requests import Join as Join
from stammtisch.tables.requests import Kick as Kick
from stammtisch.tables.requests import Leave as Leave
from stammtisch.tables.requests import Load as Load
from stammtisch.tables.requests import Reach as Reach
from stammtisch.tables.requests import Ready as Ready
from stammtisch.tables.requests import RemoveBot as RemoveBot
from stammtisch.tables.requests import Save as Save
from stammtisch.tables.requests import Say as Say
from stammtisch.tables.requests import TransferHost as TransferHost
from stammtisch.tables.requests import Unready as Unready
from stammtisch.tables.settings import Settings

# --- who one is --------------------------------------------------------------------------------


class Enter(TableRequest, frozen=True, kw_only=True):
    """Come in as a new guest; without a name the server picks one."""

    name: Name | None = None
    #: Where the server is closed to strangers: its password, or an invitation to it.
    key: Secret | None = None


class EnterFrom(TableRequest, frozen=True, kw_only=True):
    """A guest of a protocol without tokens: known again by name, protocol and address.

    With `token` it is the account of that token instead. Asked again by somebody who is inside
    already, it is a change of name.
    """

    name: str
    protocol: str
    token: str | None = None
    #: Where the server is closed to strangers: its password, or an invitation to it.
    key: str | None = None


class Resume(TableRequest, frozen=True, kw_only=True):
    """Come in as whoever was given this token."""

    token: Secret
    #: For a guest from before the server was closed to strangers.
    key: Secret | None = None


class SignIn(TableRequest, frozen=True, kw_only=True):
    """Come in with a registered account."""

    name: Name
    password: Secret


class Register(TableRequest, frozen=True, kw_only=True):
    """Make the guest one is (or a new one) a registered account."""

    name: Name
    password: Secret
    #: For who is not inside yet, where the server is closed to strangers.
    key: Secret | None = None


class Rename(TableRequest, frozen=True, kw_only=True):
    """Take another name."""

    name: Name


class ChangePassword(TableRequest, frozen=True, kw_only=True):
    """Take another password; whoever is signed in stays so."""

    old: Secret
    new: Secret


class SignOut(TableRequest, frozen=True, kw_only=True):
    """Make a token worthless: the one given, or all of this account's."""

    token: Secret | None = None


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    account: str
    #: The name one really has: made unique by `_1`, `_2`, …
    name: str
    kind: AccountKind
    #: The secret to come back with; only where a new one was made.
    token: str | None = None
    #: One may `administer` the server.
    admin: bool = False


# --- looking around ----------------------------------------------------------------------------


class AskPlayers(TableRequest, frozen=True, kw_only=True, tag="players"):
    """Who is inside?"""


class AskTables(TableRequest, frozen=True, kw_only=True, tag="tables"):
    """Which public tables are there, of one game or of all? A page of them, from `after` on."""

    game: Key | None = None
    #: What `more` of the page before was.
    after: Number = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    #: Instead all tables where one has a seat, private ones too, on one page.
    mine: bool = False


class AskScores(TableRequest, frozen=True, kw_only=True, tag="scores"):
    """The high scores of a game."""

    game: Key


class AskRatings(TableRequest, frozen=True, kw_only=True, tag="ratings"):
    """The strongest players of a game."""

    game: Key


class AskPerson(TableRequest, frozen=True, kw_only=True, tag="person"):
    """Who is that? By name, or by the `person` that seats are marked with."""

    name: Name | None = None
    person: Key | None = None


class AskServer(TableRequest, frozen=True, kw_only=True):
    """Which server is this, and how many are inside?"""


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    #: Tells this server from all others: 32 hexadecimal digits.
    id: str
    players: int


class Players(msgspec.Struct, frozen=True, kw_only=True):
    """Names of those who are inside, in the order in which they came."""

    names: list[str]


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Public tables, oldest first."""

    tables: list[TableInfo]
    #: There are more, after this; None is the end.
    more: int | None = None


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


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom the server knows."""

    name: str
    person: str
    kind: AccountKind
    #: They are inside now.
    here: bool


# --- tables ------------------------------------------------------------------------------------


class Open(
    Settings,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="open",
):
    """Open a table and, unless `sit` is false, take a seat at it."""

    id: Id = None
    sit: bool = True
    #: What newcomers without an invitation must know.
    password: Secret | None = None
    follow: Follow = "events"

    @property
    def settings(self) -> Settings:
        chosen = {name: getattr(self, name) for name in Settings.__struct_fields__}
        return Settings(**chosen)


class JoinNumber(TableRequest, frozen=True, kw_only=True):
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


class FindTables(TableRequest, frozen=True, kw_only=True):
    """Tables of a game, private ones too: that of this id (or invite code), if one may come in;
    without one, those at which one has a seat, the newest last."""

    game: str
    table: str | None = None
    password: str | None = None


class Sit(TableRequest, frozen=True, kw_only=True):
    """Take a seat at the table one is watching."""

    seat: Number | None = None
    follow: Follow = "events"


class Invite(TableRequest, frozen=True, kw_only=True):
    """Invite the person of that name to the table one is at."""

    name: Name


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    #: True if this ask opened the table.
    created: bool
    joined: Joined


# --- finished matches --------------------------------------------------------------------------


class Share(TableRequest, frozen=True, kw_only=True):
    """Give me a code with which anybody may see the record of a match at which I had a seat."""

    match: Key


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    #: The record is at `/api/matches/{match}/record?share={share}`.
    share: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What a good bot would have done in the place of who acted there."""

    seq: int
    seat: int
    #: Null: nothing better than to wait.
    action: dict[str, Any] | None
    reason: Explanation | None
    #: It is what was done.
    same: bool


# --- talk --------------------------------------------------------------------------------------


class Talked(msgspec.Struct, frozen=True, kw_only=True):
    """`heard` is False if there is nobody of that name."""

    heard: bool = True


#: What is put to the table where the peer is.
AT_TABLE = (
    Ready,
    Disclose,
    Unready,
    AddBot,
    RemoveBot,
    Configure,
    Arrange,
    Kick,
    TransferHost,
    Act,
    AskActions,
    CheckAction,
    AskHint,
    Save,
    Load,
)

#: What anybody may ask of the server, and what clients of our own protocol say.
Asked = (
    Enter
    | Resume
    | SignIn
    | Register
    | Rename
    | SignOut
    | AskPlayers
    | AskTables
    | AskScores
    | AskRatings
    | AskPerson
    | Open
    | Join
    | Sit
    | Invite
    | Leave
    | Ready
    | Disclose
    | Unready
    | AddBot
    | RemoveBot
    | Configure
    | Arrange
    | Kick
    | TransferHost
    | Act
    | AskActions
    | CheckAction
    | AskHint
    | Share
    | Say
    | Administer
)
#: With what sessions of other protocols need beside.
Request = Asked | EnterFrom | JoinNumber | ChangePassword | FindTables | AskServer | Save | Load

#: `Accepted` answers what changes something at a table; anything may be answered by `Refused`.
Reply = (
    Entered
    | Players
    | Tables
    | Scores
    | Ratings
    | Person
    | AtTable
    | Accepted
    | Actions
    | Verdict
    | Hint
    | Talked
    | Shared
    | ServerInfo
    | Saved
    | Administered
    | People
    | Refused
)


#: Refusals that say nothing about who asked, nor for what: the server itself is in trouble.
TROUBLE = ("our_fault", "failed", "closed", "cannot_write", "not_saved")


def troubled(reply: Reply) -> str | None:
    """Why the server cannot answer now, whoever asks; None if it has answered."""
    return reply.message if isinstance(reply, Refused) and reply.code in TROUBLE else None


def shut_out(reply: Reply, key: str | None) -> str | None:
    """Why it is no use to try again as somebody else, with that key; None if it may be."""
    codes = ("banned", "wrong_house_key") if key else ("banned", "house_key")
    if isinstance(reply, Refused) and reply.code in codes:
        return reply.message
    return troubled(reply)


# --- unasked -----------------------------------------------------------------------------------


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody spoke to everyone, or to this peer alone."""

    reach: Reach
    text: str
    sender: str


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asks this peer to a table."""

    #: Who asks.
    name: str
    person: str
    table: str
    game: str
    #: The code to join with.
    invite: str


class Goodbye(msgspec.Struct, frozen=True, kw_only=True):
    """The server closes, or this peer must go: the connection ends after this."""

    reason: str
    #: Only this one must go.
    alone: bool = False


#: A `EventBatch` is never sent to the peer whose ask caused it: it gets the same events in the
#: answer. All of it arrives in the order in which it happened.
Notice = EventBatch | ChatMessage | Invited | Goodbye
