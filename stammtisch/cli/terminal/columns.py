"""Points in columns, one for each of four players: what was won or lost stands out."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from stammtisch.cli.terminal.card_tabletop import CardTop
from stammtisch.cli.terminal.fitting import plain

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
