"""The messages of our own protocol that are not requests, replies or notices as they stand.

What a client sends is a request, what the server sends is a reply or a notice, as `requests.py` and
`replies.py` declare them: one JSON object whose `type` is the class's name in snake case (or the
`tag` given there). A client may give a request an `id`, which comes back in its answer. Where a
game's own words stand (actions, events, views) they are in the plain form of
`stammtisch.tables.encoding`.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch import requests
from stammtisch.games.game import Value
from stammtisch.lobby.admin_commands import KnownPerson
from stammtisch.records import AccountKind, ChatLine, HighScore, NonceFrom, Played
from stammtisch.replies import Disclosing, Explanation, RatedPlayer, TableInfo
from stammtisch.tables.settings import Leaver, OptionInfo
from stammtisch.vocabulary import Key, Reach, Request, refers_to, requests_of, snake, tag_of

#: Goes up when a client that was written for the number before could be misled.
VERSION = 1


#: The words of whichever game is on the table: `schema` lists what they can be.
PlainAction = Annotated[dict[str, Any], refers_to("Action")]
PlainEvent = Annotated[dict[str, Any], refers_to("Event")]
PlainView = Annotated[dict[str, Any], refers_to("View")]


# --- what the server sends ---------------------------------------------------------------------


class _Tell(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake):
    pass


#: What a client calls a request of its own.
Id = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Key | None


class _Answer(_Tell, frozen=True, kw_only=True):
    #: The `id` of the ask that this answers.
    id: Id = None


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
    leavers: list[Leaver]
    #: The sentence of each code with which its rules refuse something; `data` fills the blanks.
    refusals: dict[str, str]


class Welcome(_Tell, frozen=True, kw_only=True):
    """The first message on every connection."""

    server: str
    server_version: str
    protocol: int
    games: list[GameInfo]
    bot_levels: list[str]
    leavers: list[Leaver]
    #: Whoever is new needs the server's password or an invitation, as `key` of `enter`.
    members_only: bool = False
    #: Tables may have options that are cheats.
    cheats: bool = False


class Entered(_Answer, frozen=True, kw_only=True):
    """Who one is now. `token` is null unless a new one was made: keep it to `resume`."""

    account: str
    #: Made unique by `_1`, `_2`, … if others have the name.
    name: str
    kind: AccountKind
    token: str | None
    #: One may `administer` the server.
    admin: bool = False


class Players(_Answer, frozen=True, kw_only=True):
    """Names of those who are inside, in the order in which they came."""

    names: list[str]


class Tables(_Answer, frozen=True, kw_only=True):
    """Public tables, the oldest first."""

    tables: list[TableInfo]
    #: There are more: ask again with this as `after`. Null is the end.
    more: int | None = None


class Scores(_Answer, frozen=True, kw_only=True):
    scores: list[HighScore]


class Ratings(_Answer, frozen=True, kw_only=True):
    """The strongest first."""

    ratings: list[RatedPlayer]


class Person(_Answer, frozen=True, kw_only=True):
    """Somebody whom the server knows."""

    name: str
    #: As seats are marked with it.
    person: str
    kind: AccountKind
    #: They are inside now.
    here: bool


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
    #: The score sheet of the evening: matches played at this table, the newest last. Later ones are
    #: told by `ended`.
    scoreboard: list[Played] = []
    #: While nonces are opened: who has still to `disclose` one.
    disclosing: Disclosing | None = None
    #: In a match: where each seat's nonce comes from, as in `started`.
    nonces_from: list[NonceFrom] = []


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


class Accepted(_Answer, frozen=True, kw_only=True):
    """It is done and will not be forgotten. What it brought about follows as `events`."""

    seq: int
    at: int


class Actions(_Answer, frozen=True, kw_only=True):
    """All that one's seat may do now, each with its number in this version of the rules."""

    seq: int
    #: The seats the match waits for.
    turn: list[int]
    legal: list[LegalAction]
    forms: list[FormInfo]
    deadline: int | None


