"""What a player at a table knows: the fold of everything the server has told.

The table is followed by views: each time the match goes on it tells an `Observation`, which is all
that the seat sees, whose turn it is, and what it may do. So the terminal knows no rules; of events
it keeps what a view does not say again, and the log.

What a server of a later version tells is not an error here: notices and events that are not known
are told in the words of their own fields, fields are passed over, actions are not offered.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

import msgspec

from stammtisch import replies
from stammtisch.games.game import Action, Game, Refusal, Rules
from stammtisch.protocols.table import messages as wire
from stammtisch.records import Played
from stammtisch.replies import TableInfo
from stammtisch.tables import events as news
from stammtisch.tables.encoding import TABLE_EVENTS, action_from_plain
from stammtisch.tables.events import SeatInfo
from stammtisch.terminal.plain import PlainWords
from stammtisch.terminal.text import Speech, plain, t

_WithSeats: TypeAlias = (
    news.Sat | news.Left | news.Renamed | news.Readied | news.Unreadied | news.Hosted | news.Opened
)


class Tabletop(ABC):
    """The same for all games; each game adds how it reads its view and tells its events."""

    game: Game

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.words = PlainWords(self.game)
        self.info: TableInfo | None = None
        #: The rules, and of which table: a table is drawn more often than its rules change.
        self._ruled: tuple[TableInfo | None, Rules] | None = None
        self.invite = ""
        self.seat: int | None = None
        self.seats: list[SeatInfo] = []
        self.view: Any = None
        #: The table's newest entry that is known here; an action that is meant for it says so.
        self.seq = 0
        self.turn: tuple[int, ...] = ()
        self.deadline: int | None = None
        #: What the player may do now.
        self.legal: tuple[Action, ...] = ()
        self.forms: tuple[wire.FormInfo, ...] = ()
        self.running = False
        self.result: news.Ended | None = None
        #: The matches that were played at this table, the newest last.
        self.scoreboard: list[Played] = []
        #: Table time of the newest message, the time of the match's deadlines.
        self.at = 0
        self._clock = clock
        self._heard_at = clock()
        #: Sentences on what happened, the newest last.
        self.lines: list[str] = []

    @abstractmethod
    def told(self, event: Any) -> str | None:
        """A sentence on what happened, or None if it is not worth one."""

    # --- asking it -------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the table; before it is known, those of the game's first profile."""
        if self._ruled is None or self._ruled[0] is not self.info:
            self._ruled = self.info, self._rules_of(self.info)
        return self._ruled[1]

    def _rules_of(self, info: TableInfo | None) -> Rules:
        rules = self.game.rules
        if info is None:
            return rules.named(next(iter(rules.profiles)))
        return rules.named(info.profile, info.options)

    @property
    def empty_seats(self) -> int:
        return sum(seat.name is None for seat in self.seats)

    @property
    def my_turn(self) -> bool:
        return self.running and self.seat is not None and self.seat in self.turn

    def name(self, seat: int) -> str:
        if seat == self.seat:
            return t("you")
        named = self.seats[seat].name if 0 <= seat < len(self.seats) else None
        return named or t("seat", number=seat + 1)

    def seat_beside(self, steps: int) -> int:
        """The seat that many turns after the player's own; a spectator looks from seat 0."""
        return ((self.seat or 0) + steps) % max(1, len(self.seats))

    def form(self, action: str) -> wire.FormInfo | None:
        """The form for actions of that type, if it may be filled in now."""
        return next((form for form in self.forms if form.action == action), None)

    def left_until(self, deadline: int) -> float:
        """Seconds until that table time, as far as it is known without hearing anything."""
        passed = (self._clock() - self._heard_at) * 1000
        return max(0.0, (deadline - self.at - passed) / 1000)

    def time_left(self, key: str = "seconds_left", say: Speech = t) -> str:
        """How long something may still take, in words, where a clock runs."""
        if self.deadline is None:
            return ""
        return f" {say(key, left=round(self.left_until(self.deadline)))}"

    # --- hearing ---------------------------------------------------------------------------------

    def hear(self, tell: wire.Tell) -> None:
        """Take in any message of the server."""
        match tell:
            case wire.Table():
                self._take_snapshot(tell)
            case wire.Events():
                self._take_time(tell.at)
                for event in tell.events:
                    self._happen(event)
            case replies.ChatMessage():
                self.note(t(f"heard.{tell.reach}", who=tell.sender, text=tell.text))
            case replies.Goodbye():
                self.note(tell.reason)
            case _:
                pass
        match tell:
            case wire.Table() | wire.Events():
                self.seq = tell.seq
                if isinstance(tell.observation, wire.ObservationInfo):
                    self.see(tell.observation.view)
                    self.may_do(tell.observation)
            case wire.Actions():
                self.seq = tell.seq
                self.may_do(tell)
            case _:
                pass

    def _happen(self, told: dict[str, Any]) -> None:
        event = self.read_event(told)
        if event is None:
            self.note(self.words.event(told, self.name))
        else:
            self.happen(event)

    def read_event(self, told: dict[str, Any]) -> Any | None:
        """The event or the table's notice; None if there was no such one when this was written."""
        kind = TABLE_EVENTS.get(told.get("type", "")) or self.game.events.get(told.get("type", ""))
        try:
            return None if kind is None else msgspec.convert(told, kind)
        except msgspec.ValidationError:
            return None

    def happen(self, event: Any) -> None:
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event)
        said = self.told(event)
        if said is not None:
            self.note(said)

    def note(self, sentence: str) -> None:
        """Put a sentence at the end of what happened."""
        self.lines.append(plain(sentence))

    def _take_time(self, at: int) -> None:
        self.at = at
        self._heard_at = self._clock()

    def _take_snapshot(self, table: wire.Table) -> None:
        self.info, self.invite, self.seat = table.table, table.invite, table.seat
        self.seats = table.table.seats
        self._take_time(table.at)
        self.running = table.table.phase == "playing"
        self.scoreboard = table.scoreboard
        if self.view is None:
            for line in table.chat[-5:]:
                self.note(f"{line.name}: {line.text}")
        if table.view is not None:
            self.see(table.view)

    def see(self, view: dict[str, Any]) -> None:
        """Take in the game's view as it is told; what cannot be read leaves the one before."""
        try:
            self.view = msgspec.convert(view, self.game.view)
        except msgspec.ValidationError:
            if (newer := t("newer_server")) not in self.lines:
                self.note(newer)

    def may_do(self, told: wire.ObservationInfo | wire.Actions) -> None:
        """Take in whose turn it is and what the player may do, after the view."""
        self.turn, self.deadline = tuple(told.turn), told.deadline
        read = (self.read_action(one.action) for one in told.legal)
        self.legal = tuple(action for action in read if action is not None)
        self.forms = tuple(told.forms)

    def read_action(self, told: dict[str, Any]) -> Action | None:
        """The action; None if there was no such one when this was written."""
        try:
            return action_from_plain(self.game, told)
        except Refusal:
            return None

    # --- the table -------------------------------------------------------------------------------

    def _seated(self, event: _WithSeats) -> None:
        self.seats = event.seats

    def _left(self, event: news.Left) -> None:
        self.seats = event.seats
        if event.seat == self.seat and not event.away:
            self.seat = None

    def _configured(self, event: news.Configured) -> None:
        self.seats = event.seats
        if self.info is not None:
            settings = event.settings
            self.info = msgspec.structs.replace(
                self.info, profile=settings.profile, options=settings.options
            )

    def _arranged(self, event: news.Arranged) -> None:
        self.seats = event.seats
        if self.seat is not None:
            self.seat = event.order.index(self.seat)

    def _started(self, event: news.Started) -> None:
        self.running = True
        self.result = None

    def _ended(self, event: news.Ended) -> None:
        self.running = False
        self.result = event
        self.scoreboard = [*self.scoreboard, self._played(event)]

    def _played(self, event: news.Ended) -> Played:
        return Played(
            match=event.match,
            ended=time.time(),
            outcome=event.outcome,
            names=[seat.name or "" for seat in self.seats],
            persons=[seat.person or "" for seat in self.seats],
            ranks=event.ranks,
            points=event.points,
        )

    #: What each kind of event changes; a game adds its own.
    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **dict.fromkeys((news.Sat, news.Renamed, news.Readied, news.Unreadied), _seated),
        **dict.fromkeys((news.Hosted, news.Opened), _seated),
        news.Left: _left,
        news.Configured: _configured,
        news.Arranged: _arranged,
        news.Started: _started,
        news.Ended: _ended,
    }
