"""All that has happened, to be read again."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.speech import t
from stammtisch.cli.terminal.tabletop import Tabletop

#: With what a new round begins, in every language.
HEADINGS = ("Round ", "Deal ", "Runde ", "Spiel ", "Runda ", "Delitev ")
#: Seconds between two looks for something new.
TICK = 0.5


class LogScreen(ModalScreen[None]):
    DEFAULT_CSS = """
    LogScreen { background: #181b21; }
    LogScreen #log-title { height: 1; background: #2b303b; padding: 0 1; text-style: bold; }
    LogScreen VerticalScroll { height: 1fr; padding: 0 1; }
    LogScreen #log-keys { height: 1; dock: bottom; color: #9aa0ad; background: #2b303b; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,l,q", "dismiss(None)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("up", "line(-1)", show=False),
        Binding("down", "line(1)", show=False),
        Binding("home", "edge(False)", show=False),
        Binding("end", "edge(True)", show=False),
    ]
    # The bindings above scroll, wherever the focus is.
    AUTO_FOCUS = ""

    def __init__(self, top: Tabletop) -> None:
        super().__init__()
        self._top = top
        self._shown = 0

    def compose(self) -> ComposeResult:
        yield Static(id="log-title")
        with VerticalScroll():
            yield Static(id="log-lines")
        yield Static(Text(" ").append_text(pressable(t("log_keys"))), id="log-keys")

    def on_mount(self) -> None:
        self._look()
        self.set_interval(TICK, self._look)

    def _look(self) -> None:
        """Show what is new; who reads at the end stays there."""
        lines = self._top.lines
        if len(lines) == self._shown:
            return
        at_end = self._shown == 0 or self._paper.is_vertical_scroll_end
        self._shown = len(lines)
        self.query_one("#log-title", Static).update(t("log_title", count=len(lines)))
        self.query_one("#log-lines", Static).update(Text("\n").join(map(_line, lines)))
        if at_end:
            self.call_after_refresh(self._paper.scroll_end, animate=False)

    @property
    def _paper(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def action_page(self, pages: int) -> None:
        self._paper.scroll_relative(y=pages * max(1, self._paper.size.height - 1), animate=False)

    def action_line(self, lines: int) -> None:
        self._paper.scroll_relative(y=lines, animate=False)

    def action_edge(self, end: bool) -> None:
        if end:
            self._paper.scroll_end(animate=False)
        else:
            self._paper.scroll_home(animate=False)


def _line(words: str) -> Text:
    return Text(words, "bold" if words.startswith(HEADINGS) else "")
