"""Keeps one table going: answers what it is asked, tells its listeners, minds its clocks.

The table changes at once, in memory; what that brought about goes through the outbox, which holds
it back until it is durable. If a rule fails in the middle of a step, the table is folded again from
its journal and goes on; if it fails twice at the same place, the table is closed. In the same way
the table goes back to its journal if that could not be written, and stands still until it can be.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

import msgspec

from stammtisch import requests
from stammtisch.config import AppConfig
from stammtisch.games.game import Event, Observation, Refusal
from stammtisch.records import Entry, ReadOnly, SideRecord
from stammtisch.replies import Accepted, Refused, Snapshot, TableInfo
from stammtisch.requests import Caller
from stammtisch.tables import events as news
from stammtisch.tables import handlers
from stammtisch.tables.bot_executor import BotExecutor
from stammtisch.tables.bot_seats import BotSeats
from stammtisch.tables.clock import Clock, Timer
from stammtisch.tables.events import AnyEvent, EventBatch
from stammtisch.tables.outbox import Journal, Outbox, Said
from stammtisch.tables.presence import PasswordAttempts, Timeouts
from stammtisch.tables.saving import ServerKey
from stammtisch.tables.settings import Settings
from stammtisch.tables.side_records import SideRecords
from stammtisch.tables.state import CorruptJournal, Finished, Step
from stammtisch.tables.table import StepFailed, Table
from stammtisch.tables.write_status import WriteStatus
from stammtisch.vocabulary import DECLARED, Done, Reply, Request

log = logging.getLogger(__name__)

#: Steps that are kept for those who lost their connection.
STEPS_KEPT = 300

OUR_FAULT = Refused(
    code="our_fault", message="This went wrong, and it is our fault: nothing was changed by it."
)
CLOSED = Refused(code="closed", message="This table is closed.")
TWICE = (
    "This table ran into an error of the server twice at the same place and is closed. "
    "Nothing that was played is lost: it comes back when the server is started again."
)

NOT_SAVED = "The table could not be saved. It comes back when the server opens again."

NO_ONLOOKERS = "Nobody may watch this table any more."
TOO_MANY_GUESSES = (
    "That were too many wrong passwords: wait ten minutes, or come with an invitation."
)

_HANDLERS = handlers.HANDLERS


def _counted(meaning: str) -> int:
    number: int = field(default=0, metadata={"meaning": meaning})
    return number


@dataclass(slots=True)
class Counters:
    """What all tables count together since the server was opened. Each is a metric: a new one is a
    line here, and one where it happens."""

    actions: int = _counted("Actions that people did at tables.")
    failures: int = _counted("Steps and answers of tables that failed.")


class State(Enum):
    """What a runner does with a request."""

    OPEN = "it is answered"
    #: Entries could not be written. All that are under way fail now, because each follows another.
    DRAINING = "it waits until the journal can be read"
    REREADING = "it waits while the journal is read"
    CLOSED = "it is refused"


class Happening(Enum):
    """What takes a runner from one state to another."""

    RULE_FAILED = "a rule failed in the middle of a step"
    NOT_WRITTEN = "entries could not be written, and nothing else can be just now"
    WRITE_LOST = "nobody knows whether entries were written, or another process wrote them"
    DRAINED = "nothing is on its way to the disk any more"
    FOLDED = "the table is again what its journal says"
    GIVEN_UP = "what is in memory cannot be made right"
    TAKEN_AWAY = "the owner of the table does not want it here any more"


#: What does not stand here changes nothing: what follows a step that was not written must fail,
#: too, and a journal that was read for an earlier state is not needed.
TRANSITIONS: dict[tuple[State, Happening], State] = {
    (State.OPEN, Happening.RULE_FAILED): State.REREADING,
    (State.OPEN, Happening.NOT_WRITTEN): State.DRAINING,
    (State.OPEN, Happening.WRITE_LOST): State.CLOSED,
    (State.OPEN, Happening.GIVEN_UP): State.CLOSED,
    (State.OPEN, Happening.TAKEN_AWAY): State.CLOSED,
    (State.DRAINING, Happening.DRAINED): State.REREADING,
    (State.DRAINING, Happening.TAKEN_AWAY): State.CLOSED,
    (State.REREADING, Happening.NOT_WRITTEN): State.DRAINING,
    (State.REREADING, Happening.WRITE_LOST): State.CLOSED,
    (State.REREADING, Happening.FOLDED): State.OPEN,
    (State.REREADING, Happening.GIVEN_UP): State.CLOSED,
    (State.REREADING, Happening.TAKEN_AWAY): State.CLOSED,
}


class TableOwner(Protocol):
    """The part of the server that the runner works for."""

    @property
    def deliver(self) -> Callable[[str, EventBatch], None]:
        """What tells a connection, wherever it is."""

    @property
    def key(self) -> ServerKey:
        """What the server signs with."""

    def check_settings(self, settings: Settings) -> None:
        """Refuse what this server does not allow."""

    def uninvite(self, runner: TableRunner, invite: str) -> None:
        """That invite code leads to the table no more, but another one does."""

    def finished(self, runner: TableRunner, match: Finished) -> None:
        """A match is over, and durable in the journal."""

    @property
    def tell_account(self) -> Callable[[str, str], None]:
        """What says a sentence to somebody who is not at the table, now or when they come in."""

    def is_deserted(self, runner: TableRunner) -> None:
        """Nobody is at the table any more, nor expected back: it can be taken away."""

    def broken(self, runner: TableRunner, error: Exception, sentence: str) -> None:
        """What is in memory must not be trusted: the table is to be taken away, not forgotten."""

    def reread(self, runner: TableRunner, done: Callable[[Sequence[Entry]], None]) -> None:
        """Read the table's live journal; all that was written so far is in it."""


