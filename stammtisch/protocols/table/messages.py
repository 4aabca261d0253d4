"""The messages of our own protocol, where they are not simply what is declared elsewhere.

What a client sends is a request, what the server sends is a reply or a notice, as `requests.py` and
`replies.py` declare them: one JSON object whose `type` is the class's name in snake case (or the
`tag` given there). A client may give a request an `id`, which comes back in its answer: the codec
adds both. Declared here is what has another form on the wire (`ON_THE_WIRE`), mostly because a
game's own words stand in it (actions, events, views) in the plain form of
`stammtisch.tables.encoding`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch import replies
from stammtisch.games.game import Value
from stammtisch.records import ChatLine, Played
from stammtisch.replies import Disclosing, Refused, TableInfo
from stammtisch.requests import FROM_CLIENTS
from stammtisch.tables.events import EventBatch
from stammtisch.tables.settings import OptionInfo
from stammtisch.vocabulary import (
    DECLARED,
    Key,
    Notice,
    Reply,
    Request,
    refers_to,
    tag_of,
)

#: Goes up when a client that was written for the number before could be misled.
VERSION = 1

#: What a client calls a request of its own.
Id = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Key | None

#: The words of whichever game is on the table: `schema` lists what they can be.
PlainAction = Annotated[dict[str, Any], refers_to("Action")]
PlainEvent = Annotated[dict[str, Any], refers_to("Event")]
PlainView = Annotated[dict[str, Any], refers_to("View")]

# --- the first message -------------------------------------------------------------------------


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    #: Goes up when the same options come to mean something else.
    rules_version: int
    fewest_seats: int
    most_seats: int
    options: list[OptionInfo]
    #: For each profile the value of every option.
    profiles: dict[str, dict[str, Value]]
    #: For each profile that lets nobody change something, the options it keeps as they are.
    fixed: dict[str, list[str]]
    #: The profile for who has no wish.
    usual_profile: str
    #: The levels of its bots, the weakest first; the last one plays by chance.
    bots: list[str]
    #: The level for who has no wish.
    usual_level: str
    #: What may happen when somebody leaves a match of it.
    leavers: list[str]
    #: The sentence of each code with which its rules refuse something; `data` fills the blanks.
    refusals: dict[str, str]


class Welcome(Notice, frozen=True, kw_only=True):
    """The first message on every connection."""

    server: str
    server_version: str
    protocol: int
    games: list[GameInfo]
    bot_levels: list[str]
    leavers: list[str]
    #: Whoever is new needs the server's password or an invitation, as `key` of `enter`.
    members_only: bool = False
    #: Tables may have options that are cheats.
    cheats: bool = False


# --- what one sees and may do ------------------------------------------------------------------


class LegalAction(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    action: PlainAction


class FieldInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be filled in: `least` to `most` of the values in `of`, as a list; or words."""

    name: str
    least: int
    most: int
    #: Null: words of at most `most` characters.
    of: list[Any] | None
    #: Those of them that must be chosen.
    must: list[Any]


class FormInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A choice too large to be listed: actions of this type with these fields filled in."""

    action: str
    #: The number that all of them have; the listed action of that number is an example.
    number: int
    fields: list[FieldInfo]


class ObservationInfo(msgspec.Struct, frozen=True, kw_only=True):
    """All that one sees of the match and may do at this moment."""

    view: PlainView
    #: The seats the match waits for.
    turn: list[int]
    #: Table time at which something happens by itself; null if nothing does.
    deadline: int | None
    legal: list[LegalAction]
    forms: list[FormInfo]


# --- answers -----------------------------------------------------------------------------------


class _AtTable(Reply, frozen=True, kw_only=True):
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
    #: The score sheet of the evening: matches played at this table, the newest last. Later ones are
    #: told by `ended`.
    scoreboard: list[Played] = msgspec.field(default_factory=list)
    #: While nonces are opened: who has still to `disclose` one.
    disclosing: Disclosing | None = None
    #: In a match: where each seat's nonce comes from, as in `started`.
    nonces_from: list[str] = msgspec.field(default_factory=list)


class Table(_AtTable, frozen=True, kw_only=True):
    """All that one may know of the table one is at now. What happens later comes as `events`."""

    #: What one sees of the match; null before the first deal.
    view: PlainView | None
    #: For who follows by views, and once there is a match: the same, and all that one may do.
    observation: ObservationInfo | UnsetType | None = UNSET


class MissedBatch(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    at: int
    events: list[PlainEvent]


class Missed(_AtTable, frozen=True, kw_only=True):
    """One is back at the table: instead of the view, what happened in the match since `since`."""

    batches: list[MissedBatch]
    #: For who follows by views: all that one sees now, and may do.
    observation: ObservationInfo | UnsetType | None = UNSET


class Accepted(Reply, frozen=True, kw_only=True):
    """It is done and will not be forgotten. What it brought about follows as `events`."""

    seq: int
    at: int


class Actions(Reply, frozen=True, kw_only=True):
    """All that one's seat may do now, each with its number in this version of the rules."""

    seq: int
    #: The seats the match waits for.
    turn: list[int]
    legal: list[LegalAction]
    forms: list[FormInfo]
    deadline: int | None


# --- unasked -----------------------------------------------------------------------------------


class Events(Notice, frozen=True, kw_only=True):
    """What happened at the table, as one may see it."""

    #: The table's id.
    table: str
    seq: int
    at: int
    events: list[PlainEvent]
    #: For who follows by views, if the match has gone on: all that one sees now, and may do.
    observation: ObservationInfo | UnsetType | None = UNSET


# --- all of them -------------------------------------------------------------------------------

#: What the server sends.
Tell: TypeAlias = Reply | Notice

#: What these are on the wire; all other replies and notices are what they are.
ON_THE_WIRE: dict[type[Tell], tuple[type[Tell], ...]] = {
    # `Missed` where the request said what was seen last.
    replies.AtTable: (Table, Missed),
    replies.Accepted: (Accepted,),
    replies.Actions: (Actions,),
    EventBatch: (Events,),
}

#: What a client asks.
ASKS = FROM_CLIENTS


def _answers(kind: type[Request]) -> tuple[type[Tell], ...]:
    found = (one for reply in DECLARED[kind].answers for one in ON_THE_WIRE.get(reply, (reply,)))
    return tuple(one for one in found if one is not Missed or "since" in kind.__struct_fields__)


#: What each request may be answered by, beside `Refused`.
ANSWERS: dict[type[Request], tuple[type[Tell], ...]] = {kind: _answers(kind) for kind in ASKS}
_REPLIES = dict.fromkeys(answer for answers in ANSWERS.values() for answer in answers)
#: What the server says unasked.
UNASKED: tuple[type[Tell], ...] = (
    Welcome,
    Events,
    replies.ChatMessage,
    replies.Invited,
    replies.Goodbye,
)
TELLS: tuple[type[Tell], ...] = (*_REPLIES, Refused, *UNASKED)


def _with_id(kind: type[msgspec.Struct]) -> Any:
    """The record as a message is: with the `id` that the client has given the request."""
    return msgspec.defstruct(
        kind.__name__,
        [("id", Id, None)],
        bases=(kind,),
        namespace={"__doc__": kind.__doc__},
        tag=tag_of(kind),
        frozen=True,
        kw_only=True,
    )


#: Each request and each answer as a message.
WITH_ID: dict[type[Any], Any] = {kind: _with_id(kind) for kind in (*ASKS, *_REPLIES, Refused)}
