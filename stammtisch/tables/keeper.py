"""Keeps one table going: its listeners, its journal's way to the disk, its clocks and its bots.

The table changes at once, in memory; what that brought about is told, and answered, only when its
entries are durable. Whatever is said meanwhile waits behind them, so that nobody learns of a state
that a crash could take back, and everybody hears everything in the order in which it happened.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, cast

from stammtisch.games.game import Action, Event, Refusal
from stammtisch.records import ChatLine, Entry
from stammtisch.tables import events as news
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
from stammtisch.tables.events import Batch, Told
from stammtisch.tables.table import Finished, Step, Table
from stammtisch.tables.thinking import Thinker

log = logging.getLogger(__name__)

Reply = Callable[[Answer], None]

CHAT_KEPT = 50
CHAT_LONGEST = 1000
#: Steps that are kept for those who lost their connection.
STEPS_KEPT = 300


class Journal(Protocol):
    """What a keeper needs of the store."""

    def append(
        self, table: str, entries: Sequence[Entry], done: Callable[[Exception | None], None]
    ) -> None: ...

    def add_chat(self, table: str, line: ChatLine) -> None: ...


class Host(Protocol):
    """Whoever the keeper works for."""

    def deliver(self, connection: str, batch: Batch) -> None:
        """Tell a connection, wherever it is."""

    def finished(self, keeper: Keeper, match: Finished) -> None:
        """A match is over, and durable in the journal."""

    def forsaken(self, keeper: Keeper) -> None:
        """Nobody is at the table any more, nor expected back: it can be taken away."""

    def broken(self, keeper: Keeper, error: Exception) -> None:
        """The journal could not be written: what is in memory must not be trusted."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a table waits for people, in milliseconds."""

    #: A bot's move at a table where people look on takes this long.
    bot_pace: int = 800
    #: Before a match: a lost connection's seat is kept.
    lobby: int = 60_000
    #: In a match where the leaver policy is "end": a lost connection may come back.
    ending: int = 30_000
    #: After a restart: nobody's seat is given to a bot.
    restart: int = 20_000
    #: A match in which nobody is left is broken off.
    abandoned: int = 1_800_000


@dataclass(slots=True)
class _Listener:
    account: str
    keep: bool


