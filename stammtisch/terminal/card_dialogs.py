"""What lies over a table of cards for a moment: how a round or the match ended, the last trick.

Points in columns, one for each of four players: what was won or lost stands out.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from stammtisch.games.game import Action
from stammtisch.terminal.dialogs import ResultSheet, Sheet
from stammtisch.terminal.hand import CardTop
from stammtisch.terminal.text import plain, pressable, t

FAINT = "not bold #9aa0ad"
BAD = "not bold #ff9d76"
HEAD = "bold #ffd34d"
_GOOD = "not bold #7bd14b"
#: Cells of a player's column.
NAME = 10
#: Cells of what a row is called.
_LABEL = 6


def signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def tinted(words: str, points: int) -> tuple[str, str]:
    return words, _GOOD if points > 0 else BAD if points < 0 else FAINT


def name_in_column(top: CardTop, seat: int) -> str:
    """In the cells of its column; names of bots differ at their end."""
    name = plain(top.name(seat))
    if cell_len(name) < NAME:
        return name
    return f"{set_cell_size(name, NAME - 5).rstrip()}…{name[-3:]}"


def names(top: CardTop) -> str:
    return "".join(f"{name_in_column(top, seat):>{NAME}}" for seat in range(4))


def names_row(top: CardTop) -> Text:
    return Text(f"  {'':<{_LABEL}}{names(top)}", FAINT)


def numbers_row(label: str, numbers: Sequence[int], style: str) -> Text:
    return Text(f"  {label:<{_LABEL}}" + "".join(f"{one:>{NAME}}" for one in numbers), style)


def changes_row(label: str, changes: Sequence[int]) -> Text:
    row = Text().append(f"  {label:<{_LABEL}}", FAINT)
    for change in changes:
        row.append(*tinted(f"{signed(change):>{NAME}}", change))
    return row


def sheet_line(begin: str, points: Sequence[int], changes: Sequence[int], *, chosen: bool) -> Text:
    """A line of the score sheet: the totals, each with what was added to it."""
    line = Text(begin)
    for change, total in zip(changes, points, strict=True):
        line.append(f"{total:>5}", "bold")
        line.append(*tinted(f"{signed(change) if change else '':>5}", change))
    if chosen:
        line.stylize("reverse")
    return line


T = TypeVar("T", bound=CardTop)


class CardResult(ResultSheet, Generic[T]):
    """Papers can be read from here."""

    def __init__(self, top: T) -> None:
        super().__init__()
        self.top = top

    @abstractmethod
    def review(self) -> Screen[None]: ...

    @abstractmethod
    def scores(self) -> Screen[None]: ...

    def action_review(self) -> None:
        self.app.push_screen(self.review())

    def action_scores(self) -> None:
        self.app.push_screen(self.scores())


class RoundResult(CardResult[T]):
    """How a round ended; what is wanted now is a vote, or to look at something first."""

    DEFAULT_CSS = """
    RoundResult > Vertical { width: 78; max-width: 100%; }
    RoundResult VerticalScroll { height: auto; max-height: 50vh; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "vote('continue')", show=False),
        Binding("d", "vote('adjourn')", show=False),
        Binding("e", "vote('end')", show=False),
        Binding("v", "review", show=False),
        Binding("s", "scores", show=False),
        Binding("escape,q", "dismiss('look')", show=False),
        Binding("a,f,R,E", "nothing", show=False),
    ]
    FINAL = False

    def __init__(self, top: T) -> None:
        super().__init__(top)
        #: What was chosen, for the table to say.
        self.vote: Action | None = None

    @abstractmethod
    def words(self) -> Text:
        """How the round was played and what it was worth."""

    @abstractmethod
    def totals(self) -> Text: ...

    @abstractmethod
    def keys(self) -> str: ...

    @abstractmethod
    def action_vote(self, choice: str) -> None: ...

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll():
                yield Static(self.words(), id="round")
            yield Static(self.totals(), id="totals")
            yield from self.below()
            yield Static(Text("\n ").append_text(pressable(self.keys(), FAINT)))

    def below(self) -> ComposeResult:
        """More lines above the keys, where a game has some."""
        yield from ()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.listens

    def action_nothing(self) -> None:
        """Keys that mean something on the sheet of a match, not on that of a round."""


class MatchResult(CardResult[T]):
    """How the match ended."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", show=False),
        Binding("s", "scores", show=False),
    ]

    @abstractmethod
    def words(self) -> Text: ...

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.words(), id="result")
            yield Static(Text("\n ").append_text(pressable(t("result_keys"), FAINT)))


class Glance(Sheet[None]):
    """Something to look at, until any key."""

    def on_key(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
