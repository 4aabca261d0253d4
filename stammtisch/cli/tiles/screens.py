"""What lies over a table of tiles when a match is over."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.terminal.news import broken_off, list_of
from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.sheets import ResultSheet
from stammtisch.cli.tiles.arranging import glowing
from stammtisch.cli.tiles.faces import rack_lines
from stammtisch.cli.tiles.speech import t
from stammtisch.cli.tiles.tabletop import TilesTop


class ResultScreen(ResultSheet):
    def __init__(self, top: TilesTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        yield Vertical(Static(result(self._top), id="result"))


def result(top: TilesTop) -> Text:
    """Who won, with what, and what can be done next."""
    words = Text()
    ended, won = top.result, top.won
    assert ended is not None
    if ended.outcome == "aborted":
        words.append(broken_off(ended), "bold")
    elif won is None:
        words.append(t("result_empty"), "bold")
    else:
        who = list_of([top.name(seat) for seat in ended.winners])
        how = "result_pairs" if won.by_pairs else "result_rack"
        words.append(t(how, who=who, round=won.score), "bold")
        words.append("\n\n")
        words.append_text(
            rack_lines(won.rack, top.wild, glowing(won.rack, top.wild, top.pairs_win))
        )
    return words.append("\n\n  ").append_text(pressable(t("result_keys")))
