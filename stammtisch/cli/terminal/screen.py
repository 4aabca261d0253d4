"""The table on the screen: what is the same in every game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import RichLog, Static

from stammtisch.cli.lines.guest import Guest
from stammtisch.cli.terminal.fitting import key_line, too_small
from stammtisch.cli.terminal.log_screen import LogScreen
from stammtisch.cli.terminal.sheets import HelpScreen, QuitScreen
from stammtisch.cli.terminal.tabletop import Tabletop
from stammtisch.client import Lost, Refused
from stammtisch.protocols.table import messages as wire

if TYPE_CHECKING:
    from stammtisch.cli.terminal.app import TableApp

FAINT = "#9aa0ad"
BRIGHT = "#ffd34d"
TROUBLE = "#ff9d76"
#: Lines that are written again when the screen has another size; the log has them all.
REWRITTEN = 50

#: What becomes of a match that somebody leaves, as a question, by the table's policy.
PARTING = {
    "bot": "A match is on. Leave it, and let a bot play on?",
    "wait": "A match is on, and the others would have to wait for you. Leave?",
    "end": "A match is on, and ends for everybody if you leave. Leave?",
    "out": "A match is on. Leave it for good, with all that you hold?",
}


class Log(RichLog, can_focus=False):
    """What happened. Arrows are for the hand, not for scrolling here."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, auto_scroll=True, min_width=20)


class TableScreen(Screen[None]):
    """Has a `#head`, a `Log` and a line of `#keys`; each game composes the rest between them."""

    DEFAULT_CSS = """
    TableScreen { background: #181b21; overflow: hidden; }
    TableScreen #head { height: 1; width: 100%; background: #2b303b; padding: 0 1; }
    TableScreen #log { height: 1fr; min-height: 3; width: 100%; border-top: solid #3a3f4b;
           background: #181b21; padding: 0 1; scrollbar-size: 0 0; }
    TableScreen #keys { height: 1; width: 100%; dock: bottom; color: #9aa0ad; background: #2b303b; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("t", "talk"),
        ("a", "again"),
        ("b", "bot"),
        ("l,pageup", "log"),
        ("R", "replay"),
        ("E", "evening"),
        ("question_mark,f1", "help"),
        ("q", "quit"),
    ]
    #: What the key `?` shows.
    HELP: ClassVar[str]

    top: Tabletop

    def __init__(self, top: Tabletop, guest: Guest, remote: bool) -> None:
        super().__init__()
        self.top = top
        self.guest = guest
        #: Others can come to this table, if they are told where it is.
        self.remote = remote
        #: Why there is no connection just now.
        self.broken: str | None = None
        self.said = ""
        self._laid = False
        self._logged = 0

    @abstractmethod
    def draw(self) -> None:
        """Put everything that the table top says on the screen, but for the log."""

    @abstractmethod
    def draw_said(self) -> None:
        """Put what is `said` on the screen, and the hand that it is said under."""

    @abstractmethod
    def keys(self) -> Sequence[str]:
        """What can be done now, with its key, the most important first; without help and quit."""

    @abstractmethod
    def action_talk(self) -> None: ...

    def on_mount(self) -> None:
        # `is_mounted` becomes true only later, and something may be told in between.
        self._laid = True
        self.show()

    def show(self) -> None:
        """Draw everything."""
        if not self._laid:
            return
        self.draw()
        self.put("keys", key_line(self.keys(), self.size.width))
        log = self.query_one(Log)
        for line in self.top.lines[self._logged :]:
            log.write(Text(line))
        self._logged = len(self.top.lines)

    def on_resize(self, event: events.Resize) -> None:
        # What was written goes on in the next line as it had to at its time.
        self.query_one(Log).clear()
        self._logged = max(0, len(self.top.lines) - REWRITTEN)
        self.show()

    def on_screen_resume(self) -> None:
        self.table_app.show_result()

    def on_key(self, event: events.Key) -> None:
        """Before the key does anything: it takes away what was said to the one before."""
        if self.said:
            self.say("")

    def say(self, sentence: str) -> None:
        """A sentence to the player, until the next key, or until something happens."""
        self.said = sentence
        self.draw_said()

    def put(self, id: str, words: Text | str) -> None:
        self.query_one(f"#{id}", Static).update(words)

    # --- words that every game needs -------------------------------------------------------------

    def head(self, *more: str) -> Text:
        info = self.top.info
        if info is None:
            return Text("Stammtisch: on the way to the table …")
        words = Text()
        if trouble := too_small(self.size.width, self.size.height):
            words.append(f"{trouble}   ", f"bold {TROUBLE}")
        words.append(f"{info.game} · {info.profile}", "bold")
        words.append("".join(f"   {part}" for part in more), "not bold")
        if self.remote:
            words.append(f"   invite {self.top.invite}", f"not bold {FAINT}")
            table = f"   table {info.id}"
            if words.cell_len + len(table) + 2 <= self.size.width:
                words.append(table, f"not bold {FAINT}")
        return words

    def before(self) -> str:
        """What a table without a match waits for."""
        empty = self.top.empty_seats
        if empty:
            return f"Waiting for {empty} more at the table; b gives a seat to a bot."
        waiting = [
            seat.name or "" for seat in self.top.seats if not seat.ready and seat.bot is None
        ]
        if self.top.seat is not None and not self.top.seats[self.top.seat].ready:
            return "Press a for another match." if self.top.result else "Press a to begin."
        return f"Waiting for {', '.join(waiting)}." if waiting else ""

    # --- keys ------------------------------------------------------------------------------------

    def action_again(self) -> None:
        self.table_app.be_ready()

    def action_replay(self) -> None:
        self.table_app.replay()

    def action_evening(self) -> None:
        self.table_app.show_evening()

    def action_bot(self) -> None:
        self.ask(wire.AddBot(level=self.table_app.bots))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.HELP))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.top))

    def action_quit(self) -> None:
        self.app.push_screen(QuitScreen(self._parting()), self._leave_if)

    def _parting(self) -> str:
        if not self.top.running or self.top.info is None:
            return "Leave?"
        if not self.remote:
            return "A match is on, and it ends when you leave. Leave?"
        return PARTING[self.top.info.leaver]

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self.table_app.leave()

    def ask(self, ask: Any) -> None:
        """Send it; what the house has against it is said to the player."""
        self.said = ""
        self.run_worker(self._asked(ask))

    async def _asked(self, ask: Any) -> None:
        try:
            await self.guest.ask(ask)
        except (Refused, Lost) as trouble:
            self.say(str(trouble))

    @property
    def table_app(self) -> TableApp:
        return cast("TableApp", self.app)
