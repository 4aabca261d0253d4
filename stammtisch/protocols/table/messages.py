"""Every message of our own protocol, each typed once.

What a client sends is an ask, what the server sends is a tell. On the wire each is one JSON object
whose `type` is the class's name in snake case (or the `tag` given here). A client may give an ask
an `id`, which comes back in its answer. Where a game's own words stand (actions, events, views)
they are in the plain form of `stammtisch.tables.plain`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from stammtisch.games.game import Value
from stammtisch.house.requests import RatedPlayer, Reach
from stammtisch.records import AccountKind, ChatLine, HighScore
from stammtisch.tables.commands import TableInfo
from stammtisch.tables.settings import BotLevel, Leaver, Settings

#: Goes up when a client that was written for the number before could be misled.
VERSION = 1

#: A message may be this long; longer ones are not read.
LONGEST = 16_384

# --- parts -------------------------------------------------------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=256)]
Link = Annotated[str, Meta(min_length=1, max_length=500)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Id = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Key | None


def _schema(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


#: The words of whichever game is on the table: `schema` lists what they can be.
PlainAction = Annotated[dict[str, Any], _schema("Action")]
PlainEvent = Annotated[dict[str, Any], _schema("Event")]
PlainView = Annotated[dict[str, Any], _schema("View")]


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# --- what a client sends -----------------------------------------------------------------------


class _Ask(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=snake,
):
    id: Id = None


class Enter(_Ask, frozen=True, kw_only=True):
    """Come in as a new guest; without a name the house picks one."""

    name: Name | None = None


class Resume(_Ask, frozen=True, kw_only=True):
    """Come in as whoever was given this token."""

    token: Secret


class SignIn(_Ask, frozen=True, kw_only=True):
    """Come in with a registered account."""

    name: Name
    password: Secret


class Register(_Ask, frozen=True, kw_only=True):
    """Make the guest one is (or a new one) a registered account."""

    name: Name
    password: Secret


class Rename(_Ask, frozen=True, kw_only=True):
    """Take another name."""

    name: Name


class AskPlayers(_Ask, frozen=True, kw_only=True, tag="players"):
    """Who is inside?"""


class AskTables(_Ask, frozen=True, kw_only=True, tag="tables"):
    """Which public tables are there, of one game or of all?"""

    game: Key | None = None


class AskScores(_Ask, frozen=True, kw_only=True, tag="scores"):
    """The high scores of a game."""

    game: Key


class AskRatings(_Ask, frozen=True, kw_only=True, tag="ratings"):
    """The strongest players of a game."""

    game: Key


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


class Join(_Ask, frozen=True, kw_only=True):
    """Come to a table: to one's own seat, else to a free one; with `watch`, only to look on.

    Either `table` (its id) or `invite` (the code, or the link that ends with it) says which.
    `since` is the last `seq` the client knows: it is told what it missed instead of everything.
    """

    table: Key | None = None
    invite: Link | None = None
    seat: Number | None = None
    watch: bool = False
    since: Number | None = None


class Sit(_Ask, frozen=True, kw_only=True):
    """Take a seat at the table one is watching."""

    seat: Number | None = None


class Leave(_Ask, frozen=True, kw_only=True):
    """Give up one's seat, or stop watching."""


class Ready(_Ask, frozen=True, kw_only=True):
    """Want to play. The nonce (hexadecimal, 1 to 64 bytes) goes into the deals."""

    nonce: Annotated[str, Meta(max_length=128)] | None = None


class Act(_Ask, frozen=True, kw_only=True):
    """Do something in the match."""

    action: PlainAction


class AskActions(_Ask, frozen=True, kw_only=True, tag="actions"):
    """What may I do now?"""


class Why(_Ask, frozen=True, kw_only=True):
    """Would this action be legal now, and if not, why? Nothing is done."""

    action: PlainAction


class AddBot(_Ask, frozen=True, kw_only=True):
    """Give a free seat to a bot."""

    level: BotLevel
    seat: Number | None = None


class RemoveBot(_Ask, frozen=True, kw_only=True):
    """Send the bot on that seat away."""

    seat: Number


class Say(_Ask, frozen=True, kw_only=True):
    """Talk: at the table, to everyone in the house, or to the person named in `to`."""

    text: Text
    reach: Reach = "table"
    to: Name | None = None


class Ping(_Ask, frozen=True, kw_only=True):
    """Are you there?"""


Ask = (
    Enter
    | Resume
    | SignIn
    | Register
    | Rename
    | AskPlayers
    | AskTables
    | AskScores
    | AskRatings
    | Open
    | Join
    | Sit
    | Leave
    | Ready
    | Act
    | AskActions
    | Why
    | AddBot
    | RemoveBot
    | Say
    | Ping
)


# --- what the server sends ---------------------------------------------------------------------


class _Tell(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake):
    pass


