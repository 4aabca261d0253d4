"""A game of Doppelkopf in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.cli.doppelkopf.sheets import MatchSheet, RoundSheet
from stammtisch.cli.doppelkopf.table_screen import DoppelkopfScreen
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.terminal.app import TableApp
from stammtisch.cli.terminal.sheets import Wish


class DoppelkopfApp(TableApp):
    FOLLOW = "views"

    top: DoppelkopfTop
    table: DoppelkopfScreen

    def set_table(
        self, remote: bool, clock: Callable[[], float]
    ) -> tuple[DoppelkopfTop, DoppelkopfScreen]:
        top = DoppelkopfTop(clock)
        return top, DoppelkopfScreen(top, self.guest, remote, clock)

    def result_sheet(self) -> MatchSheet:
        return MatchSheet(self.top)

    def heard(self) -> None:
        self.show_round()

    def show_result(self) -> None:
        super().show_result()
        self.show_round()

    def show_round(self) -> None:
        """When a round is over, once, what it was worth; how to go on is asked there, too."""
        view, row = self.top.view, self.top.just_over
        if view is None or row is None or self.screen is not self.table:
            return
        self.top.just_over = None
        if view.phase != "end" or not self.top.running:
            return
        sheet = RoundSheet(self.top, row)
        sheet.not_at_once(self._clock)

        def closed(wish: Wish | None) -> None:
            if sheet.vote is not None:
                self.table.act(sheet.vote, whatever_happened=True)

        self.push_screen(sheet, closed)
