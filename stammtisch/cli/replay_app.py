"""Stepping through stored matches in the terminal."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from stammtisch.cli.frames import Frame
from stammtisch.cli.replay_screen import ReplayScreen
from stammtisch.tables.record import MatchRecord


class ReplayApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # There is nothing to lose here.
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, shows: list[tuple[MatchRecord, list[Frame]]]) -> None:
        super().__init__()
        self.replay = ReplayScreen(shows)

    def on_mount(self) -> None:
        self.push_screen(self.replay, lambda closed: self.exit())
