"""Lists of tables: one at a time, and a few rows of it, so that tables go first.

A row takes some work, a list may have hundreds, and anybody may ask for one. However many ask,
making rows takes no more than a part of the time.
"""

from __future__ import annotations

import asyncio

from stammtisch.games.game import Refusal
from stammtisch.house.lobby import Lobby
from stammtisch.tables.answers import TableInfo

#: Rows that are made in one go: less than a millisecond's work.
ROWS = 25
#: Seconds between them, if there is more to do.
PAUSE = 0.002
#: Lists that may wait to be made.
MOST_WAITING = 30


class Lister:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._one = asyncio.Lock()
        self._waiting = 0

    async def page(
        self, game: str | None, after: int, limit: int
    ) -> tuple[list[TableInfo], int | None]:
        """So many of the public tables, oldest first, and after which the next page begins."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", "Too many ask for lists of tables just now; try again.")
        tables: list[TableInfo] = []
        self._waiting += 1
        try:
            async with self._one:
                while True:
                    rows, more = self._lobby.page(game, after, min(ROWS, limit - len(tables)))
                    tables += rows
                    if self._waiting > 1 or (more is not None and len(tables) < limit):
                        await asyncio.sleep(PAUSE)
                    if more is None or len(tables) >= limit:
                        return tables, more
                    after = more
        finally:
            self._waiting -= 1
