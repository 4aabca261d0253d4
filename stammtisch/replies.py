"""What the server and its tables answer, and what the server says unasked.

A request's declaration names what it may be answered by; anything may be answered by `Refused`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from stammtisch.bots.bots import Reason
from stammtisch.games.game import Observation, Refusal, Value
from stammtisch.records import ChatLine, HighScore, Played
from stammtisch.tables.events import AnyEvent, EventBatch, SeatInfo
from stammtisch.vocabulary import AnAction, Notice, Reply

# --- who one is --------------------------------------------------------------------------------


class Entered(Reply, frozen=True, kw_only=True):
    """Who one is now. `token` is null unless a new one was made: keep it to `resume`.

    account: The id of the account, which stays the same whatever its name is.
    name: The name one really has: made unique by `_1`, `_2`, …
    token: The secret to come back with; only where a new one was made.
    admin: One may `administer` the server.
    """

    account: str
    name: str
    kind: str
    token: str | None = None
    admin: bool = False


class Pong(Reply, frozen=True, kw_only=True):
    """Here I am."""


# --- looking around ----------------------------------------------------------------------------


class ServerInfo(Reply, frozen=True, kw_only=True):
    """Which server it is."""

    #: Tells this server from all others: 32 hexadecimal digits.
    id: str
    players: int


class Players(Reply, frozen=True, kw_only=True):
    """Names of those who are inside, in the order in which they came.

    names: Names of people.
    """

    names: list[str]


#: Between what a table is: not yet begun, in a match, and after one.
Phase = Literal["open", "playing", "over"]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it.

    id: The table's id.
    number: The table's number in the game's own protocol.
    name: What its host calls it; "" is nothing.
    phase: `open` before the first match, `playing`, or `over` between matches.
    host: The seat of whoever runs the table; None while nobody does.
    locked: Newcomers need the password, or an invitation.
    bots: How well bots play that fill seats or sit in.
    fill_after: Seconds after which bots take the empty seats; 0 is at once, null never.
    watch: People may watch who have no seat.
    hints: May people ask what a good bot would do?
    grace: Seconds after which somebody may take over the seat of who is away from a match; 0 is
        never.
    pace: Milliseconds that bots take for a move; None is the server's own pace.
    spectators: How many look on.
    created: Seconds since 1970.
    winner: Of the last match, once it is over: the winner's name, "" for none.
    adjourned: The next match goes on from one that was adjourned.
    """

    id: str
    number: int
    name: str = ""
    game: str
    profile: str
    options: dict[str, Value]
    phase: str
    seats: list[SeatInfo]
    host: int | None = None
    private: bool
    locked: bool = False
    leaver: str
    bots: str
    fill_after: float | None = None
    watch: bool
    hints: bool = True
    grace: int = 120
    pace: int | None = None
    spectators: int
    created: float
    winner: str | None = None
    adjourned: bool = False


class Tables(Reply, frozen=True, kw_only=True):
    """Public tables, oldest first.

    tables: A page of the public tables, the oldest first.
    more: There are more, after this; None is the end.
    """

    tables: list[TableInfo]
    more: int | None = None


class Scores(Reply, frozen=True, kw_only=True):
    """The high scores of a game.

    scores: The best, the best first.
    """

    scores: list[HighScore]


class RatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """How strong somebody has shown themselves.

    mu: The mean of the rating.
    sigma: How uncertain the rating is.
    played: How many matches it rests on.
    """

    name: str
    mu: float
    sigma: float
    played: int


class Ratings(Reply, frozen=True, kw_only=True):
    """The strongest first.

    ratings: The best, the best first.
    """

    ratings: list[RatedPlayer]


class Person(Reply, frozen=True, kw_only=True):
    """Somebody whom the server knows.

    here: They are inside now.
    """

    name: str
    person: str
    kind: str
    here: bool


# --- tables ------------------------------------------------------------------------------------


