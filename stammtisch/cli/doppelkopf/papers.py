"""Sheets as large as the screen, to be read: the score sheet, and rounds that are over."""

from __future__ import annotations

from rich.text import Text
from textual.containers import VerticalScroll

from stammtisch.cli.doppelkopf.faces import inline
from stammtisch.cli.doppelkopf.names import party_name, t
from stammtisch.cli.doppelkopf.scores import round_words, sheet_head, sheet_row, standing
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.terminal.paper import Paper

_FAINT = "not bold #9aa0ad"


class ScoreScreen(Paper):
    """The score sheet; of the chosen round also what it was made of."""

    def keys(self) -> str:
        return t("score_keys")

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__(0 if top.view is None else len(top.view.sheet))
        self._top = top

    def write(self) -> None:
        top = self._top
        rows = () if top.view is None else top.view.sheet
        if not rows:
            self.put("paper", Text(t("no_scored"), _FAINT))
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

    def keys(self) -> str:
        return t("review_keys")

    def __init__(self, top: DoppelkopfTop) -> None:
        super().__init__(len(top.finished))
        self._top = top

    def write(self) -> None:
        rounds = list(self._top.finished)
        if rounds:
            self.put("paper", review(self._top, rounds[self.at]))
        else:
            self.put("paper", Text(t("no_review"), _FAINT))


#: Cells of a player's column in the table of tricks.
_COLUMN = 13


def review(top: DoppelkopfTop, number: int) -> Text:
    view = top.finished[number]
    row = next((row for row in reversed(view.sheet) if row.round == number), None)
    words = Text() if row is None else round_words(top, row)
    words.append(f"\n{t('hands_dealt')}\n", "bold")
    for seat, hand in enumerate(view.hands):
        party = view.parties[seat]
        side = "" if party is None else party_name(party)
        words.append(f" {top.name(seat)[:12]:<12} {side:<7}")
        words.append_text(inline(hand or ()))
        words.append("\n")
    if view.tricks:
        words.append("\n")
        names = "".join(f"{top.name(seat)[:11]:<{_COLUMN}}" for seat in range(4))
        words.append(f"{t('trick_column'):<7}{names}{t('head_eyes')}\n", "bold")
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
