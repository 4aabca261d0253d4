"""The tables of the house: opening, finding, bringing back, taking away."""

from __future__ import annotations

import base64
import hmac
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stammtisch.fabric.fabric import Fabric
from stammtisch.games.game import Refusal
from stammtisch.house.archivist import Archivist
from stammtisch.house.numbers import numbers_for
from stammtisch.records import StoredTable, TableRow
from stammtisch.store.store import Store
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import Clock
from stammtisch.tables.commands import TableInfo
from stammtisch.tables.events import Batch
from stammtisch.tables.keeper import Keeper
from stammtisch.tables.settings import Settings
from stammtisch.tables.state import Damaged, Finished
from stammtisch.tables.table import Table
from stammtisch.tables.thinking import Thinker

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Hosted:
    row: TableRow
    keeper: Keeper
    invite: str


class Lobby:
    """Hosts tables. It is the `Host` of their keepers."""

    def __init__(
        self,
        store: Store,
        fabric: Fabric,
        clock: Clock,
        thinker: Thinker,
        archivist: Archivist,
        random_bytes: Callable[[int], bytes],
        patience: Patience,
        most_tables: int,
    ) -> None:
        self._store = store
        self._fabric = fabric
        self.deliver: Callable[[str, Batch], None] = fabric.deliver
        self._clock = clock
        self._thinker = thinker
        self._archivist = archivist
        self._random_bytes = random_bytes
        self._patience = patience
        self._most_tables = most_tables
        self._tables: dict[str, _Hosted] = {}
        self._numbers: dict[tuple[str, int], str] = {}
        self._invites: dict[str, str] = {}
        #: Actions of tables that are gone, for the metrics.
        self._past_actions = 0

    # --- opening and finding -------------------------------------------------------------------

    def open_table(self, settings: Settings, number: int | None = None) -> str:
        """Open a table and return its id. It is durable before anything that happens at it."""
        settings.checked()
        if len(self._tables) >= self._most_tables:
            raise Refusal(
                "house_full", f"The house has no room for more than {len(self._tables)} tables."
            )
        if number is None:
            free = numbers_for(settings.game, settings.seats, settings.private)
            number = next(n for n in free if (settings.game, n) not in self._numbers)
        row = TableRow(
            id=base64.b32encode(self._random_bytes(10)).decode().lower(),
            game=settings.game,
            number=number,
            secret=self._random_bytes(32),
            created=self._clock.wall(),
        )
        now, wall = self._clock.now(), self._clock.wall()
        table, step = Table.opened(row, settings, self._random_bytes, now, wall)
        self._host(row, self._keeper(table))
        self._store.create_table(row, step.entries, self._reported)
        return row.id

    def restore(self, stored: StoredTable) -> None:
        """Bring a table back after a restart."""
        table, steps = Table.restored(stored.row, stored.entries, self._random_bytes)
        keeper = self._keeper(table)
        self._host(stored.row, keeper)
        for step in steps:
            if step.finished is not None:
                self._archivist.take(table.id, step.finished, again=True)
        keeper.resume(steps, stored.chat)

    def _keeper(self, table: Table) -> Keeper:
        return Keeper(table, self._store, self._clock, self._thinker, self, self._patience)

    def _host(self, row: TableRow, keeper: Keeper) -> None:
        code = hmac.digest(row.secret, b"invite", "sha256")[:10]
        invite = base64.b32encode(code).decode().lower()
        self._tables[row.id] = _Hosted(row, keeper, invite)
        self._numbers[row.game, row.number] = row.id
        self._invites[invite] = row.id
        self._fabric.host(row.id, keeper.ask)

    def numbered(self, game: str, number: int) -> str | None:
        return self._numbers.get((game, number))

    def invited(self, invite: str) -> str:
        table = self._invites.get(invite)
        if table is None:
            raise Refusal("unknown_invite", "That invitation leads to no table any more.")
        return table

    def has(self, table: str) -> bool:
        return table in self._tables

    def checked(self, table: str) -> str:
        if table not in self._tables:
            raise Refusal("unknown_table", "There is no such table, or it has been closed.")
        return table

    def invite_of(self, table: str) -> str:
        return self._tables[table].invite

    def is_private(self, table: str) -> bool:
        return self._tables[table].keeper.table.settings.private

    def seat_of(self, table: str, account: str) -> int | None:
        return self._tables[table].keeper.table.seat_of(account)

    # --- looking -------------------------------------------------------------------------------

    def infos(self, game: str | None = None) -> list[TableInfo]:
        """The public tables, oldest first."""
        return [
            hosted.keeper.info()
            for hosted in self._tables.values()
            if not hosted.keeper.table.settings.private and game in (None, hosted.row.game)
        ]

    def info(self, table: str) -> TableInfo:
        return self._tables[self.checked(table)].keeper.info()

    def seated(self, name: str) -> str | None:
        """The account that holds a seat under that name."""
        for keeper in self.keepers():
            for place in keeper.table.places:
                if place.name == name:
                    return place.account
        return None

    def keepers(self) -> Iterator[Keeper]:
        return (hosted.keeper for hosted in self._tables.values())

    @property
    def actions(self) -> int:
        return self._past_actions + sum(keeper.actions for keeper in self.keepers())

    # --- what keepers need of their host -------------------------------------------------------

    def finished(self, keeper: Keeper, match: Finished) -> None:
        self._archivist.take(keeper.table.id, match)

    def forsaken(self, keeper: Keeper) -> None:
        self._take_away(keeper)
        self._archivist.drop(keeper.table.id)

    def broken(self, keeper: Keeper, error: Exception) -> None:
        log.error("table %s stops: its journal failed", keeper.table.id, exc_info=error)
        keeper.say_closed("The table could not be saved. It comes back when the house opens again.")
        self._take_away(keeper)

    def _take_away(self, keeper: Keeper) -> None:
        keeper.close()
        self._past_actions += keeper.actions
        hosted = self._tables.pop(keeper.table.id)
        self._numbers.pop((hosted.row.game, hosted.row.number), None)
        self._invites.pop(hosted.invite, None)
        self._fabric.unhost(keeper.table.id)

    def _reported(self, error: Exception | None) -> None:
        if error is not None:
            log.error("the store could not change a table", exc_info=error)

    def close(self) -> None:
        for keeper in self.keepers():
            keeper.close()


__all__ = ["Damaged", "Lobby"]
