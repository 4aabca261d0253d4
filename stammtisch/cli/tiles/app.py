"""A game of tiles in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.cli.terminal.app import TableApp
from stammtisch.cli.tiles.screens import ResultScreen
from stammtisch.cli.tiles.table_screen import TilesScreen
from stammtisch.cli.tiles.tabletop import TilesTop


class TilesApp(TableApp):
    top: TilesTop
    table: TilesScreen

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[TilesTop, TilesScreen]:
        top = TilesTop(clock)
        return top, TilesScreen(top, self.guest, remote)

    def result_sheet(self) -> ResultScreen:
        return ResultScreen(self.top)
