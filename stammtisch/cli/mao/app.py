"""A game of Mao in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from stammtisch.cli.mao.finale import FinaleScreen, told_at_parting
from stammtisch.cli.mao.table_screen import MaoScreen
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import rule_written
from stammtisch.cli.mao.writing import WriteScreen
from stammtisch.cli.terminal.app import TableApp
from stammtisch.games.game import Match
from stammtisch.games.mao.match import MaoMatch

#: Alone at the table: so many seconds after the last key the clock stands, until the next one.
IDLE = 5.0
#: Seconds between two looks at whether it should.
LOOK = 0.25


class MaoApp(TableApp):
    top: MaoTop
    table: MaoScreen
    #: One's newest rule, and whether its author may write now, as they were shown last.
    _shown_rule: object = None
    _could_write = False
    #: When a key was touched last.
    _touched = 0.0

    def on_mount(self) -> None:
        # The app's own is called as well.
        self._touched = self._clock()
        self.set_interval(LOOK, self._mind_clock)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._touched = self._clock()
            self._mind_clock()
        await super().on_event(event)

    def _mind_clock(self) -> None:
        """Nobody is hurried alone: while a sheet is read or written, and while the match waits for
        somebody who touches no key, the clock stands."""
        if self._stand is None or not self.screen_stack:
            return
        idle = self._clock() - self._touched >= IDLE
        reading = self.screen is not self.table
        stands = self.top.running and (reading or (idle and self.top.awaits_me))
        if stands != self.top.stands:
            self.top.stands = stands
            self._stand(stands)

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[MaoTop, MaoScreen]:
        top = MaoTop(clock)
        return top, MaoScreen(top, self.guest, remote)

    def result_sheet(self) -> FinaleScreen:
        return FinaleScreen(self.top)

    def last_words(self, match: Match) -> str:
        assert isinstance(match, MaoMatch)
        return told_at_parting(match, self.top.name)

    def heard(self) -> None:
        """Who has won is asked for a rule; who has written one is told how it was understood."""
        can_write, could_write = self.top.may_write, self._could_write
        self._could_write = can_write
        if can_write and not could_write and self.screen is self.table:
            self.table.action_write()
        elif could_write and not can_write:
            for sheet in self.screen_stack:
                if isinstance(sheet, WriteScreen):
                    sheet.expire()
        rule = self.top.own_rule
        if rule is not None and rule is not self._shown_rule:
            self._shown_rule = rule
            self.table.say(rule_written(rule, self.top.name))
