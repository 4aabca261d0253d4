"""What lies over the table for a moment, in every game: help, talk, the question before leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

T = TypeVar("T")

#: What a player would like when a match is over.
Wish = Literal["again", "look", "leave"]


class Sheet(ModalScreen[T]):
    """A sheet of words on the table."""

    DEFAULT_CSS = """
    Sheet { align: center middle; }
    Sheet > Vertical {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round #ffd34d; background: #20242c;
    }
    Sheet Static { width: auto; }
    """


class HelpScreen(Sheet[bool]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(True)", show=False)]

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        yield Vertical(Static(Text(self._words)))

    def on_key(self) -> None:
        self.dismiss(True)


class QuitScreen(Sheet[bool]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,q", "dismiss(True)", show=False),
        Binding("n,escape", "dismiss(False)", show=False),
    ]

    def __init__(self, running: bool) -> None:
        super().__init__()
        self._in_match = running

    def compose(self) -> ComposeResult:
        asks = "A match is on. Leave it, and let a bot play on?" if self._in_match else "Leave?"
        yield Vertical(Static(Text(f"{asks}\n\n  y  leave      n  stay")))


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
            placeholder="Say something to the table; Esc says nothing",
            max_length=self._longest,
            suggester=SuggestFromList(self._suggestions, case_sensitive=False),
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
