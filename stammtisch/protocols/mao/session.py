"""One client of the Mao protocol, sans I/O. A message is a JSON text.

The address says all that a client must say; it is led to its table at once, or turned away. What
cannot be done is never answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stammtisch.games.mao.records import RoundStarted, View
from stammtisch.house.requests import (
    AtTable,
    Enter,
    Entered,
    Goodbye,
    Heard,
    JoinNumber,
    Leave,
    Notice,
    Reply,
    Request,
    Resume,
    shut_out,
)
from stammtisch.protocols.mao import extended, plain
from stammtisch.protocols.mao.actions import read
from stammtisch.protocols.mao.catching_up import events_of
from stammtisch.protocols.mao.company import Company
from stammtisch.protocols.mao.lobbies import GAME
from stammtisch.protocols.mao.memory import Memory, Sitting
from stammtisch.protocols.mao.telling import Teller
from stammtisch.protocols.mao.texts import piece
from stammtisch.protocols.mao.ticket import Ticket, seats_of
from stammtisch.protocols.mao.wishes import wish
from stammtisch.protocols.session import NO_STATUS, Session
from stammtisch.tables.answers import Accepted, Joined, Refused
from stammtisch.tables.events import Batch

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
        self._ticket = ticket = Ticket.read(query)
        self._account = ""
        self._token: str | None = None
        #: None until the client is at its table.
        self._sitting: Sitting | None = None
        self._before: Sitting | None = None
        self._then: Callable[[Reply], None] | None = None
        if ticket.number is None:
            self._turn_away()
        elif ticket.token is not None:
            self._token = ticket.token
            self._ask(Resume(token=ticket.token, key=ticket.key), self._resumed)
        else:
            self._ask(Enter(name=ticket.name, key=ticket.key), self._entered)

    def receive(self, message: str) -> None:
        sitting = self._sitting
        if sitting is None or self.closing is not None or sitting.teller.over is not None:
            return
        if sitting.owner is not self:
            self.closing = ELSEWHERE
            return
        action = read(message)
        if action is None:
            return
        request = wish(action, sitting.teller.company, self._ticket.ext)
        if request is not None:
            self.asking = request
            self._then = self._left if type(request) is Leave else self._done

    def answered(self, reply: Reply) -> None:
        then, self._then = self._then, None
        if then is not None and self.closing is None:
            then(reply)

    def tick(self, now: int) -> None:
        if self._sitting is not None and self._sitting.owner is not self and self.closing is None:
            self.closing = ELSEWHERE

    def notified(self, notice: Notice) -> None:
        sitting = self._sitting
        if type(notice) is Batch:
            # What a table said before one left it may still be under way.
            if sitting is not None and self.closing is None and notice.table == sitting.table:
                self._tell(sitting, notice)
        elif isinstance(notice, Goodbye):
            self.closing = notice.reason
        elif isinstance(notice, Heard) and self._ticket.ext and sitting is not None:
            heard = piece("heard", {"sender": notice.sender, "text": notice.text})
            sitting.send([heard], self.outbox)

    # --- coming in -----------------------------------------------------------------------------

    def _resumed(self, reply: Reply) -> None:
        if isinstance(reply, Entered):
            self._entered(reply)
        elif not self._shut_out(reply):
            self._token = None
            self._ask(Enter(name=self._ticket.name, key=self._ticket.key), self._entered)

    def _entered(self, reply: Reply) -> None:
        """A name that cannot be one is no reason to stay outside: the house picks another."""
        if isinstance(reply, Entered):
            self._account = reply.account
            self._token = reply.token or self._token
            self._join()
        elif not self._shut_out(reply):
            self._ask(Enter(key=self._ticket.key), self._entered_nameless)

    def _entered_nameless(self, reply: Reply) -> None:
        if isinstance(reply, Entered):
            self._entered(reply)
        else:
            self._turn_away()

    def _shut_out(self, reply: Reply) -> bool:
        """Is it no use to try another name? Then they are told why."""
        sentence = shut_out(reply, self._ticket.key)
        if sentence is None:
            return False
        self._turn_away()
        self.closing = sentence
        return True

    def _join(self) -> None:
        ticket, number = self._ticket, self._ticket.number
        assert number is not None
        if ticket.since is not None:
            self._before = self._memory.find(self._account, number)
        seats = seats_of(number)
        joining = JoinNumber(
            game=GAME,
            number=number,
            seats=seats,
            profile=ticket.profile or "free",
            create=seats is not None and not ticket.watch,
            watch=ticket.watch,
            since=None if self._before is None else self._before.seq,
            # Only those who have a token can come back.
            keep=ticket.ext,
            # The seed has no words for a match that is on already.
            late=ticket.ext,
        )
        self._ask(joining, self._joined)

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

    def _go_on(self, before: Sitting, joined: Joined) -> bool:
        """Take up an earlier connection's thread, if it is still in one piece."""
        snapshot, since = joined.snapshot, self._ticket.since
        seat = joined.seat
        if before.table != snapshot.info.id or seat is None or since is None:
            return False
        if before.teller.company.you != snapshot.info.seats[seat].player:
            return False
        unheard = before.after(since)
        if unheard is None or joined.missed is None:
            return False
        before.owner = self
        self._sitting = before
        self.outbox += unheard
        for batch in joined.missed:
            before.send(
                before.teller.tell(batch.events, batch.at, snapshot.at - batch.at), self.outbox
            )
        before.send(before.teller.tell(joined.events, snapshot.at), self.outbox)
        before.seq = snapshot.seq
        return True

    def _sit_down(self, joined: Joined) -> None:
        snapshot, ext = joined.snapshot, self._ticket.ext
        company = Company(snapshot.info, joined.seat)
        teller = Teller(company, extended.EXTENDED if ext else plain.PLAIN, self._wall)
        keeps = ext and joined.seat is not None
        self._sitting = sitting = Sitting(snapshot.info.id, teller, self, keeps=keeps)
        sitting.seq = snapshot.seq
        if ext:
            first = [piece("joinedTable", extended.joined_table(company, snapshot))]
            if self._token is not None:
                first.append(piece("token", {"token": self._token}))
        else:
            first = [piece("joinedTable", plain.joined_table(company))]
        sitting.send(first, self.outbox)
        if keeps:
            if (before := self._memory.find(self._account, snapshot.info.number)) is not None:
                # The older connection notices that it no longer speaks for its seat.
                before.owner = self
            self._memory.keep(self._account, snapshot.info.number, sitting)
        view = snapshot.view
        begins = any(isinstance(event, RoundStarted) for event in joined.events)
        if isinstance(view, View) and company.running and not begins:
            sitting.send(teller.tell(events_of(view, snapshot.at), snapshot.at), self.outbox)
            if ext:
                sitting.send([extended.hands(company, view.counts)], self.outbox)
        sitting.send(teller.tell(joined.events, snapshot.at), self.outbox)

    # --- at the table --------------------------------------------------------------------------

    def _done(self, reply: Reply) -> None:
        if type(reply) is Accepted and self._sitting is not None:
            self._tell(self._sitting, reply)
        else:
            self._check_over()

    def _tell(self, sitting: Sitting, news: Batch | Accepted) -> None:
        if sitting.owner is not self:
            self.closing = ELSEWHERE
            return
        teller = sitting.teller
        if teller.over is None:
            sitting.seq = news.seq
            sitting.send(teller.tell(news.events, news.at), self.outbox)
            if teller.over is None:
                return
        self._check_over()

    # --- going ---------------------------------------------------------------------------------

    def _check_over(self) -> None:
        """When the game has ended, leave the table at once: others may want to play there."""
        sitting = self._sitting
        if sitting is None or sitting.teller.over is None or self._then is not None:
            return
        self._ask(Leave(), self._left)

    def _left(self, reply: Reply) -> None:
        over = None if self._sitting is None else self._sitting.teller.over
        self._memory.forget(self._account, self._ticket.number or 0)
        self.closing = over or "You have left the table."
        self.close_code = NO_STATUS

    def _turn_away(self) -> None:
        self.closing = COULD_NOT_JOIN
        self.close_code = TURNED_AWAY

    def _ask(self, request: Request, then: Callable[[Reply], None]) -> None:
        self.asking = request
        self._then = then
