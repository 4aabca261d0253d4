"""What lies over a table of Tarock for a moment: help, the last trick, how a deal ended."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.tarock.names import VOTE_LABELS
from stammtisch.cli.tarock.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.tarock.scores import deal_words, played, totals
from stammtisch.cli.tarock.side import last_trick, open_hand, talon
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.news import list_of
from stammtisch.cli.terminal.sheets import ResultSheet, Sheet
from stammtisch.games.tarock.records import Choice, Result, Vote

_FAINT = "not bold #9aa0ad"

HELP = """\
Twelve tricks, 70 card points; more than 35 win. Skis, Mond, Pagat and
kings count 5, queens 4, knights (N) 3, jacks 2, all others 1, less 2 for
three cards. Taroks beat suits, in which ♣ ♠ go K Q N J 10 9 8 7 and ♥ ♦
K Q N J 1 2 3 4.

  arrows   move the cursor         Enter  play the card at the cursor
  1-0 y-p  play that card; choose that answer; the mouse does both
  space    mark a card to lay down, or what you announce
  Esc      another pile of the talon
  w        last trick, talon, open hand
  h        hint, with its reason   s      score sheet
  v        review deals that are over, with all hands
  t        talk                    l      log: all that happened
  b        seat a bot (before)     a      again (after a match)
  q        quit

Bright cards can be played; a green edge marks who has the trick. ○2 after
a name: two radli, which double what they declare. Any key goes back."""

#: The keys of the votes.
_VOTE_KEYS: dict[Choice, str] = {"continue": "Enter", "adjourn": "d", "end": "e"}


class DealSheet(ResultSheet):
    """How a deal ended; what is wanted now is a vote, or to look at something first."""

    DEFAULT_CSS = """
    DealSheet > Vertical { width: 78; max-width: 100%; }
    DealSheet VerticalScroll { height: auto; max-height: 50vh; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "vote('continue')", show=False),
        Binding("d", "vote('adjourn')", show=False),
        Binding("e", "vote('end')", show=False),
        Binding("v", "review", show=False),
        Binding("s", "scores", show=False),
        Binding("escape,q", "dismiss('look')", show=False),
        Binding("a,f", "nothing", show=False),
    ]

    def __init__(self, top: TarockTop, result: Result) -> None:
        super().__init__()
        self._top = top
        self._result = result
        #: What was chosen, for the table to say.
        self.vote: Vote | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll():
                yield Static(deal_words(self._top, self._result), id="deal")
            yield Static(totals(self._top, self._result), id="totals")
            yield Static(id="pause")
            yield Static(self._keys())

    def on_mount(self) -> None:
        self._tick()
        self.set_interval(1, self._tick)

    @property
    def _waits(self) -> bool:
        """Nobody has dealt again yet: it can still be said how to go on."""
        view = self._top.view
        return view is not None and view.phase == "scored" and view.deal == self._result.deal

    def _tick(self) -> None:
        words = played(self._top)
        if not self._waits:
            words = Text("The next deal has begun. Enter goes to the table.", "bold #ffd34d")
        elif self._top.deadline is not None:
            left = round(self._top.left_until(self._top.deadline))
            words = Text(f"The next deal comes in {left} s.  ", _FAINT).append_text(words)
        self.query_one("#pause", Static).update(Text("  ").append_text(words))

    def _keys(self) -> Text:
        choices = () if self._top.view is None else self._top.view.choices
        votes = [f"{_VOTE_KEYS[one]} {VOTE_LABELS[one].partition(':')[0]}" for one in choices]
        return Text(f"\n {'   '.join([*votes, 'v review', 's sheet', 'Esc table'])}", _FAINT)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.listens

    def action_vote(self, choice: Choice) -> None:
        view = self._top.view
        if self._waits and view is not None and choice not in view.choices:
            return
        if self._waits:
            self.vote = Vote(choice)
        self.dismiss("look")

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self._top))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self._top))

    def action_nothing(self) -> None:
        """Keys that mean something on the sheet of a match, not on that of a deal."""


class MatchSheet(ResultSheet):
    """How the match ended."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", show=False),
        Binding("s", "scores", show=False),
    ]

    def __init__(self, top: TarockTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(match_words(self._top), id="result")
            yield Static(
                Text("\n a again   r review   s sheet   v look at the table   q quit", _FAINT)
            )

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self._top))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self._top))


def match_words(top: TarockTop) -> Text:
    ended, result = top.result, top.result_row
    assert ended is not None
    words = Text()
    if result is not None and ended.outcome != "aborted":
        words.append_text(deal_words(top, result)).append("\n")
    if ended.outcome == "aborted":
        words.append(f"The match was broken off. {ended.reason or ''}".strip(), "bold")
    elif ended.outcome == "adjourned":
        words.append("The match is adjourned: the next one goes on from here.", "bold #ffd34d")
    elif ended.winners:
        who = list_of([top.name(seat) for seat in ended.winners])
        words.append(f"{who} won the match.", "bold #ffd34d")
    else:
        words.append("The match is a draw.", "bold #ffd34d")
    if result is not None:
        words.append("\n").append_text(totals(top, result))
    if top.view is not None and result is not None and top.view.totals != result.totals:
        left = ", ".join(f"{top.name(seat)} {one}" for seat, one in enumerate(top.view.totals))
        words.append(f"\n  Radli that were left are paid: {left}", _FAINT)
    return words


class LookSheet(Sheet[None]):
    """What lay or lies open: the last trick, the talon, a beggar's hand. Until any key."""

    def __init__(self, top: TarockTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        parts = [last_trick(self._top)]
        if self._top.view is not None and self._top.view.piles:
            parts.append(talon(self._top))
        if shown := open_hand(self._top):
            parts.append(shown)
        yield Vertical(Static(Text("\n\n").join(parts), id="look"))

    def on_key(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
