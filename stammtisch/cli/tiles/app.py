"""A game of tiles in the terminal. It speaks the table protocol, wherever the house is."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from textual.app import App

from stammtisch.cli.lines.guest import Errand, Guest, Refused
from stammtisch.cli.lines.line import Line, Lost
from stammtisch.cli.tiles.screens import ResultScreen, Wish
from stammtisch.cli.tiles.table_screen import TableScreen
from stammtisch.cli.tiles.tabletop import Tabletop
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.settings import BotLevel

#: A nonce of one's own goes into every deal.
NONCE_BYTES = 16


class TilesApp(App[str]):
    """Ends with None, or with a sentence if the table could not be reached."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Stammtisch"

    def __init__(
        self,
        connect: Callable[[], Awaitable[Line]],
        errand: Errand,
        *,
        remote: bool,
        own_nonce: bool = True,
        bots: BotLevel = "medium",
    ) -> None:
        super().__init__()
        self.top = Tabletop()
        self.guest = Guest(connect, errand, self._hear, self._broken)
        self.bots = bots
        self._own_nonce = own_nonce
        self.table = TableScreen(self.top, self.guest, remote)

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
        if self.top.result is not None and self.top.result is not before:
            self.push_screen(ResultScreen(self.top), self._after_result)

    def _after_result(self, wish: Wish | None) -> None:
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
