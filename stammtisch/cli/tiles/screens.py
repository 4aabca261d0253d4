"""The words of tiles that lie over the table for a moment: help, and the result."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.terminal.news import list_of
from stammtisch.cli.terminal.sheets import ResultSheet
from stammtisch.cli.tiles.arranging import glowing
from stammtisch.cli.tiles.faces import rack_lines
from stammtisch.cli.tiles.tabletop import TilesTop

HELP = """\
Collect sets (one number in three or four colours) and runs (numbers
going up in one colour). A turn: draw a tile, put one down. You win when
the other fourteen all lie in groups, with a gap between groups.

  arrows  move the cursor         space  pick a tile up, lay it down
  d       draw a hidden tile      e      take the tile offered to you
  Enter   put the tile at the cursor down, and win if the rest is groups
  s       sort by runs            g      sort by sets
  h       hint of the hard bot    t      talk
  b       seat a bot (before)     a      again (after a match)
  l       log: all that happened (PgUp, PgDn)
  Esc     lay the held tile back  q      quit

r red, b blue, y yellow, k black, ★ joker. Valid groups glow, and are
underlined. Any key goes back to the table."""


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
        words.append(f"The match was broken off. {ended.reason or ''}", "bold")
    elif won is None:
        words.append("Nobody won: the main stack is empty.", "bold")
    else:
        who = list_of([top.name(seat) for seat in ended.winners])
        how = "with seven pairs" if won.by_pairs else "with this rack"
        words.append(f"{who} won in round {won.score} {how}:", "bold")
        words.append("\n\n")
        words.append_text(
            rack_lines(won.rack, top.wild, glowing(won.rack, top.wild, top.pairs_win))
        )
    words.append("\n\n  a  again      v  look at the table      q  quit")
    return words