class _Answer(_Tell, frozen=True, kw_only=True):
    #: The `id` of the ask that this answers.
    id: Id = None


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that people may choose differently."""

    name: str
    default: Value
    meaning: str
    choices: list[Value]
    least: int | None
    most: int | None


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    #: Goes up when the same options come to mean something else.
    rules_version: int
    fewest_seats: int
    most_seats: int
    options: list[OptionInfo]
    #: For each profile the value of every option.
    profiles: dict[str, dict[str, Value]]


class Welcome(_Tell, frozen=True, kw_only=True):
    """The first message on every connection."""

    server: str
    server_version: str
    protocol: int
    games: list[GameInfo]
    bot_levels: list[BotLevel]
    leavers: list[Leaver]


class Entered(_Answer, frozen=True, kw_only=True):
    """Who one is now. `token` is null unless a new one was made: keep it to `resume`."""

    account: str
    #: Made unique by `_1`, `_2`, … if others have the name.
    name: str
    kind: AccountKind
    token: str | None


class Players(_Answer, frozen=True, kw_only=True):
    """Names of those who are inside, in the order in which they came."""

    names: list[str]


class Tables(_Answer, frozen=True, kw_only=True):
    """Public tables, the oldest first."""

    tables: list[TableInfo]


class Scores(_Answer, frozen=True, kw_only=True):
    scores: list[HighScore]


class Ratings(_Answer, frozen=True, kw_only=True):
    """The strongest first."""

    ratings: list[RatedPlayer]


class _AtTable(_Answer, frozen=True, kw_only=True):
    #: True if the ask opened the table.
    created: bool
    #: The code that lets others join.
    invite: str
    table: TableInfo
    #: One's seat; null if one is watching.
    seat: int | None
    #: The seat was one's own before.
    back: bool
    seq: int
    #: Table time in milliseconds, the time of the game's deadlines.
    at: int
    #: SHA-256 of the secret of the first round's deal.
    commitment: str
    #: The match on the table, or the one just over.
    match: str | None
    chat: list[ChatLine]


class Table(_AtTable, frozen=True, kw_only=True):
    """All that one may know of the table one is at now. What happens later comes as `events`."""

    #: What one sees of the match; null before the first deal.
    view: PlainView | None


class MissedBatch(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    at: int
    events: list[PlainEvent]


class Missed(_AtTable, frozen=True, kw_only=True):
    """One is back at the table: instead of the view, what happened in the match since `since`."""

    batches: list[MissedBatch]


class Accepted(_Answer, frozen=True, kw_only=True):
    """It is done and will not be forgotten. What it brought about follows as `events`."""

    seq: int
    at: int


class LegalAction(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    action: PlainAction


class Actions(_Answer, frozen=True, kw_only=True):
    """All that one's seat may do now, each with its number in this version of the rules."""

    seq: int
    #: The seats the match waits for.
    turn: list[int]
    legal: list[LegalAction]


class Verdict(_Answer, frozen=True, kw_only=True):
    """Whether the action would be legal; if not, `code` and `message` say why."""

    legal: bool
    code: str | None
    message: str | None


class Talked(_Answer, frozen=True, kw_only=True):
    """`heard` is false if there is nobody of that name."""

    heard: bool


class Pong(_Answer, frozen=True, kw_only=True):
    """Here I am."""


class Error(_Answer, frozen=True, kw_only=True):
    """It was not done. `code` is for programs, `message` is a sentence for people."""

    code: str
    message: str


class Events(_Tell, frozen=True, kw_only=True):
    """What happened at the table, as one may see it."""

    #: The table's id.
    table: str
    seq: int
    at: int
    events: list[PlainEvent]


class Heard(_Tell, frozen=True, kw_only=True):
    """Somebody spoke to everyone, or to you alone."""

    reach: Reach
    sender: str
    text: str


class Goodbye(_Tell, frozen=True, kw_only=True):
    """The server closes the connection after this."""

    reason: str


Tell = (
    Welcome
    | Entered
    | Players
    | Tables
    | Scores
    | Ratings
    | Table
    | Missed
    | Accepted
    | Actions
    | Verdict
    | Talked
    | Pong
    | Error
    | Events
    | Heard
    | Goodbye
)

ASKS: tuple[type[Any], ...] = get_args(Ask)
TELLS: tuple[type[Any], ...] = get_args(Tell)

#: What each ask may be answered by, beside `Error`.
ANSWERS: dict[type[Any], tuple[type[Any], ...]] = {
    Enter: (Entered,),
    Resume: (Entered,),
    SignIn: (Entered,),
    Register: (Entered,),
    Rename: (Entered,),
    AskPlayers: (Players,),
    AskTables: (Tables,),
    AskScores: (Scores,),
    AskRatings: (Ratings,),
    Open: (Table,),
    Join: (Table, Missed),
    Sit: (Table,),
    Leave: (Accepted,),
    Ready: (Accepted,),
    Act: (Accepted,),
    AskActions: (Actions,),
    Why: (Verdict,),
    AddBot: (Accepted,),
    RemoveBot: (Accepted,),
    Say: (Accepted, Talked),
    Ping: (Pong,),
}
