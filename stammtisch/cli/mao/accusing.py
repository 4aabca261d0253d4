"""Whom to accuse, and of what."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from stammtisch.cli.mao.speech import t
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.terminal.fitting import cut, laid_out, plain
from stammtisch.cli.terminal.sheets import Sheet
from stammtisch.games.mao.limits import TALK_CAP
from stammtisch.games.mao.records import Accuse

#: Cells of a name, and of the sheet's frame.
NAME = 24
FRAME = 6


class AccuseScreen(Sheet[Accuse | None]):
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
