"""Sheets as large as the screen, to be read: the score sheet, and deals that are over.

The score in words: a deal with each of its items, and the sheet of the whole match.

What lies over a table of Tarock for a moment: help, the last trick, how a deal ended.
"""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.games.tarock.board import TALON
from stammtisch.games.tarock.records import Choice, Item, Result, Trick, Vote
from stammtisch.terminal.card_dialogs import (
    FAINT,
    HEAD,
    Glance,
    MatchResult,
    RoundResult,
    changes_row,
    name_in_column,
    names,
    names_row,
    numbers_row,
    sheet_line,
    signed,
    tinted,
)
from stammtisch.terminal.dialogs import Paper, match_ending
from stammtisch.terminal.tarock.board import last_trick, open_hand, radli_told, talon
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tarock.words import (
    contract_name,
    contract_told,
    deal_told,
    doubling,
    inline,
    item_name,
    king,
    spread,
    t,
    whom,
)
from stammtisch.terminal.text import cut


def deal_words(top: TarockTop, result: Result) -> Text:
    """A deal: what was played, who won, and each item of the score."""
    words = Text()
    told = contract_told(result.contract, result.declarer, top.name)
    told = _with_whom(top, result, told)
    words.append(f"{t('deal_head', deal=result.deal, told=told)}\n", HEAD)
    words.append(f"{deal_told(result, top.name)}\n", "bold")
    for item in result.items:
        words.append_text(_item(top, result, item)).append("\n")
    return words


def _with_whom(top: TarockTop, result: Result, told: str) -> str:
    if result.called is None:
        return told
    called = king(result.called)
    if result.partner is None:
        return t("called_alone", told=told, king=called)
    return t("called_with", told=told, king=called, name=whom(result.partner, top.name))


def _item(top: TarockTop, result: Result, item: Item) -> Text:
    name = item_name(item.name, result.contract)
    about = []
    if item.announced:
        about.append(t("announced"))
    if item.factor > 1:
        about.append(f"{doubling(item.factor)} ×{item.factor}")
    if item.name in ("klop", "klop_full", "klop_empty") and item.seat is not None:
        about.append(t("card_points", points=result.piles[item.seat]))
    who = "" if item.seat is None else f": {top.name(item.seat)}"
    line = Text(f"  {cut(name + who, 30):<30}")
    line.append(*tinted(f"{signed(item.value):>5}", item.value))
    return line.append(f"  {', '.join(about)}", FAINT)


def totals(top: TarockTop, result: Result) -> Text:
    """The four players: what the deal brought, what they have now, their radli."""
    rows = [
        names_row(top),
        changes_row(t("deal_row"), result.scores),
        numbers_row(t("total"), result.totals, "bold"),
    ]
    if any(result.radli):
        rows.append(numbers_row(t("radli_row"), result.radli, FAINT))
    return Text("\n").join(rows)


def sheet_head(top: TarockTop) -> Text:
    heads = f"{t('head_contract'):<13}{t('head_of'):<10}{t('head_points'):<7}"
    return Text(f"{'':>4} {heads}{names(top)}", HEAD)


def sheet_row(top: TarockTop, result: Result, chosen: bool) -> Text:
    """One line: deal, contract, declarer, card points, and the totals with what was added."""
    contract = cut(contract_name(result.contract), 12)
    who = "" if result.won is None else name_in_column(top, result.declarer)
    points = "" if result.points is None else f"{result.points:>3} {'✓' if result.won else '✗'}"
    begin = f"{result.deal:>3}  {contract:<13}{who:<10}{points:<7}"
    return sheet_line(begin, result.totals, result.scores, chosen=chosen)


def played(top: TarockTop) -> Text:
    """How many deals have been played, of how many."""
    if top.view is None or not top.view.sheet or not top.rules.deals:
        return Text()
    done = top.view.sheet[-1].deal
    return Text(t("deals_played", played=done, deals=top.rules.deals), FAINT)


def standing(top: TarockTop) -> Text:
    """What else the table counts: how many deals are left, who has radli."""
    parts = [played(top), Text(radli_told(top), FAINT)]
    return Text(" · ").join(part for part in parts if part)


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


#: The keys of the votes.
_VOTE_KEYS: dict[Choice, str] = {"continue": "Enter", "adjourn": "d", "end": "e"}


class DealSheet(RoundResult[TarockTop]):
    def __init__(self, top: TarockTop, result: Result) -> None:
        super().__init__(top)
        self._result = result

    def words(self) -> Text:
        return deal_words(self.top, self._result)

    def totals(self) -> Text:
        return totals(self.top, self._result)

    def below(self) -> ComposeResult:
        yield Static(id="pause")

    def on_mount(self) -> None:
        self._tick()
        self.set_interval(1, self._tick)

    @property
    def _waits(self) -> bool:
        """Nobody has dealt again yet: it can still be said how to go on."""
        view = self.top.view
        return view is not None and view.phase == "scored" and view.deal == self._result.deal

    def _tick(self) -> None:
        words = played(self.top)
        if not self._waits:
            words = Text(t("next_begun"), "bold #ffd34d")
        elif self.top.deadline is not None:
            left = round(self.top.left_until(self.top.deadline))
            words = Text(f"{t('next_deal_in', left=left)}  ", FAINT).append_text(words)
        self.query_one("#pause", Static).update(Text("  ").append_text(words))

    def keys(self) -> str:
        choices = () if self.top.view is None else self.top.view.choices
        votes = [f"{_VOTE_KEYS[one]} {t(f'vote_key.{one}')}" for one in choices]
        return "   ".join([*votes, t("sheet_keys")])

    def action_vote(self, choice: str) -> None:
        view = self.top.view
        chosen = next((one for one in _VOTE_KEYS if one == choice), None)
        if self._waits and view is not None and chosen is not None:
            if chosen not in view.choices:
                return
            self.vote = Vote(chosen)
        self.dismiss("look")

    def review(self) -> ReviewScreen:
        return ReviewScreen(self.top)

    def scores(self) -> ScoreScreen:
        return ScoreScreen(self.top)


class MatchSheet(MatchResult[TarockTop]):
    def words(self) -> Text:
        return match_words(self.top)

    def review(self) -> ReviewScreen:
        return ReviewScreen(self.top)

    def scores(self) -> ScoreScreen:
        return ScoreScreen(self.top)


def match_words(top: TarockTop) -> Text:
    ended, result = top.result, top.result_row
    assert ended is not None
    words = Text()
    if result is not None and ended.outcome != "aborted":
        words.append_text(deal_words(top, result)).append("\n")
    words.append_text(match_ending(top, ended))
    if result is not None:
        words.append("\n").append_text(totals(top, result))
    if top.view is not None and result is not None and top.view.totals != result.totals:
        left = ", ".join(f"{top.name(seat)} {one}" for seat, one in enumerate(top.view.totals))
        words.append(f"\n  {t('radli_paid_totals', totals=left)}", FAINT)
    return words


class LookSheet(Glance):
    """What lay or lies open: the last trick, the talon, a beggar's hand."""

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
