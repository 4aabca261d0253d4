"""What lies over the table for a moment: help, talk, the result, the question before leaving."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from stammtisch.cli.tiles.arranging import glowing
from stammtisch.cli.tiles.faces import rack_lines
from stammtisch.cli.tiles.tabletop import Tabletop
from stammtisch.cli.tiles.words import list_of

T = TypeVar("T")

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
  Esc     lay the held tile back  q      quit

r red, b blue, y yellow, k black, ★ joker. Valid groups glow, and are
underlined. Any key goes back to the table."""


class _Sheet(ModalScreen[T]):
    """A sheet of words on the table."""

    DEFAULT_CSS = """
    _Sheet { align: center middle; }
    _Sheet > Vertical {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round #ffd34d; background: #20242c;
    }
    _Sheet Static { width: auto; }
    """


class HelpScreen(_Sheet[bool]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(True)", show=False)]

    def compose(self) -> ComposeResult:
        yield Vertical(Static(Text(HELP)))

    def on_key(self) -> None:
        self.dismiss(True)


class QuitScreen(_Sheet[bool]):
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
    DEFAULT_CSS = """
    TalkScreen { align: center bottom; }
    TalkScreen > Input { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def compose(self) -> ComposeResult:
        yield Input(placeholder="Say something to the table; Esc says nothing", max_length=500)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


Wish = Literal["again", "look", "leave"]


class ResultScreen(_Sheet[Wish]):
    """How the match ended, and what the player would like now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "dismiss('again')", show=False),
        Binding("escape,v", "dismiss('look')", show=False),
        Binding("q", "dismiss('leave')", show=False),
    ]

    def __init__(self, top: Tabletop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        yield Vertical(Static(result(self._top), id="result"))


def result(top: Tabletop) -> Text:
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
