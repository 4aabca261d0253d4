"""Who is at a table now, and what happens by itself because somebody is not, or a clock runs out.

None of this is in the journal: it is no fact of the match, and after a restart nobody is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from stammtisch.config import AppConfig
from stammtisch.requests import Caller
from stammtisch.tables.clock import Clock
from stammtisch.tables.state import Step
from stammtisch.vocabulary import Follow

if TYPE_CHECKING:
    from stammtisch.tables.bot_seats import BotSeats
    from stammtisch.tables.table import Table

#: Milliseconds in which the guesses are counted together.
WINDOW = 600_000
#: Wrong passwords in that time: of one account, of one address, and of everybody together.
BY_ACCOUNT, BY_ADDRESS, BY_ALL = 5, 15, 200


class PasswordAttempts:
    """The wrong passwords of the last minutes. Whoever has an invitation need not care."""

    def __init__(self) -> None:
        self._until = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def too_many(self, who: Caller, now: int) -> bool:
        if now >= self._until:
            self._counts.clear()
        limits = zip(_keys(who), (BY_ACCOUNT, BY_ADDRESS, BY_ALL), strict=True)
        return any(self._counts[key] >= most for key, most in limits)

    def wrong(self, who: Caller, now: int) -> None:
        if not self._counts:
            self._until = now + WINDOW
        self._counts.update(_keys(who))


def _keys(who: Caller) -> list[tuple[str, str]]:
    # Within one process (a terminal's own server) there are no addresses to tell apart.
    return [("account", who.account), ("address", who.address or who.account), ("all", "")]


class Presence:
    """Kept when the table's state is folded again."""

    def __init__(self) -> None:
        #: How many connections each account has here.
        self.present: Counter[str] = Counter()
        #: Owners of seats who left the match on purpose or are away too long: their seats may be
        #: taken over.
        self.released: set[str] = set()
        #: Each connection's account.
        self.accounts: dict[str, str] = {}
        #: Connections whose seat is kept for a while if they are lost before a match.
        self._keeping: set[str] = set()
        #: Connections that are told what they see after each step.
        self.viewing: set[str] = set()
        #: When each absent owner of a seat was last seen, by account.
        self.away_since: dict[str, int] = {}
        #: Those of them who have left on purpose.
        self.left: set[str] = set()
        #: Since when no connection is there at all.
        self.empty_since: int | None = 0

    @property
    def complete(self) -> bool:
        """Somebody is here, and nobody who belongs here is away."""
        return not self.away_since and self.empty_since is None

    def arrive(self, who: Caller, keep: bool, follow: Follow = "events") -> None:
        if who.connection not in self.accounts:
            self.accounts[who.connection] = who.account
            if keep:
                self._keeping.add(who.connection)
            self.present[who.account] += 1
        if follow == "views":
            self.viewing.add(who.connection)
        else:
            self.viewing.discard(who.connection)
        self.away_since.pop(who.account, None)
        self.released.discard(who.account)
        self.left.discard(who.account)
        self.empty_since = None

    def keeps_seat(self, who: Caller) -> bool | None:
        """Whether the seat is kept if this connection is lost; None if it is not here."""
        return who.connection in self._keeping if who.connection in self.accounts else None

    def is_last(self, who: Caller) -> bool:
        """Has the account no other connection here?"""
        return self.present[who.account] == 1

    def depart(self, who: Caller, now: int) -> None:
        del self.accounts[who.connection]
        self._keeping.discard(who.connection)
        self.viewing.discard(who.connection)
        self.present[who.account] -= 1
        if not self.present[who.account]:
            del self.present[who.account]
        if not self.accounts:
            self.empty_since = now

    def notice_absent(self, owners: Iterable[str], now: int) -> None:
        """Those owners of seats who are not here are away, at the latest from now on."""
        for account in owners:
            if not self.present[account]:
                self.away_since.setdefault(account, now)

    def wait_anew(self, now: int) -> None:
        """A match begins: what it does without the absent counts from here."""
        self.away_since = dict.fromkeys(self.away_since, now)
        self.released.clear()

    def kept_until(self, grace: int) -> int | None:
        """When the next seat of somebody who is away can be taken over."""
        waits = [at for one, at in self.away_since.items() if one not in self.released]
        return min(waits) + grace if waits else None

    def release(self, now: int, grace: int) -> None:
        """Whoever has been away for that long has kept the seat long enough."""
        late = {account for account, since in self.away_since.items() if since + grace <= now}
        self.released |= late

    def is_deserted(self, owners: Iterable[str]) -> bool:
        """Is nobody here, and have all left on purpose who have a seat?"""
        return self.empty_since is not None and self.left.issuperset(owners)

    def overdue(self, now: int, timings: int) -> str | None:
        """An account that has been away for longer than that."""
        for account, since in self.away_since.items():
            if since + timings <= now:
                return account
        return None

    def clear(self) -> list[str]:
        """Everybody goes; the connections that were here."""
        connections = list(self.accounts)
        self.accounts.clear()
        self._keeping.clear()
        self.viewing.clear()
        return connections

    def connections_of(self, account: str) -> list[str]:
        return [connection for connection, of in self.accounts.items() if of == account]


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
        if table.state.running:
            assert table.state.match is not None
            if here.complete:
                return table.state.match.deadline
            if table.state.match.deadline is not None:
                due.append(table.state.match.deadline)
            if here.away_since and table.state.settings.leaver in ("end", "out"):
                due.append(min(here.away_since.values()) + timings.ending)
            if here.empty_since is not None:
                due.append(here.empty_since + self._patience_with_nobody())
            if here.away_since and self._clock.now() < self._bots.sit_in_from:
                due.append(self._bots.sit_in_from)
            if (release := self._release_due()) is not None:
                due.append(release)
        elif table.state.disclose_until is not None:
            due.append(self._disclose_due())
        else:
            if here.away_since:
                due.append(min(here.away_since.values()) + timings.lobby)
            elif here.empty_since is not None and not self._saving():
                due.append(here.empty_since)
            if table.state.settings.fill_after is not None and self._has_room():
                if self._fill_due is None:
                    self._fill_due = self._clock.now() + int(table.state.settings.fill_after * 1000)
                due.append(self._fill_due)
        return min(due, default=None)

    def _disclose_due(self) -> int:
        """After a restart people must first find their way back."""
        return max(self._table.state.disclose_until or 0, self._bots.sit_in_from)

    def _release_due(self) -> int | None:
        """When the next seat of somebody who is away can be taken over: not before people have had
        time to find their way back after a restart."""
        grace = self._table.state.settings.grace * 1000
        kept = self._here.kept_until(grace) if grace else None
        return None if kept is None else max(kept, self._bots.sit_in_from)

    def _has_room(self) -> bool:
        """Are there empty seats, and somebody who waits for them to be filled?"""
        room = (
            any(not place.taken for place in self._table.state.places)
            and self._table.state.people_present()
        )
        if not room:
            self._fill_due = None
        return room

    def due_now(self) -> Step | None:
        """Do what is due, if anything is."""
        now, wall = self._clock.now(), self._clock.wall()
        return self._in_match(now, wall) if self._table.state.running else self._before(now, wall)

    def _in_match(self, now: int, wall: float) -> Step | None:
        table, here = self._table, self._here
        assert table.state.match is not None
        deadline = table.state.match.deadline
        if deadline is not None and deadline <= now:
            return table.time_out(now, wall)
        empty_since = here.empty_since
        if empty_since is not None and empty_since + self._patience_with_nobody() <= now:
            return table.abort("Everybody has left the table.", now, wall)
        gone = here.overdue(now, self._timings.ending)
        if gone is not None and table.state.settings.leaver in ("end", "out"):
            return self.let_go(gone, now, wall)
        release = self._release_due()
        if release is not None and release <= now:
            here.release(now, table.state.settings.grace * 1000)
        return None

    def _patience_with_nobody(self) -> int:
        """How long a match goes on to wait when nobody is there any more."""
        timings = self._timings
        return (
            timings.ending
            if self._here.is_deserted(self._table.state.owners())
            else timings.abandoned
        )

    def _before(self, now: int, wall: float) -> Step | None:
        table, here = self._table, self._here
        if table.state.disclose_until is not None:
            return table.give_up_waiting(now, wall) if self._disclose_due() <= now else None
        gone = here.overdue(now, self._timings.lobby)
        if gone is not None:
            return self.let_go(gone, now, wall)
        if self._fill_due is not None and self._fill_due <= now and self._has_room():
            seat = next(at for at, place in enumerate(table.state.places) if not place.taken)
            return self._bots.sit(seat, table.state.settings.bots, filler=True)
        if here.empty_since is not None and not here.away_since and not self._saving():
            self._forsake()
        return None

    def is_lost(self, account: str) -> bool:
        """After a restart: has somebody no way to come back to a game that goes on without?"""
        seat = self._table.state.seat_of(account)
        return (
            self._table.state.game.goes_on
            and seat is not None
            and not self._table.state.places[seat].keep
        )

    def let_go(self, account: str, now: int, wall: float) -> Step:
        """Somebody has not come back in time, or never will."""
        table, seat = self._table, self._table.state.seat_of(account)
        if seat is not None and table.state.running and table.state.settings.leaver == "end":
            # Now the seat is kept like any other before a match.
            return table.abort(f"{table.state.places[seat].name} did not come back.", now, wall)
        del self._here.away_since[account]
        self._here.left.discard(account)
        if seat is None:
            return Step()
        return (table.go_out if table.state.running else table.stand)(seat, now, wall)
