"""What lies over a table of Tarock for a moment: help, the last trick, how a deal ended."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.tarock.names import t
from stammtisch.cli.tarock.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.tarock.scores import deal_words, played, totals
from stammtisch.cli.tarock.side import last_trick, open_hand, talon
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.card_sheets import (
    FAINT,
    Glance,
    MatchResult,
    RoundResult,
    match_ending,
)
from stammtisch.games.tarock.records import Choice, Result, Vote

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
