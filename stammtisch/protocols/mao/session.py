"""One client of the Mao protocol, sans I/O. A message is a JSON text.

The address says all that a client must say; it is led to its table at once, or turned away. What
cannot be done is never answered.

`Memory` keeps what clients were told that may come back, and where they stopped. `lobbies` answers
`GET /lobbies`: the tables that still wait for players.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from stammtisch.games.mao.records import (
    RoundStarted,
    View,
)
from stammtisch.protocols.mao import events, extended_events
from stammtisch.protocols.mao.events import EventEncoder, events_of
from stammtisch.protocols.mao.handlers import request_of
from stammtisch.protocols.mao.messages import TABLES, ConnectParams, Piece, piece, read, seats_of
from stammtisch.protocols.mao.roster import Roster
from stammtisch.protocols.session import NO_STATUS, Session
from stammtisch.replies import (
    Accepted,
    AtTable,
    ChatMessage,
    Entered,
    Goodbye,
    Joined,
    Refused,
    TableInfo,
    shut_out,
)
from stammtisch.requests import Enter, JoinNumber, Leave, Resume
from stammtisch.tables.events import EventBatch
from stammtisch.vocabulary import Notice, Reply

GAME = "mao"


def lobbies(tables: Sequence[TableInfo], taken: Collection[int] = ()) -> dict[str, dict[str, int]]:
    """By table id: how many are there, and how many it takes.

    An id that is not `taken` is an empty lobby. Tables that were opened elsewhere are here by
    their numbers, too. Private ones are missing, like those in a game.
    """
    waiting = {
        str(number): _lobby(0, seats)
        for number in range(TABLES)
        if (seats := seats_of(number)) is not None and number not in taken
    }
    for table in tables:
        if table.game != GAME:
            continue
        players = sum(seat.player is not None and not seat.away for seat in table.seats)
        if table.phase != "playing" and players < len(table.seats):
            waiting[str(table.number)] = _lobby(players, len(table.seats))
        else:
            waiting.pop(str(table.number), None)
    return waiting


def _lobby(players: int, seats: int) -> dict[str, int]:
    return {"numPlayers": players, "maxPlayers": seats}


#: Events of each that are kept, and players of whom any are.
EVENTS_KEPT = 64
PLAYERS_KEPT = 2000


class ResumeBuffer:
    """One client at one table, over all its connections: the events it was sent, in order."""

    __slots__ = ("encoder", "kept", "order", "owner", "seq", "table")

    def __init__(self, table: str, encoder: EventEncoder, owner: object, *, keeps: bool) -> None:
        self.table = table
        self.encoder = encoder
        #: The connection that speaks for it now.
        self.owner = owner
        #: The next event's order, and the table's sequence number after the last one.
        self.order = 0
        self.seq = 0
        self.kept: deque[str] | None = deque(maxlen=EVENTS_KEPT) if keeps else None

    def send(self, pieces: Iterable[Piece], outbox: list[str]) -> None:
        order = self.order
        for head, tail in pieces:
            text = f"{head}{order}{tail}"
            order += 1
            outbox.append(text)
            if self.kept is not None:
                self.kept.append(text)
        self.order = order

    def after(self, order: int) -> list[str] | None:
        """The events after that one, or None if they are not all here."""
        missing = self.order - 1 - order
        kept = list(self.kept or ())
        if not 0 <= missing <= len(kept):
            return None
        return kept[len(kept) - missing :]


class Memory:
    """Sittings by account and table number; the longest untouched are forgotten first."""

    def __init__(self) -> None:
        self._buffers: OrderedDict[tuple[str, int], ResumeBuffer] = OrderedDict()

    def find(self, account: str, number: int) -> ResumeBuffer | None:
        return self._buffers.get((account, number))

    def keep(self, account: str, number: int, buffer: ResumeBuffer) -> None:
        self._buffers[account, number] = buffer
        self._buffers.move_to_end((account, number))
        if len(self._buffers) > PLAYERS_KEPT:
            self._buffers.popitem(last=False)

    def forget(self, account: str, number: int) -> None:
        self._buffers.pop((account, number), None)


TURNED_AWAY = 4001
COULD_NOT_JOIN = "Could not join table."
ELSEWHERE = "You have come back through another connection."

MEMORY = Memory()


class MaoSession(Session[str]):
    def __init__(
        self,
        address: str,
        query: Mapping[str, str],
        wall: Callable[[], float],
        memory: Memory = MEMORY,
    ) -> None:
        super().__init__()
        self.address = address
        self._wall = wall
        self._memory = memory
        self._params = params = ConnectParams.read(query)
        self._account = ""
        self._token: str | None = None
        #: None until the client is at its table.
        self._buffer: ResumeBuffer | None = None
        self._before: ResumeBuffer | None = None
        if params.number is None:
            self._turn_away()
        elif params.token is not None:
            self._token = params.token
            self.ask(Resume(token=params.token, key=params.key), self._resumed)
        else:
            self.ask(Enter(name=params.name, key=params.key), self._entered)

    def receive(self, message: str) -> None:
        buffer = self._buffer
        if buffer is None or self.closing is not None or buffer.encoder.over is not None:
            return
        if buffer.owner is not self:
            self.closing = ELSEWHERE
            return
        action = read(message)
        if action is None:
            return
        request = request_of(action, buffer.encoder.roster, self._params.ext)
        if request is not None:
            self.ask(request, self._left if type(request) is Leave else self._done)

    def tick(self, now: int) -> None:
        if self._buffer is not None and self._buffer.owner is not self and self.closing is None:
            self.closing = ELSEWHERE

    def notified(self, notice: Notice) -> None:
        buffer = self._buffer
        if type(notice) is EventBatch:
            # What a table said before one left it may still be under way.
            if buffer is not None and self.closing is None and notice.table == buffer.table:
                self._tell(buffer, notice)
        elif isinstance(notice, Goodbye):
            self.closing = notice.reason
        elif isinstance(notice, ChatMessage) and self._params.ext and buffer is not None:
            heard = piece("heard", {"sender": notice.sender, "text": notice.text})
            buffer.send([heard], self.outbox)

    # --- coming in -----------------------------------------------------------------------------

    def _resumed(self, reply: Reply) -> None:
        if isinstance(reply, Entered):
            self._entered(reply)
        elif not self._shut_out(reply):
            self._token = None
            self.ask(Enter(name=self._params.name, key=self._params.key), self._entered)

    def _entered(self, reply: Reply) -> None:
        """A name that cannot be one is no reason to stay outside: the server picks another."""
        if isinstance(reply, Entered):
            self._account = reply.account
            self._token = reply.token or self._token
            self._join()
        elif not self._shut_out(reply):
            self.ask(Enter(key=self._params.key), self._entered_nameless)

    def _entered_nameless(self, reply: Reply) -> None:
        if isinstance(reply, Entered):
            self._entered(reply)
        else:
            self._turn_away()

    def _shut_out(self, reply: Reply) -> bool:
        """Is it no use to try another name? Then they are told why."""
        sentence = shut_out(reply, self._params.key)
        if sentence is None:
            return False
        self._turn_away()
        self.closing = sentence
        return True

    def _join(self) -> None:
        params, number = self._params, self._params.number
        assert number is not None
        if params.since is not None:
            self._before = self._memory.find(self._account, number)
        seats = seats_of(number)
        joining = JoinNumber(
            game=GAME,
            number=number,
            seats=seats,
            profile=params.profile or "free",
            create=seats is not None and not params.watch,
            watch=params.watch,
            since=None if self._before is None else self._before.seq,
            # Only those who have a token can come back.
            keep=params.ext,
            # The seed has no words for a match that is on already.
            late=params.ext,
        )
        self.ask(joining, self._joined)

    def _joined(self, reply: Reply) -> None:
        if not isinstance(reply, AtTable):
            self._turn_away()
            if isinstance(reply, Refused) and reply.code == "taken_over":
                # They cannot guess it, as they could that the table is full.
                self.closing = reply.message
            return
        joined = reply.joined
        if self._before is None or not self._go_on(self._before, joined):
            self._sit_down(joined)
        self._before = None
        self._check_over()

    def _go_on(self, before: ResumeBuffer, joined: Joined) -> bool:
        """Take up an earlier connection's thread, if it is still in one piece."""
        snapshot, since = joined.snapshot, self._params.since
        seat = joined.seat
        if before.table != snapshot.info.id or seat is None or since is None:
            return False
        if before.encoder.roster.you != snapshot.info.seats[seat].player:
            return False
        unheard = before.after(since)
        if unheard is None or joined.missed is None:
            return False
        before.owner = self
        self._buffer = before
        self.outbox += unheard
        for batch in joined.missed:
            before.send(
                before.encoder.tell(batch.events, batch.at, snapshot.at - batch.at), self.outbox
            )
        before.send(before.encoder.tell(joined.events, snapshot.at), self.outbox)
        before.seq = snapshot.seq
        return True

    def _sit_down(self, joined: Joined) -> None:
        snapshot, ext = joined.snapshot, self._params.ext
        roster = Roster(snapshot.info, joined.seat)
        encoder = EventEncoder(
            roster, extended_events.EXTENDED if ext else events.PLAIN, self._wall
        )
        keeps = ext and joined.seat is not None
        self._buffer = buffer = ResumeBuffer(snapshot.info.id, encoder, self, keeps=keeps)
        buffer.seq = snapshot.seq
        if ext:
            first = [piece("joinedTable", extended_events.joined_table(roster, snapshot))]
            if self._token is not None:
                first.append(piece("token", {"token": self._token}))
        else:
            first = [piece("joinedTable", events.joined_table(roster))]
        buffer.send(first, self.outbox)
        if keeps:
            if (before := self._memory.find(self._account, snapshot.info.number)) is not None:
                # The older connection notices that it no longer speaks for its seat.
                before.owner = self
            self._memory.keep(self._account, snapshot.info.number, buffer)
        view = snapshot.view
        begins = any(isinstance(event, RoundStarted) for event in joined.events)
        if isinstance(view, View) and roster.running and not begins:
            buffer.send(encoder.tell(events_of(view, snapshot.at), snapshot.at), self.outbox)
            if ext:
                buffer.send([extended_events.hands(roster, view.counts)], self.outbox)
        buffer.send(encoder.tell(joined.events, snapshot.at), self.outbox)

    # --- at the table --------------------------------------------------------------------------

    def _done(self, reply: Reply) -> None:
        if type(reply) is Accepted and self._buffer is not None:
            self._tell(self._buffer, reply)
        else:
            self._check_over()

    def _tell(self, buffer: ResumeBuffer, news: EventBatch | Accepted) -> None:
        if buffer.owner is not self:
            self.closing = ELSEWHERE
            return
        encoder = buffer.encoder
        if encoder.over is None:
            buffer.seq = news.seq
            buffer.send(encoder.tell(news.events, news.at), self.outbox)
            if encoder.over is None:
                return
        self._check_over()

    # --- going ---------------------------------------------------------------------------------

    def _check_over(self) -> None:
        """When the game has ended, leave the table at once: others may want to play there."""
        buffer = self._buffer
        if buffer is None or buffer.encoder.over is None or self.asks:
            return
        self.ask(Leave(), self._left)

    def _left(self, reply: Reply) -> None:
        over = None if self._buffer is None else self._buffer.encoder.over
        self._memory.forget(self._account, self._params.number or 0)
        self.closing = over or "You have left the table."
        self.close_code = NO_STATUS

    def _turn_away(self) -> None:
        self.closing = COULD_NOT_JOIN
        self.close_code = TURNED_AWAY
