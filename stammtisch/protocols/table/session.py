"""One connection that speaks our own protocol.

The order of what a client is sent: the answer to a request comes first, then the `events` that the
request brought about; events that happened before the answer was made come before it.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from stammtisch.protocols.session import Session
from stammtisch.protocols.table import messages as wire
from stammtisch.protocols.table.codec import (
    EventTexts,
    Unreadable,
    actions_told,
    decode,
    encode,
    encode_answer,
    observation_told,
    welcome_text,
)
from stammtisch.replies import Accepted, Actions, AtTable, Goodbye, Hint, Pong, Refused
from stammtisch.requests import Enter, Ping, Register, Resume
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import Closed, EventBatch
from stammtisch.vocabulary import Notice, Reply

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
        """`key` stood in the address that the client opened: its requests need not have it."""
        super().__init__()
        #: Where the peer comes from, for whoever keeps a log.
        self.address = address
        self._key = key
        #: The table where the peer is.
        self._table: str | None = None
        self.outbox.append(welcome_text(members_only=members_only, cheats=cheats))

    # --- requests ----------------------------------------------------------------------------

    def receive(self, message: str) -> None:
        try:
            to, request = decode(message)
        except Unreadable as error:
            self._answer(error.id, Refused(code=error.code, message=error.message))
            return
        if type(request) is Ping:
            self._answer(to, Pong())
            return
        if self._key is not None and isinstance(request, Enter | Resume | Register):
            request = replace(request, key=request.key or self._key)
        self.ask(request, partial(self._answered, to))

    # --- replies -----------------------------------------------------------------------------

    def _answered(self, to: wire.Id, reply: Reply) -> None:
        match reply:
            case Accepted():
                self._answer(to, wire.Accepted(seq=reply.seq, at=reply.at))
                if self._table is not None:
                    self._tell_events(
                        EventBatch(
                            self._table, reply.seq, reply.at, reply.events, reply.observation
                        )
                    )
            case AtTable():
                self._at_table(to, reply)
            case Actions():
                self._answer(to, actions_told(reply))
            case Hint() if reply.action is not None:
                self._answer(to, replace(reply, action=to_plain(reply.action)))
            case _:
                self._answer(to, reply)

    def _answer(self, to: wire.Id, reply: Reply) -> None:
        self.outbox.append(encode_answer(reply, to))

    def _at_table(self, to: wire.Id, reply: AtTable) -> None:
        joined, snapshot = reply.joined, reply.joined.snapshot
        info, seen = snapshot.info, snapshot.observation
        self._table = info.id
        common: dict[str, Any] = {
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
            "observation": UNSET if seen is None else observation_told(seen),
        }
        if joined.missed is None:
            # The snapshot was taken after what joining brought about: nothing is to be added.
            view = None if snapshot.view is None else to_plain(snapshot.view)
            self._answer(to, wire.Table(**common, view=view))
            return
        self._answer(to, wire.Missed(**common, batches=[_missed(one) for one in joined.missed]))
        self._tell_events(EventBatch(info.id, snapshot.seq, snapshot.at, joined.events))

    # --- notices -----------------------------------------------------------------------------

    def notified(self, notice: Notice) -> None:
        if isinstance(notice, EventBatch):
            self._tell_events(notice)
            return
        self.outbox.append(_told(notice))
        if isinstance(notice, Goodbye):
            self.closing = notice.reason

    def _tell_events(self, batch: EventBatch) -> None:
        if not batch.events and batch.observation is None:
            return
        self.outbox.append(_event_texts.text(batch))
        if self._table == batch.table and any(type(event) is Closed for event in batch.events):
            self._table = None


@lru_cache(maxsize=8)
def _told(notice: Notice) -> str:
    """Made once, however many hear it."""
    return encode(notice)


def _missed(batch: EventBatch) -> wire.MissedBatch:
    events = [to_plain(event) for event in batch.events]
    return wire.MissedBatch(seq=batch.seq, at=batch.at, events=events)
