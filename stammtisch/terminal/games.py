"""Which screen a game has: its own, which it names in `Game.terminal`, or the generic one."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

from stammtisch.games.game import Game

if TYPE_CHECKING:
    from stammtisch.terminal.app import TableApp

GENERIC = "stammtisch.terminal.generic:GenericApp"


def app_of(game: Game) -> type[TableApp]:
    app: type[TableApp] = resolve_name(game.terminal or GENERIC)
    return app
