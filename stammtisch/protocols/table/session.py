"""One connection that speaks our own protocol.

The order of what a client is sent: the answer to an ask comes first, then the `events` that the
ask brought about; events that happened before the answer was made come before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from stammtisch import replies
from stammtisch import requests as app
from stammtisch.lobby import admin_commands
from stammtisch.protocols.session import Session
from stammtisch.protocols.table import messages as wire
from stammtisch.protocols.table.codec import (
    EventTexts,
    Unreadable,
    decode,
    encode,
    forms_told,
    legal_told,
    observation_told,
    welcome_text,
)
from stammtisch.replies import Accepted, Actions, Hint, Refused, Verdict
from stammtisch.requests import Leave
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import Closed, EventBatch
from stammtisch.vocabulary import Notice, Reply, Request

#: Shared by all connections, which is what makes it worth having.
_event_texts = EventTexts()


class TableSession(Session[str]):
    says_unknown = True

    def __init__(
        self,
        address: str,
        key: str | None = None,
        *,
        members_only: bool = False,
        cheats: bool = False,
    ) -> None:
        """`key` stood in the address that the client opened: its asks need not have it."""
        super().__init__()
        #: Where the peer comes from, for whoever keeps a log.
        self.address = address
        self._key = key
        #: The table where the peer is.
        self._table: str | None = None
        self.outbox.append(welcome_text(members_only=members_only, cheats=cheats))

    # --- asks --------------------------------------------------------------------------------

    def receive(self, message: str) -> None:
        try:
            to, ask = decode(message)
        except Unreadable as error:
            self._tell(wire.Error(id=error.id, code=error.code, message=error.message))
            return
        if isinstance(ask, app.Ping):
            self._tell(wire.Pong(id=to))
            return
        if self._key is not None and isinstance(ask, app.Enter | app.Resume | app.Register):
            ask = replace(ask, key=ask.key or self._key)
        self.ask(ask, partial(self._answer, to, ask))

    # --- tells -------------------------------------------------------------------------------

    def _answer(self, to: wire.Id, ask: Request, reply: Reply) -> None:
        _ANSWERS[type(reply)](self, to, reply)
        if isinstance(ask, Leave):
            # Also where it was refused: then the table is gone.
            self._table = None

    def notified(self, notice: Notice) -> None:
        match notice:
            case EventBatch():
                self._tell_events(notice)
            case replies.ChatMessage():
                self.outbox.append(_heard(notice))
            case replies.Invited():
                self._tell(
                    wire.Invited(
                        name=notice.name,
                        person=notice.person,
                        table=notice.table,
                        game=notice.game,
                        invite=notice.invite,
                    )
                )
            case replies.Goodbye():
                self._tell(wire.Goodbye(reason=notice.reason))
                self.closing = notice.reason

    def _tell(self, message: wire.Tell) -> None:
        self.outbox.append(encode(message))

    def _tell_events(self, batch: EventBatch) -> None:
        if not batch.events and batch.observation is None:
            return
        self.outbox.append(_event_texts.text(batch))
        if self._table == batch.table and _closes(batch):
            self._table = None

    # --- answers -----------------------------------------------------------------------------

    def _entered(self, to: wire.Id, reply: replies.Entered) -> None:
        self._tell(
            wire.Entered(
                id=to,
                account=reply.account,
                name=reply.name,
                kind=reply.kind,
                token=reply.token,
                admin=reply.admin,
            )
        )

    def _at_table(self, to: wire.Id, reply: replies.AtTable) -> None:
        joined, snapshot = reply.joined, reply.joined.snapshot
        info = snapshot.info
        self._table = info.id
        common: dict[str, Any] = {
            "id": to,
            "created": reply.created,
            "invite": joined.invite,
            "table": info,
            "seat": joined.seat,
            "back": joined.back,
            "seq": snapshot.seq,
            "at": snapshot.at,
            "commitment": snapshot.commitment,
            "match": snapshot.match,
            "chat": snapshot.chat,
            "scoreboard": snapshot.scoreboard,
            "disclosing": snapshot.disclosing,
            "nonces_from": snapshot.nonces_from,
            "observation": UNSET
            if snapshot.observation is None
            else observation_told(snapshot.observation),
        }
        if joined.missed is None:
            # The snapshot was taken after what joining brought about: nothing is to be added.
            view = None if snapshot.view is None else to_plain(snapshot.view)
            self._tell(wire.Table(**common, view=view))
            return
        self._tell(wire.Missed(**common, batches=[_missed(batch) for batch in joined.missed]))
        self._tell_events(EventBatch(info.id, snapshot.seq, snapshot.at, joined.events))

    def _accepted(self, to: wire.Id, reply: Accepted) -> None:
        self._tell(wire.Accepted(id=to, seq=reply.seq, at=reply.at))
        if self._table is not None:
            self._tell_events(
                EventBatch(self._table, reply.seq, reply.at, reply.events, reply.observation)
            )

    def _actions(self, to: wire.Id, reply: Actions) -> None:
        observation = reply.observation
        self._tell(
            wire.Actions(
                id=to,
                seq=reply.seq,
                turn=[] if observation is None else list(observation.turn),
                legal=[] if observation is None else legal_told(observation),
                forms=[] if observation is None else forms_told(observation),
                deadline=None if observation is None else observation.deadline,
            )
        )

    def _hint(self, to: wire.Id, reply: Hint) -> None:
        action = None if reply.action is None else to_plain(reply.action)
        self._tell(wire.Hint(id=to, seq=reply.seq, action=action, reason=reply.reason))


@lru_cache(maxsize=8)
def _heard(notice: replies.ChatMessage) -> str:
    """Made once, however many hear it."""
    return encode(wire.ChatMessage(reach=notice.reach, sender=notice.sender, text=notice.text))


def _missed(batch: EventBatch) -> wire.MissedBatch:
    events = [to_plain(event) for event in batch.events]
    return wire.MissedBatch(seq=batch.seq, at=batch.at, events=events)


def _closes(batch: EventBatch) -> bool:
    return any(type(event) is Closed for event in batch.events)


# --- what the server's answers are on the wire ----------------------------------------------------

_Answer: TypeAlias = Callable[[TableSession, wire.Id, Any], None]

_ANSWERS: dict[type[Any], _Answer] = {
    replies.Entered: TableSession._entered,
    replies.AtTable: TableSession._at_table,
    Accepted: TableSession._accepted,
    Actions: TableSession._actions,
    Hint: TableSession._hint,
    Verdict: lambda session, to, reply: session._tell(
        wire.Verdict(
            id=to,
            legal=reply.legal,
            code=reply.code,
            message=reply.message,
            data=reply.data or UNSET,
        )
    ),
    replies.Players: lambda session, to, reply: session._tell(
        wire.Players(id=to, names=reply.names)
    ),
    replies.Tables: lambda session, to, reply: session._tell(
        wire.Tables(id=to, tables=reply.tables, more=reply.more)
    ),
    replies.Scores: lambda session, to, reply: session._tell(
        wire.Scores(id=to, scores=reply.scores)
    ),
    replies.Ratings: lambda session, to, reply: session._tell(
        wire.Ratings(id=to, ratings=reply.ratings)
    ),
    replies.Person: lambda session, to, reply: session._tell(
        wire.Person(
            id=to,
            name=reply.name,
            person=reply.person,
            kind=reply.kind,
            here=reply.here,
        )
    ),
    replies.Shared: lambda session, to, reply: session._tell(
        wire.Shared(id=to, match=reply.match, share=reply.share)
    ),
    admin_commands.Administered: lambda session, to, reply: session._tell(
        wire.Administered(id=to, sentence=reply.sentence, secret=reply.secret)
    ),
    admin_commands.People: lambda session, to, reply: session._tell(
        wire.People(id=to, people=reply.people)
    ),
    replies.Talked: lambda session, to, reply: session._tell(wire.Talked(id=to, heard=reply.heard)),
    Refused: lambda session, to, reply: session._tell(
        wire.Error(id=to, code=reply.code, message=reply.message, data=reply.data or UNSET)
    ),
}