@dataclass(slots=True)
class _Pending:
    """What is said, in this order, when a step is durable: to a reply, or to a connection."""

    said: list[tuple[Reply, Answer] | tuple[str, Batch]]
    finished: Finished | None = None


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
        self._thinker = thinker
        self._host = host
        self._patience = patience
        self._listeners: dict[str, _Listener] = {}
        self._pending: deque[_Pending] = deque()
        self._recent: deque[tuple[int, int, list[Told]]] = deque(maxlen=STEPS_KEPT)
        self._chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        #: When each absent owner was last seen, by account.
        self._away_since: dict[str, int] = {}
        self._timer: Timer | None = None
        self._timer_due: int | None = None
        self._empty_since: int | None = clock.now()
        self._bots_from = 0
        self._thinking = False
        self._fill_due: int | None = None
        self.closed = False
        #: For the house's metrics.
        self.actions = 0

    # --- life ----------------------------------------------------------------------------------

    def resume(self, steps: list[tuple[int, Step]], chat: Sequence[ChatLine]) -> None:
        """Go on after a restart: what happened is told to those who ask for it with "since"."""
        now = self._clock.now()
        for seq, step in steps:
            self._recent.append((seq, self.table.at, step.events))
        self._chat.extend(chat)
        self._bots_from = now + self._patience.restart
        for place in self.table.places:
            if place.account is not None and place.bot is None:
                self._away_since[place.account] = now
        self._after_step()

    def close(self) -> None:
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def waiting(self) -> int:
        """Steps on their way to the disk."""
        return len(self._pending)

    def info(self) -> TableInfo:
        seated = {place.account for place in self.table.places}
        watching = sum(1 for one in self._listeners.values() if one.account not in seated)
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
            self._queue_reply(reply, Refused(code=refusal.code, message=refusal.reason))
            return
        self._settle(step, command.who.connection, reply, answer)

    def _join(self, join: Join) -> tuple[Answer, Step]:
        table, who = self.table, join.who
        seat = table.seat_of(who.account)
        back = seat is not None
        step = Step()
        if seat is None and not join.watch:
            seat = table.seat_for(join.seat)
            # Present first, so that the news shows a seat whose owner is there.
            self._arrive(who, join.keep)
            step = table.sit(seat, who.account, who.name, self._clock.now(), self._clock.wall())
        elif seat is not None:
            was_away = table.is_away(seat)
            self._arrive(who, join.keep)
            if was_away:
                infos = table.seat_infos()
                step.events.append(news.Sat(seat=seat, name=who.name, seats=infos, back=True))
        else:
            if not table.settings.watch:
                raise Refusal("no_watching", "Nobody may watch this table.")
            self._arrive(who, join.keep)
        missed = self._missed(join.since, seat)
        answer = Joined(
            seat=seat,
            back=back,
            snapshot=self._snapshot(seat),
            missed=missed,
            events=_seen(step.events, seat),
        )
        return answer, step

    def _leave(self, leave: Leave) -> tuple[Answer, Step]:
        table, who = self.table, leave.who
        listener = self._listeners.pop(who.connection, None)
        if listener is None:
            raise Refusal("not_here", "You are not at this table.")
        now, wall = self._clock.now(), self._clock.wall()
        seat = table.seat_of(who.account)
        last_one = table.present[who.account] == 1
        gives_up = leave.stand or (last_one and not listener.keep)
        step = Step()
        if seat is not None and gives_up and not table.running:
            step = table.stand(seat, now, wall)
        elif seat is not None and gives_up and table.settings.leaver == "out":
            step = table.go_out(seat, now, wall)
        table.present[who.account] -= 1
        if seat is not None and last_one and not step.entries:
            self._away_since[who.account] = now
            name = table.places[seat].name or ""
            gone = news.Left(seat=seat, name=name, seats=table.seat_infos(), away=True)
            if leave.stand and table.running and table.settings.leaver == "end":
                step = table.abort(f"{name} has left the table.", now, wall)
            step.events.insert(0, gone)
        if last_one:
            del table.present[who.account]
        if not self._listeners:
            self._empty_since = now
        return Accepted(seq=table.seq, at=now, events=[]), step

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
        step = self._sit_bot(seat, seating.level, filler=False)
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

    def _arrive(self, who: Who, keep: bool) -> None:
        if who.connection not in self._listeners:
            self._listeners[who.connection] = _Listener(who.account, keep)
            self.table.present[who.account] += 1
        self._away_since.pop(who.account, None)
        self._empty_since = None

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
        pending = _Pending([], step.finished)
        if reply is not None and answer is not None:
            pending.said.append((reply, answer))
        pending.said += self._batches(step, asker)
        if step.entries:
            self._recent.append((self.table.seq, self.table.at, step.events))
            self._pending.append(pending)
            self._journal.append(self.table.id, step.entries, self._durable)
        elif self._pending:
            self._pending[-1].said += pending.said
        else:
            self._release(pending)
        if not self.closed:
            self._after_step()

    def _queue_reply(self, reply: Reply, answer: Answer) -> None:
        if self._pending:
            self._pending[-1].said.append((reply, answer))
        else:
            reply(answer)

    def _batches(self, step: Step, asker: str | None) -> list[tuple[str, Batch]]:
        if not step.events:
            return []
        table = self.table
        by_seat: dict[int | None, Batch] = {}
        batches = []
        for connection, listener in self._listeners.items():
            if connection == asker:
                continue
            seat = table.seat_of(listener.account)
            batch = by_seat.get(seat)
            if batch is None:
                batch = Batch(table.id, table.seq, table.at, _seen(step.events, seat))
                by_seat[seat] = batch
            batches.append((connection, batch))
        return batches

    def _durable(self, error: Exception | None) -> None:
        pending = self._pending.popleft()
        if error is None:
            self._release(pending)
            return
        sorry = Refused(code="not_saved", message="This could not be saved, and did not happen.")
        for to, _ in pending.said:
            if not isinstance(to, str):
                to(sorry)
        if not self.closed:
            self.close()
            self._host.broken(self, error)

    def _release(self, pending: _Pending) -> None:
        deliver = self._host.deliver
        for to, what in pending.said:
            if isinstance(to, str):
                deliver(to, cast("Batch", what))
            else:
                to(cast("Answer", what))
        if pending.finished is not None:
            self._host.finished(self, pending.finished)

    def say_closed(self, reason: str) -> None:
        """Tell all listeners that the table is gone."""
        batch = Batch(self.table.id, self.table.seq, self.table.at, [news.Closed(reason=reason)])
        for connection in list(self._listeners):
            self._host.deliver(connection, batch)
        self._listeners.clear()

    # --- time ----------------------------------------------------------------------------------

    def _after_step(self) -> None:
        self._let_bots_play()
        due = self._next_due()
        if due == self._timer_due:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_due = due
        self._timer = None if due is None else self._clock.call_at(due, self._wake)

    def _next_due(self) -> int | None:
        """The next moment at which something happens by itself."""
        table, patience = self.table, self._patience
        due: list[int] = []
        if table.running:
            assert table.match is not None
            if table.match.deadline is not None:
                due.append(table.match.deadline)
            if self._away_since and table.settings.leaver in ("end", "out"):
                due.append(min(self._away_since.values()) + patience.ending)
            if self._empty_since is not None:
                due.append(self._empty_since + patience.abandoned)
            if self._away_since and self._clock.now() < self._bots_from:
                due.append(self._bots_from)
        else:
            if self._away_since:
                due.append(min(self._away_since.values()) + patience.lobby)
            if self._empty_since is not None and not self._away_since:
                due.append(self._empty_since)
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
        table, now, wall = self.table, self._clock.now(), self._clock.wall()
        if table.running:
            assert table.match is not None
            deadline = table.match.deadline
            if deadline is not None and deadline <= now:
                self._settle(table.time_out(now, wall))
            elif self._everybody_gone(now):
                self._settle(table.abort("Everybody has left the table.", now, wall))
            elif table.settings.leaver in ("end", "out") and (
                gone := self._overdue(now, self._patience.ending)
            ):
                self._settle(self._do_without(gone, now, wall))
            else:
                self._after_step()
            return
        gone = self._overdue(now, self._patience.lobby)
        if gone is not None:
            del self._away_since[gone]
            seat = table.seat_of(gone)
            self._settle(Step() if seat is None else table.stand(seat, now, wall))
        elif self._fill_due is not None and self._fill_due <= now and self._has_room():
            seat = next(at for at, place in enumerate(table.places) if not place.taken)
            self._settle(self._sit_bot(seat, table.settings.bots, filler=True))
        elif self._empty_since is not None and not self._away_since and not self._pending:
            self._host.forsaken(self)
        else:
            self._after_step()

    def _do_without(self, account: str, now: int, wall: float) -> Step:
        """Somebody has not come back in time."""
        del self._away_since[account]
        seat = self.table.seat_of(account)
        if seat is None:
            return Step()
        if self.table.settings.leaver == "out":
            return self.table.go_out(seat, now, wall)
        return self.table.abort(f"{self.table.places[seat].name} did not come back.", now, wall)

    def _overdue(self, now: int, patience: int) -> str | None:
        for account, since in self._away_since.items():
            if since + patience <= now:
                return account
        return None

    def _everybody_gone(self, now: int) -> bool:
        return self._empty_since is not None and self._empty_since + self._patience.abandoned <= now

    # --- bots ----------------------------------------------------------------------------------

    def _sit_bot(self, seat: int, level: str, *, filler: bool) -> Step:
        taken = {place.name for place in self.table.places}
        name = next(f"{level}_bot{n}" for n in range(1, 99) if f"{level}_bot{n}" not in taken)
        account = f"bot:{level}:{seat}"
        now, wall = self._clock.now(), self._clock.wall()
        return self.table.sit(seat, account, name, now, wall, bot=level, filler=filler)

    def _bot_to_move(self) -> tuple[int, str] | None:
        """The seat that a bot is to play for now, and how well."""
        table = self.table
        if not table.running or not self._listeners:
            return None
        assert table.match is not None
        for seat in table.match.turn:
            level = table.places[seat].bot
            if level is not None:
                return seat, level
            sits_in = table.settings.leaver == "bot" and self._clock.now() >= self._bots_from
            if sits_in and table.is_away(seat):
                return seat, table.settings.bots
        return None

    def _let_bots_play(self) -> None:
        if self._thinking or self._bot_to_move() is None:
            return
        self._thinking = True
        self._clock.call_at(self._clock.now() + self._patience.bot_pace, self._think)

    def _think(self) -> None:
        chosen = None if self.closed else self._bot_to_move()
        if chosen is None:
            self._thinking = False
            return
        seat, level = chosen
        match = self.table.match
        assert match is not None
        seq = self.table.seq

        def decided(action: Action | None) -> None:
            self._thinking = False
            if self.closed:
                return
            still_wanted = self.table.seq == seq and self._bot_to_move() == chosen
            if action is None or not still_wanted:
                self._after_step()
                return
            now, wall = self._clock.now(), self._clock.wall()
            self._settle(self.table.act(seat, action, now, wall, bot=level))

        self._thinker.think(
            self.table.game.name, level, match.view(seat), match.actions(seat), decided
        )


def _seen(told: list[Told], seat: int | None) -> list[Told]:
    """The events as the seat may know them. Nothing reaches anybody but through here."""
    return [one.seen_by(seat) if isinstance(one, Event) else one for one in told]
