"""Writing a rule: the language at a glance, and at every letter whether the machine follows."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from stammtisch.cli.mao.speech import t
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.terminal.sheets import Sheet
from stammtisch.games.mao.chair.base import base_rules, base_texts
from stammtisch.games.mao.language.clash import complaints
from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import LANGUAGE, Rule
from stammtisch.games.mao.limits import RULE_CAP
from stammtisch.games.mao.phrasing.understanding import agreed, understand
from stammtisch.games.mao.records import WriteRule


class WriteScreen(Sheet[WriteRule | None]):
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
        chaired = self._top.mao_rules.chaired
        self.dismiss(WriteRule(agreed(text) if chaired else text, LANGUAGE))

    def _judge(self, text: str) -> None:
        self._asked = ""
        words, style = verdict(self._top, text)
        self.query_one("#verdict", Static).update(Text(words, style))


GOOD, DOUBTFUL, BAD = "bold #7bd14b", "#ffd34d", "#ff9d76"


def verdict(top: MaoTop, text: str) -> tuple[str, str]:
    """What the chairman will make of the text, and the colour to say it in."""
    if not top.mao_rules.chaired:
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
    if not top.mao_rules.chaired:
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
