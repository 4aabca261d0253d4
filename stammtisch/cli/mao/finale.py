"""The end of a match: all rules, who broke which how often, who found out first."""

from __future__ import annotations

from collections import Counter
from textwrap import fill

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.mao.speech import t
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import (
    accused_name,
    accuser_of,
    breaches_by_seat,
    newest_only,
    themselves,
    uncounted,
    whom,
)
from stammtisch.cli.terminal.fitting import plain
from stammtisch.cli.terminal.news import Name, broken_off, list_of
from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.sheets import ResultSheet
from stammtisch.cli.terminal.telling import reason_told
from stammtisch.games.mao.limits import VERDICTS
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import RuleTold, Verdict

_FAINT = "not bold #9aa0ad"
_BROKEN = "not bold #ff9d76"
_FOUND = "not bold #7bd14b"
#: Cells of the sheet, and of its frame and its scroll bar.
WIDTH = 78
FRAME = 8
#: Cells before what belongs to the line above.
INDENT = 3


class FinaleScreen(ResultSheet):
    DEFAULT_CSS = f"""
    FinaleScreen > Vertical {{ width: {WIDTH}; height: auto; max-height: 100%; padding: 0 2; }}
    FinaleScreen VerticalScroll {{ height: auto; max-height: 18; scrollbar-size-vertical: 1; }}
    FinaleScreen Static {{ width: 100%; }}
    """

    def __init__(self, top: MaoTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll():
                yield Static(id="result")
            yield Static(Text("\n  ").append_text(pressable(t("finale_keys"))))

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width = min(WIDTH, self.app.size.width) - FRAME
        self.query_one("#result", Static).update(finale(self._top, width))


class _Page:
    """Paragraphs in so many cells; what goes on in the next line is indented there."""

    def __init__(self, width: int) -> None:
        self.words = Text()
        self._width = width

    def add(self, text: str, style: str = "", indent: int = 0) -> None:
        begin = " " * indent
        after = begin + " " * INDENT
        wide = max(20, self._width)
        self.words.append("\n" if self.words else "")
        self.words.append(
            fill(plain(text), wide, initial_indent=begin, subsequent_indent=after), style
        )

    def gap(self) -> None:
        self.words.append("\n")


def finale(top: MaoTop, width: int) -> Text:
    page = _Page(width)
    ended, told = top.result, top.finale
    assert ended is not None
    if ended.outcome == "aborted":
        page.add(broken_off(ended), "bold")
    elif ended.winners:
        who = list_of([top.name(seat) for seat in ended.winners])
        page.add(t("winners", names=who), "bold #ffd34d")
    else:
        page.add(t("match_draw"), "bold #ffd34d")
    order = sorted(range(len(ended.points)), key=lambda seat: ended.ranks[seat])
    totals = ", ".join(f"{top.name(seat)} {ended.points[seat]}" for seat in order)
    page.add(t("rounds_won", totals=totals))
    if told is None:
        return page.words
    page.gap()
    page.add(t("finale_rules" if told.rules else "finale_no_rules"), "bold")
    for rule in told.rules:
        _add_rule(page, top, rule)
    if told.verdicts:
        page.gap()
        kept = "_kept" if len(told.verdicts) >= VERDICTS else ""
        page.add(t(f"finale_accusations{kept}", count=VERDICTS), "bold")
        for line, times in Counter(_verdict(top, one) for one in told.verdicts).most_common():
            page.add(f"{line}{_times(times)}.", _FAINT, INDENT)
    return page.words


def _add_rule(page: _Page, top: MaoTop, rule: RuleTold) -> None:
    page.add(t("quoted", text=rule.text), "bold")
    by = t("finale_by", author=whom(rule.author, top.name), round=rule.round)
    page.add(by, _FAINT, INDENT)
    why = uncounted(rule)
    if rule.broken:
        counts = [
            f"{whom(seat, top.name)} {len(breaches)}×"
            for seat, breaches in breaches_by_seat(rule).items()
        ]
        broken = t("rule_broken", names=list_of(counts))
        page.add(f"{broken}{newest_only(rule)}", _BROKEN, INDENT)
    else:
        page.add(why or t("rule_unbroken"), _FAINT, INDENT)
    if rule.found is not None:
        found = t("finale_first", name=whom(rule.found, top.name))
        page.add(found, _FOUND, INDENT)
    elif why is None:
        page.add(t("finale_unfound"), _FAINT, INDENT)


def _verdict(top: MaoTop, verdict: Verdict) -> str:
    accuser = accuser_of(verdict.accuser, top.name)
    reason = f": {reason_told(verdict.reason).rstrip('.')}" if verdict.reason else ""
    found = "verdict_guilty" if verdict.guilty else "verdict_innocent"
    same = verdict.accuser == verdict.accused
    accused = themselves(accuser) if same else accused_name(verdict.accused, top.name)
    return t(found, accuser=accuser, accused=accused, reason=reason)


def _times(times: int) -> str:
    return f", {times}×" if times > 1 else ""


def told_at_parting(match: MaoMatch, name: Name) -> str:
    """The rules for somebody who has left, when nobody plays on by them."""
    left = t("parted", round=match.round, rounds=match.rules.rounds)
    if not match.written:
        return f"{left} {t('parted_no_rules')}"
    rules = [
        t("parted_rule", round=rule.round, author=whom(rule.author, name), text=plain(rule.text))
        for rule in match.written
    ]
    return "\n".join([f"{left} {t('parted_rules')}", *(f"  {rule}" for rule in rules)])
