"""Small sheets: other moves, the rules that one knows."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.mao.speech import t
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import whom
from stammtisch.cli.terminal.pressing import pressable
from stammtisch.cli.terminal.sheets import Sheet
from stammtisch.games.mao.records import Move, Spot

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


class MoveScreen(Sheet[Move | None]):
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
