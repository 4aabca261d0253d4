"""The end of a match: all rules, who broke which how often, who found out first."""

from __future__ import annotations

from collections import Counter
from textwrap import fill

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import breaches_by_seat, newest_only, themselves, uncounted, whom
from stammtisch.cli.terminal.fitting import plain
from stammtisch.cli.terminal.news import Name, list_of
from stammtisch.cli.terminal.sheets import ResultSheet
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
            yield Static("\n  a  again    v  look at the table    q  quit    up/down  read on")

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
        page.add(f"The match was broken off. {ended.reason or ''}", "bold")
    elif ended.winners:
        who = list_of([top.name(seat) for seat in ended.winners])
        page.add(f"{who} won the match.", "bold #ffd34d")
    else:
        page.add("The match is a draw.", "bold #ffd34d")
    order = sorted(range(len(ended.points)), key=lambda seat: ended.ranks[seat])
    page.add("Rounds won: " + ", ".join(f"{top.name(seat)} {ended.points[seat]}" for seat in order))
    if told is None:
        return page.words
    page.gap()
    page.add("THE RULES" if told.rules else "Nobody wrote a rule.", "bold")
    for rule in told.rules:
        _add_rule(page, top, rule)
    if told.verdicts:
        page.gap()
        kept = f" (the last {VERDICTS})" if len(told.verdicts) >= VERDICTS else ""
        page.add(f"ACCUSATIONS{kept}", "bold")
        for line, times in Counter(_verdict(top, one) for one in told.verdicts).most_common():
            page.add(f"{line}{_times(times)}.", _FAINT, INDENT)
    return page.words


def _add_rule(page: _Page, top: MaoTop, rule: RuleTold) -> None:
    page.add(f"“{rule.text}”", "bold")
    page.add(f"by {whom(rule.author, top.name)}, after round {rule.round}", _FAINT, INDENT)
    why = uncounted(rule)
    if rule.broken:
        counts = [
            f"{whom(seat, top.name)} {len(breaches)}×"
            for seat, breaches in breaches_by_seat(rule).items()
        ]
        page.add(f"broken by {list_of(counts)}{newest_only(rule)}", _BROKEN, INDENT)
    else:
        page.add(why or "never broken", _FAINT, INDENT)
    if rule.found is not None:
        page.add(f"first found out by {whom(rule.found, top.name)}", _FOUND, INDENT)
    elif why is None:
        page.add("nobody found it out", _FAINT, INDENT)


def _verdict(top: MaoTop, verdict: Verdict) -> str:
    accuser = "The chairman" if verdict.accuser is None else top.name(verdict.accuser)
    reason = f": {verdict.reason.rstrip('.')}" if verdict.reason else ""
    found = "guilty" if verdict.guilty else "innocent"
    same = verdict.accuser == verdict.accused
    accused = themselves(accuser) if same else whom(verdict.accused, top.name)
    return f"{accuser} against {accused}{reason}: {found}"


def _times(times: int) -> str:
    return f", {times}×" if times > 1 else ""


def told_at_parting(match: MaoMatch, name: Name) -> str:
    """The rules for somebody who has left, when nobody plays on by them."""
    left = f"You left in round {match.round} of {match.rules.rounds}."
    if not match.written:
        return f"{left} Nobody had written a rule yet."
    rules = [
        f"  after round {rule.round}, by {whom(rule.author, name)}: {plain(rule.text)}"
        for rule in match.written
    ]
    return "\n".join([f"{left} These rules had been written:", *rules])
