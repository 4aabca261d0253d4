"""What lies over a table of Doppelkopf for a moment: help, the last trick, how a round ended."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.doppelkopf.faces import inline, short
from stammtisch.cli.doppelkopf.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.doppelkopf.scores import round_words, standing, totals
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.terminal.card_sheets import (
    FAINT,
    Glance,
    MatchResult,
    RoundResult,
    match_ending,
)
from stammtisch.cli.terminal.fitting import cut
from stammtisch.games.doppelkopf.records import Row, Say

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


class RoundSheet(RoundResult[DoppelkopfTop]):
    def __init__(self, top: DoppelkopfTop, row: Row) -> None:
        super().__init__(top)
        self._row = row

    def words(self) -> Text:
        return round_words(self.top, self._row)

    def totals(self) -> Text:
        words = totals(self.top, self._row)
        more = standing(self.top)
        return words.append("\n  ").append_text(more) if more else words

    def keys(self) -> str:
        return "Enter next round   v review   s sheet   d adjourn   e end   Esc table"

    def action_vote(self, choice: str) -> None:
        self.vote = Say(f"{choice}_yes")
        self.dismiss("look")

    def review(self) -> ReviewScreen:
        return ReviewScreen(self.top)

    def scores(self) -> ScoreScreen:
        return ScoreScreen(self.top)


class MatchSheet(MatchResult[DoppelkopfTop]):
    def words(self) -> Text:
        return match_words(self.top)

    def review(self) -> ReviewScreen:
        return ReviewScreen(self.top)

    def scores(self) -> ScoreScreen:
        return ScoreScreen(self.top)


def match_words(top: DoppelkopfTop) -> Text:
    ended, row = top.result, top.row
    assert ended is not None
    words = Text()
    if row is not None and ended.outcome != "aborted":
        words.append_text(round_words(top, row)).append("\n")
    words.append_text(match_ending(top, ended))
    if row is not None:
        words.append("\n").append_text(totals(top, row))
    return words


class TrickSheet(Glance):
    """The last trick, and such hands of others as one may see."""

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        yield Vertical(Static(last_trick(self._top), id="trick"), Static(open_hands(self._top)))


def last_trick(top: DoppelkopfTop) -> Text:
    view = top.view
    if view is None or not view.tricks:
        return Text("There is no trick yet.", FAINT)
    trick = view.tricks[-1]
    assert trick.winner is not None
    words = Text(f"Trick {len(view.tricks)}: {top.name(trick.winner)}, {trick.eyes} eyes", "bold")
    for laid in trick.cards:
        words.append("\n ")
        words.append_text(inline([laid.card], faint=laid.seat != trick.winner))
        words.append(" " * (5 - len(short(laid.card))))
        words.append(f"{top.name(laid.seat)}", "" if laid.seat == trick.winner else FAINT)
    return words


def open_hands(top: DoppelkopfTop) -> Text:
    """What the others hold, where all play with open cards."""
    words = Text()
    if top.view is not None and top.view.phase in ("reservations", "tricks"):
        for seat, hand in enumerate(top.view.hands):
            if hand and seat != top.seat:
                words.append(f"\n{cut(top.name(seat), 12):<13}").append_text(inline(hand))
    return words