class TableRunner:
    def __init__(
        self,
        table: Table,
        journal: Journal,
        clock: Clock,
        executor: BotExecutor,
        owner: TableOwner,
        config: AppConfig,
        writing: WriteStatus,
        counters: Counters,
    ) -> None:
        self.table = table
        self.here = table.here
        self.here.empty_since = clock.now()
        self._clock = clock
        self.executor = executor
        self.owner = owner
        self.config = config
        self._writing = writing
        self.counters = counters
        now = (table.state.seq, table.state.at)
        self._outbox = Outbox(table.id, now, journal, owner.deliver, self)
        self.bots = BotSeats(table, self.here, clock, executor, config, self.attempt)
        self._waiting = Timeouts(
            table,
            self.here,
            self.bots,
            clock,
            config,
            lambda: self._outbox.waiting,
            lambda: owner.is_deserted(self),
        )
        self._recent: deque[tuple[int, int, list[AnyEvent]]] = deque(maxlen=STEPS_KEPT)
        self._beside = SideRecords()
        self._timer: Timer | None = None
        self._timer_due: int | None = None
        self._guesses = PasswordAttempts()
        self.state = State.OPEN
        #: What was asked while the journal was not read yet.
        self._postponed: list[tuple[Caller, Request, Done]] = []
        #: After which entry a rule failed last: the second time there the table is given up.
        self._failed_at = -1

    # --- life ----------------------------------------------------------------------------------

    def resume(self, steps: Sequence[Step], beside: Sequence[SideRecord]) -> None:
        """Go on after a restart: what happened is told to those who ask for it with "since"."""
        now = self._clock.now()
        for step in steps:
            self._recent.append((step.entries[-1].seq, step.at, step.events))
        self._beside.restore(beside)
        self.bots.sit_in_from = now + self.config.timings.restart
        self.here.notice_absent(self.table.state.owners(), now)
        for account in [one for one in self.here.away_since if self._waiting.is_lost(one)]:
            self._settle(self._waiting.let_go(account, now, self._clock.wall()))
        self._after_step()

    def _take(self, happening: Happening) -> bool:
        """Go over to another state; False if nothing comes of it in this one."""
        state = TRANSITIONS.get((self.state, happening))
        if state is None:
            return False
        self.state = state
        if state is not State.OPEN:
            self._stop_timer()
        if state is State.CLOSED:
            self.bots.closed = True
            postponed, self._postponed = self._postponed, []
            for _, _, reply in postponed:
                reply(CLOSED)
        return True

    def close(self) -> None:
        self._take(Happening.TAKEN_AWAY)

    @property
    def closed(self) -> bool:
        return self.state is State.CLOSED

    def go_on(self) -> None:
        """Writing is possible again."""
        self._after_step()

    @property
    def waiting(self) -> int:
        """Steps on their way to the disk."""
        return self._outbox.waiting

    @property
    def expecting(self) -> bool:
        """After a restart: the owners of seats may still be on their way back."""
        return self._clock.now() < self.bots.sit_in_from

    def time(self) -> tuple[int, float]:
        return self._clock.now(), self._clock.wall()

    def info(self) -> TableInfo:
        seated = {place.account for place in self.table.state.places}
        watching = sum(1 for account in self.here.accounts.values() if account not in seated)
        return self.table.state.info(watching)

    # --- asks ----------------------------------------------------------------------------------

    def ask(self, who: Caller, ask: Request, reply: Done) -> None:
        """Do it; the reply comes once, when all that it tells of is durable."""
        if self.state is not State.OPEN:
            if self.state is State.CLOSED:
                reply(CLOSED)
            else:
                self._postponed.append((who, ask, reply))
            return
        refused = self._writing.refused
        if refused is not None and self._writes(who, ask):
            self.answer(reply, refused)
            return
        answer: Reply
        try:
            outcome = _HANDLERS[type(ask)](self, who, ask)
            if isinstance(outcome, Step):
                step, answer = outcome, self.accepted(outcome, who)
            elif isinstance(outcome, tuple):
                answer, step = outcome
            elif isinstance(outcome, Reply):
                self.answer(reply, outcome)
                return
            else:
                outcome(reply)
                return
        except Refusal as refusal:
            self.answer(reply, Refused.by(refusal))
            return
        except StepFailed as error:
            self.answer(reply, OUR_FAULT)
            self._failed(error)
            return
        except Exception:
            # Nothing has been changed: a question went wrong, not a step.
            self.counters.failures += 1
            log.exception("table %s could not answer %s", self.table.id, type(ask).__name__)
            self.answer(reply, OUR_FAULT)
            return
        self._settle(step, who.connection, reply, answer)

    def _writes(self, who: Caller, ask: Request) -> bool:
        if isinstance(ask, requests.Join):
            return not ask.watch and self.table.state.seat_of(who.account) is None
        return DECLARED[type(ask)].writes

    # --- what handlers need ----------------------------------------------------------------------

    def answer(self, reply: Done, answer: Reply) -> None:
        """Answer when all that happened before is durable."""
        self._outbox.put([(reply, answer)])

    def seat(self, who: Caller) -> int:
        seat = self.table.state.seat_of(who.account)
        if seat is None:
            raise Refusal("no_seat", "You have no seat at this table.")
        return seat

    def check_entry(self, who: Caller, invite: str | None, password: str | None) -> None:
        """Refuse who may not come in, and whoever guesses passwords too often."""
        table, now = self.table, self._clock.now()
        guesses = password is not None and table.state.lock is not None
        if guesses and self._guesses.too_many(who, now):
            # Not even the right one helps now; an invitation does, or one's own seat.
            password = None
        try:
            table.check_entry(who.account, invite, password)
        except Refusal as refusal:
            if guesses and password is not None:
                self._guesses.wrong(who, now)
            elif guesses and refusal.code == "wrong_password":
                raise Refusal("too_many_guesses", TOO_MANY_GUESSES) from None
            raise

    def accepted(self, step: Step, who: Caller) -> Accepted:
        state = self.table.state
        seat = state.seat_of(who.account)
        observation = None
        if self.here.viewing and who.connection in self.here.viewing and step.entries:
            observation = self._observation(seat)
        events = self._shown(step, seat)
        return Accepted(seq=state.seq, at=state.at, events=events, observation=observation)

    def snapshot(self, seat: int | None, connection: str) -> Snapshot:
        state = self.table.state
        return Snapshot(
            info=self.info(),
            seat=seat,
            seq=state.seq,
            at=self._clock.now(),
            commitment=state.commitment,
            match=state.match_id,
            view=None if state.match is None else state.match.view(seat),
            observation=self._observation(seat) if connection in self.here.viewing else None,
            beside=self._beside.all(),
            scoreboard=state.scoreboard,
            disclosing=state.disclosing(),
            nonces_from=list(state.nonces_from) if state.match else [],
        )

    def missed(self, since: int | None, seat: int | None) -> list[EventBatch] | None:
        if since is None or since > self.table.state.seq:
            return None
        if since < self.table.state.seq and (not self._recent or self._recent[0][0] > since + 1):
            return None
        return [
            EventBatch(self.table.id, seq, at, self.seen(events, seat))
            for seq, at, events in self._recent
            if seq > since
        ]

    def seen(self, told: list[AnyEvent], seat: int | None) -> list[AnyEvent]:
        """The events as the seat may know them. No event reaches anybody but through here, and no
        state but through `view` and `observation`."""
        seen: list[AnyEvent] = []
        # A loop, because a comprehension costs more than the one or two events of a move.
        for one in told:
            known = one.seen_by(seat) if isinstance(one, Event) else _news_seen(one, seat)
            seen.append(known)
        return seen

    def _insiders(self, events: list[AnyEvent]) -> set[int]:
        """The seats that are told more of the events than everybody."""
        insiders: set[int] = set()
        for one in events:
            if isinstance(one, Event):
                insiders.update(one.insiders)
            elif type(one) is news.Configured and one.invite is not None:
                insiders.update(range(len(self.table.state.places)))
        return insiders

    def _shown(self, step: Step, seat: int | None) -> list[AnyEvent]:
        """What the seat sees of the step: all who see the same get the same records, which are
        then put into words only once."""
        if step.insiders is None:
            step.insiders = self._insiders(step.events)
        if seat not in step.insiders:
            seat = None
        seen = step.seen.get(seat)
        if seen is None:
            seen = step.seen[seat] = self.seen(step.events, seat)
        return seen

    def _observation(self, seat: int | None) -> Observation | None:
        match = self.table.state.match
        return None if match is None else match.observation(seat)

    def _show_out(self, account: str, step: Step) -> list[Said]:
        """Somebody was sent away: they hear it, and hear no more of this table."""
        table, now = self.table, self._clock.now()
        batch = EventBatch(table.id, table.state.seq, table.state.at, self.seen(step.events, None))
        connections = self.here.connections_of(account)
        for connection in connections:
            self.here.depart(Caller(connection, account, ""), now)
        self.here.away_since.pop(account, None)
        return [(connection, batch) for connection in connections]

    def _show_out_onlookers(self, asker: str | None) -> list[Said]:
        """Nobody may watch here (any more): those who have no seat hear that, and go."""
        table, now = self.table, self._clock.now()
        batch = EventBatch(
            table.id, table.state.seq, table.state.at, [news.Closed(reason=NO_ONLOOKERS)]
        )
        watching = [
            (connection, account)
            for connection, account in self.here.accounts.items()
            if table.state.seat_of(account) is None and connection != asker
        ]
        for connection, account in watching:
            self.here.depart(Caller(connection, account, ""), now)
        return [(connection, batch) for connection, _ in watching]

    # --- telling -------------------------------------------------------------------------------

    def attempt(self, change: Callable[[], Step | None]) -> None:
        """Do a change that nobody asked for, and settle it."""
        if self.state is not State.OPEN or self._writing.refused is not None:
            return
        try:
            step = change()
        except Exception as error:
            self._failed(error)
            return
        if step is not None:
            self._settle(step)
        else:
            self._after_step()

    def _settle(
        self,
        step: Step,
        asker: str | None = None,
        reply: Done | None = None,
        answer: Reply | None = None,
    ) -> None:
        """Make the step durable, then answer and tell everybody else."""
        said: list[Said] = [] if reply is None or answer is None else [(reply, answer)]
        state = self.table.state
        if step.kicked is not None:
            said += self._show_out(step.kicked, step)
        if step.entries:
            if not state.settings.watch:
                said += self._show_out_onlookers(asker)
            self._recent.append((state.seq, state.at, step.events))
            if step.started:
                self.here.wait_anew(self._clock.now())
        if step.events:
            said += self._batches(step, asker)
        if step.beside is not None:
            self._beside.add(step.beside)
            self._outbox.put_beside(said, step.beside)
        else:
            self._outbox.put(said, step.entries, state.at, step.finished)
        self._after_step()

    def _batches(self, step: Step, asker: str | None) -> list[tuple[str, EventBatch]]:
        state, here, seat_of = self.table.state, self.here, self.table.state.seat_of
        now = (state.id, state.seq, state.at)
        public = EventBatch(*now, self._shown(step, None))
        insiders = step.insiders or ()
        # If nothing has changed in the match, nobody needs another look.
        viewing = here.viewing if step.entries else ()
        if not insiders and not viewing:
            return [(to, public) for to in here.accounts if to != asker]
        observations: dict[int | None, EventBatch] = {}
        batches = []
        for connection, account in here.accounts.items():
            if connection == asker:
                continue
            seat, batch = seat_of(account), public
            if connection in viewing:
                if seat not in observations:
                    seen, observation = self._shown(step, seat), self._observation(seat)
                    observations[seat] = EventBatch(*now, seen, observation)
                batch = observations[seat]
            elif seat in insiders:
                batch = EventBatch(*now, self._shown(step, seat))
            batches.append((connection, batch))
        return batches

    def finished(self, match: Finished) -> None:
        self.owner.finished(self, match)

    def emptied(self) -> None:
        self._beside.all_durable()
        if self.state is State.OPEN:
            if self.here.empty_since is not None:
                # Perhaps the table was only waiting for this to be taken away.
                self._after_step()
        elif self._take(Happening.DRAINED):
            self.owner.reread(self, self._fold_again)

    def failed(self, error: Exception) -> None:
        """What is in memory cannot be, or could not be, what the journal gives."""
        if isinstance(error, ReadOnly):
            if self._take(Happening.NOT_WRITTEN):
                self._writing.failed(error)
        elif self._take(Happening.WRITE_LOST):
            self.owner.broken(self, error, NOT_SAVED)

    def not_kept(self, record: Any, error: Exception) -> None:
        self._beside.remove(record)
        if isinstance(error, ReadOnly):
            self._writing.failed(error)

    def say_closed(self, reason: str) -> None:
        """Tell all listeners that the table is gone, as of the last moment that a crash cannot take
        back: from there they can go on later."""
        seq, at = self._outbox.durable
        batch = EventBatch(self.table.id, seq, at, [news.Closed(reason=reason)])
        for connection in self.here.clear():
            self.owner.deliver(connection, batch)

    # --- what goes wrong -------------------------------------------------------------------------

    def _failed(self, error: Exception) -> None:
        """A step failed: go back to what the journal says, or give up if it failed there before."""
        self.counters.failures += 1
        table = self.table
        entries = table.entries_to_fold()
        before = entries[-1].seq if entries else table.state.seq
        log.error("table %s failed after entry %d", table.id, before, exc_info=error)
        if self._failed_at == before:
            self._give_up(error)
            return
        self._failed_at = before
        self._take(Happening.RULE_FAILED)
        if entries is not None:
            self._fold_again(entries)
        else:
            self.owner.reread(self, self._fold_again)

    def _give_up(self, error: Exception) -> None:
        if self._take(Happening.GIVEN_UP):
            self.owner.broken(self, error, TWICE)

    def _fold_again(self, entries: Sequence[Entry]) -> None:
        if self.state is not State.REREADING:
            return
        invite = self.table.state.invite
        try:
            self.table.fold_again(entries)
        except CorruptJournal as damage:
            self._give_up(damage)
            return
        while self._recent and self._recent[-1][0] > self.table.state.seq:
            # It was not written, and nobody has heard of it.
            self._recent.pop()
        if self.table.state.invite != invite:
            self.owner.uninvite(self, invite)
        self.here.notice_absent(self.table.state.owners(), self._clock.now())
        self._take(Happening.FOLDED)
        postponed, self._postponed = self._postponed, []
        self._after_step()
        for who, ask, reply in postponed:
            self.ask(who, ask, reply)

    # --- time ----------------------------------------------------------------------------------

    def _after_step(self) -> None:
        if self.state is not State.OPEN or self._writing.refused is not None:
            return
        state = self.table.state
        try:
            match = state.match
            if match is not None and state.running and not state.has_bots and self.here.complete:
                # The usual case, after every move: neither bots nor absent people to think of.
                self.bots.rest()
                due = match.deadline
            else:
                self.bots.look()
                due = self._waiting.next_due()
        except Exception as error:
            self._failed(error)
            return
        if due == self._timer_due:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_due = due
        self._timer = None if due is None else self._clock.call_at(due, self._wake)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        self._timer_due = None

    def _wake(self) -> None:
        self._timer = None
        self._timer_due = None
        self.attempt(self._waiting.due_now)


def _news_seen(told: AnyEvent, seat: int | None) -> AnyEvent:
    """TableEvent is the same for all, but an invite code is for those who may invite."""
    if type(told) is news.Configured and told.invite is not None and seat is None:
        return msgspec.structs.replace(told, invite=None)
    return told
