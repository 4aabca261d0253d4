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
    """A game that can be played here, and by which rules.

    rules_version: Goes up when the same options come to mean something else.
    fewest_seats: So many players it needs.
    most_seats: So many can play.
    options: All options of the game's rules, with their limits.
    profiles: For each profile the value of every option.
    fixed: For each profile that lets nobody change something, the options it keeps as they are.
    usual_profile: The profile for who has no wish.
    bots: The levels of its bots, the weakest first; the last one plays by chance.
    usual_level: The level for who has no wish.
    leavers: What may happen when somebody leaves a match of it.
    refusals: The sentence of each code with which its rules refuse something; `data` fills the
        blanks.
    """

    name: str
    rules_version: int
    fewest_seats: int
    most_seats: int
    options: list[OptionInfo]
    profiles: dict[str, dict[str, Value]]
    fixed: dict[str, list[str]]
    usual_profile: str
    bots: list[str]
    usual_level: str
    leavers: list[str]
    refusals: dict[str, str]


class Welcome(Notice, frozen=True, kw_only=True):
    """The first message on every connection.

    server: What the server is called.
    server_version: The version of the program.
    protocol: The version of this protocol.
    games: What can be played here.
    bot_levels: How well bots can play.
    leavers: What can happen to the seat of somebody who leaves.
    members_only: Whoever is new needs the server's password or an invitation, as `key` of `enter`.
    cheats: Tables may have options that are cheats.
    """

    server: str
    server_version: str
    protocol: int
    games: list[GameInfo]
    bot_levels: list[str]
    leavers: list[str]
    members_only: bool = False
    cheats: bool = False


# --- what one sees and may do ------------------------------------------------------------------


class LegalAction(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done now.

    number: The action's number, which is stable within `rules_version`.
    """

    number: int
    action: PlainAction


class FieldInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be filled in: `least` to `most` of the values in `of`, as a list; or words.

    name: The field of the action.
    least: At least so many.
    most: At most so many.
    of: Null: words of at most `most` characters.
    must: Those of them that must be chosen.
    """

    name: str
    least: int
    most: int
    of: list[Any] | None
    must: list[Any]


class FormInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A choice too large to be listed: actions of this type with these fields filled in.

    action: The type of the actions that it makes.
    number: The number that all of them have; the listed action of that number is an example.
    fields: What is to be filled in.
    """

    action: str
    number: int
    fields: list[FieldInfo]


class ObservationInfo(msgspec.Struct, frozen=True, kw_only=True):
    """All that one sees of the match and may do at this moment.

    view: The match as one's seat sees it.
    turn: The seats the match waits for.
    deadline: Table time at which something happens by itself; null if nothing does.
    legal: What may be done, each with its number.
    forms: Choices that are too large to be listed.
    """

    view: PlainView
    turn: list[int]
    deadline: int | None
    legal: list[LegalAction]
    forms: list[FormInfo]


# --- answers -----------------------------------------------------------------------------------


class _AtTable(Reply, frozen=True, kw_only=True):
    """One is at a table now.

    created: True if the ask opened the table.
    invite: The code that lets others join.
    table: The table.
    seat: One's seat; null if one is watching.
    back: The seat was one's own before.
    at: Table time in milliseconds, the time of the game's deadlines.
    commitment: SHA-256 of the secret of the first round's deal.
    match: The match on the table, or the one just over.
    chat: What was said of late, oldest first.
    scoreboard: The score sheet of the evening: matches played at this table, the newest last. Later
        ones are told by `ended`.
    disclosing: While nonces are opened: who has still to `disclose` one.
    nonces_from: In a match: where each seat's nonce comes from, as in `started`.
    """

    created: bool
    invite: str
    table: TableInfo
    seat: int | None
    back: bool
    seq: int
    at: int
    commitment: str
    match: str | None
    chat: list[ChatLine]
    scoreboard: list[Played] = msgspec.field(default_factory=list)
    disclosing: Disclosing | None = None
    nonces_from: list[str] = msgspec.field(default_factory=list)


class Table(_AtTable, frozen=True, kw_only=True):
    """All that one may know of the table one is at now. What happens later comes as `events`.

    view: What one sees of the match; null before the first deal.
    observation: For who follows by views, and once there is a match: the same, and all that one may
        do.
    """

    view: PlainView | None
    observation: ObservationInfo | UnsetType | None = UNSET


class MissedBatch(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in one step while nobody listened.

    events: What happened, in order.
    """

    seq: int
    at: int
    events: list[PlainEvent]


class Missed(_AtTable, frozen=True, kw_only=True):
    """One is back at the table: instead of the view, what happened in the match since `since`.

    batches: What was missed, in order.
    observation: For who follows by views: all that one sees now, and may do.
    """

    batches: list[MissedBatch]
    observation: ObservationInfo | UnsetType | None = UNSET


class Accepted(Reply, frozen=True, kw_only=True):
    """It is done and will not be forgotten. What it brought about follows as `events`."""

    seq: int
    at: int


class Actions(Reply, frozen=True, kw_only=True):
    """All that one's seat may do now, each with its number in this version of the rules.

    turn: The seats the match waits for.
    legal: What may be done, each with its number.
    forms: Choices that are too large to be listed.
    deadline: The table time at which something happens by itself; null if nothing does.
    """

    seq: int
    turn: list[int]
    legal: list[LegalAction]
    forms: list[FormInfo]
    deadline: int | None


# --- unasked -----------------------------------------------------------------------------------


class Events(Notice, frozen=True, kw_only=True):
    """What happened at the table, as one may see it.

    table: The table's id.
    events: What happened, in order.
    observation: For who follows by views, if the match has gone on: all that one sees now, and may
        do.
    """

    table: str
    seq: int
    at: int
    events: list[PlainEvent]
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
