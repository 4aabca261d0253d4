"""Matches that are over, step by step, with all hands open."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from stammtisch.cli.frames import Frame
from stammtisch.cli.look import look_of
from stammtisch.cli.terminal.fitting import Key, key_line
from stammtisch.cli.terminal.sheets import HelpScreen
from stammtisch.cli.terminal.speech import spoken_now, t
from stammtisch.tables.record import MatchRecord

KEYS = (
    *(Key("right", "step_on", "right/space"), Key("left", "step_back", "left_key")),
    *(Key("pagedown", "ten", "PgDn/PgUp"), Key("end", "ends", "Home/End")),
    Key("n", "other_match", "n/p"),
)
#: Sentences of the steps before are shown too, so that one sees how it came about.
REMEMBERED = 6


class ReplayScreen(Screen[None]):
    """Ends when it is closed."""

    DEFAULT_CSS = """
    ReplayScreen { background: #181b21; }
    ReplayScreen #head { height: 1; background: #2b303b; padding: 0 1; }
    ReplayScreen #scene { height: 14; padding: 1 1 0 1; }
    ReplayScreen #said { height: 1fr; padding: 0 1; border-top: solid #3a3f4b; }
    ReplayScreen #keys { height: 1; dock: bottom; color: #9aa0ad; background: #2b303b; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,space,down", "step(1)"),
        ("left,backspace,up", "step(-1)"),
        ("pagedown", "step(10)"),
        ("pageup", "step(-10)"),
        ("home", "step(-100000)"),
        ("end", "step(100000)"),
        ("n", "match(1)"),
        ("p", "match(-1)"),
        ("question_mark,f1", "help"),
        ("q", "dismiss(None)"),
    ]

    def __init__(self, shows: list[tuple[MatchRecord, list[Frame]]]) -> None:
        super().__init__()
        self._shows = shows
        self._show_at = 0
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        yield Static(id="scene")
        yield Static(id="said")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#keys", Static).update(key_line(KEYS, event.size.width))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(t("replay_help")))

    def action_step(self, steps: int) -> None:
        _, steps_there = self._shows[self._show_at]
        self.at = max(0, min(len(steps_there) - 1, self.at + steps))
        self._draw()

    def action_match(self, steps: int) -> None:
        self._show_at = (self._show_at + steps) % len(self._shows)
        self.at = 0
        self._draw()

    def _draw(self) -> None:
        record, there = self._shows[self._show_at]
        frame = there[self.at]
        step, steps = self.at + 1, len(there)
        game = record.game if spoken_now() == "en" else t(f"game.{record.game}")
        head = t("replay_head", game=game, match=record.match, step=step, steps=steps)
        self.query_one("#head", Static).update(Text(head, "bold"))
        if frame.match is None or frame.match.awaits_deal:
            picture = Text(t("nothing_dealt"), "#9aa0ad")
        else:
            picture = look_of(record.game).scene(frame.match, frame.names)
        self.query_one("#scene", Static).update(picture)
        self.query_one("#said", Static).update(_said(there[: self.at + 1]))


def _said(there: list[Frame]) -> Text:
    words = Text("\n".join(there[-1].sentences), "bold #ffd34d")
    for frame in there[-2 : -2 - REMEMBERED : -1]:
        words.append("\n" + "\n".join(frame.sentences), "not bold #9aa0ad")
    return words
