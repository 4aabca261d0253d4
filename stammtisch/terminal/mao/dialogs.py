"""What lies over a table of Mao: whom to accuse, other moves, writing a rule, and the finale."""

from __future__ import annotations

from collections import Counter
from textwrap import fill
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from stammtisch.games.mao.book import base_rules, base_texts
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import LANGUAGE, Rule
from stammtisch.games.mao.language.say import complaints
from stammtisch.games.mao.language.understand import agreed, understand
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import Accuse, Move, RuleTold, Spot, Verdict, WriteRule
from stammtisch.games.mao.rules import RULE_CAP, TALK_CAP, VERDICTS
from stammtisch.terminal.dialogs import Dialog, ResultDialog
from stammtisch.terminal.mao.hand import t
from stammtisch.terminal.mao.tabletop import MaoTop
from stammtisch.terminal.mao.words import (
    accused_name,
    accuser_of,
    breaches_by_seat,
    newest_only,
    themselves,
    uncounted,
    whom,
)
from stammtisch.terminal.text import (
    Name,
    broken_off,
    court_told,
    cut,
    laid_out,
    list_of,
    plain,
    pressable,
)

#: Cells of a name, and of the sheet's frame.
NAME = 24
FRAME = 6


class AccuseScreen(Dialog[Accuse | None]):
    """A number accuses at once: a last chance is short. Who wants gives a reason before."""

    DEFAULT_CSS = """
    AccuseScreen { align: center bottom; background: transparent; }
    AccuseScreen Input { width: 70; max-width: 100%; display: none; }
    AccuseScreen.asking Input { display: block; }
    """
    # Keys are choices until a reason is asked for.
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("enter", "only", show=False),
        Binding("r", "reason", show=False),
    ]

    def __init__(self, top: MaoTop) -> None:
        super().__init__()
        self._top = top
        self._reason: str | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="whom")
            yield Input(placeholder=t("accuse_here"), max_length=TALK_CAP, id="reason")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    @property
    def seats(self) -> list[int]:
        """Who can be accused now."""
        view = self._top.view
        if view is None:
            return []
        if view.mode == "lastChance" and view.winner is not None:
            return [view.winner]
        return [seat for seat, here in enumerate(view.present) if here]

    def _draw(self) -> None:
        listed = [Text(f"{seat + 1} {cut(self._top.name(seat), NAME)}") for seat in self.seats]
        how = "accuse_enter" if len(self.seats) == 1 else "accuse_number"
        room = self.app.size.width - FRAME
        lines = laid_out(Text(f"{t('accuse_whom')}   "), listed, room, gap=3)
        words = Text("\n", "bold").join(lines)
        words.append(f"\n{t(how)}", "not bold #9aa0ad")
        if self._reason:
            words.append(f"\n{t('accuse_reason', reason=plain(self._reason))}", "not bold")
        self.query_one("#whom", Static).update(words)

    def on_key(self, event: events.Key) -> None:
        digit = event.character or ""
        if digit.isdecimal() and int(digit) - 1 in self.seats:
            event.stop()
            self.dismiss(Accuse(int(digit) - 1, self._reason))

    def action_only(self) -> None:
        if len(self.seats) == 1:
            self.dismiss(Accuse(self.seats[0], self._reason))

    def action_reason(self) -> None:
        self.add_class("asking")
        self.query_one(Input).focus()

    def action_back(self) -> None:
        if self.has_class("asking"):
            self._stop_asking()
        else:
            self.dismiss(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._reason = event.value.strip() or None
        self._stop_asking()

    def _stop_asking(self) -> None:
        self.remove_class("asking")
        self.set_focus(None)
        self._draw()


_DECK, _HAND = Spot("deck"), Spot("hand")
_TOP, _BOTTOM = Spot("pile"), Spot("pile", 0)

#: Moves beside playing and drawing. None is the card at the cursor.
MOVES: tuple[tuple[str, Spot | None, Spot], ...] = (
    ("take", _TOP, _HAND),
    ("bury", None, _BOTTOM),
    ("throw", None, _DECK),
    ("turn", _DECK, _TOP),
    ("discard", _TOP, _DECK),
)


class MoveScreen(Dialog[Move | None]):
    """Anybody may move any card anywhere. Whether it is wise is another question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,m", "dismiss(None)", show=False)]

    def __init__(self, at: int) -> None:
        super().__init__()
        self._own = Spot("hand", at)

    def compose(self) -> ComposeResult:
        listed = [
            f"  {number}  {t(f'move.{word}')}" for number, (word, _, _) in enumerate(MOVES, 1)
        ]
        yield Vertical(Static(pressable("\n".join([*listed, f"\n{t('goes_back')}"]))))

    def on_key(self, event: events.Key) -> None:
        digit = event.character or ""
        if digit.isdecimal() and 1 <= int(digit) <= len(MOVES):
            event.stop()
            _, source, target = MOVES[int(digit) - 1]
            self.dismiss(Move(source or self._own, target))


def known_rules(top: MaoTop, *, sheet: bool = True) -> str:
    """All rules that the player may know, as a sheet shows them, or beside the table."""
    view = top.view
    if view is None:
        return t("nothing_dealt")
    parts = []
    if view.base_rules:
        parts.append(_listed("rules_school", view.base_rules))
    if view.own_rules:
        parts.append(_listed("rules_own", view.own_rules))
    told = [
        f"{rule.text}   ({whom(rule.author, top.name)})"
        for rule in view.known_rules
        if rule.author != top.seat
    ]
    if told:
        parts.append(_listed("rules_told", told))
    secret = sum(view.rule_counts) - len(told) - len(view.own_rules)
    if secret > 0:
        parts.append(t("rules_secret", count=secret))
    if not view.base_rules:
        parts.append(t("rules_more" if parts else "rules_none"))
    return "\n\n".join([*parts, *([t("any_key")] if sheet else [])])


def _listed(head: str, texts: list[str] | tuple[str, ...]) -> str:
    return "\n".join([t(head), *(f"  {text}" for text in texts)])


class WriteScreen(Dialog[WriteRule | None]):
    DEFAULT_CSS = """
    WriteScreen > VerticalScroll { width: 80; padding: 0 1; scrollbar-size-vertical: 1; }
    WriteScreen Input { width: 100%; }
    WriteScreen Static { width: 100%; }
    WriteScreen #verdict { min-height: 2; }
    WriteScreen #language { color: #9aa0ad; }
    WriteScreen.over #verdict, WriteScreen.over #language { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", show=False),
        # With an empty line, or when the time is over; else the line takes it.
        Binding("enter", "enter", show=False),
    ]

    def __init__(self, top: MaoTop) -> None:
        super().__init__()
        self._top = top
        self._over = False
        #: The text that the author was asked about: the next Enter means yes.
        self._asked = ""

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(id="title")
            yield Input(placeholder=t("write_here"), max_length=RULE_CAP)
            yield Static(id="verdict")
            yield Static(Text(t("write_glance")), id="language")

    def on_mount(self) -> None:
        self._tick()
        self._judge("")
        self.set_interval(0.5, self._tick)

    def expire(self) -> None:
        """The game does not wait any longer. The sheet stays and takes whatever is being typed, so
        that it does not come to the table as commands."""
        self._over = True
        self.add_class("over")
        self.query_one(Input).disabled = True
        self._tick()

    def action_enter(self) -> None:
        if self._over:
            self.dismiss(None)

    def _tick(self) -> None:
        if self._over:
            self.query_one("#title", Static).update(Text(t("write_over"), "bold #ff9d76"))
            return
        view = self._top.view
        left = ""
        if view is not None and view.deadline is not None:
            left = f"  {t('write_left', left=round(self._top.left_until(view.deadline)))}"
        words = t("write_now", left=left)
        self.query_one("#title", Static).update(Text(words, "bold #7bd14b"))

    def on_input_changed(self, event: Input.Changed) -> None:
        self._judge(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if not text or self._over:
            return
        if (ask := question(self._top, text)) and self._asked != text:
            self._asked = text
            self.query_one("#verdict", Static).update(Text(ask, DOUBTFUL))
            return
        chaired = self._top.mao_rules.kind.chaired
        self.dismiss(WriteRule(agreed(text) if chaired else text, LANGUAGE))

    def _judge(self, text: str) -> None:
        self._asked = ""
        words, style = verdict(self._top, text)
        self.query_one("#verdict", Static).update(Text(words, style))


GOOD, DOUBTFUL, BAD = "bold #7bd14b", "#ffd34d", "#ff9d76"


def verdict(top: MaoTop, text: str) -> tuple[str, str]:
    """What the chairman will make of the text, and the colour to say it in."""
    if not top.mao_rules.kind.chaired:
        return t("write_no_chairman"), DOUBTFUL
    if not text.strip():
        return t("write_anything"), DOUBTFUL
    understood = understand(text)
    if understood.rule is None:
        return t("write_not_understood", question=understood.question), BAD
    back = understood.said_back() or ""
    if against := " ".join(complaints(understood.rule, _known(top), understood.tongue)):
        return f"{back} {against}", DOUBTFUL
    return back, GOOD


def question(top: MaoTop, text: str) -> str | None:
    """What the author must agree to before the text counts; None if it is the rule language, or
    nobody would understand it anyway."""
    if not top.mao_rules.kind.chaired:
        return None
    understood = understand(text)
    if understood.rule is None:
        return f"{understood.question} {t('write_as_it_is')}"
    return None if agreed(text) == text else f"{understood.said_back()} {t('write_yes')}"


def _known(top: MaoTop) -> list[Rule]:
    """The rules in force that this player knows, oldest first."""
    known = list(base_rules(base_texts(top.mao_rules)))
    view = top.view
    if view is not None:
        texts = [*(rule.text for rule in view.known_rules), *view.own_rules]
        for text in dict.fromkeys(texts):
            try:
                known.append(parse(text))
            except RuleError:
                continue
    return known


_FAINT = "not bold #9aa0ad"
_BROKEN = "not bold #ff9d76"
_FOUND = "not bold #7bd14b"
#: Cells of the sheet, and of its frame and its scroll bar.
WIDTH = 78
FINALE_FRAME = 8
#: Cells before what belongs to the line above.
INDENT = 3


class FinaleScreen(ResultDialog):
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
        width = min(WIDTH, self.app.size.width) - FINALE_FRAME
        self.query_one("#result", Static).update(finale(self._top, width))


class _Page:
    """Paragraphs of that width; what goes on in the next line is indented there."""

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
    reason = f": {court_told(verdict.reason).rstrip('.')}" if verdict.reason else ""
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
