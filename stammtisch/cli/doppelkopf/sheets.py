"""What lies over a table of Doppelkopf for a moment: help, the last trick, how a round ended."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.doppelkopf.faces import inline, short
from stammtisch.cli.doppelkopf.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.doppelkopf.scores import round_words, standing, totals
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.news import list_of
from stammtisch.cli.terminal.sheets import ResultSheet, Sheet
from stammtisch.games.doppelkopf.records import Row, Say

_FAINT = "not bold #9aa0ad"

HELP = """\
Twelve tricks, 240 eyes: a 11, ten 10, k 4, q 3, j 2. Who has a club queen
is re and wins with 121; the others are kontra. Trumps lie at the left:
heart tens, queens, jacks, diamonds (♥10 ♣Q ♠Q ♥Q ♦Q ♣J … ♦A ♦10 ♦K ♦9).

  arrows   move the cursor         Enter  play the card at the cursor
  1-0 y-p  play that card; choose that answer; the mouse does both
  c        call re, kontra, no 90 …  (and pigs, or throw the cards away)
  h        hint, with its reason   w      the last trick, open hands
  s        score sheet             v      review rounds that are over
  space    mark a card of a poverty
  x        complain, where wrong moves are not refused
  t        talk                    l      log: all that happened
  b        seat a bot (before)     a      again (after a match)
  q        quit

Bright cards can be played; a green edge marks who has the trick.
♣ clubs ♠ spades ♥ hearts ♦ diamonds. Any key goes back to the table."""


class RoundSheet(ResultSheet):
    """How a round ended; what is wanted now is a vote, or to look at something first."""

    DEFAULT_CSS = """
    RoundSheet > Vertical { width: 78; max-width: 100%; }
    RoundSheet VerticalScroll { height: auto; max-height: 50vh; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "vote('continue_yes')", show=False),
        Binding("d", "vote('adjourn_yes')", show=False),
        Binding("e", "vote('end_yes')", show=False),
        Binding("v", "review", show=False),
        Binding("s", "scores", show=False),
        Binding("escape,q", "dismiss('look')", show=False),
        Binding("a,f", "nothing", show=False),
    ]

    def __init__(self, top: DoppelkopfTop, row: Row) -> None:
        super().__init__()
        self._top = top
        self._row = row
        #: What was chosen, for the table to say.
        self.vote: Say | None = None

    def compose(self) -> ComposeResult:
        words = totals(self._top, self._row)
        more = standing(self._top)
        if more:
            words.append("\n  ").append_text(more)
        with Vertical():
            with VerticalScroll():
                yield Static(round_words(self._top, self._row), id="round")
            yield Static(words, id="totals")
            yield Static(
                Text(
                    "\n Enter next round   v review   s sheet   d adjourn   e end   Esc table",
                    _FAINT,
                )
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.listens

    def action_vote(self, word: str) -> None:
        self.vote = Say(word)
        self.dismiss("look")

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self._top))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self._top))

    def action_nothing(self) -> None:
        """Keys that mean something on the sheet of a match, not on that of a round."""


class MatchSheet(ResultSheet):
    """How the match ended."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", show=False),
        Binding("s", "scores", show=False),
    ]

    def __init__(self, top: DoppelkopfTop) -> None:
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


def match_words(top: DoppelkopfTop) -> Text:
    ended, row = top.result, top.row
    assert ended is not None
    words = Text()
    if row is not None and ended.outcome != "aborted":
        words.append_text(round_words(top, row)).append("\n")
    if ended.outcome == "aborted":
        words.append(f"The match was broken off. {ended.reason or ''}".strip(), "bold")
    elif ended.outcome == "adjourned":
        words.append("The match is adjourned: the next one goes on from here.", "bold #ffd34d")
    elif ended.winners:
        who = list_of([top.name(seat) for seat in ended.winners])
        words.append(f"{who} won the match.", "bold #ffd34d")
    else:
        words.append("The match is a draw.", "bold #ffd34d")
    if row is not None:
        words.append("\n").append_text(totals(top, row))
    return words


class TrickSheet(Sheet[None]):
    """The last trick, and such hands of others as one may see, until any key."""

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        yield Vertical(Static(last_trick(self._top), id="trick"), Static(open_hands(self._top)))

    def on_key(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


def last_trick(top: DoppelkopfTop) -> Text:
    view = top.view
    if view is None or not view.tricks:
        return Text("There is no trick yet.", _FAINT)
    trick = view.tricks[-1]
    assert trick.winner is not None
    words = Text(f"Trick {len(view.tricks)}: {top.name(trick.winner)}, {trick.eyes} eyes", "bold")
    for laid in trick.cards:
        words.append("\n ")
        words.append_text(inline([laid.card], faint=laid.seat != trick.winner))
        words.append(" " * (5 - len(short(laid.card))))
        words.append(f"{top.name(laid.seat)}", "" if laid.seat == trick.winner else _FAINT)
    return words


def open_hands(top: DoppelkopfTop) -> Text:
    """What the others hold, where all play with open cards."""
    words = Text()
    if top.view is not None and top.view.phase in ("reservations", "tricks"):
        for seat, hand in enumerate(top.view.hands):
            if hand and seat != top.seat:
                words.append(f"\n{cut(top.name(seat), 12):<13}").append_text(inline(hand))
    return words
