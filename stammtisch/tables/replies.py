"""What a table answers: plain records, whoever carries them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from stammtisch.bots.bots import Reason
from stammtisch.games.game import Observation, Refusal, Value
from stammtisch.records import ChatLine, NonceFrom, Played
from stammtisch.tables.events import AnyEvent, EventBatch, SeatInfo
from stammtisch.tables.settings import BotLevel, Leaver

Phase = Literal["open", "playing", "over"]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it."""

    id: str
    number: int
    #: What its host calls it; "" is nothing.
    name: str = ""
    game: str
    profile: str
    options: dict[str, Value]
    phase: Phase
    seats: list[SeatInfo]
    #: The seat of whoever runs the table; None while nobody does.
    host: int | None = None
    private: bool
    #: Newcomers need the password, or an invitation.
    locked: bool = False
    leaver: Leaver
    bots: BotLevel
    fill_after: float | None = None
    watch: bool
    #: May people ask what a good bot would do?
    hints: bool = True
    #: Seconds after which somebody may take over the seat of who is away from a match; 0 is never.
    grace: int = 120
    #: Milliseconds that bots take for a move; None is the server's own pace.
    pace: int | None = None
    spectators: int
    #: Seconds since 1970.
    created: float
    #: Of the last match, once it is over: the winner's name, "" for none.
    winner: str | None = None
    #: The next match goes on from one that was adjourned.
    adjourned: bool = False


class Disclosing(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody is ready, and nonces are being opened."""

    #: Each seat's hash; null where it has none.
    hashes: list[str | None]
    #: The seats that have still to open theirs.
    waits_for: list[int]
    #: Table time until which that must be done.
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
    nonces_from: list[NonceFrom] = []

    @property
    def chat(self) -> list[ChatLine]:
        return self.beside.get("chat", [])


class Joined(msgspec.Struct, frozen=True, kw_only=True, tag=True):
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


class Accepted(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """It is done and durable; `events` are what it brought about, as the asker may see them."""

    seq: int
    at: int
    events: list[AnyEvent]
    #: What one sees afterwards, for those who follow by views.
    observation: Observation | None = None


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    code: str
    message: str
    #: What stands in the blanks of the code's sentence.
    data: dict[str, Any] = {}

    @classmethod
    def by(cls, refusal: Refusal) -> Refused:
        return cls(code=refusal.code, message=refusal.reason, data=refusal.data)


class Saved(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """An adjourned match that only this server can read and has signed."""

    token: str


class Actions(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    seq: int
    #: What the asker sees and may do; None where no match is on.
    observation: Observation | None


class Verdict(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    legal: bool
    code: str | None = None
    message: str | None = None
    data: dict[str, Any] = {}


class Explanation(msgspec.Struct, frozen=True):
    """Why a bot does something: the code of its sentence, what is filled in, and it in English."""

    code: str
    data: dict[str, Any]
    sentence: str

    @classmethod
    def of(cls, reason: Reason) -> Explanation:
        return cls(reason.code, dict(reason.data), reason.sentence)


class Hint(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What a good bot would do (None: wait), and why."""

    seq: int
    action: Any
    reason: Explanation


class Past(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The deals of a running match that lie open to all who are at the table."""

    game: str
    #: Its entries in the journal, from the first to before the one that does not belong to it.
    first: int
    until: int
    #: What they are chained to, in hexadecimal.
    previous: str


Answer = Joined | Accepted | Saved | Actions | Verdict | Hint | Past | Refused

#: To who may not come in, a private table is one that does not exist.
NO_SUCH_TABLE = ("unknown_table", "There is no such table, or it has been closed.")

#: The answer of a table that is no more.
NO_TABLE = Refused(code="unknown_table", message="The table has been closed.")
