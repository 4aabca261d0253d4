"""A game in the terminal. It speaks the table protocol, wherever the house is."""

from __future__ import annotations

import secrets
import time
from abc import abstractmethod
from collections.abc import Awaitable, Callable

from textual.app import App
from textual.screen import Screen

from stammtisch.cli.lines.guest import Errand, Guest, Refused
from stammtisch.cli.lines.line import Line, Lost
from stammtisch.cli.terminal.screen import TableScreen
from stammtisch.cli.terminal.sheets import Wish
from stammtisch.cli.terminal.tabletop import Tabletop
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.settings import BotLevel

#: A nonce of one's own goes into every deal.
NONCE_BYTES = 16


class TableApp(App[str]):
    """Ends with None, or with a sentence if the table could not be reached."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Stammtisch"

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
        self.guest = Guest(connect, errand, self._hear, self._broken)
        self.bots = bots
        self._own_nonce = own_nonce
        self.top, self.table = self.set_table(remote, clock)

    @abstractmethod
    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[Tabletop, TableScreen]:
        """What the game knows of its table, and how it shows it. The clock counts seconds."""

    @abstractmethod
    def result_sheet(self) -> Screen[Wish]:
        """How the match ended, and the question what is wanted now."""

    def on_mount(self) -> None:
        self.push_screen(self.table)
        self.run_worker(self._attend(), exit_on_error=False)

    async def _attend(self) -> None:
        try:
            await self.guest.attend()
        except (Lost, Refused) as trouble:
            self.exit(str(trouble))

    def leave(self) -> None:
        """Give the seat up, then end."""
        self.run_worker(self._leave())

    async def _leave(self) -> None:
        await self.guest.leave()
        self.exit()

    # --- what the house says ---------------------------------------------------------------------

    def _hear(self, tell: wire.Tell) -> None:
        before = self.top.result
        self.top.hear(tell)
        if isinstance(tell, wire.Table) and tell.table.phase == "open":
            self.be_ready()
        self.table.show()
        self.heard()
        if self.top.result is not None and self.top.result is not before:
            self.push_screen(self.result_sheet(), self.after_result)

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
        nonce = secrets.token_hex(NONCE_BYTES) if self._own_nonce else None
        self.table.ask(wire.Ready(nonce=nonce))
