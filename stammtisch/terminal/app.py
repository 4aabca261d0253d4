"""A game in the terminal. It speaks the table protocol, wherever the server is."""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.worker import Worker

from stammtisch.cli.output import CliError
from stammtisch.client import ClientError
from stammtisch.games.game import Match
from stammtisch.games.games import game_named
from stammtisch.protocols.table import messages as wire
from stammtisch.terminal.dialogs import HelpScreen, QuitScreen, ResultDialog, Wish
from stammtisch.terminal.guest import Guest, JoinPlan, TableTransport
from stammtisch.terminal.replay import Look, ReplayScreen, frames
from stammtisch.terminal.saved_matches import SavedMatches
from stammtisch.terminal.screen import TableScreen
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.text import evening_told, lost_told, t


class TableApp(App[str]):
    """Ends with None, or with a sentence if the table could not be reached."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Stammtisch"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    #: How the game is looked at afterwards; None: by the names of its fields.
    look: ClassVar[Look | None] = None

    top: Tabletop
    table: TableScreen

    def __init__(
        self,
        connect: Callable[[], Awaitable[TableTransport]],
        plan: JoinPlan,
        *,
        remote: bool,
        own_nonce: bool = True,
        bots: str | None = None,
        kept: SavedMatches | None = None,
        remarks: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
        stand: Callable[[bool], None] | None = None,
    ) -> None:
        """`kept` is where matches of a server in this process go; `remarks`, which may grow, is
        what went wrong beside the game; `stand` makes the clock of such a server stand still, or
        go on."""
        super().__init__()
        self.game = game_named(plan.settings.game)
        self.guest = Guest(
            connect,
            plan,
            self._hear,
            self._broken,
            own_nonce=own_nonce,
            note=self.note,
        )
        self.bots = bots
        self._kept = kept
        self._remarks = remarks
        #: Numbers of the matches that were kept, and the keeping of the last one.
        self._numbers: list[int] = []
        self._keeping: Worker[None] | None = None
        #: What is printed when the screen is gone.
        self.farewell = ""
        self._clock = clock
        self._stand = stand
        self._leaving = False
        #: The match has ended, and its result has not been shown yet.
        self._owes_result = False
        self.top, self.table = self.set_table(remote, clock)

    @abstractmethod
    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[Tabletop, TableScreen]:
        """What the game knows of its table, and how it shows it. The clock counts seconds."""

    @abstractmethod
    def result_dialog(self) -> ResultDialog:
        """How the match ended, and the question what is wanted now."""

    def last_words(self, match: Match) -> str:
        """What somebody may know who leaves this match before its end, and it ends with that."""
        return ""

    @property
    def remarks(self) -> list[str]:
        """What went wrong beside the game, each once."""
        return list(dict.fromkeys(self._remarks))

    def get_default_screen(self) -> TableScreen:
        # An empty one under the table would be laid out and drawn first.
        return self.table

    def on_mount(self) -> None:
        self.run_worker(self._attend(), exit_on_error=False)

    async def _attend(self) -> None:
        try:
            await self.guest.attend()
        except ClientError as trouble:
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
        if self._keeping is not None:
            await self._keeping.wait()
        if self._numbers:
            self.farewell = "\n\n".join(filter(None, (self.farewell, self._afterwards())))
        await self.guest.leave()
        self.exit()

    def _afterwards(self) -> str:
        """What is left of an evening in a server of this process."""
        number = self._numbers[-1]
        evening = evening_told(self.top.scoreboard, self._own_person)
        return f"{evening}\n\n{t('afterwards', number=number)}"

    async def action_quit(self) -> None:
        self.leave()

    def action_interrupt(self) -> None:
        """Ask as the key for quitting does, whatever lies over the table; then do it."""
        if any(isinstance(sheet, QuitScreen) for sheet in self.screen_stack):
            self.leave()
        else:
            self.table.action_quit()

    # --- what the server says ---------------------------------------------------------------------

    def _hear(self, tell: wire.Tell) -> None:
        before, is_new_here = self.top.result, self.top.info is None
        self.top.hear(tell)
        if is_new_here and isinstance(tell, wire.Table) and self.table.remote:
            for remark in self.remarks:
                self.top.note(remark)
            self.top.note(t("invitation", code=tell.invite))
        if isinstance(tell, wire.Events) and tell.events:
            # What was answered to a key may be wrong after what happened since.
            self.table.said = ""
        if isinstance(tell, wire.Table) and tell.table.phase == "open" and not tell.disclosing:
            self.be_ready()
        self.table.show()
        self.heard()
        if self.top.result is not None and self.top.result is not before:
            self._owes_result = True
            self.show_result()
            if self._kept is not None:
                work = self._keep(self._kept, self.top.result.match)
                self._keeping = self.run_worker(work)

    def show_result(self) -> None:
        """Once, and not over a sheet on which somebody may be typing."""
        if self._owes_result and self.screen is self.table:
            self._owes_result = False
            sheet = self.result_dialog()
            sheet.not_at_once(self._clock)
            self.push_screen(sheet, self.after_result)

    def heard(self) -> None:
        """Something was told, and is on the screen: a game may have more to do about it."""

    def after_result(self, wish: Wish | None) -> None:
        if wish == "again":
            self.be_ready()
        elif wish == "leave":
            self.leave()
        elif wish == "replay":
            self.replay()
        elif wish == "evening":
            self.show_evening()

    # --- what is left of it ----------------------------------------------------------------------

    async def _keep(self, kept: SavedMatches, match: str) -> None:
        try:
            row = await self.guest.archived(match)
            if row is not None:
                number = (await asyncio.to_thread(kept.keep, row)).number
                self._numbers.append(number)
                self.note(t("match_kept", number=number))
        except OSError as error:
            self.note(t("match_not_kept", why=error.strerror or error))

    def replay(self) -> None:
        """Show the last match again, step by step."""
        if self.top.result is None:
            self.table.say(t("no_replay"))
        else:
            self.run_worker(self._replay(self.top.result.match))

    async def _replay(self, match: str) -> None:
        try:
            record = await self.guest.record(match)
            steps = await asyncio.to_thread(lambda: list(frames(record)))
        except ClientError as trouble:
            self.table.say(self.table.told(trouble))
        except CliError as trouble:
            self.table.say(str(trouble))
        else:
            self.push_screen(ReplayScreen([(record, steps)]))

    def show_evening(self) -> None:
        self.push_screen(HelpScreen(evening_told(self.top.scoreboard, self._own_person)))

    @property
    def _own_person(self) -> str | None:
        return None if self.top.seat is None else self.top.seats[self.top.seat].person

    def _broken(self, why: str | None) -> None:
        self.table.broken = None if why is None else lost_told(why)
        if why is None:
            # That there was no connection is not true any more.
            self.table.said = ""
        self.table.show()

    def be_ready(self) -> None:
        self.table.ask(self.guest.readiness())

    def note(self, sentence: str) -> None:
        """Something that the player should know, though nobody at the table said it."""
        self.top.note(sentence)
        self.table.show()
