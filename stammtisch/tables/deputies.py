"""The bots at a table: those to whom a seat belongs, and those who sit in for somebody."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.bots import bot_for
from stammtisch.bots.uniform import Uniform
from stammtisch.games.game import Match, Refusal, Sight
from stammtisch.tables.attendance import Attendance
from stammtisch.tables.clock import Clock
from stammtisch.tables.steps import Step
from stammtisch.tables.table import Table
from stammtisch.tables.thinking import Thinker

log = logging.getLogger(__name__)

#: Who plays when a bot fails: any legal move is better than a table that stands still.
_SUBSTITUTE = Uniform()


class Deputies:
    """One of those whose turn it is thinks at a time, and what it thought is done only if nothing
    has happened since. Those who may speak out of turn are asked once after each step; what they
    say is done if it is still legal, and nobody waits for them.

    `attempt` does a change of the table and makes it durable and known; whatever goes wrong in it
    is the table's trouble.
    """

    def __init__(
        self,
        table: Table,
        here: Attendance,
        clock: Clock,
        thinker: Thinker,
        pace: int,
        attempt: Callable[[Callable[[], Step]], None],
    ) -> None:
        self._table = table
        self._here = here
        self._clock = clock
        self._thinker = thinker
        self._pace = pace
        self._attempt = attempt
        #: House time from which bots sit in for people.
        self.sit_in_from = 0
        self._thinking = False
        self._last_asked = -1
        #: After which entry each seat was last asked whether it has something to say.
        self._heard: dict[int, int] = {}
        self.closed = False

    def sit(self, seat: int, level: str, *, filler: bool) -> Step:
        """Give a seat to a bot."""
        bot_for(self._table.game.name, level)
        taken = {place.name for place in self._table.places}
        name = next(f"{level}_bot{n}" for n in range(1, 99) if f"{level}_bot{n}" not in taken)
        now, wall = self._clock.now(), self._clock.wall()
        accounts = {place.account for place in self._table.places}
        # Seats change places: a bot that came as this one may sit somewhere else now.
        numbers = (seat, *range(len(self._table.places)))
        account = next(a for n in numbers if (a := f"bot:{level}:{n}") not in accounts)
        return self._table.sit(seat, account, name, now, wall, bot=level, filler=filler)

    def look(self) -> None:
        """Something has happened: if it is a bot's turn, it will move after its pace."""
        if not self._plays():
            return
        self._ask_speakers()
        if not self._thinking and self._levels(self._match().turn):
            self._thinking = True
            self._clock.call_at(self._clock.now() + self._table_pace, self._think)

    @property
    def _table_pace(self) -> int:
        wanted = self._table.settings.pace
        return self._pace if wanted is None else wanted

    def _plays(self) -> bool:
        """May there be anything for bots to do?"""
        table, here = self._table, self._here
        if self.closed or not table.running or here.empty_since is not None:
            return False
        return table.has_bots or not here.complete

    def _match(self) -> Match:
        assert self._table.match is not None
        return self._table.match

    def _levels(self, seats: tuple[int, ...]) -> dict[int, str]:
        """Those of the seats that bots are to play for now, and how well."""
        table = self._table
        sits_in = self._clock.now() >= self.sit_in_from
        levels = {}
        for seat in seats:
            level = table.places[seat].bot
            if level is None and sits_in:
                level = table.deputy_of(seat)
            if level is not None:
                levels[seat] = level
        return levels

    # --- those whose turn it is ------------------------------------------------------------------

    def _think(self) -> None:
        levels = self._levels(self._match().turn) if self._plays() else {}
        if not levels:
            self._thinking = False
            return
        # Where many may act at once, each has its chance before the first is asked again.
        seat = min(levels, key=lambda seat: (seat <= self._last_asked, seat))
        self._last_asked = seat
        self._ask_turn(seat, levels[seat])

    def _ask_turn(self, seat: int, level: str) -> None:
        table, seq = self._table, self._table.seq
        sight: Sight | None = None

        def decided(decision: Decision | None) -> None:
            self._thinking = False
            if not self._plays() or table.seq != seq:
                self.look()
                return
            if self._levels(self._match().turn).get(seat) != level:
                self.look()
                return
            if decision is not None and decision.action is None:
                self.look()
                return
            self._attempt(lambda: self._act(seat, level, decision, sight))

        def ask() -> Step:
            nonlocal sight
            sight = self._match().sight(seat)
            self._thinking = True
            self._thinker.think(table.game.name, level, sight, decided)
            return Step()

        # Until it is really asked nobody thinks: a table that is being mended asks nobody.
        self._thinking = False
        self._attempt(ask)

    def _act(self, seat: int, level: str, decision: Decision | None, sight: Sight | None) -> Step:
        table = self._table
        now, wall = self._clock.now(), self._clock.wall()
        if decision is not None and decision.action is not None:
            try:
                return table.act(
                    seat, decision.action, now, wall, bot=level, reason=decision.reason
                )
            except Refusal as refusal:
                log.error(
                    "a %s bot of %s did what it may not: %s", level, table.game.name, refusal.reason
                )
        assert sight is not None
        instead = _SUBSTITUTE.choose(sight, Random(table.seq)).action
        assert instead is not None
        reason = "The bot did not know what to do: one of the legal moves."
        return table.act(seat, instead, now, wall, bot=level, reason=reason)

    # --- those who may speak out of turn ---------------------------------------------------------

    def _ask_speakers(self) -> None:
        table, match = self._table, self._match()
        speakers = match.speakers
        if not speakers:
            return
        for seat, level in self._levels(speakers).items():
            if self._heard.get(seat) != table.seq:
                self._heard[seat] = table.seq
                self._thinker.think(
                    table.game.name, level, match.sight(seat), self._speaker(seat, level)
                )

    def _speaker(self, seat: int, level: str) -> Callable[[Decision | None], None]:
        table, match = self._table, self._table.match

        def decided(decision: Decision | None) -> None:
            if not self._plays() or table.match is not match or self._levels((seat,)) == {}:
                return
            if decision is not None and decision.action is not None:
                self._attempt(lambda: self._speak(seat, level, decision))

        return decided

    def _speak(self, seat: int, level: str, decision: Decision) -> Step:
        now, wall = self._clock.now(), self._clock.wall()
        assert decision.action is not None
        try:
            return self._table.act(
                seat, decision.action, now, wall, bot=level, reason=decision.reason
            )
        except Refusal:
            # Too late: the match has gone on while it thought.
            return Step()
