"""A choice between a few things: by arrows, by its key, or with the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.sheets import Sheet
from stammtisch.cli.terminal.speech import t

#: The keys of the options: the row of digits, and the letters at the right under it.
KEYS = "1234567890yuiop"

_TITLE = "bold #ffd34d"
_KEY = "bold #ffd34d"
_CURSOR = "bold #141414 on #ffd34d"
_IMPROPER = "#ff9d76"
_FAINT = "#9aa0ad"


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    #: What choosing it gives.
    value: Any
    #: It can be done, but should not.
    improper: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    title: str
    options: tuple[Option, ...]
    #: What is good to know for it, under the title.
    notes: tuple[str, ...] = ()
    #: A choice of the same subject is the same one, though its options may have changed.
    subject: Any = None


class Chooser(Static):
    """Shows a choice in so many lines, and which option the cursor is at."""

    class Chosen(Message):
        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.choice: Choice | None = None
        self.cursor = 0
        self._rows = 1
        self._column = 1
        self._first = 0
        self._standing = Text()

    def offer(self, choice: Choice | None, width: int, height: int) -> None:
        """Show the choice; the cursor stays where it is if it is the same one as before."""
        known = self.choice
        if choice is None or known is None or known.subject != choice.subject:
            self.cursor = 0
        self.choice = choice
        if choice is None:
            self._put(Text())
            return
        self.cursor = max(0, min(self.cursor, len(choice.options) - 1))
        notes = [cut(note, width) for note in choice.notes]
        self._first = 1 + len(notes)
        self._rows = max(1, min(len(choice.options), height - self._first))
        columns = ceil(len(choice.options) / self._rows)
        widest = max((cell_len(option.label) for option in choice.options), default=0) + 6
        self._column = min(widest, width // max(1, columns))
        lines = [Text(cut(choice.title, width), _TITLE), *(Text(note, _FAINT) for note in notes)]
        for row in range(self._rows):
            line = Text()
            for at in range(row, len(choice.options), self._rows):
                line.append_text(self._option(at))
            lines.append(line)
        self._put(Text("\n").join(lines))

    def _put(self, words: Text) -> None:
        if self._standing != words:
            self._standing = words
            self.update(words, layout=self.styles.auto_dimensions)

    def _option(self, at: int) -> Text:
        assert self.choice is not None
        option = self.choice.options[at]
        key = KEYS[at] if at < len(KEYS) else " "
        label = f" {cut(option.label, self._column - 6)} "
        style = _CURSOR if at == self.cursor else _IMPROPER if option.improper else ""
        words = Text.assemble((f" {key} ", _KEY), (label, style))
        words.append(" " * max(0, self._column - words.cell_len))
        return words

    @property
    def at_cursor(self) -> Option | None:
        if self.choice is None or not self.choice.options:
            return None
        return self.choice.options[self.cursor]

    def move(self, across: int, down: int) -> None:
        if self.choice is not None:
            at = self.cursor + across * self._rows + down
            if 0 <= at < len(self.choice.options):
                self.cursor = at

    def of_key(self, at: int) -> Option | None:
        """The option of that key, with the cursor at it."""
        if self.choice is None or at >= len(self.choice.options):
            return None
        self.cursor = at
        return self.choice.options[at]

    def on_click(self, event: events.Click) -> None:
        if self.choice is None:
            return
        spot = event.get_content_offset(self)
        if spot is None or spot.y < self._first:
            return
        at = spot.x // self._column * self._rows + spot.y - self._first
        option = self.of_key(at)
        if option is not None:
            self.post_message(self.Chosen(option))


class ChoiceSheet(Sheet[Any]):
    """A choice that the player asked for: at the bottom, so that the table stays in sight."""

    DEFAULT_CSS = """
    ChoiceSheet { align: center bottom; background: transparent; }
    ChoiceSheet > Vertical { padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", show=False),
        Binding("enter", "choose", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        *(Binding(key, f"key({at})", show=False) for at, key in enumerate(KEYS)),
    ]
    #: Cells of the frame, and lines of the sheet.
    FRAME = 8
    LINES = 12

    def __init__(self, title: str, options: Sequence[Option], notes: Sequence[str] = ()) -> None:
        super().__init__()
        self.choice = Choice(title, tuple(options), tuple(notes), title)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Chooser(id="options")
            yield Static(pressable(t("goes_back"), _FAINT))

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        self._chooser.offer(self.choice, self.app.size.width - self.FRAME, self.LINES)

    @property
    def _chooser(self) -> Chooser:
        return self.query_one(Chooser)

    def action_move(self, across: int, down: int) -> None:
        self._chooser.move(across, down)
        self._show()

    def action_key(self, at: int) -> None:
        option = self._chooser.of_key(at)
        if option is not None:
            self.dismiss(option.value)

    def action_choose(self) -> None:
        option = self._chooser.at_cursor
        if option is not None:
            self.dismiss(option.value)

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self.dismiss(event.option.value)
