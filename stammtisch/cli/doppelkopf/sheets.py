"""What lies over a table of Doppelkopf for a moment: help, tricks, scores, the end of a round."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.doppelkopf.faces import inline, short
from stammtisch.cli.doppelkopf.scores import (
    round_words,
    sheet_head,
    sheet_row,
    standing,
    totals,
)
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
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
  h        hint, with its reason   w      the last trick
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
    """The last trick, until any key."""

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        yield Vertical(Static(last_trick(self._top), id="trick"))

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


class Paper(Sheet[None]):
    """A sheet as large as the screen, on which left and right (or up and down) turn to others."""

    DEFAULT_CSS = """
    Paper > Vertical { width: 100%; max-width: 100; height: 100%; padding: 0 1; }
    Paper VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    Paper Static { width: 100%; }
    Paper #paper-keys { height: 1; dock: bottom; color: #9aa0ad; }
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
    KEYS: ClassVar[str]

    def __init__(self, top: DoppelkopfTop, count: int) -> None:
        super().__init__()
        self._top = top
        self._count = count
        self.at = count - 1

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll(can_focus=False):
                yield Static(id="paper")
            yield Static(id="below")
            yield Static(self.KEYS, id="paper-keys")

    def on_mount(self) -> None:
        self.write()

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


class ScoreScreen(Paper):
    """The score sheet; of the chosen round also what it was made of."""

    KEYS = " up/down: another round   PgUp/PgDn: scroll   Esc: back"

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__(top, 0 if top.view is None else len(top.view.sheet))

    def write(self) -> None:
        top = self._top
        rows = () if top.view is None else top.view.sheet
        if not rows:
            self.put("paper", Text("No round has been scored yet.", _FAINT))
            return
        lines = [sheet_row(top, row, at == self.at) for at, row in enumerate(rows)]
        self.put("paper", Text("\n").join([sheet_head(top), *lines]))
        below = Text("\n")
        below.append_text(round_words(top, rows[self.at])).append_text(standing(top))
        self.put("below", below)
        scroll = self.query_one(VerticalScroll)
        self.call_after_refresh(scroll.scroll_to, y=max(0, self.at - 3), animate=False)


class ReviewScreen(Paper):
    """Rounds that are over: the hands as they were dealt, and each trick."""

    KEYS = " left/right: another round   PgUp/PgDn: scroll   Esc: back"

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__(top, len(top.finished))

    def write(self) -> None:
        rounds = list(self._top.finished)
        if rounds:
            self.put("paper", review(self._top, rounds[self.at]))
        else:
            self.put("paper", Text("No round is over yet.", _FAINT))


#: Cells of a player's column in the table of tricks.
_COLUMN = 13


def review(top: DoppelkopfTop, number: int) -> Text:
    view = top.finished[number]
    row = next((row for row in reversed(view.sheet) if row.round == number), None)
    words = Text() if row is None else round_words(top, row)
    words.append("\nThe hands as they were dealt\n", "bold")
    for seat, hand in enumerate(view.hands):
        party = view.parties[seat] or ""
        words.append(f" {top.name(seat)[:12]:<12} {party:<7}")
        words.append_text(inline(hand or ()))
        words.append("\n")
    if view.tricks:
        words.append("\n")
        names = "".join(f"{top.name(seat)[:11]:<{_COLUMN}}" for seat in range(4))
        words.append(f"trick  {names}eyes\n", "bold")
    for at, trick in enumerate(view.tricks, start=1):
        words.append(f" {at:>3}   ", _FAINT)
        cards = {laid.seat: laid.card for laid in trick.cards}
        for seat in range(4):
            cell = Text("→" if seat == trick.leader else " ", _FAINT)
            cell.append_text(inline([cards[seat]], faint=seat != trick.winner))
            cell.append(" ★" if seat == trick.winner else "", "#7bd14b")
            cell.append(" " * (_COLUMN - cell.cell_len))
            words.append_text(cell)
        words.append(f"{trick.eyes:>3}\n", _FAINT)
    return words
