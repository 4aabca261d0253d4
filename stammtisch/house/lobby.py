"""The tables of the house: opening, finding, bringing back, taking away."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from stammtisch.fabric.fabric import Fabric
from stammtisch.games.game import PRIVATE_NUMBERS, Refusal
from stammtisch.games.games import game_named
from stammtisch.house.archivist import Archivist
from stammtisch.house.names import looks
from stammtisch.house.openers import Openers
from stammtisch.house.visitor import Visitor
from stammtisch.records import CannotWrite, Entry, StoredTable, TableRow, Unanswered
from stammtisch.store.store import Store
from stammtisch.tables.answers import NO_SUCH_TABLE, Refused, TableInfo
from stammtisch.tables.asks import Who
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import Clock
from stammtisch.tables.events import Batch
from stammtisch.tables.keeper import Keeper
from stammtisch.tables.settings import Settings
from stammtisch.tables.steps import Damaged, Finished
from stammtisch.tables.table import Table
from stammtisch.tables.thinking import Thinker

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Hosted:
    row: TableRow
    keeper: Keeper
    #: Its place in the list: those who came later have a higher one.
    place: int

    def is_public(self, game: str | None = None) -> bool:
        return not self.keeper.table.settings.private and game in (None, self.row.game)


class Lobby:
    """Hosts tables. It is the `Landlord` of their keepers."""

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
        cheats: bool,
        openers: Openers,
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
        self._cheats = cheats
        self._openers = openers
        #: What the house signs with; known once it is open.
        self.key = b""
        #: Says something to an account, now or when it comes in.
        self.tell_account: Callable[[str, str], None] = _unheard
        #: Hears that a table could not be written.
        self.cannot_write: Callable[[CannotWrite], None] = _unnoticed
        self._tables: dict[str, _Hosted] = {}
        self._places = count(1)
        #: The table of a number. Files of earlier versions may hold several tables of one number,
        #: at most one of them not private.
        self._numbers: dict[tuple[str, int], list[str]] = {}
        #: Numbers of tables that are closed, but may still be in the store.
        self._held: dict[tuple[str, int], str] = {}
        #: Those of them that are about to be free, and what waits for it.
        self._leaving: dict[tuple[str, int], list[Callable[[], None]]] = {}
        self._invites: dict[str, str] = {}
        #: Actions and failures of tables that are gone, for the metrics.
        self._past_actions = 0
        self._past_failures = 0
        self._rereading: set[asyncio.Task[None]] = set()

    # --- opening and finding -------------------------------------------------------------------

    def open_table(
        self,
        settings: Settings,
        number: int | None = None,
        *,
        password: str | None = None,
        opener: Visitor | None = None,
    ) -> str:
        """Open a table and return its id. It is durable before anything that happens at it.

        Without an opener it is the house's own, and counts as nobody's.
        """
        settings.checked()
        self.check_settings(settings)
        if opener is not None:
            self._openers.check(opener.who().account, opener.address)
        if len(self._tables) >= self._most_tables:
            raise Refusal(
                "house_full",
                "The house has no room for more than {most} tables.",
                most=len(self._tables),
            )
        if number is None:
            numbers = game_named(settings.game).numbers(settings.seats, settings.private)
            number = next(one for one in numbers if not self._is_taken(settings.game, one))
        row = TableRow(
            id=base64.b32encode(self._random_bytes(10)).decode().lower(),
            game=settings.game,
            number=number,
            secret=self._random_bytes(32),
            created=self._clock.wall(),
        )
        now, wall = self._clock.now(), self._clock.wall()
        table, step = Table.opened(row, settings, self._random_bytes, now, wall, password=password)
        keeper = self._keeper(table)
        self._host(row, keeper)
        if opener is not None:
            self._openers.opened(row.id, opener.who().account, opener.address)
        self._store.create_table(row, step.entries, partial(self._created, keeper))
        return row.id

    def _created(self, keeper: Keeper, error: Exception | None) -> None:
        if error is None:
            return
        log.error("table %s could not be opened", keeper.table.id, exc_info=error)
        if isinstance(error, CannotWrite):
            self.cannot_write(error)
        if keeper.table.id in self._tables:
            # Whoever came in meanwhile is told so by what could not be written of it.
            self._take_away(keeper)
            if not isinstance(error, Unanswered):
                self._free(keeper.table.row)

    def restore(self, stored: StoredTable) -> None:
        """Bring a table back after a restart."""
        table, steps = Table.restored(stored.row, stored.entries, self._random_bytes)
        keeper = self._keeper(table)
        self._host(stored.row, keeper)
        for step in steps:
            if step.finished is not None:
                self._archivist.take(table.id, step.finished, again=True)
        keeper.resume(steps, stored.chat)

    def hold(self, row: TableRow) -> None:
        """A table is closed, but may be in the store: nobody else gets its number."""
        self._held[row.game, row.number] = row.id

    def may_open(self, game: str, number: int, later: Callable[[], None]) -> bool:
        """May somebody open a table under that number? A `Refusal` if not; False if its table is
        just being taken away, and `later` is called afterwards.

        The refusal does not tell whether there is a table, because it may be private.
        """
        key = (game, number)
        if number in PRIVATE_NUMBERS or key in self._numbers:
            raise Refusal("number_not_free", "That number is not free; choose another one.")
        if key in self._leaving:
            self._leaving[key].append(later)
            return False
        if key in self._held:
            raise Refusal("unknown_table", "The table of that number is closed.")
        return True

    def taken_numbers(self, game: str) -> set[int]:
        """The numbers under which no table of the game can be opened."""
        held = self._held.keys() - self._leaving.keys()
        return {number for of, number in self._numbers.keys() | held if of == game}

    def _keeper(self, table: Table) -> Keeper:
        return Keeper(table, self._store, self._clock, self._thinker, self, self._patience)

    def _host(self, row: TableRow, keeper: Keeper) -> None:
        self._tables[row.id] = _Hosted(row, keeper, next(self._places))
        self._numbers.setdefault((row.game, row.number), []).append(row.id)
        self._invites[keeper.table.invite] = row.id
        self._fabric.host(row.id, keeper.ask)

    def numbered(self, game: str, number: int, account: str) -> str | None:
        """The table of that number at which the account has a seat, else the one for everybody:
        by its number nobody else finds a private one."""
        public = None
        for table in self._numbers.get((game, number), ()):
            hosted = self._tables[table].keeper.table
            if hosted.seat_of(account) is not None:
                return table
            if not hosted.settings.private:
                public = table
        return public

    def _is_taken(self, game: str, number: int) -> bool:
        return (game, number) in self._numbers or (game, number) in self._held

    def invited(self, invite: str) -> str:
        table = self._invites.get(invite)
        if table is None:
            raise Refusal("unknown_invite", "That invitation leads to no table any more.")
        return table

    def has(self, table: str, connection: str | None = None) -> bool:
        """Is there such a table, and that connection at it?"""
        if table not in self._tables:
            return False
        return connection is None or connection in self._tables[table].keeper.here.accounts

    def checked(self, table: str) -> str:
        if table not in self._tables:
            raise Refusal(*NO_SUCH_TABLE)
        return table

    def invite_of(self, table: str) -> str:
        return self._tables[self.checked(table)].keeper.table.invite

    # --- looking -------------------------------------------------------------------------------

    def page(self, game: str | None, after: int, limit: int) -> tuple[list[TableInfo], int | None]:
        """So many of the public tables, oldest first, and after which the next page begins."""
        infos: list[TableInfo] = []
        last = after
        for hosted in self._tables.values():
            if hosted.place <= after or not hosted.is_public(game):
                continue
            if len(infos) == limit:
                return infos, last
            infos.append(hosted.keeper.info())
            last = hosted.place
        return infos, None

    def public(self, table: str) -> TableInfo | None:
        """That table, unless it is private (or there is none)."""
        hosted = self._tables.get(table)
        return hosted.keeper.info() if hosted is not None and hosted.is_public() else None

    def found(self, word: str, game: str, who: Who, password: str | None) -> list[TableInfo]:
        """The table of that id or invite code, if it is one of the game; a private one only for who
        may come in."""
        hosted = self._tables.get(self._invites.get(word, word))
        if hosted is None or hosted.row.game != game:
            return []
        if hosted.keeper.table.settings.private:
            try:
                hosted.keeper.check_entry(who, word, password)
            except Refusal:
                return []
        return [hosted.keeper.info()]

    def seated_at(self, account: str, game: str) -> list[TableInfo]:
        """The tables of the game at which the account has a seat, oldest first."""
        return [
            hosted.keeper.info()
            for hosted in self._tables.values()
            if hosted.row.game == game and hosted.keeper.table.seat_of(account) is not None
        ]

    def tables_of(self, account: str) -> list[str]:
        """The tables at which the account has a seat."""
        return [
            table
            for table, hosted in self._tables.items()
            if hosted.keeper.table.seat_of(account) is not None
        ]

    def info(self, table: str) -> TableInfo:
        return self._tables[self.checked(table)].keeper.info()

    def seated(self, name: str) -> str | None:
        """The account that holds a seat under that name, or one that looks like it."""
        seen = looks(name)
        # Most names are what they look like, and then those that are not are few.
        plain = seen == name
        for keeper in self.keepers():
            for place in keeper.table.places:
                if place.name == name or (
                    not plain and place.name is not None and looks(place.name) == seen
                ):
                    return place.account
        return None

    def seated_accounts(self) -> Iterator[str]:
        """Everybody who has a seat somewhere."""
        for keeper in self.keepers():
            for place in keeper.table.places:
                if place.account is not None:
                    yield place.account

    def keepers(self) -> Iterator[Keeper]:
        return (hosted.keeper for hosted in self._tables.values())

    @property
    def actions(self) -> int:
        return self._past_actions + sum(keeper.actions for keeper in self.keepers())

    @property
    def failures(self) -> int:
        return self._past_failures + sum(keeper.failures for keeper in self.keepers())

    # --- what keepers need of their landlord ---------------------------------------------------

    def check_settings(self, settings: Settings, keeper: Keeper | None = None) -> None:
        if keeper is not None and keeper.table.settings.private and not settings.private:
            numbered = self._numbers[keeper.table.game.name, keeper.table.number]
            if any(self._tables[one].is_public() for one in numbered):
                raise Refusal(
                    "number_taken",
                    "While this table was private, another one was given its number.",
                )
        cheats = {one.name for one in game_named(settings.game).rules.options() if one.cheat}
        if not self._cheats and any(settings.options.get(name) for name in cheats):
            raise Refusal("no_cheats", "This house allows no cheats.")
        least = min(self._patience.bot_pace, self._patience.bot_pace_least)
        if settings.pace is not None and settings.pace < least:
            raise Refusal(
                "too_quick",
                "Bots take at least {least} milliseconds for a move in this house.",
                least=least,
            )

    def reread(self, keeper: Keeper, done: Callable[[Sequence[Entry]], None]) -> None:
        async def read() -> None:
            try:
                done(await self._store.journal(keeper.table.id, 0, 1 << 62))
            except Exception as error:
                keeper.failed(error)

        task = asyncio.get_running_loop().create_task(read())
        self._rereading.add(task)
        task.add_done_callback(self._rereading.discard)

    def uninvite(self, keeper: Keeper, invite: str) -> None:
        self._invites.pop(invite, None)
        self._invites[keeper.table.invite] = keeper.table.id

    def finished(self, keeper: Keeper, match: Finished) -> None:
        self._archivist.take(keeper.table.id, match)

    def forsaken(self, keeper: Keeper) -> None:
        row = keeper.table.row
        self._take_away(keeper)
        self._leaving[row.game, row.number] = []
        self._archivist.drop(row.id, partial(self._free, row))

    def close_table(self, table: str, sentence: str) -> None:
        """Take a table away for good, whoever is at it: they are told why."""
        keeper = self._tables[self.checked(table)].keeper
        keeper.say_closed(sentence)
        self.forsaken(keeper)

    def broken(self, keeper: Keeper, error: Exception, sentence: str) -> None:
        log.error("table %s stops", keeper.table.id, exc_info=error)
        keeper.say_closed(sentence)
        self._take_away(keeper)

    def _take_away(self, keeper: Keeper) -> None:
        keeper.close()
        self._past_actions += keeper.actions
        self._past_failures += keeper.failures
        hosted = self._tables.pop(keeper.table.id)
        of_number = self._numbers[hosted.row.game, hosted.row.number]
        of_number.remove(keeper.table.id)
        if not of_number:
            del self._numbers[hosted.row.game, hosted.row.number]
        self.hold(hosted.row)
        self._invites.pop(keeper.table.invite, None)
        self._openers.gone(keeper.table.id)
        self._fabric.unhost(keeper.table.id)

    def _free(self, row: TableRow) -> None:
        """The store knows nothing of the table any more."""
        key = (row.game, row.number)
        if self._held.get(key) == row.id:
            del self._held[key]
            for what in self._leaving.pop(key, []):
                what()

    def stand_still(self, why: Refused) -> None:
        """Nothing can be written."""
        for keeper in self.keepers():
            keeper.stand_still(why)
        waiting = [what for one in self._leaving.values() for what in one]
        for key in self._leaving:
            self._leaving[key] = []
        for what in waiting:
            # It is refused like everything else that would have to be written.
            what()

    def go_on(self) -> None:
        """Writing is possible again."""
        for keeper in list(self.keepers()):
            keeper.go_on()

    def close(self) -> None:
        for keeper in self.keepers():
            keeper.close()


def _unheard(account: str, sentence: str) -> None:
    pass


def _unnoticed(error: CannotWrite) -> None:
    pass


__all__ = ["Damaged", "Lobby"]
