"""Sheets as large as the screen, to be read: the score sheet, and deals that are over."""

from __future__ import annotations

from rich.text import Text
from textual.containers import VerticalScroll

from stammtisch.cli.tarock.faces import inline, spread
from stammtisch.cli.tarock.names import t
from stammtisch.cli.tarock.scores import deal_words, sheet_head, sheet_row, standing
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.paper import Paper
from stammtisch.games.tarock.records import Result, Trick
from stammtisch.games.tarock.talon import TALON

_FAINT = "not bold #9aa0ad"


class ScoreScreen(Paper):
    """The score sheet; of the chosen deal also what it was made of."""

    def keys(self) -> str:
        return t("score_keys")

    def __init__(self, top: TarockTop) -> None:
        super().__init__(0 if top.view is None else len(top.view.sheet))
        self._top = top

    def write(self) -> None:
        top = self._top
        results = () if top.view is None else top.view.sheet
        if not results:
            self.put("paper", Text(t("no_scored"), _FAINT))
            return
        lines = [sheet_row(top, result, at == self.at) for at, result in enumerate(results)]
        self.put("paper", Text("\n").join([sheet_head(top), *lines]))
        below = Text("\n")
        below.append_text(deal_words(top, results[self.at])).append_text(standing(top))
        self.put("below", below)
        scroll = self.query_one(VerticalScroll)
        self.call_after_refresh(scroll.scroll_to, y=max(0, self.at - 3), animate=False)


class ReviewScreen(Paper):
    """Deals that are over: the hands as they were dealt, the talon, and each trick."""

    def keys(self) -> str:
        return t("review_keys")

    def __init__(self, top: TarockTop) -> None:
        super().__init__(0 if top.view is None else len(top.view.sheet))
        self._top = top

    def write(self) -> None:
        results = () if self._top.view is None else self._top.view.sheet
        if results:
            self.put("paper", review(self._top, results[self.at]))
        else:
            self.put("paper", Text(t("no_review"), _FAINT))


#: Cells of a player's column in the table of tricks.
_COLUMN = 13


def review(top: TarockTop, result: Result) -> Text:
    words = deal_words(top, result)
    words.append(f"\n{t('hands_dealt')}\n", "bold")
    for seat, hand in enumerate(result.hands):
        words.append(f" {top.name(seat)[:11]:<12}").append_text(inline(spread(hand)))
        words.append(f" {_part(result, seat)}\n", _FAINT)
    words.append_text(_talon(top, result))
    tricks = top.finished.get(result.deal, ())
    if tricks:
        words.append("\n")
        names = "".join(f"{top.name(seat)[:11]:<{_COLUMN}}" for seat in range(4))
        words.append(f"{t('trick_column'):<7}{names}\n", "bold")
    for at, trick in enumerate(tricks, start=1):
        words.append(f" {at:>3}   ", _FAINT).append_text(_trick(trick)).append("\n")
    return words


def _part(result: Result, seat: int) -> str:
    if result.won is None:
        return ""
    if seat == result.declarer:
        return t("role.declarer")
    return t("role.partner") if seat == result.partner else ""


def _talon(top: TarockTop, result: Result) -> Text:
    size = len(result.discarded) or TALON
    words = Text(f" {t('talon_row'):<12}")
    for at in range(0, TALON, size):
        taken = result.picked == at // size
        words.append("  " if at else "")
        words.append_text(inline(result.talon[at : at + size], faint=not taken))
        words.append(" ★" if taken else "", "#7bd14b")
    if result.discarded:
        words.append(f"\n {t('laid_row'):<12}").append_text(inline(spread(result.discarded)))
    return words.append("\n")


def _trick(trick: Trick) -> Text:
    """The card of each seat in its column; the leader has an arrow, the winner a star."""
    line = Text()
    for seat in range(4):
        place = (seat - trick.leader) % 4
        cell = Text("→" if seat == trick.leader else " ", _FAINT)
        if place < len(trick.cards):
            cell.append_text(inline([trick.cards[place]], faint=seat != trick.winner))
        cell.append(" ★" if seat == trick.winner else "", "#7bd14b")
        cell.append(" " * (_COLUMN - cell.cell_len))
        line.append_text(cell)
    if trick.gift is not None:
        line.append("+ ", _FAINT).append_text(inline([trick.gift]))
    return line
