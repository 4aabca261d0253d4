"""What lies over a table for a moment, in every game.

Help, talk, the question before leaving, how a match ended, choices, texts to be read, the log.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar, Literal, TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from stammtisch.tables.events import Ended
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.text import broken_off, cut, list_of, pressable, t

T = TypeVar("T")

#: What a player would like when a match is over.
Wish = Literal["again", "look", "leave", "replay", "evening"]
#: Seconds for which a sheet that came by itself does not listen: what is typed then was meant for
#: the table.
DEAF = 1.0


class Dialog(ModalScreen[T]):
    """A sheet of words on the table."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical, Dialog > VerticalScroll {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round #ffd34d; background: #20242c;
    }
    Dialog Static { width: auto; max-width: 100%; }
    """


class HelpScreen(Dialog[bool]):
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


class QuitScreen(Dialog[bool]):
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


class ResultDialog(Dialog[Wish]):
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


def match_ending(top: Tabletop, ended: Ended) -> Text:
    """In a sentence."""
    if ended.outcome == "aborted":
        return Text(broken_off(ended), "bold")
    if ended.outcome == "adjourned":
        return Text(t("adjourned"), _TITLE)
    if ended.winners:
        who = list_of([top.name(seat) for seat in ended.winners])
        return Text(t("winners", names=who), _TITLE)
    return Text(t("match_draw"), _TITLE)


class TalkScreen(ModalScreen[str | None]):
    """A line at the bottom; the table above it stays as bright as it was."""

    DEFAULT_CSS = """
    TalkScreen { align: center bottom; background: transparent; }
    TalkScreen > Input { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(
        self, longest: int = 500, suggestions: Sequence[str] = (), here: str | None = None
    ) -> None:
        """`here` says what is to be written."""
        super().__init__()
        self._here = here or t("talk_here")
        self._longest = longest
        self._suggestions = suggestions

    def compose(self) -> ComposeResult:
        yield Input(
            placeholder=self._here,
            max_length=self._longest,
            suggester=SuggestFromList(self._suggestions, case_sensitive=False),
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


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
    """Shows a choice in a few lines, and which option the cursor is at."""

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


class ChoiceDialog(Dialog[Any]):
    """A choice that the player asked for: at the bottom, so that the table stays in sight."""

    DEFAULT_CSS = """
    ChoiceDialog { align: center bottom; background: transparent; }
    ChoiceDialog > Vertical { padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", show=False),
        Binding("enter", "choose", show=False),
        Binding("space", "mark", show=False),
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

    def action_mark(self) -> None:
        """Something on a sheet where more than one can be chosen."""

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self.dismiss(event.option.value)


class Pager(Dialog[None]):
    """A sheet as large as the screen, on which left and right (or up and down) turn to others."""

    DEFAULT_CSS = """
    Pager > Vertical { width: 100%; max-width: 100; height: 100%; padding: 0 1; }
    Pager VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    Pager Static { width: 100%; }
    Pager #paper-keys { height: 1; dock: bottom; color: #9aa0ad; }
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


class Popup(Dialog[None]):
    """Something to look at, until any key."""

    def on_key(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


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
