"""A game of Tarock in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.cli.tarock.sheets import DealSheet, MatchSheet
from stammtisch.cli.tarock.table_screen import TarockScreen
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.app import TableApp
from stammtisch.cli.terminal.sheets import Wish


class TarockApp(TableApp):
    FOLLOW = "views"

    top: TarockTop
    table: TarockScreen

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[TarockTop, TarockScreen]:
        top = TarockTop(clock)
        return top, TarockScreen(top, self.guest, remote, clock)

    def result_sheet(self) -> MatchSheet:
        return MatchSheet(self.top)

    def heard(self) -> None:
        self.show_deal()

    def show_result(self) -> None:
        super().show_result()
        self.show_deal()

    def show_deal(self) -> None:
        """When a deal is over, once, what it was worth; how to go on is asked there, too."""
        result = self.top.just_over
        if result is None or self.screen is not self.table:
            return
        self.top.just_over = None
        if not self.top.running or (self.top.view is not None and self.top.view.over):
            return
        sheet = DealSheet(self.top, result)
        sheet.not_at_once(self._clock)

        def closed(wish: Wish | None) -> None:
            if sheet.vote is not None:
                self.table.act(sheet.vote, whatever_happened=True)

        self.push_screen(sheet, closed)