class Hint(_Answer, frozen=True, kw_only=True):
    """What a good bot would do in one's place (null: wait), and why."""

    seq: int
    action: PlainAction | None
    reason: Explanation


class Verdict(_Answer, frozen=True, kw_only=True):
    """Whether the action would be legal; if not, `code` and `message` say why."""

    legal: bool
    code: str | None
    message: str | None
    #: What stands in the blanks of the code's sentence, if it has any.
    data: dict[str, Any] | UnsetType = UNSET


class Talked(_Answer, frozen=True, kw_only=True):
    """`heard` is false if there is nobody of that name."""

    heard: bool


class Shared(_Answer, frozen=True, kw_only=True):
    """Whoever has `share` may see the match: `/api/matches/{match}/record?share={share}`."""

    match: str
    share: str


class Administered(_Answer, frozen=True, kw_only=True):
    """An administrator's command is done."""

    #: What was done.
    sentence: str
    #: A new password, or an invitation's code.
    secret: str | None


class People(_Answer, frozen=True, kw_only=True):
    """Whom an administrator asked for, by name."""

    people: list[KnownPerson]


class Pong(_Answer, frozen=True, kw_only=True):
    """Here I am."""


class Error(_Answer, frozen=True, kw_only=True):
    """It was not done. `code` is for programs, `message` is a sentence for people."""

    code: str
    message: str
    #: What stands in the blanks of the code's sentence, if it has any.
    data: dict[str, Any] | UnsetType = UNSET


class Events(_Tell, frozen=True, kw_only=True):
    """What happened at the table, as one may see it."""

    #: The table's id.
    table: str
    seq: int
    at: int
    events: list[PlainEvent]
    #: For who follows by views, if the match has gone on: all that one sees now, and may do.
    observation: ObservationInfo | UnsetType | None = UNSET


class ChatMessage(_Tell, frozen=True, kw_only=True):
    """Somebody spoke to everyone, or to you alone."""

    reach: Reach
    sender: str
    text: str


class Invited(_Tell, frozen=True, kw_only=True):
    """Somebody asks you to a table; `join` it with the invite."""

    name: str
    person: str
    table: str
    game: str
    invite: str


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
    | Person
    | Table
    | Missed
    | Accepted
    | Actions
    | Hint
    | Verdict
    | Talked
    | Shared
    | Administered
    | People
    | Pong
    | Error
    | Events
    | ChatMessage
    | Invited
    | Goodbye
)

ASKS: tuple[type[Request], ...] = requests_of("client")
TELLS: tuple[type[Any], ...] = get_args(Tell)


def _with_id(kind: type[Request]) -> Any:
    """The request as a message is: with the `id` that its client has given it."""
    return msgspec.defstruct(
        kind.__name__,
        [("id", Id, None)],
        bases=(kind,),
        namespace={"request": kind, "__doc__": kind.__doc__},
        tag=tag_of(kind),
        frozen=True,
        kw_only=True,
    )


#: Each request as a message.
WITH_ID: dict[type[Request], Any] = {kind: _with_id(kind) for kind in ASKS}

#: What each ask may be answered by, beside `Error`. Most of what changes something is `Accepted`.
ANSWERS: dict[type[Any], tuple[type[Any], ...]] = {
    **dict.fromkeys(ASKS, (Accepted,)),
    **dict.fromkeys(
        (requests.Enter, requests.Resume, requests.SignIn, requests.Register, requests.Rename),
        (Entered,),
    ),
    requests.SignOut: (Talked,),
    requests.AskPlayers: (Players,),
    requests.AskTables: (Tables,),
    requests.AskScores: (Scores,),
    requests.AskRatings: (Ratings,),
    requests.AskPerson: (Person,),
    requests.Open: (Table,),
    requests.Join: (Table, Missed),
    requests.Sit: (Table,),
    requests.Invite: (Talked,),
    requests.AskActions: (Actions,),
    requests.AskHint: (Hint,),
    requests.CheckAction: (Verdict,),
    requests.Share: (Shared,),
    requests.Say: (Accepted, Talked),
    requests.Administer: (Administered, People, Tables),
    requests.Ping: (Pong,),
}
