"""One client of the Tarock protocol, sans I/O. A message is a JSON text.

The address says who comes (`?name=`, `?token=`). Every message is answered, by a response or an
error of its command, before the events that it brought about; nothing that a client says ends
the connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET

from stammtisch.games.game import Event
from stammtisch.games.tarock.records import AnnouncingOver, Dealt, MatchOver, Scored
from stammtisch.protocols.session import Session
from stammtisch.protocols.tarock.events import (
    TELLING,
    Written,
    finished,
    mover_after,
    result,
    text,
)
from stammtisch.protocols.tarock.handlers import HANDLERS
from stammtisch.protocols.tarock.messages import (
    IN_GAME,
    NAMES,
    BadCommand,
    Object,
    Relayed,
    named,
    read,
)
from stammtisch.protocols.tarock.room import TAROCK, Room, StartVote, described
from stammtisch.protocols.tiles.handlers import nickname
from stammtisch.records import person_of
from stammtisch.replies import (
    Accepted,
    AtTable,
    ChatMessage,
    Entered,
    Goodbye,
    Invited,
    Joined,
    TableInfo,
    Tables,
    shut_out,
)
from stammtisch.requests import (
    Enter,
    FindTables,
    Join,
    Resume,
    Unready,
)
from stammtisch.tables.events import (
    AnyEvent,
    Closed,
    Configured,
    Ended,
    EventBatch,
    Opened,
    Readied,
    Said,
    Started,
)
from stammtisch.vocabulary import Notice, Reply

WRITTEN = Written()
#: Likewise, of deals that are over: the longest texts there are.
RESULTS = Written()

#: As the document spells it.
ACCOUNCE = '{"event":"game.tarock.accounce.finished"}'


class TarockSession(Session[str]):
    """`handlers` holds what each command does."""

    def __init__(
        self,
        address: str,
        query: Mapping[str, str],
        time_ns: Callable[[], int],
        random_bytes: Callable[[int], bytes],
        now: Callable[[], int],
    ) -> None:
        """`time_ns` is the time of day, `now` the monotonic time in milliseconds."""
        super().__init__()
        self.address = address
        self._time_ns = time_ns
        self._now = now
        self._random_bytes = random_bytes
        #: The client knows the name that stands in the document, slip and all.
        self._literal = query.get("spelling") == "document"
        self._name = nickname(query["name"]) if query.get("name") else None
        self._token: str | None = query.get("token") or None
        #: Where the server is closed to strangers: its password, or an invitation.
        self._key = query.get("key") or None
        self._entered: Entered | None = None
        self.room: Room | None = None
        self.start = StartVote()
        #: The time of day in milliseconds at which the table last said something.
        self.told_ms = 0
        #: What is to be answered: a command's name, and the client's mark for it.
        self._answering: tuple[str, Any] = "", UNSET
        #: Where that answer goes, if not to the connection.
        self._relaying: Callable[[str], None] | None = None
        if self._token is not None:
            self.ask(Resume(token=self._token, key=self._key), self._resumed)
        else:
            self.ask(Enter(name=self._name, key=self._key), self._came)

    @property
    def token(self) -> str | None:
        """What lets its client come back."""
        return (self._entered.token if self._entered else None) or self._token

    # --- what comes in -------------------------------------------------------------------------

    def receive(self, message: str | Relayed) -> None:
        if self.closing is not None:
            return
        self._relaying = None
        if isinstance(message, Relayed):
            self._relaying, message = message.answer, message.command
        said = read(message)
        if isinstance(said, BadCommand):
            self._answer({"response": said.command}, said.request_id, said.error, said.description)
            return
        self._answering = NAMES[type(said)], said.request_id
        HANDLERS[type(said)](self, said)

    def notified(self, notice: Notice) -> None:
        if isinstance(notice, EventBatch):
            # What a table said before one left it may still be under way.
            if self.room is not None and notice.table == self.room.id:
                self.tell(notice.events, notice.at)
        elif isinstance(notice, Goodbye):
            self.closing = notice.reason
        elif isinstance(notice, ChatMessage):
            self.outbox.append(_chat(notice))
        elif isinstance(notice, Invited) and notice.game == TAROCK:
            self.say("lobby.room.invite", nickname=notice.name, room_id=notice.invite)

    def tick(self, now: int) -> None:
        if self.room is not None and self.start.lapses(now) and self.room.is_host:
            for request in self.start.undoing():
                self.ask(request, self._did_chore)
        self.due = self.start.due

    # --- what goes out -------------------------------------------------------------------------

    def respond(self, **extra: Any) -> None:
        name, mark = self._answering
        self._answer({"response": name}, mark, **extra)

    def fail(self, error: str, description: str) -> None:
        name, mark = self._answering
        self._answer({"response": name}, mark, error, description)

    def _answer(
        self,
        answer: Object,
        mark: Any,
        error: str | None = None,
        description: str | None = None,
        **extra: Any,
    ) -> None:
        if mark is not UNSET:
            answer["request_id"] = mark
        if error is not None:
            answer["error"] = error
            answer["error_description"] = description
        send = self._relaying or self.outbox.append
        send(text({**answer, **extra}))

    def say(self, event: str, **keys: Any) -> None:
        self.outbox.append(text({"event": event, **keys}))

    def done(self, reply: Reply, names: Mapping[str, str] = IN_GAME) -> None:
        """The usual end of a command; `names` are what it calls refusals."""
        if isinstance(reply, Accepted):
            self.respond()
            self.tell(reply.events, reply.at)
        else:
            self.fail(*named(reply, names))

    def _did_chore(self, reply: Reply) -> None:
        if isinstance(reply, Accepted):
            self.tell(reply.events, reply.at)

    # --- coming in -----------------------------------------------------------------------------

    def _resumed(self, reply: Reply) -> None:
        if isinstance(reply, Entered):
            self._entered = reply
            self.ask(FindTables(game=TAROCK), self._found_seats)
        elif shut_out(reply, self._key) is not None:
            self._came(reply)
        else:
            self._token = None
            self.ask(Enter(name=self._name, key=self._key), self._came)

    def _found_seats(self, reply: Reply) -> None:
        """Back to the seat that is kept; if there are several, to the one of a running game."""
        tables = reply.tables if isinstance(reply, Tables) else []
        if not tables:
            self._greet()
            return
        running = [info for info in tables if info.phase == "playing"]
        self.ask(Join(table=(running or tables)[-1].id), self._came_back)

    def _came_back(self, reply: Reply) -> None:
        if isinstance(reply, AtTable) and reply.joined.seat is not None:
            self.come_in(reply.joined, StartVote())
            assert self.room is not None
            self._greet(room=described(self.room.info), playing=self.room.playing)
            self.tell_joined(reply.joined)
        else:
            self._greet()

    def _came(self, reply: Reply) -> None:
        if isinstance(reply, Entered):
            self._entered = reply
            self._greet()
        else:
            # A server that is closing lets nobody in, and some servers not everybody.
            self.closing = named(reply, IN_GAME)[1]

    def _greet(self, **keys: Any) -> None:
        entered = self._entered
        assert entered is not None
        self.say(
            "lobby.session",
            user_id=person_of(entered.account),
            nickname=entered.name,
            token=self.token,
            **keys,
        )

    # --- the room ------------------------------------------------------------------------------

    def come_in(self, joined: Joined, start: StartVote) -> None:
        self.room, self.start = Room(joined), start
        self.told_ms = self._time_ns() // 1_000_000

    def tell_joined(self, joined: Joined) -> None:
        """What coming in has brought about. Who sits where is in the answer already."""
        self.tell(
            [event for event in joined.events if isinstance(event, Event | Started)],
            joined.snapshot.at,
        )

    def look_around(self, info: TableInfo) -> None:
        """The room as it is now: what has changed unsaid is told."""
        if self.room is not None:
            self.outbox += map(text, self.room.reseat(info.seats, self._time_ns()))

    def go_out(self) -> None:
        self.room = None
        self.start = StartVote()
        self._queued.clear()

    # --- what happens there --------------------------------------------------------------------

    def tell(self, events: Sequence[AnyEvent], at: int) -> None:
        room = self.room
        if room is None:
            return
        now = self._time_ns()
        room.at, self.told_ms = at, now // 1_000_000
        for event in events:
            if telling := TELLING.get(type(event)):  # type: ignore[arg-type]
                self._tell_move(event, telling)
                continue
            if special := _SPECIAL.get(type(event)):
                special(self, room, event)
            seats = getattr(event, "seats", None)
            if seats is not None:
                self.outbox += map(text, room.reseat(seats, now))
        if room.own is None:
            self.go_out()
            return
        if room.playing:
            self._tell_time(room, events)
        else:
            self._agree(room)

    def _tell_move(self, event: Any, telling: Callable[[Any], Object]) -> None:
        if self._literal and isinstance(event, AnnouncingOver):
            self.outbox.append(ACCOUNCE)
        else:
            self.outbox.append(WRITTEN.of(event, telling))

    def _tell_time(self, room: Room, events: Iterable[AnyEvent]) -> None:
        """By when the next move must come, where the table has a clock; and the next deal."""
        clock, due, mover = room.seconds("turn_clock"), 0, None
        for event in events:
            if type(event) is Scored:
                due, mover = room.seconds("pause"), None
            elif clock and (after := mover_after(event)) is not None:
                due, mover = clock, after
        if due:
            deadline = self.told_ms + due * 1000
            self.say("game.tarock.timer", player_id=mover, deadline_ms=deadline)

    def _agree(self, room: Room) -> None:
        """Has a start begun, or come to nothing?"""
        start = self.start
        if room.starting and not start.under_way:
            state = None if room.is_host else self._random_bytes(32).hex()
            start.begin(state, self._now())
            if start.state is not None:
                self.say("lobby.game.start", room_id=room.id, state=start.state)
        elif start.under_way and not room.starting:
            start.end()
            self.say("lobby.game.lapse", room_id=room.id)
            if room.own is not None and room.own.ready:
                self.ask(Unready(), self._did_chore)
        if (request := start.starts_by_itself(room)) is not None:
            self.ask(request, self._did_chore)

    # --- what not everybody is told in the same words ------------------------------------------

    def _dealt(self, room: Room, event: Dealt) -> None:
        room.totals = event.totals
        assert room.seat is not None
        self.say(
            "game.tarock.deal",
            id=room.seat,
            hand=event.hands[room.seat],
            round=event.deal,
            dealer=event.dealer,
            players=room.players(),
            totals=event.totals,
            radli=event.radli,
            rules=room.rules,
        )

    def _scored(self, room: Room, event: Scored) -> None:
        room.totals = event.result.totals
        self.outbox.append(RESULTS.of(event, lambda event: result(event.result, room.match)))

    def _over(self, room: Room, event: MatchOver) -> None:
        self.outbox.append(text(finished(event.kind, event.totals)))

    def _ended(self, room: Room, event: Ended) -> None:
        room.enter("over")
        if event.outcome == "aborted":
            said = finished(event.outcome, room.totals)
            self.outbox.append(text({**said, "reason": event.reason}))

    def _opened(self, room: Room, event: Opened) -> None:
        room.enter("over")

    def _started(self, room: Room, event: Started) -> None:
        room.enter("playing")
        room.match = event.match
        self.start.end()

    def _readied(self, room: Room, event: Readied) -> None:
        seat = event.seats[event.seat]
        if event.seat != room.seat and not seat.host and seat.bot is None:
            self.say("lobby.player.ready", user_id=seat.person)

    def _configured(self, room: Room, event: Configured) -> None:
        room.configure(event)

    def _said(self, room: Room, event: Said) -> None:
        self.say("game.tarock.chat", player_id=event.seat, nickname=event.name, text=event.text)

    def _closed(self, room: Room, event: Closed) -> None:
        self.say("lobby.room.closed", room_id=room.id, reason=event.reason)
        room.seat = None


@lru_cache(maxsize=8)
def _chat(notice: ChatMessage) -> str:
    """Made once, however many hear it."""
    return text({"event": "lobby.chat", "nickname": notice.sender, "text": notice.text})


_SPECIAL: Mapping[type[Any], Callable[[TarockSession, Room, Any], None]] = {
    Dealt: TarockSession._dealt,
    Scored: TarockSession._scored,
    MatchOver: TarockSession._over,
    Ended: TarockSession._ended,
    Opened: TarockSession._opened,
    Started: TarockSession._started,
    Readied: TarockSession._readied,
    Configured: TarockSession._configured,
    Said: TarockSession._said,
    Closed: TarockSession._closed,
}
