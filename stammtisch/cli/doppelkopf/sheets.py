"""What lies over a table of Doppelkopf for a moment: the last trick, how a round ended."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.doppelkopf.faces import inline, short
from stammtisch.cli.doppelkopf.names import t
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
        return t("round_keys")

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
        return Text(t("no_trick"), FAINT)
    trick = view.tricks[-1]
    assert trick.winner is not None
    number, winner = len(view.tricks), top.name(trick.winner)
    words = Text(t("last_trick", trick=number, name=winner, eyes=trick.eyes), "bold")
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
