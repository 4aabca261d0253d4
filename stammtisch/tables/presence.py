"""Who is at a table now: its connections, and since when those who belong there are away.

None of this is in the journal: it is no fact of the match, and after a restart nobody is there.

How often somebody may guess a table's password.
"""

from __future__ import annotations

from collections import Counter

from stammtisch.tables.requests import Caller, Follow
from stammtisch.tables.state import TableState

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
    def __init__(self, table: TableState, now: int) -> None:
        self._table = table
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
        self.empty_since: int | None = now

    @property
    def complete(self) -> bool:
        """Somebody is here, and nobody who belongs here is away."""
        return not self.away_since and self.empty_since is None

    def arrive(self, who: Caller, keep: bool, follow: Follow = "events") -> None:
        if who.connection not in self.accounts:
            self.accounts[who.connection] = who.account
            if keep:
                self._keeping.add(who.connection)
            self._table.present[who.account] += 1
        if follow == "views":
            self.viewing.add(who.connection)
        else:
            self.viewing.discard(who.connection)
        self.away_since.pop(who.account, None)
        self._table.released.discard(who.account)
        self.left.discard(who.account)
        self.empty_since = None

    def keeps_seat(self, who: Caller) -> bool | None:
        """Whether the seat is kept if this connection is lost; None if it is not here."""
        return who.connection in self._keeping if who.connection in self.accounts else None

    def is_last(self, who: Caller) -> bool:
        """Has the account no other connection here?"""
        return self._table.present[who.account] == 1

    def depart(self, who: Caller, now: int) -> None:
        del self.accounts[who.connection]
        self._keeping.discard(who.connection)
        self.viewing.discard(who.connection)
        self._table.present[who.account] -= 1
        if not self._table.present[who.account]:
            del self._table.present[who.account]
        if not self.accounts:
            self.empty_since = now

    def nobody_is_back(self, now: int) -> None:
        """After a restart: the owners of all seats are away from now on."""
        for place in self._table.places:
            if place.account is not None and place.bot is None:
                self.away_since[place.account] = now

    def notice_absent(self, now: int) -> None:
        """Owners of seats who are not here are away, at the latest from now on."""
        for place in self._table.places:
            account = place.account
            if account is not None and place.bot is None and not self._table.present[account]:
                self.away_since.setdefault(account, now)

    def wait_anew(self, now: int) -> None:
        """A match begins: what it does without the absent counts from here."""
        self.away_since = dict.fromkeys(self.away_since, now)
        self._table.released.clear()

    def kept_until(self, grace: int) -> int | None:
        """When the next seat of somebody who is away can be taken over."""
        waits = [at for one, at in self.away_since.items() if one not in self._table.released]
        return min(waits) + grace if waits else None

    def release(self, now: int, grace: int) -> None:
        """Whoever has been away for that long has kept the seat long enough."""
        late = {account for account, since in self.away_since.items() if since + grace <= now}
        self._table.released |= late

    @property
    def is_deserted(self) -> bool:
        """Is nobody here, and have all left on purpose who have a seat?"""
        owners = {one for one in self.away_since if self._table.seat_of(one) is not None}
        return self.empty_since is not None and owners <= self.left

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
