"""The bots at a table: those to whom a seat belongs, and those who sit in for somebody."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.games.game import Action
from stammtisch.tables.attendance import Attendance
from stammtisch.tables.clock import Clock
from stammtisch.tables.state import Step
from stammtisch.tables.table import Table
from stammtisch.tables.thinking import Thinker


class Deputies:
    """One of them thinks at a time, and what it thought is done only if nothing has happened since.

    `settle` makes a step of the table durable and known.
    """

    def __init__(
        self,
        table: Table,
        here: Attendance,
        clock: Clock,
        thinker: Thinker,
        pace: int,
        settle: Callable[[Step], None],
    ) -> None:
        self._table = table
        self._here = here
        self._clock = clock
        self._thinker = thinker
        self._pace = pace
        self._settle = settle
        #: House time from which bots sit in for people.
        self.sit_in_from = 0
        self._thinking = False
        self._last_asked = -1
        self.closed = False

    def sit(self, seat: int, level: str, *, filler: bool) -> Step:
        """Give a seat to a bot."""
        taken = {place.name for place in self._table.places}
        name = next(f"{level}_bot{n}" for n in range(1, 99) if f"{level}_bot{n}" not in taken)
        now, wall = self._clock.now(), self._clock.wall()
        account = f"bot:{level}:{seat}"
        return self._table.sit(seat, account, name, now, wall, bot=level, filler=filler)

    def look(self) -> None:
        """Something has happened: if it is a bot's turn, it will move after its pace."""
        if self._thinking or not self._waited_for():
            return
        self._thinking = True
        self._clock.call_at(self._clock.now() + self._pace, self._think)

    def _waited_for(self) -> dict[int, str]:
        """The seats that bots are to play for now, and how well."""
        table, here = self._table, self._here
        if not table.running or here.empty_since is not None:
            return {}
        if here.complete and not table.has_bots:
            return {}
        assert table.match is not None
        sits_in = table.settings.leaver == "bot" and self._clock.now() >= self.sit_in_from
        levels = {}
        for seat in table.match.turn:
            level = table.places[seat].bot
            if level is not None:
                levels[seat] = level
            elif sits_in and table.is_away(seat):
                levels[seat] = table.settings.bots
        return levels

    def _think(self) -> None:
        levels = {} if self.closed else self._waited_for()
        if not levels:
            self._thinking = False
            return
        # Where many may act at once, each has its chance before the first is asked again.
        seat = min(levels, key=lambda seat: (seat <= self._last_asked, seat))
        self._last_asked = seat
        match, seq = self._table.match, self._table.seq
        assert match is not None

        def decided(action: Action | None) -> None:
            self._thinking = False
            if self.closed:
                return
            wanted = self._table.seq == seq and self._waited_for().get(seat) == levels[seat]
            if action is None or not wanted:
                self.look()
                return
            now, wall = self._clock.now(), self._clock.wall()
            self._settle(self._table.act(seat, action, now, wall, bot=levels[seat]))

        game = self._table.game.name
        self._thinker.think(game, levels[seat], match.sight(seat), decided)
