"""Who is at a table now: its connections, and since when those who belong there are away.

None of this is in the journal: it is no fact of the match, and after a restart nobody is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stammtisch.tables.commands import Who
from stammtisch.tables.state import TableState


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a table waits for people, in milliseconds."""

    #: A bot's move at a table where people look on takes this long.
    bot_pace: int = 800
    #: Before a match: a lost connection's seat is kept.
    lobby: int = 60_000
    #: In a match that would end or go on without: a lost connection may come back.
    ending: int = 30_000
    #: After a restart: nobody's seat is given to a bot or a newcomer.
    restart: int = 20_000
    #: A match in which nobody is left is broken off.
    abandoned: int = 1_800_000


@dataclass(frozen=True, slots=True)
class _Listener:
    account: str
    #: Its seat is kept for a while if the connection is lost before a match.
    keep: bool


class Attendance:
    def __init__(self, table: TableState, now: int) -> None:
        self._table = table
        self._listeners: dict[str, _Listener] = {}
        #: When each absent owner of a seat was last seen, by account.
        self.away_since: dict[str, int] = {}
        #: Since when no connection is there at all.
        self.empty_since: int | None = now

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Each connection with its account."""
        return ((name, listener.account) for name, listener in self._listeners.items())

    def __bool__(self) -> bool:
        return bool(self._listeners)

    def arrive(self, who: Who, keep: bool) -> None:
        if who.connection not in self._listeners:
            self._listeners[who.connection] = _Listener(who.account, keep)
            self._table.present[who.account] += 1
        self.away_since.pop(who.account, None)
        self.empty_since = None

    def keeps_seat(self, who: Who) -> bool | None:
        """Whether the seat is kept if this connection is lost; None if it is not here."""
        listener = self._listeners.get(who.connection)
        return None if listener is None else listener.keep

    def is_last(self, who: Who) -> bool:
        """Has the account no other connection here?"""
        return self._table.present[who.account] == 1

    def depart(self, who: Who, now: int) -> None:
        del self._listeners[who.connection]
        self._table.present[who.account] -= 1
        if not self._table.present[who.account]:
            del self._table.present[who.account]
        if not self._listeners:
            self.empty_since = now

    def nobody_is_back(self, now: int) -> None:
        """After a restart: the owners of all seats are away from now on."""
        for place in self._table.places:
            if place.account is not None and place.bot is None:
                self.away_since[place.account] = now

    def wait_anew(self, now: int) -> None:
        """A match begins: what it does without the absent counts from here."""
        self.away_since = dict.fromkeys(self.away_since, now)

    def overdue(self, now: int, patience: int) -> str | None:
        """An account that has been away for longer than that."""
        for account, since in self.away_since.items():
            if since + patience <= now:
                return account
        return None

    def clear(self) -> list[str]:
        """Everybody goes; the connections that were here."""
        connections = list(self._listeners)
        self._listeners.clear()
        return connections
