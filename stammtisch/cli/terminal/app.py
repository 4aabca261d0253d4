"""A game in the terminal. It speaks the table protocol, wherever the house is."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from stammtisch.cli.lines.guest import Errand, Guest, Refused
from stammtisch.cli.lines.line import Line, Lost
from stammtisch.cli.lines.nonces import OwnNonces
from stammtisch.cli.terminal.screen import TableScreen
from stammtisch.cli.terminal.sheets import QuitScreen, ResultSheet, Wish
from stammtisch.cli.terminal.tabletop import Tabletop
from stammtisch.games.game import Match
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.asks import Follow
from stammtisch.tables.settings import BotLevel


class TableApp(App[str]):
    """Ends with None, or with a sentence if the table could not be reached."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Stammtisch"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    #: How the game wants to be told what happens.
    FOLLOW: ClassVar[Follow] = "events"

    top: Tabletop
    table: TableScreen

    def __init__(
        self,
        connect: Callable[[], Awaitable[Line]],
        errand: Errand,
        *,
        remote: bool,
        own_nonce: bool = True,
        bots: BotLevel = "medium",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.guest = Guest(connect, errand, self._hear, self._broken, self.FOLLOW)
        self.bots = bots
        #: What is printed when the screen is gone.
        self.farewell = ""
        self._nonces = OwnNonces() if own_nonce else None
        self._clock = clock
        self._leaving = False
        #: The match has ended, and its result has not been shown yet.
        self._owes_result = False
        self.top, self.table = self.set_table(remote, clock)

    @abstractmethod
    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[Tabletop, TableScreen]:
        """What the game knows of its table, and how it shows it. The clock counts seconds."""

    @abstractmethod
    def result_sheet(self) -> ResultSheet:
        """How the match ended, and the question what is wanted now."""

    def last_words(self, match: Match) -> str:
        """What somebody may know who leaves this match before its end, and it ends with that."""
        return ""

    def on_mount(self) -> None:
        self.push_screen(self.table)
        self.run_worker(self._attend(), exit_on_error=False)

    async def _attend(self) -> None:
        try:
            await self.guest.attend()
        except (Lost, Refused) as trouble:
            self.exit(str(trouble))

    def leave(self) -> None:
        """Give the seat up, then end; who cannot wait for that asks again."""
        if self._leaving:
            self.exit()
            return
        self._leaving = True
        match = self.guest.match
        if match is not None and self.top.running:
            self.farewell = self.last_words(match)
        self.run_worker(self._leave())

    async def _leave(self) -> None:
        await self.guest.leave()
        self.exit()

    async def action_quit(self) -> None:
        self.leave()

    def action_interrupt(self) -> None:
        """Ask as the key for quitting does, on whatever sheet one is; the second time, do it."""
        if any(isinstance(sheet, QuitScreen) for sheet in self.screen_stack):
            self.leave()
        else:
            self.table.action_quit()

    # --- what the house says ---------------------------------------------------------------------

    def _hear(self, tell: wire.Tell) -> None:
        before, is_new_here = self.top.result, self.top.info is None
        self.top.hear(tell)
        if is_new_here and isinstance(tell, wire.Table) and self.table.remote:
            self.top.note(f"Others find this table with the invitation {tell.invite}.")
        if isinstance(tell, wire.Events) and tell.events:
            # What was answered to a key may be wrong after what happened since.
            self.table.said = ""
        self._open_nonces(tell)
        if isinstance(tell, wire.Table) and tell.table.phase == "open" and not tell.disclosing:
            self.be_ready()
        self.table.show()
        self.heard()
        if self.top.result is not None and self.top.result is not before:
            self._owes_result = True
            self.show_result()

    def show_result(self) -> None:
        """Once, and not over a sheet on which somebody may be typing."""
        if self._owes_result and self.screen is self.table:
            self._owes_result = False
            sheet = self.result_sheet()
            sheet.not_at_once(self._clock)
            self.push_screen(sheet, self.after_result)

    def heard(self) -> None:
        """Something was told, and is on the screen: a game may have more to do about it."""

    def after_result(self, wish: Wish | None) -> None:
        if wish == "again":
            self.be_ready()
        elif wish == "leave":
            self.leave()

    def _broken(self, why: str | None) -> None:
        self.table.broken = why
        self.table.show()

    def be_ready(self) -> None:
        self.table.ask(wire.Ready() if self._nonces is None else self._nonces.ready())

    def _open_nonces(self, tell: wire.Tell) -> None:
        if self._nonces is not None:
            for ask in self._nonces.answers(tell, self.top.seat):
                self.table.ask(ask)
