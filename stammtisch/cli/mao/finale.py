"""The end of a match: all rules, who broke which and when, who found out first."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import whom
from stammtisch.cli.terminal.news import list_of
from stammtisch.cli.terminal.sheets import Sheet, Wish
from stammtisch.games.mao.records import RuleTold, Verdict

_FAINT = "not bold #9aa0ad"


class FinaleScreen(Sheet[Wish]):
    DEFAULT_CSS = """
    FinaleScreen > Vertical { width: 78; height: auto; max-height: 100%; padding: 0 2; }
    FinaleScreen VerticalScroll { height: auto; max-height: 18; }
    FinaleScreen Static { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "dismiss('again')", show=False),
        Binding("escape,v,f", "dismiss('look')", show=False),
        Binding("q", "dismiss('leave')", show=False),
    ]

    def __init__(self, top: MaoTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll():
                yield Static(finale(self._top), id="result")
            yield Static("\n  a  again    v  look at the table    q  quit    up/down  read on")


def finale(top: MaoTop) -> Text:
    words = Text()
    ended, told = top.result, top.finale
    assert ended is not None
    if ended.outcome == "aborted":
        words.append(f"The match was broken off. {ended.reason or ''}\n", "bold")
    elif ended.winners:
        who = list_of([top.name(seat) for seat in ended.winners])
        words.append(f"{who} won the match.\n", "bold #ffd34d")
    else:
        words.append("The match is a draw.\n", "bold #ffd34d")
    order = sorted(range(len(ended.points)), key=lambda seat: ended.ranks[seat])
    words.append(
        "Rounds won: " + ", ".join(f"{top.name(seat)} {ended.points[seat]}" for seat in order)
    )
    if told is None:
        return words
    words.append("\n\nTHE RULES" if told.rules else "\n\nNobody wrote a rule.", "bold")
    for rule in told.rules:
        words.append_text(_rule(top, rule))
    if told.verdicts:
        words.append("\n\nACCUSATIONS", "bold")
        for verdict in told.verdicts:
            words.append_text(_verdict(top, verdict))
    return words


def _rule(top: MaoTop, rule: RuleTold) -> Text:
    words = Text(f"\n“{rule.text}”", "bold")
    by = f"\n   by {whom(rule.author, top.name)}, after round {rule.round}"
    if rule.understood is False:
        by += "; the chairman did not understand it"
    words.append(by, _FAINT)
    if rule.broken:
        breaches: dict[int, list[str]] = {}
        for breach in rule.broken:
            when = f"round {breach.round}{_clock(top, breach.at)}"
            breaches.setdefault(breach.seat, []).append(when)
        broken = [f"{whom(seat, top.name)} in {', '.join(at)}" for seat, at in breaches.items()]
        words.append(f"\n   broken by {'; '.join(broken)}", "not bold #ff9d76")
    else:
        words.append("\n   never broken", _FAINT)
    if rule.found is not None:
        words.append(f"\n   first found out by {whom(rule.found, top.name)}", "not bold #7bd14b")
    else:
        words.append("\n   nobody found it out", _FAINT)
    return words


def _verdict(top: MaoTop, verdict: Verdict) -> Text:
    accuser = "The chairman" if verdict.accuser is None else top.name(verdict.accuser)
    reason = f": {verdict.reason.rstrip('.')}" if verdict.reason else ""
    found = "guilty" if verdict.guilty else "innocent"
    when = f"round {verdict.round}{_clock(top, verdict.at)}"
    accused = whom(verdict.accused, top.name)
    return Text(f"\n   {when}  {accuser} against {accused}{reason}: {found}.", _FAINT)


def _clock(top: MaoTop, at: int) -> str:
    """Since the match began, for those who were there."""
    if top.began is None:
        return ""
    minutes, seconds = divmod(max(0, at - top.began) // 1000, 60)
    return f" at {minutes}:{seconds:02}"
