"""What lies over the table for a moment, in every game: help, talk, the question before leaving."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.speech import t

T = TypeVar("T")

#: What a player would like when a match is over.
Wish = Literal["again", "look", "leave", "replay", "evening"]
#: Seconds for which a sheet that came by itself does not listen: what is typed then was meant for
#: the table.
DEAF = 1.0


class Sheet(ModalScreen[T]):
    """A sheet of words on the table."""

    DEFAULT_CSS = """
    Sheet { align: center middle; }
    Sheet > Vertical, Sheet > VerticalScroll {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round #ffd34d; background: #20242c;
    }
    Sheet Static { width: auto; max-width: 100%; }
    """


class HelpScreen(Sheet[bool]):
    """Any key closes it, but those that scroll a sheet that is longer than the screen."""

    DEFAULT_CSS = """
    HelpScreen > VerticalScroll { padding: 0 2; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(True)", show=False)]

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        yield VerticalScroll(Static(Text(self._words), id="words"))

    def on_key(self, event: events.Key) -> None:
        scrolls = event.key in ("up", "down", "pageup", "pagedown", "home", "end")
        if not (scrolls and self.query_one(VerticalScroll).max_scroll_y > 0):
            self.dismiss(True)

    def on_click(self) -> None:
        self.dismiss(True)


class QuitScreen(Sheet[bool]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,q", "dismiss(True)", show=False),
        Binding("n,escape", "dismiss(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        words = Text(f"{self._question}\n\n  ").append_text(pressable(t("leave_keys")))
        yield Vertical(Static(words, id="question"))


class ResultSheet(Sheet[Wish]):
    """How a match ended, and the question what is wanted now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "dismiss('again')", show=False),
        Binding("escape,v,f", "dismiss('look')", show=False),
        Binding("q", "dismiss('leave')", show=False),
        Binding("R", "dismiss('replay')", show=False),
        Binding("E", "dismiss('evening')", show=False),
    ]
    #: The match is over, and can be looked at as a whole.
    FINAL: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self._clock: Callable[[], float] = time.monotonic
        self._deaf_until = 0.0

    def on_mount(self) -> None:
        if self.FINAL:
            more = Static(Text("  ").append_text(pressable(t("after_keys"))), id="afterwards")
            self.query_one(Vertical).mount(more)

    def not_at_once(self, clock: Callable[[], float]) -> None:
        """It comes without being asked for: keys pressed just now were meant for the table."""
        self._clock, self._deaf_until = clock, clock() + DEAF

    @property
    def listens(self) -> bool:
        return self._clock() >= self._deaf_until

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "dismiss" or self.listens


class TalkScreen(ModalScreen[str | None]):
    """A line at the bottom; the table above it stays as bright as it was."""

    DEFAULT_CSS = """
    TalkScreen { align: center bottom; background: transparent; }
    TalkScreen > Input { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, longest: int = 500, suggestions: Sequence[str] = ()) -> None:
        super().__init__()
        self._longest = longest
        self._suggestions = suggestions

    def compose(self) -> ComposeResult:
        yield Input(
            placeholder=t("talk_here"),
            max_length=self._longest,
            suggester=SuggestFromList(self._suggestions, case_sensitive=False),
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
