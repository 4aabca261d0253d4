"""What happens at a table by itself: clocks that run out, people who do not come back, bots that
fill seats, and the end of a table that nobody needs any more."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.config import AppConfig
from stammtisch.tables.bot_seats import BotSeats
from stammtisch.tables.clock import Clock
from stammtisch.tables.presence import Presence
from stammtisch.tables.steps import Step
from stammtisch.tables.table import Table


class Timeouts:
    """Knows when something is due, and does it. `saving` tells whether steps are on their way to
    the disk, `forsake` takes a table away."""

    def __init__(
        self,
        table: Table,
        here: Presence,
        bots: BotSeats,
        clock: Clock,
        config: AppConfig,
        saving: Callable[[], int],
        forsake: Callable[[], None],
    ) -> None:
        self._table = table
        self._here = here
        self._bots = bots
        self._clock = clock
        self._timings = config.timings
        self._saving = saving
        self._forsake = forsake
        self._fill_due: int | None = None

    def next_due(self) -> int | None:
        """The next moment at which something happens by itself."""
        table, timings, here = self._table, self._timings, self._here
        due: list[int] = []
        if table.running:
            assert table.match is not None
            if here.complete:
                return table.match.deadline
            if table.match.deadline is not None:
                due.append(table.match.deadline)
            if here.away_since and table.settings.leaver in ("end", "out"):
                due.append(min(here.away_since.values()) + timings.ending)
            if here.empty_since is not None:
                due.append(here.empty_since + self._patience_with_nobody())
            if here.away_since and self._clock.now() < self._bots.sit_in_from:
                due.append(self._bots.sit_in_from)
            if (release := self._release_due()) is not None:
                due.append(release)
        elif table.disclose_until is not None:
            due.append(self._disclose_due())
        else:
            if here.away_since:
                due.append(min(here.away_since.values()) + timings.lobby)
            elif here.empty_since is not None and not self._saving():
                due.append(here.empty_since)
            if table.settings.fill_after is not None and self._has_room():
                if self._fill_due is None:
                    self._fill_due = self._clock.now() + int(table.settings.fill_after * 1000)
                due.append(self._fill_due)
        return min(due, default=None)

    def _disclose_due(self) -> int:
        """After a restart people must first find their way back."""
        return max(self._table.disclose_until or 0, self._bots.sit_in_from)

    def _release_due(self) -> int | None:
        """When the next seat of somebody who is away can be taken over: not before people have had
        time to find their way back after a restart."""
        grace = self._table.settings.grace * 1000
        kept = self._here.kept_until(grace) if grace else None
        return None if kept is None else max(kept, self._bots.sit_in_from)

    def _has_room(self) -> bool:
        """Are there empty seats, and somebody who waits for them to be filled?"""
        room = any(not place.taken for place in self._table.places) and self._table.people_present()
        if not room:
            self._fill_due = None
        return room

    def due_now(self) -> Step | None:
        """Do what is due, if anything is."""
        now, wall = self._clock.now(), self._clock.wall()
        return self._in_match(now, wall) if self._table.running else self._before(now, wall)

    def _in_match(self, now: int, wall: float) -> Step | None:
        table, here = self._table, self._here
        assert table.match is not None
        deadline = table.match.deadline
        if deadline is not None and deadline <= now:
            return table.time_out(now, wall)
        empty_since = here.empty_since
        if empty_since is not None and empty_since + self._patience_with_nobody() <= now:
            return table.abort("Everybody has left the table.", now, wall)
        gone = here.overdue(now, self._timings.ending)
        if gone is not None and table.settings.leaver in ("end", "out"):
            return self.let_go(gone, now, wall)
        release = self._release_due()
        if release is not None and release <= now:
            here.release(now, table.settings.grace * 1000)
        return None

    def _patience_with_nobody(self) -> int:
        """How long a match goes on to wait when nobody is there any more."""
        timings = self._timings
        return timings.ending if self._here.is_deserted else timings.abandoned

    def _before(self, now: int, wall: float) -> Step | None:
        table, here = self._table, self._here
        if table.disclose_until is not None:
            return table.give_up_waiting(now, wall) if self._disclose_due() <= now else None
        gone = here.overdue(now, self._timings.lobby)
        if gone is not None:
            return self.let_go(gone, now, wall)
        if self._fill_due is not None and self._fill_due <= now and self._has_room():
            seat = next(at for at, place in enumerate(table.places) if not place.taken)
            return self._bots.sit(seat, table.settings.bots, filler=True)
        if here.empty_since is not None and not here.away_since and not self._saving():
            self._forsake()
        return None

    def is_lost(self, account: str) -> bool:
        """After a restart: has somebody no way to come back to a game that goes on without?"""
        seat = self._table.seat_of(account)
        return self._table.game.goes_on and seat is not None and not self._table.places[seat].keep

    def let_go(self, account: str, now: int, wall: float) -> Step:
        """Somebody has not come back in time, or never will."""
        table, seat = self._table, self._table.seat_of(account)
        if seat is not None and table.running and table.settings.leaver == "end":
            # Now the seat is kept like any other before a match.
            return table.abort(f"{table.places[seat].name} did not come back.", now, wall)
        del self._here.away_since[account]
        self._here.left.discard(account)
        if seat is None:
            return Step()
        return (table.go_out if table.running else table.stand)(seat, now, wall)
