"""What a table can be asked: one vocabulary, from the wire to the table.

The records of this module are what clients of our own protocol send (their `type` is the class's
name in snake case), what sessions of other protocols make of their messages, what the server passes
on, and what a table handles. Who asks is told beside them (`Who`). A client may give an ask an
`id`, which comes back in its answer and means nothing to anybody else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.games.game import Value
from stammtisch.tables.settings import BotLevel, Leaver

# --- parts -------------------------------------------------------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=256)]
Link = Annotated[str, Meta(min_length=1, max_length=500)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Id = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Key | None

#: How one is told what happens: by the events alone, or each time also by all that one sees then.
Follow = Literal["events", "views"]
#: Whom words reach.
Reach = Literal["table", "everyone", "person"]


def _schema(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


#: One of the game's actions: on the wire its plain form, as `tables.plain` reads it; within a
#: process also the record itself.
if TYPE_CHECKING:
    AnAction = Any
else:
    AnAction = Annotated[dict[str, Any], _schema("Action")]


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Caller(msgspec.Struct, frozen=True):
    """Somebody at the door: a connection, and the account behind it."""

    connection: str
    account: str
    name: str
    #: Where the connection comes from.
    address: str = ""


class TableRequest(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=snake,
):
    id: Id = None


# --- coming and going --------------------------------------------------------------------------


class Join(TableRequest, frozen=True, kw_only=True):
    """Come to a table: to one's own seat, else to a free one; with `watch`, only to look on.

    Either `table` (its id) or `invite` (the code, or the link that ends with it) says which.
    `since` is the last `seq` the client knows: it is told what it missed instead of everything.
    """

    table: Key | None = None
    invite: Link | None = None
    seat: Number | None = None
    watch: bool = False
    since: Number | None = None
    #: Where the table has one, and the invite code is not at hand.
    password: Secret | None = None
    follow: Follow = "events"
    #: Keep the seat for a while if the connection is lost before a match begins.
    keep: bool = True
    #: Take over a seat of a running match, if one can be had?
    late: bool = True


class Leave(TableRequest, frozen=True, kw_only=True):
    """Give up one's seat, or stop watching."""


class Disconnect(TableRequest, frozen=True, kw_only=True):
    """The connection is lost: its seat is kept, as far as it can be. Not said by clients."""


class TakeName(TableRequest, frozen=True, kw_only=True):
    """The account has another name now. Not said by clients."""


# --- before a match ----------------------------------------------------------------------------


class Ready(TableRequest, frozen=True, kw_only=True):
    """Want to play. A nonce goes into the deals: send its hash (SHA-256 of its text), and the nonce
    when the news `committed` asks for it. In the open (hexadecimal, 1 to 64 bytes) it is taken,
    too, but then whoever knows it and the server's secret beforehand knows the deal."""

    nonce: Annotated[str, Meta(max_length=128)] | None = None
    hash: Annotated[str, Meta(max_length=64)] | None = None


class Disclose(TableRequest, frozen=True, kw_only=True):
    """Open the nonce whose hash was sent with `ready`: lower-case hexadecimal, 16 to 64 bytes."""

    nonce: Annotated[str, Meta(max_length=128)]


class Unready(TableRequest, frozen=True, kw_only=True):
    """Take "ready" back, as long as the match has not begun."""


class AddBot(TableRequest, frozen=True, kw_only=True):
    """Give a free seat to a bot."""

    level: BotLevel
    seat: Number | None = None


class RemoveBot(TableRequest, frozen=True, kw_only=True):
    """Send the bot on that seat away."""

    seat: Number


class Configure(TableRequest, frozen=True, kw_only=True):
    """Change how the table is run, between matches; only its host may. What is left out stays.

    Whoever was ready is asked again.
    """

    profile: Key | UnsetType = UNSET
    options: dict[str, Value] | UnsetType = UNSET
    seats: Number | UnsetType = UNSET
    name: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET
    private: bool | UnsetType = UNSET
    #: Null takes the password away.
    password: Secret | UnsetType | None = UNSET
    leaver: Leaver | UnsetType = UNSET
    bots: BotLevel | UnsetType = UNSET
    fill_after: float | UnsetType | None = UNSET
    watch: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    grace: Number | UnsetType = UNSET
    pace: Number | UnsetType | None = UNSET
    #: Forget an adjourned match: the next one begins anew.
    anew: bool = False


class Arrange(TableRequest, frozen=True, kw_only=True):
    """Change the order of the seats: seat n goes to whoever has seat `order[n]`. For the host."""

    order: Annotated[list[Number], Meta(max_length=64)]


class Kick(TableRequest, frozen=True, kw_only=True):
    """Send whoever has that seat away; they may come back only by invitation. For the host."""

    seat: Number
    reason: Annotated[str, Meta(max_length=200)] = ""


class TransferHost(TableRequest, frozen=True, kw_only=True):
    """Make whoever has that seat the host."""

    seat: Number


class Save(TableRequest, frozen=True, kw_only=True):
    """Give me what the adjourned match left, to go on with it one day, here or at another table."""


class Load(TableRequest, frozen=True, kw_only=True):
    """Go on from what `Save` gave, with its rules, if the same people sit here. For the host."""

    token: Annotated[str, Meta(max_length=1 << 20)]


class Welcome(TableRequest, frozen=True, kw_only=True):
    """An account is invited: it may come in, even if it was sent away. Not said by clients."""

    account: str


# --- in a match --------------------------------------------------------------------------------


class Act(TableRequest, frozen=True, kw_only=True):
    """Do something in the match; with `seq`, only if nothing has happened since then."""

    action: AnAction
    seq: Number | None = None


class AskActions(TableRequest, frozen=True, kw_only=True, tag="actions"):
    """What may I do now?"""


class CheckAction(TableRequest, frozen=True, kw_only=True):
    """Would this action be legal now, and if not, why? Nothing is done."""

    action: AnAction


class AskHint(TableRequest, frozen=True, kw_only=True, tag="hint"):
    """What would a good bot do in my place, and why?"""


class OpenDeals(TableRequest, frozen=True, kw_only=True):
    """Which part of the match that is on may be looked at? Not said by clients."""

    match: str


# --- talk --------------------------------------------------------------------------------------


class Say(TableRequest, frozen=True, kw_only=True):
    """Talk: at the table, to everyone in the server, or to the person named in `to`."""

    text: Text
    reach: Reach = "table"
    to: Name | None = None


TableAsk = (
    Join
    | Leave
    | Disconnect
    | TakeName
    | Ready
    | Disclose
    | Unready
    | AddBot
    | RemoveBot
    | Configure
    | Arrange
    | Kick
    | TransferHost
    | Welcome
    | Save
    | Load
    | Act
    | AskActions
    | CheckAction
    | AskHint
    | OpenDeals
    | Say
)
