"""Keeps one table going: answers what it is asked, tells its listeners, minds its clocks.

The table changes at once, in memory; what that brought about goes through the outbox, which holds
it back until it is durable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

from stammtisch.games.game import Event, Refusal
from stammtisch.records import ChatLine
from stammtisch.tables import events as news
from stammtisch.tables.attendance import Attendance, Patience
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.commands import (
    Accepted,
    Actions,
    Answer,
    Command,
    Join,
    Joined,
    Leave,
    MakeReady,
    Play,
    Refused,
    Say,
    SeatBot,
    Snapshot,
    TableInfo,
    TakeName,
    TellActions,
    TellWhy,
    UnseatBot,
    Verdict,
    Who,
)
from stammtisch.tables.deputies import Deputies
from stammtisch.tables.events import Batch, Told
from stammtisch.tables.outbox import Journal, Outbox, Reply, Said
from stammtisch.tables.state import Finished, Step
from stammtisch.tables.table import Table
from stammtisch.tables.thinking import Thinker

CHAT_KEPT = 50
CHAT_LONGEST = 1000
#: Steps that are kept for those who lost their connection.
STEPS_KEPT = 300


class Host(Protocol):
    """Whoever the keeper works for."""

    @property
    def deliver(self) -> Callable[[str, Batch], None]:
        """What tells a connection, wherever it is."""

    def finished(self, keeper: Keeper, match: Finished) -> None:
        """A match is over, and durable in the journal."""

    def forsaken(self, keeper: Keeper) -> None:
        """Nobody is at the table any more, nor expected back: it can be taken away."""

    def broken(self, keeper: Keeper, error: Exception) -> None:
        """The journal could not be written: what is in memory must not be trusted."""


class Keeper:
    def __init__(
        self,
        table: Table,
        journal: Journal,
        clock: Clock,
        thinker: Thinker,
        host: Host,
        patience: Patience,
    ) -> None:
        self.table = table
        self._journal = journal
        self._clock = clock
        self._host = host
        self._patience = patience
        self._here = Attendance(table, clock.now())
        self._outbox = Outbox(table.id, journal, host.deliver, self)
        self._bots = Deputies(table, self._here, clock, thinker, patience.bot_pace, self._settle)
        self._recent: deque[tuple[int, int, list[Told]]] = deque(maxlen=STEPS_KEPT)
        self._chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self._timer: Timer | None = None
        self._timer_due: int | None = None
        self._fill_due: int | None = None
        self.closed = False
        #: For the house's metrics.
        self.actions = 0

    # --- life ----------------------------------------------------------------------------------

    def resume(self, steps: Sequence[Step], chat: Sequence[ChatLine]) -> None:
        """Go on after a restart: what happened is told to those who ask for it with "since"."""
        now = self._clock.now()
        for step in steps:
            self._recent.append((step.entries[-1].seq, step.at, step.events))
        self._chat.extend(chat)
        self._bots.sit_in_from = now + self._patience.restart
        self._here.nobody_is_back(now)
        for account in [account for account in self._here.away_since if self._is_lost(account)]:
            self._settle(self._let_go(account, now, self._clock.wall()))
        self._after_step()

    def close(self) -> None:
        self.closed = self._bots.closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def waiting(self) -> int:
        """Steps on their way to the disk."""
        return self._outbox.waiting

    def info(self) -> TableInfo:
        seated = {place.account for place in self.table.places}
        watching = sum(1 for account in self._here.accounts.values() if account not in seated)
        return self.table.info(watching)

    # --- commands ------------------------------------------------------------------------------

    def ask(self, command: Command, reply: Reply) -> None:
        """Do it; the reply comes once, when all that it tells of is durable."""
        if self.closed:
            reply(Refused(code="closed", message="This table is closed."))
            return
        try:
            answer, step = self._HANDLERS[type(command)](self, command)
        except Refusal as refusal:
            self._outbox.put([(reply, Refused(code=refusal.code, message=refusal.reason))])
            return
        self._settle(step, command.who.connection, reply, answer)

    def _join(self, join: Join) -> tuple[Answer, Step]:
        table, who = self.table, join.who
        seat = table.seat_of(who.account)
        back = seat is not None
        step = Step()
        if seat is None and not join.watch:
            if table.running and not join.late:
                raise Refusal("running", "The match is on already.")
            seat = table.seat_for(join.seat, expecting=self._clock.now() < self._bots.sit_in_from)
            # Present first, so that the news shows a seat whose owner is there.
            self._here.arrive(who, join.keep)
            now, wall = self._clock.now(), self._clock.wall()
            step = table.sit(seat, who.account, who.name, now, wall, keep=join.keep)
        elif seat is not None:
            step = self._come_back(seat, join)
        else:
            if not table.settings.watch:
                raise Refusal("no_watching", "Nobody may watch this table.")
            self._here.arrive(who, join.keep)
        missed = self._missed(join.since, seat)
        answer = Joined(
            seat=seat,
            back=back,
            snapshot=self._snapshot(seat),
            missed=missed,
            events=_seen(step.events, seat),
        )
        return answer, step

    def _come_back(self, seat: int, join: Join) -> Step:
        table, who = self.table, join.who
        now, wall = self._clock.now(), self._clock.wall()
        was_away = table.is_away(seat)
        step = Step()
        if table.places[seat].name != who.name:
            step = table.rename(seat, who.name, now, wall)
        self._here.arrive(who, join.keep)
        if was_away:
            step.add(table.welcome_back(seat, now, wall))
        return step

    def _leave(self, leave: Leave) -> tuple[Answer, Step]:
        table, who = self.table, leave.who
        keeps_seat = self._here.keeps_seat(who)
        if keeps_seat is None:
            raise Refusal("not_here", "You are not at this table.")
        now, wall = self._clock.now(), self._clock.wall()
        seat = table.seat_of(who.account)
        last_one = self._here.is_last(who)
        gives_up = leave.stand or (last_one and not keeps_seat)
        step = Step()
        if seat is not None and gives_up and not table.running:
            step = table.stand(seat, now, wall)
        elif seat is not None and gives_up and self._goes_on_without(keeps_seat):
            step = table.go_out(seat, now, wall)
        self._here.depart(who, now)
        if seat is not None and last_one and not step.entries:
            self._here.away_since[who.account] = now
            name = table.places[seat].name or ""
            gone = news.Left(seat=seat, name=name, seats=table.seat_infos(), away=True)
            if leave.stand and table.running and table.settings.leaver == "end":
                step = table.abort(f"{name} has left the table.", now, wall)
            step.events.insert(0, gone)
        return Accepted(seq=table.seq, at=now, events=[]), step

    def _goes_on_without(self, can_return: bool) -> bool:
        """Is somebody who gives up a seat in a match out of it? Always if nobody could return."""
        table = self.table
        return table.settings.leaver == "out" or (table.game.goes_on and not can_return)

    def _take_name(self, naming: TakeName) -> tuple[Answer, Step]:
        seat = self._seat(naming.who)
        step = self.table.rename(seat, naming.who.name, self._clock.now(), self._clock.wall())
        return self._accepted(step, seat), step

    def _make_ready(self, readying: MakeReady) -> tuple[Answer, Step]:
        seat = self._seat(readying.who)
        now, wall = self._clock.now(), self._clock.wall()
        step = self.table.ready(seat, readying.nonce, now, wall)
        return self._accepted(step, seat), step

    def _play(self, play: Play) -> tuple[Answer, Step]:
        seat = self._seat(play.who)
        step = self.table.act(seat, play.action, self._clock.now(), self._clock.wall())
        self.actions += 1
        return self._accepted(step, seat), step

    def _say(self, say: Say) -> tuple[Answer, Step]:
        if len(say.text) > CHAT_LONGEST:
            raise Refusal("too_long", f"A message has at most {CHAT_LONGEST} characters.")
        who = say.who
        line = ChatLine(who.name, say.text, self._clock.wall())
        self._chat.append(line)
        self._journal.add_chat(self.table.id, line)
        seat = self.table.seat_of(who.account)
        said = news.Said(name=who.name, text=say.text, at=line.at, seat=seat)
        step = Step(events=[said])
        return self._accepted(step, seat), step

    def _seat_bot(self, seating: SeatBot) -> tuple[Answer, Step]:
        own = self._seat(seating.who)
        if self.table.running:
            raise Refusal("running", "Bots sit down before a match, not in it.")
        empty = [seat for seat, place in enumerate(self.table.places) if not place.taken]
        seat = seating.seat if seating.seat is not None else next(iter(empty), None)
        if seat is None or seat not in empty:
            raise Refusal("seat_taken", "That seat is not free for a bot.")
        step = self._bots.sit(seat, seating.level, filler=False)
        return self._accepted(step, own), step

    def _unseat_bot(self, unseating: UnseatBot) -> tuple[Answer, Step]:
        own = self._seat(unseating.who)
        places = self.table.places
        if self.table.running:
            raise Refusal("running", "Bots leave after the match, not in it.")
        if unseating.seat not in range(len(places)) or places[unseating.seat].bot is None:
            raise Refusal("no_bot", "No bot sits there.")
        step = self.table.stand(unseating.seat, self._clock.now(), self._clock.wall())
        return self._accepted(step, own), step

    def _tell_actions(self, asked: TellActions) -> tuple[Answer, Step]:
        seat, table = self._seat(asked.who), self.table
        match = table.match
        if match is None or not table.running:
            return Actions(seq=table.seq, turn=[], legal=[], numbers=[]), Step()
        legal = match.actions(seat)
        numbers = [match.number(action) for action in legal]
        return Actions(seq=table.seq, turn=list(match.turn), legal=legal, numbers=numbers), Step()

    def _tell_why(self, asked: TellWhy) -> tuple[Answer, Step]:
        seat, table = self._seat(asked.who), self.table
        try:
            if table.match is None or not table.running:
                raise Refusal("no_match", "There is no match on this table now.")
            table.match.verify(seat, asked.action)
        except Refusal as refusal:
            return Verdict(legal=False, code=refusal.code, message=refusal.reason), Step()
        return Verdict(legal=True), Step()

    _HANDLERS: ClassVar[dict[type, Callable[[Keeper, Any], tuple[Answer, Step]]]] = {
        Join: _join,
        Leave: _leave,
        TakeName: _take_name,
        MakeReady: _make_ready,
        Play: _play,
        Say: _say,
        SeatBot: _seat_bot,
        UnseatBot: _unseat_bot,
        TellActions: _tell_actions,
        TellWhy: _tell_why,
    }

    def _seat(self, who: Who) -> int:
        seat = self.table.seat_of(who.account)
        if seat is None:
            raise Refusal("no_seat", "You have no seat at this table.")
        return seat

    def _accepted(self, step: Step, seat: int | None) -> Accepted:
        return Accepted(seq=self.table.seq, at=self.table.at, events=_seen(step.events, seat))

    def _snapshot(self, seat: int | None) -> Snapshot:
        table = self.table
        return Snapshot(
            info=self.info(),
            seat=seat,
            seq=table.seq,
            at=self._clock.now(),
            commitment=table.commitment,
            match=table.match_id,
            view=None if table.match is None else table.match.view(seat),
            chat=list(self._chat),
        )

    def _missed(self, since: int | None, seat: int | None) -> list[Batch] | None:
        if since is None or since > self.table.seq:
            return None
        if since < self.table.seq and (not self._recent or self._recent[0][0] > since + 1):
            return None
        return [
            Batch(self.table.id, seq, at, _seen(events, seat))
            for seq, at, events in self._recent
            if seq > since
        ]

    # --- telling -------------------------------------------------------------------------------

    def _settle(
        self,
        step: Step,
        asker: str | None = None,
        reply: Reply | None = None,
        answer: Answer | None = None,
    ) -> None:
        """Make the step durable, then answer and tell everybody else."""
        said: list[Said] = []
        if reply is not None and answer is not None:
            said.append((reply, answer))
        said += self._batches(step, asker)
        if step.entries:
            self._recent.append((self.table.seq, self.table.at, step.events))
            if step.started:
                self._here.wait_anew(self._clock.now())
        self._outbox.put(said, step.entries, step.finished)
        if not self.closed:
            self._after_step()

    def _batches(self, step: Step, asker: str | None) -> list[tuple[str, Batch]]:
        if not step.events:
            return []
        table = self.table
        insiders = {seat for one in step.events if isinstance(one, Event) for seat in one.insiders}
        # All who are told the same get the same batch: then it is put into words only once.
        by_seat: dict[int | None, Batch] = {}
        batches = []
        for connection, account in self._here.accounts.items():
            if connection == asker:
                continue
            seat = table.seat_of(account) if insiders else None
            if seat not in insiders:
                seat = None
            if seat not in by_seat:
                seen = _seen(step.events, seat)
                by_seat[seat] = Batch(table.id, table.seq, table.at, seen)
            batches.append((connection, by_seat[seat]))
        return batches

    def finished(self, match: Finished) -> None:
        self._host.finished(self, match)

    def emptied(self) -> None:
        if self._here.empty_since is not None and not self.closed:
            # Perhaps the table was only waiting for this to be taken away.
            self._after_step()

    def failed(self, error: Exception) -> None:
        if not self.closed:
            self.close()
            self._host.broken(self, error)

    def say_closed(self, reason: str) -> None:
        """Tell all listeners that the table is gone."""
        batch = Batch(self.table.id, self.table.seq, self.table.at, [news.Closed(reason=reason)])
        for connection in self._here.clear():
            self._host.deliver(connection, batch)

    # --- time ----------------------------------------------------------------------------------

    def _after_step(self) -> None:
        self._bots.look()
        due = self._next_due()
        if due == self._timer_due:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_due = due
        self._timer = None if due is None else self._clock.call_at(due, self._wake)

    def _next_due(self) -> int | None:
        """The next moment at which something happens by itself."""
        table, patience, here = self.table, self._patience, self._here
        due: list[int] = []
        if table.running:
            assert table.match is not None
            if here.complete:
                # The usual case, after every move.
                return table.match.deadline
            if table.match.deadline is not None:
                due.append(table.match.deadline)
            if here.away_since and table.settings.leaver in ("end", "out"):
                due.append(min(here.away_since.values()) + patience.ending)
            if here.empty_since is not None:
                due.append(here.empty_since + patience.abandoned)
            if here.away_since and self._clock.now() < self._bots.sit_in_from:
                due.append(self._bots.sit_in_from)
        else:
            if here.away_since:
                due.append(min(here.away_since.values()) + patience.lobby)
            elif here.empty_since is not None and not self._outbox.waiting:
                due.append(here.empty_since)
            if table.settings.fill_after is not None and self._has_room():
                if self._fill_due is None:
                    self._fill_due = self._clock.now() + int(table.settings.fill_after * 1000)
                due.append(self._fill_due)
        return min(due, default=None)

    def _has_room(self) -> bool:
        """Are there empty seats, and somebody who waits for them to be filled?"""
        room = any(not place.taken for place in self.table.places) and self.table.people_present()
        if not room:
            self._fill_due = None
        return room

    def _wake(self) -> None:
        self._timer = None
        self._timer_due = None
        if self.closed:
            return
        now, wall = self._clock.now(), self._clock.wall()
        step = self._due_in_match(now, wall) if self.table.running else self._due_before(now, wall)
        if step is not None:
            self._settle(step)
        elif not self.closed:
            self._after_step()

    def _due_in_match(self, now: int, wall: float) -> Step | None:
        table, here = self.table, self._here
        assert table.match is not None
        deadline = table.match.deadline
        if deadline is not None and deadline <= now:
            return table.time_out(now, wall)
        if here.empty_since is not None and here.empty_since + self._patience.abandoned <= now:
            return table.abort("Everybody has left the table.", now, wall)
        gone = here.overdue(now, self._patience.ending)
        if gone is not None and table.settings.leaver in ("end", "out"):
            return self._let_go(gone, now, wall)
        return None

    def _due_before(self, now: int, wall: float) -> Step | None:
        table, here = self.table, self._here
        gone = here.overdue(now, self._patience.lobby)
        if gone is not None:
            return self._let_go(gone, now, wall)
        if self._fill_due is not None and self._fill_due <= now and self._has_room():
            seat = next(at for at, place in enumerate(table.places) if not place.taken)
            return self._bots.sit(seat, table.settings.bots, filler=True)
        if here.empty_since is not None and not here.away_since and not self._outbox.waiting:
            self._host.forsaken(self)
        return None

    def _is_lost(self, account: str) -> bool:
        """After a restart: has somebody no way to come back to a game that goes on without?"""
        seat = self.table.seat_of(account)
        return self.table.game.goes_on and seat is not None and not self.table.places[seat].keep

    def _let_go(self, account: str, now: int, wall: float) -> Step:
        """Somebody has not come back in time, or never will."""
        table, seat = self.table, self.table.seat_of(account)
        if seat is not None and table.running and table.settings.leaver == "end":
            # Now the seat is kept like any other before a match.
            return table.abort(f"{table.places[seat].name} did not come back.", now, wall)
        del self._here.away_since[account]
        if seat is None:
            return Step()
        return (table.go_out if table.running else table.stand)(seat, now, wall)


def _seen(told: list[Told], seat: int | None) -> list[Told]:
    """The events as the seat may know them. Nothing reaches anybody but through here."""
    return [one.seen_by(seat) if isinstance(one, Event) else one for one in told]
