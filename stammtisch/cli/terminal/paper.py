"""Sheets as large as the screen, to be read, which have pages or lines to choose from."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.sheets import Sheet


class Paper(Sheet[None]):
    """A sheet as large as the screen, on which left and right (or up and down) turn to others."""

    DEFAULT_CSS = """
    Paper > Vertical { width: 100%; max-width: 100; height: 100%; padding: 0 1; }
    Paper VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    Paper Static { width: 100%; }
    Paper #paper-keys { height: 1; dock: bottom; color: #9aa0ad; }
    """
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,s,v,enter", "dismiss(None)", show=False),
        Binding("left,up", "turn(-1)", show=False),
        Binding("right,down", "turn(1)", show=False),
        Binding("home", "turn(-1000)", show=False),
        Binding("end", "turn(1000)", show=False),
        Binding("pageup", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(1)", show=False),
    ]

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self.at = count - 1

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll(can_focus=False):
                yield Static(id="paper")
            yield Static(id="below")
            yield Static(Text(" ").append_text(pressable(self.keys())), id="paper-keys")

    def on_mount(self) -> None:
        self.write()

    @abstractmethod
    def keys(self) -> str: ...

    @abstractmethod
    def write(self) -> None:
        """Put what is to be read on the paper."""

    def action_turn(self, steps: int) -> None:
        self.at = max(0, min(self._count - 1, self.at + steps))
        self.write()

    def action_scroll(self, pages: int) -> None:
        paper = self.query_one(VerticalScroll)
        paper.scroll_relative(y=pages * max(1, paper.size.height - 1), animate=False)

    def put(self, id: str, words: Text) -> None:
        self.query_one(f"#{id}", Static).update(words)
