"""What a player knows who follows by views: the house tells it, and nothing is folded but the log.

Each time the match goes on the table tells a `Sight`: all that one sees, whose turn it is, and what
one may do. So a client of this kind knows no rules at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from stammtisch.cli.terminal.tabletop import NEWS_FOLDS, Tabletop
from stammtisch.games.game import Action
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.plain import action_from_plain


class ViewTabletop(Tabletop):
    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = NEWS_FOLDS

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        #: The table's newest entry that one knows of: what one does by this sight says so.
        self.seq = 0
        self.turn: tuple[int, ...] = ()
        self.deadline: int | None = None
        #: What one may do now.
        self.legal: tuple[Action, ...] = ()
        self.forms: tuple[wire.FormInfo, ...] = ()

    @property
    def my_turn(self) -> bool:
        return self.running and self.seat is not None and self.seat in self.turn

    def seat_beside(self, steps: int) -> int:
        """The seat that is so many turns after one's own; a spectator looks from seat 0."""
        return ((self.seat or 0) + steps) % max(1, len(self.seats))

    def form(self, action: str) -> wire.FormInfo | None:
        """The form for actions of that type, if one may fill it in now."""
        return next((form for form in self.forms if form.action == action), None)

    def see(self, view: dict[str, Any]) -> None:
        self.view = msgspec.convert(view, self.GAME.view)

    def seen(self) -> None:
        """Something new is seen: a game may have its own things to put in order."""

    def hear(self, tell: wire.Tell) -> None:
        super().hear(tell)
        match tell:
            case wire.Table() | wire.Events():
                self.seq = tell.seq
                if isinstance(tell.sight, wire.Sight):
                    self.see(tell.sight.view)
                    self._may_do(tell.sight)
            case wire.Actions():
                self.seq = tell.seq
                self._may_do(tell)
            case _:
                pass

    def _may_do(self, told: wire.Sight | wire.Actions) -> None:
        self.turn, self.deadline = tuple(told.turn), told.deadline
        self.legal = tuple(action_from_plain(self.GAME, one.action) for one in told.legal)
        self.forms = tuple(told.forms)
        self.seen()
