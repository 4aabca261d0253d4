"""The score in words: a round with each of its points, and the sheet of the whole match.

Sheets as large as the screen, to be read: the score sheet, and rounds that are over.

What lies over a table of Doppelkopf for a moment: the last trick, how a round ended.
"""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.games.doppelkopf.records import Item, Row, Say
from stammtisch.terminal.card_dialogs import (
    BAD,
    FAINT,
    HEAD,
    Glance,
    MatchResult,
    RoundResult,
    changes_row,
    names,
    names_row,
    numbers_row,
    sheet_line,
    signed,
)
from stammtisch.terminal.dialogs import Paper, match_ending
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.terminal.doppelkopf.words import (
    game_name,
    game_told,
    inline,
    item_name,
    party_name,
    round_told,
    said_of,
    short,
    t,
)
from stammtisch.terminal.text import cut, heading

#: Cells of a line of points.
ITEM = 36
#: More lines than this stand in two columns.
COLUMN = 5


def round_words(top: DoppelkopfTop, row: Row) -> Text:
    """A round: who won, what for, and what it changed."""
    words = Text()
    game = game_told(row.game, row.soloist, top.name)
    words.append(f"{t('round_head', round=row.round, game=game)}\n", HEAD)
    words.append(f"{heading(round_told(row, top.name))}\n", "bold")
    calls = _calls(row)
    if calls:
        words.append(f"{calls}\n", FAINT)
    lines = [_item(item) for item in row.items]
    if not row.items and not row.void:
        lines.append(Text(f"  {t('calls_none')}", FAINT))
    for seat, penalty in enumerate(row.penalties):
        if penalty:
            name = t("penalty", name=top.name(seat))
            lines.append(_line(name, f"{signed(penalty)}", "", BAD))
    return words.append_text(_in_columns(lines))


def _in_columns(lines: list[Text]) -> Text:
    rows = len(lines) if len(lines) <= COLUMN else (len(lines) + 1) // 2
    words = Text()
    for at in range(rows):
        line = lines[at].copy()
        if at + rows < len(lines):
            line.append(" " * (ITEM - line.cell_len)).append_text(lines[at + rows])
        words.append_text(line).append("\n")
    return words


def _line(what: str, points: str, party: str, style: str = "") -> Text:
    return Text(f"  {cut(what, 22):<22}{points:>4} {party:<6}", style)


def _calls(row: Row) -> str:
    sides = (("re", row.re_calls), ("kontra", row.kontra_calls))
    said = [
        t("fact_call", party=party_name(party), call=said_of(calls[-1]))
        for party, calls in sides
        if calls
    ]
    return heading("; ".join(said))


def _item(item: Item) -> Text:
    """Points of a party, or by how much all that stands above is multiplied."""
    if item.party is None:
        return _line(item_name(item.name), f"× {item.points}", "", HEAD)
    return _line(item_name(item.name), str(item.points), party_name(item.party))


def totals(top: DoppelkopfTop, row: Row) -> Text:
    """The four players: what the round changed, and what they have now."""
    rows = [
        names_row(top),
        changes_row(t("round_row"), row.change),
        numbers_row(t("total"), row.points, "bold"),
    ]
    return Text("\n").join(rows)


def sheet_head(top: DoppelkopfTop) -> Text:
    return Text(
        f"{'':>4} {t('head_game'):<14}{t('head_won'):<7}{t('head_eyes'):<8}{names(top)}", HEAD
    )


def sheet_row(top: DoppelkopfTop, row: Row, chosen: bool) -> Text:
    """One line: round, game, winner, eyes, and the totals after it with what it changed."""
    buck = f" ×{row.factor}" if row.factor != 1 else ""
    game = cut(game_name(row.game), 13 - len(buck)) + buck
    winner = t("nobody") if row.winner is None else party_name(row.winner)
    winner = cut(t("void") if row.void else winner, 6)
    eyes = "" if row.void else f"{row.eyes[0]}:{row.eyes[1]}"
    begin = f"{row.round:>3}  {game:<14}{winner:<7}{eyes:<8}"
    return sheet_line(begin, row.points, row.change, chosen=chosen)


def standing(top: DoppelkopfTop) -> Text:
    """What else the table counts: buck rounds, compulsory solos, how many rounds are left."""
    view = top.view
    if view is None:
        return Text()
    parts = []
    if top.rules.rounds:
        parts.append(t("rounds_played", played=view.scored, rounds=top.rules.rounds))
    if view.bucks:
        parts.append(t("bucks_left", bucks=", ".join(map(str, view.bucks))))
    owing = [top.name(seat) for seat, done in enumerate(view.solo_done) if not done]
    if owing:
        parts.append(t("solos_owed", names=", ".join(owing)))
    return Text(" · ".join(parts), FAINT)


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
