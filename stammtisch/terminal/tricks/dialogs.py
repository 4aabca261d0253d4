"""What lies over a table of tricks for a moment: scores, rounds that are over, the last trick.

Points stand in columns, one for each of four players: what was won or lost stands out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.games.game import Action
from stammtisch.terminal.dialogs import Pager, Popup, ResultDialog, match_ending
from stammtisch.terminal.text import plain, pressable, t
from stammtisch.terminal.tricks.presenter import TrickPresenter
from stammtisch.terminal.tricks.tabletop import CardTop

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


# --- a round and its tricks ----------------------------------------------------------------------

#: Cells of a player's column in the table of tricks.
_COLUMN = 13


def totals_rows(top: CardTop, label: str, changes: Sequence[int], totals: Sequence[int]) -> Text:
    """Names, what a round changed, and what they have now."""
    rows = [names_row(top), changes_row(label, changes), numbers_row(t("total"), totals, "bold")]
    return Text("\n").join(rows)


def tricks_table(
    show: TrickPresenter[Any, Any], tricks: Sequence[Any], last: str = "", eyes: bool = False
) -> Text:
    """A line for each trick: the leader has an arrow, the winner a star."""
    if not tricks:
        return Text()
    heads = "".join(f"{show.top.name(seat)[:11]:<{_COLUMN}}" for seat in range(4))
    words = Text("\n").append(f"{t('trick_column'):<7}{heads}{last}\n", "bold")
    for at, trick in enumerate(tricks, start=1):
        words.append(f" {at:>3}   ", FAINT)
        cards = dict(show.laid(trick))
        for seat in range(4):
            cell = Text("→" if seat == trick.leader else " ", FAINT)
            if seat in cards:
                cell.append_text(show.inline([cards[seat]], faint=seat != trick.winner))
            cell.append(" ★" if seat == trick.winner else "", "#7bd14b")
            cell.append(" " * (_COLUMN - cell.cell_len))
            words.append_text(cell)
        if (gift := show.gift(trick)) is not None:
            words.append("+ ", FAINT).append_text(show.inline([gift]))
        words.append(f"{trick.eyes:>3}\n" if eyes else "\n", FAINT)
    return words


class ScoreScreen(Pager):
    """The score sheet; of the chosen round also what it was made of."""

    def __init__(self, show: TrickPresenter[Any, Any]) -> None:
        super().__init__(len(show.rows))
        self._show = show

    def keys(self) -> str:
        return self._show.t("score_keys")

    def write(self) -> None:
        show = self._show
        rows = show.rows
        if not rows:
            self.put("paper", Text(show.t("no_scored"), FAINT))
            return
        head = Text(f"{'':>4} {show.sheet_head()}{names(show.top)}", HEAD)
        lines = [self._line(row, at == self.at) for at, row in enumerate(rows)]
        self.put("paper", Text("\n").join([head, *lines]))
        below = Text("\n").append_text(show.round_words(rows[self.at]))
        self.put("below", below.append_text(show.standing()))
        scroll = self.query_one(VerticalScroll)
        self.call_after_refresh(scroll.scroll_to, y=max(0, self.at - 3), animate=False)

    def _line(self, row: Any, chosen: bool) -> Text:
        told = self._show.told_row(row)
        begin = f"{told.number:>3}  {self._show.sheet_row(row)}"
        return sheet_line(begin, told.totals, told.changes, chosen=chosen)


class ReviewScreen(Pager):
    """Rounds that are over: the hands as they were dealt, and each trick."""

    def __init__(self, show: TrickPresenter[Any, Any]) -> None:
        super().__init__(len(show.reviewed))
        self._show = show

    def keys(self) -> str:
        return self._show.t("review_keys")

    def write(self) -> None:
        reviewed = self._show.reviewed
        if reviewed:
            self.put("paper", self._show.review(reviewed[self.at]))
        else:
            self.put("paper", Text(self._show.t("no_review"), FAINT))


class LookDialog(Popup):
    """What lay or lies open: the last trick, and what else there is."""

    def __init__(self, show: TrickPresenter[Any, Any]) -> None:
        super().__init__()
        self._show = show

    def compose(self) -> ComposeResult:
        yield Vertical(Static(self._show.look(), id="look"))


# --- how a round or a match ended ----------------------------------------------------------------


class _CardResult(ResultDialog):
    """Other sheets can be read from here."""

    def __init__(self, show: TrickPresenter[Any, Any]) -> None:
        super().__init__()
        self._show = show

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self._show))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self._show))


class RoundDialog(_CardResult):
    """How a round ended; what is wanted now is a vote, or to look at something first."""

    DEFAULT_CSS = """
    RoundDialog > Vertical { width: 78; max-width: 100%; }
    RoundDialog VerticalScroll { height: auto; max-height: 50vh; scrollbar-size-vertical: 1; }
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

    def __init__(self, show: TrickPresenter[Any, Any], row: Any) -> None:
        super().__init__(show)
        self._row = row
        #: What was chosen, for the table to say.
        self.vote: Action | None = None

    def compose(self) -> ComposeResult:
        show = self._show
        with Vertical():
            with VerticalScroll():
                yield Static(show.round_words(self._row), id="round")
            yield Static(show.round_totals(self._row), id="totals")
            if show.pause(self._row) is not None:
                yield Static(id="pause")
            yield Static(Text("\n ").append_text(pressable(show.round_keys(), FAINT)))

    def on_mount(self) -> None:
        if self._show.pause(self._row) is not None:
            self._tick()
            self.set_interval(1, self._tick)

    def _tick(self) -> None:
        pause = self._show.pause(self._row)
        assert pause is not None
        self.query_one("#pause", Static).update(Text("  ").append_text(pause))

    def action_vote(self, choice: str) -> None:
        if self._show.awaits_votes(self._row):
            self.vote = self._show.votes_now().get(choice)
            if self.vote is None:
                return
        self.dismiss("look")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.listens

    def action_nothing(self) -> None:
        """Keys that mean something on the sheet of a match, not on that of a round."""


class MatchDialog(_CardResult):
    """How the match ended."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", show=False),
        Binding("s", "scores", show=False),
    ]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(match_words(self._show), id="result")
            yield Static(Text("\n ").append_text(pressable(t("result_keys"), FAINT)))


def match_words(show: TrickPresenter[Any, Any]) -> Text:
    ended = show.top.result
    assert ended is not None
    row = show.rows[-1] if show.rows else None
    words = Text()
    if row is not None and ended.outcome != "aborted":
        words.append_text(show.round_words(row)).append("\n")
    words.append_text(match_ending(show.top, ended))
    if row is not None:
        words.append("\n").append_text(show.totals(row))
        if more := show.after_match(row):
            words.append(f"\n  {more}", FAINT)
    return words