class Disclosing(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody is ready, and nonces are being opened.

    hashes: Each seat's hash; null where it has none.
    waits_for: The seats that have still to open theirs.
    deadline: Table time until which that must be done.
    """

    hashes: list[str | None]
    waits_for: list[int]
    deadline: int


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
    #: For those who follow by views.
    observation: Observation | None = None
    #: What is kept beside the journal, by kind; oldest first.
    beside: dict[str, list[Any]] = {}
    #: The matches that were played at this table, the newest last.
    scoreboard: list[Played] = []
    #: While nonces are opened.
    disclosing: Disclosing | None = None
    #: Where each seat's nonce comes from, in a match (`Started.nonces_from`).
    nonces_from: list[str] = []

    @property
    def chat(self) -> list[ChatLine]:
        return self.beside.get("chat", [])


class Joined(Reply, frozen=True, kw_only=True):
    seat: int | None
    #: The seat was this account's before.
    back: bool
    #: The code that lets others join.
    invite: str
    snapshot: Snapshot
    #: What was missed since the client's "since"; None if that is too long ago (or not asked).
    missed: list[EventBatch] | None
    #: What joining itself brought about.
    events: list[AnyEvent]


class AtTable(Reply, frozen=True, kw_only=True):
    #: True if this ask opened the table.
    created: bool
    joined: Joined


class Accepted(Reply, frozen=True, kw_only=True):
    """It is done and durable; `events` are what it brought about, as the asker may see them."""

    seq: int
    at: int
    events: list[AnyEvent]
    #: What one sees afterwards, for those who follow by views.
    observation: Observation | None = None


class Saved(Reply, frozen=True, kw_only=True):
    """An adjourned match that only this server can read and has signed."""

    token: str


# --- in a match --------------------------------------------------------------------------------


class Actions(Reply, frozen=True, kw_only=True):
    seq: int
    #: What the asker sees and may do; None where no match is on.
    observation: Observation | None


class Verdict(Reply, frozen=True, kw_only=True):
    """Whether the action would be legal; if not, `code` and `message` say why.

    legal: Whether it may be done now.
    data: What stands in the blanks of the code's sentence.
    """

    legal: bool
    code: str | None = None
    message: str | None = None
    data: dict[str, Any] = msgspec.field(default_factory=dict)


class Explanation(msgspec.Struct, frozen=True):
    """Why a bot does something: the code of its sentence, what is filled in, and it in English.

    code: Of the sentence in `stammtisch/i18n/reasons`; there may be new ones.
    data: What is filled into the sentence's blanks.
    sentence: In English.
    """

    code: str
    data: dict[str, Any]
    sentence: str

    @classmethod
    def of(cls, reason: Reason) -> Explanation:
        return cls(reason.code, dict(reason.data), reason.sentence)


class Hint(Reply, frozen=True, kw_only=True):
    """What a good bot would do in one's place (null: wait), and why.

    reason: Why.
    """

    seq: int
    action: AnAction | None
    reason: Explanation


class Past(Reply, frozen=True, kw_only=True):
    """The deals of a running match that lie open to all who are at the table."""

    game: str
    #: Its entries in the journal, from the first to before the one that does not belong to it.
    first: int
    until: int
    #: What they are chained to, in hexadecimal.
    previous: str


# --- finished matches --------------------------------------------------------------------------


class Shared(Reply, frozen=True, kw_only=True):
    """Whoever has `share` may see the match: `/api/matches/{match}/record?share={share}`.

    share: The record is at `/api/matches/{match}/record?share={share}`.
    """

    match: str
    share: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What a good bot would have done in the place of who acted there.

    seq: The entry of the match's record that is judged.
    action: Null: nothing better than to wait.
    same: It is what was done.
    """

    seq: int
    seat: int
    action: dict[str, Any] | None
    reason: Explanation | None
    same: bool


# --- talk --------------------------------------------------------------------------------------


class Talked(Reply, frozen=True, kw_only=True):
    """`heard` is False if there is nobody of that name.

    heard: Whether there was anybody, or (when signing out) anything, of that name.
    """

    heard: bool = True


# --- refusals ----------------------------------------------------------------------------------


class Refused(Reply, frozen=True, kw_only=True, tag="error"):
    """It was not done. `code` is for programs, `message` is a sentence for people.

    data: What stands in the blanks of the code's sentence.
    """

    code: str
    message: str
    data: dict[str, Any] = msgspec.field(default_factory=dict)

    @classmethod
    def by(cls, refusal: Refusal) -> Refused:
        return cls(code=refusal.code, message=refusal.reason, data=refusal.data)


#: To who may not come in, a private table is one that does not exist.
NO_SUCH_TABLE = ("unknown_table", "There is no such table, or it has been closed.")

#: The answer of a table that is no more.
NO_TABLE = Refused(code="unknown_table", message="The table has been closed.")


#: Refusals that say nothing about who asked, nor for what: the server itself is in trouble.
TROUBLE = ("our_fault", "failed", "closed", "cannot_write", "not_saved")


def troubled(reply: Reply) -> str | None:
    """Why the server cannot answer now, whoever asks; None if it has answered."""
    return reply.message if isinstance(reply, Refused) and reply.code in TROUBLE else None


def shut_out(reply: Reply, key: str | None) -> str | None:
    """Why it is no use to try again as somebody else, with that key; None if it may be."""
    codes = ("banned", "wrong_key") if key else ("banned", "key_needed")
    if isinstance(reply, Refused) and reply.code in codes:
        return reply.message
    return troubled(reply)


# --- unasked -----------------------------------------------------------------------------------


class ChatMessage(Notice, frozen=True, kw_only=True):
    """Somebody spoke to everyone, or to you alone.

    reach: Who hears it: those at the `table`, `everyone` inside, or one `person`.
    sender: Who said it; `server` is what speaks for itself.
    """

    reach: str
    text: str
    sender: str


class Invited(Notice, frozen=True, kw_only=True):
    """Somebody asks you to a table; `join` it with the invite.

    name: Who asks.
    table: The id of the table.
    invite: The code to join with.
    """

    name: str
    person: str
    table: str
    game: str
    invite: str


class Goodbye(Notice, frozen=True, kw_only=True):
    """The server closes the connection after this.

    alone: Only this one must go.
    """

    reason: str
    alone: bool = False
