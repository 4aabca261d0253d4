"""What a player at a table knows: the fold of everything the server has told.

What a player knows who follows by views: the server tells it, and nothing is folded but the log.

Each time the match goes on the table tells an `Observation`: all that one sees, whose turn it is,
and what one may do. So a client of this kind knows no rules at all.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

import msgspec

from stammtisch.games.game import Action, Game, Rules
from stammtisch.protocols.table import messages as wire
from stammtisch.records import Played
from stammtisch.tables import events as news
from stammtisch.tables.encoding import action_from_plain, event_from_plain
from stammtisch.tables.events import SeatInfo
from stammtisch.tables.replies import TableInfo
from stammtisch.terminal.text import plain, t

_WithSeats: TypeAlias = (
    news.Sat | news.Left | news.Renamed | news.Readied | news.Unreadied | news.Hosted | news.Opened
)


class Tabletop(ABC):
    """The same for all games; each game adds its view and the folds of its own events."""

    GAME: ClassVar[Game]
    #: What each kind of event changes.
    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]]

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.info: TableInfo | None = None
        #: The rules, and of which table: a table is drawn more often than its rules change.
        self._ruled: tuple[TableInfo | None, Rules] | None = None
        self.invite = ""
        self.seat: int | None = None
        self.seats: list[SeatInfo] = []
        self.view: Any = None
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
    def see(self, view: dict[str, Any]) -> None:
        """Take over the game's view as it comes with a snapshot."""

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
        rules = self.GAME.rules
        if info is None:
            return rules.named(next(iter(rules.profiles)))
        return rules.named(info.profile, info.options)

    @property
    def empty_seats(self) -> int:
        return sum(seat.name is None for seat in self.seats)

    def name(self, seat: int) -> str:
        if seat == self.seat:
            return t("you")
        return self.seats[seat].name or t("seat", number=seat + 1)

    def left_until(self, deadline: int) -> float:
        """Seconds until that table time, as far as one knows it without hearing anything."""
        passed = (self._clock() - self._heard_at) * 1000
        return max(0.0, (deadline - self.at - passed) / 1000)

    # --- hearing ---------------------------------------------------------------------------------

    def hear(self, tell: wire.Tell) -> None:
        """Take in any message of the server."""
        match tell:
            case wire.Table():
                self._take_snapshot(tell)
            case wire.Events():
                self._take_time(tell.at)
                for event in tell.events:
                    self.happen(event_from_plain(self.GAME, event))
            case wire.ChatMessage():
                self.note(t(f"heard_{tell.reach}", who=tell.sender, text=tell.text))
            case wire.Goodbye():
                self.note(tell.reason)
            case _:
                pass

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


#: What the table's own news changes, in every game.
NEWS_FOLDS: dict[type, Callable[[Any, Any], None]] = {
    news.Sat: Tabletop._seated,
    news.Left: Tabletop._left,
    news.Renamed: Tabletop._seated,
    news.Readied: Tabletop._seated,
    news.Unreadied: Tabletop._seated,
    news.Hosted: Tabletop._seated,
    news.Configured: Tabletop._configured,
    news.Arranged: Tabletop._arranged,
    news.Opened: Tabletop._seated,
    news.Started: Tabletop._started,
    news.Ended: Tabletop._ended,
}


class ViewTabletop(Tabletop):
    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = NEWS_FOLDS

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        #: The table's newest entry that one knows of: what one does by this observation says so.
        self.seq = 0
        self.turn: tuple[int, ...] = ()
        self.deadline: int | None = None
        #: What one may do now.
        self.legal: tuple[Action, ...] = ()
        self.forms: tuple[wire.FormInfo, ...] = ()

    @property
    def my_turn(self) -> bool:
        return self.running and self.seat is not None and self.seat in self.turn

    def seat_beside(self, steps: int) -> int:
        """The seat that is so many turns after one's own; a spectator looks from seat 0."""
        return ((self.seat or 0) + steps) % max(1, len(self.seats))

    def form(self, action: str) -> wire.FormInfo | None:
        """The form for actions of that type, if one may fill it in now."""
        return next((form for form in self.forms if form.action == action), None)

    def see(self, view: dict[str, Any]) -> None:
        self.view = msgspec.convert(view, self.GAME.view)

    def seen(self) -> None:
        """Something new is seen: a game may have its own things to put in order."""

    def hear(self, tell: wire.Tell) -> None:
        super().hear(tell)
        match tell:
            case wire.Table() | wire.Events():
                self.seq = tell.seq
                if isinstance(tell.observation, wire.ObservationInfo):
                    self.see(tell.observation.view)
                    self._may_do(tell.observation)
            case wire.Actions():
                self.seq = tell.seq
                self._may_do(tell)
            case _:
                pass

    def _may_do(self, told: wire.ObservationInfo | wire.Actions) -> None:
        self.turn, self.deadline = tuple(told.turn), told.deadline
        self.legal = tuple(action_from_plain(self.GAME, one.action) for one in told.legal)
        self.forms = tuple(told.forms)
        self.seen()
