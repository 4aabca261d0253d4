"""The tables of the server: opening, finding, bringing back, taking away."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from stammtisch.accounts.limits import address_key, is_loopback
from stammtisch.accounts.names import skeleton
from stammtisch.accounts.peers import Peer
from stammtisch.bus.bus import Bus
from stammtisch.config import AppConfig
from stammtisch.games.game import PRIVATE_NUMBERS, Refusal
from stammtisch.games.games import game_named
from stammtisch.lobby.archive import MatchArchiver
from stammtisch.lobby.notices import OfflineNotices
from stammtisch.records import Entry, OutcomeUnknown, ReadOnly, StoredTable, TableRow
from stammtisch.replies import NO_SUCH_TABLE, TableInfo
from stammtisch.requests import Caller
from stammtisch.store.changes import CreateTable
from stammtisch.store.store import Store
from stammtisch.tables.bot_executor import BotExecutor
from stammtisch.tables.clock import Clock
from stammtisch.tables.events import EventBatch
from stammtisch.tables.runner import Counters, TableRunner
from stammtisch.tables.saving import ServerKey
from stammtisch.tables.settings import Settings
from stammtisch.tables.state import Finished
from stammtisch.tables.table import Table
from stammtisch.tables.write_status import WriteStatus


class TableQuota:
    """Nobody, and no address, may fill the server alone: tables count from their opening until they
    are gone. After a restart nobody has opened those that came back."""

    def __init__(self, config: AppConfig) -> None:
        self._config = config
        self._counts: Counter[str] = Counter()
        self._by_table: dict[str, tuple[str, ...]] = {}

    def check(self, account: str, address: str) -> None:
        """Refuse one more table of theirs."""
        config = self._config
        most = config.tables_per_account
        if most and self._counts[_account(account)] >= most:
            raise Refusal(
                "too_many_tables",
                "You have opened {most} tables that are still there, and nobody may have more.",
                most=most,
            )
        most = config.tables_per_address
        if not most or (config.rate_limits.spare_loopback and is_loopback(address)):
            return
        if self._counts[_address(address)] >= most:
            raise Refusal(
                "too_many_tables",
                "From your address {most} tables were opened that are still there, and there may "
                "not be more.",
                most=most,
            )

    def opened(self, table: str, account: str, address: str) -> None:
        self._by_table[table] = keys = (_account(account), _address(address))
        self._counts.update(keys)

    def gone(self, table: str) -> None:
        for key in self._by_table.pop(table, ()):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


def _account(account: str) -> str:
    return f"account {account}"


def _address(address: str) -> str:
    return f"address {address_key(address)}"


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Hosted:
    row: TableRow
    runner: TableRunner
    #: Its place in the list: those who came later have a higher one.
    place: int

    def is_public(self, game: str | None = None) -> bool:
        return not self.runner.table.state.settings.private and game in (None, self.row.game)


class Lobby:
    """Hosts tables. It is the `TableOwner` of their runners."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        clock: Clock,
        executor: BotExecutor,
        random_bytes: Callable[[int], bytes],
        config: AppConfig,
        archiver: MatchArchiver,
        notices: OfflineNotices,
        key: ServerKey,
        writing: WriteStatus,
        counters: Counters,
    ) -> None:
        self._store = store
        self._bus = bus
        self.deliver: Callable[[str, EventBatch], None] = bus.deliver
        self._clock = clock
        self._executor = executor
        self._random_bytes = random_bytes
        self._config = config
        self._archiver = archiver
        self.tell_account = notices.write
        self.key = key
        self._writing = writing
        self._counters = counters
        self._quota = TableQuota(config)
        self._closed = False
        writing.listen(failure=self._refuse_those_who_wait, recovery=self._go_on)
        self._tables: dict[str, _Hosted] = {}
        self._places = count(1)
        #: The table of each number.
        self._numbers: dict[tuple[str, int], str] = {}
        #: Numbers of tables that are closed, but may still be in the store.
        self._held: dict[tuple[str, int], str] = {}
        #: Those of them that are about to be free, and what waits for it.
        self._leaving: dict[tuple[str, int], list[Callable[[], None]]] = {}
        self._invites: dict[str, str] = {}
        self._rereading: set[asyncio.Task[None]] = set()

    # --- opening and finding -------------------------------------------------------------------

    def open_table(
        self,
        settings: Settings,
        number: int | None = None,
        *,
        password: str | None = None,
        opener: Peer | None = None,
    ) -> str:
        """Open a table and return its id. It is durable before anything that happens at it.

        Without an opener it is the server's own, and counts as nobody's.
        """
        if self._closed:
            raise Refusal("closed", "The server is closing.")
        settings.checked()
        self.check_settings(settings)
        if opener is not None:
            self._quota.check(opener.who().account, opener.address)
        if len(self._tables) >= self._config.tables:
            raise Refusal(
                "house_full",
                "The server has no room for more than {most} tables.",
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
        runner = self._runner(table)
        self._host(row, runner)
        if opener is not None:
            self._quota.opened(row.id, opener.who().account, opener.address)
        self._store.submit(CreateTable(row, step.entries), partial(self._created, runner))
        return row.id

    def _created(self, runner: TableRunner, error: Exception | None) -> None:
        if error is None:
            return
        log.error("table %s could not be opened", runner.table.id, exc_info=error)
        if isinstance(error, ReadOnly):
            self._writing.failed(error)
        if runner.table.id in self._tables:
            # Whoever came in meanwhile is told so by what could not be written of it.
            self._take_away(runner)
            if not isinstance(error, OutcomeUnknown):
                self._free(runner.table.row)

    def restore(self, stored: StoredTable) -> None:
        """Bring a table back after a restart."""
        table, steps = Table.restored(stored.row, stored.entries, self._random_bytes)
        runner = self._runner(table)
        self._host(stored.row, runner)
        for step in steps:
            if step.finished is not None:
                self._archiver.take(table.id, step.finished, again=True)
        runner.resume(steps, stored.beside)

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

    def _runner(self, table: Table) -> TableRunner:
        return TableRunner(
            table,
            self._store,
            self._clock,
            self._executor,
            self,
            self._config,
            self._writing,
            self._counters,
        )

    def _host(self, row: TableRow, runner: TableRunner) -> None:
        self._tables[row.id] = _Hosted(row, runner, next(self._places))
        self._numbers[row.game, row.number] = row.id
        self._invites[runner.table.state.invite] = row.id
        self._bus.host(row.id, runner.ask)

    def numbered(self, game: str, number: int, account: str) -> str | None:
        """The table of that number. A private one is found by it only by who has a seat there."""
        table = self._numbers.get((game, number))
        if table is None:
            return None
        hosted = self._tables[table].runner.table
        hidden = hosted.state.settings.private and hosted.state.seat_of(account) is None
        return None if hidden else table

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
        return connection is None or connection in self._tables[table].runner.here.accounts

    def checked(self, table: str) -> str:
        if table not in self._tables:
            raise Refusal(*NO_SUCH_TABLE)
        return table

    def invite_of(self, table: str) -> str:
        return self._tables[self.checked(table)].runner.table.state.invite

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
            infos.append(hosted.runner.info())
            last = hosted.place
        return infos, None

    def public(self, table: str) -> TableInfo | None:
        """That table, unless it is private (or there is none)."""
        hosted = self._tables.get(table)
        return hosted.runner.info() if hosted is not None and hosted.is_public() else None

    def found(self, word: str, game: str, who: Caller, password: str | None) -> list[TableInfo]:
        """The table of that id or invite code, if it is one of the game; a private one only for who
        may come in."""
        hosted = self._tables.get(self._invites.get(word, word))
        if hosted is None or hosted.row.game != game:
            return []
        if hosted.runner.table.state.settings.private:
            try:
                hosted.runner.check_entry(who, word, password)
            except Refusal:
                return []
        return [hosted.runner.info()]

    def seated_at(self, account: str, game: str) -> list[TableInfo]:
        """The tables of the game at which the account has a seat, oldest first."""
        return [
            hosted.runner.info()
            for hosted in self._tables.values()
            if hosted.row.game == game and hosted.runner.table.state.seat_of(account) is not None
        ]

    def tables_of(self, account: str) -> list[str]:
        """The tables at which the account has a seat."""
        return [
            table
            for table, hosted in self._tables.items()
            if hosted.runner.table.state.seat_of(account) is not None
        ]

    def info(self, table: str) -> TableInfo:
        return self._tables[self.checked(table)].runner.info()

    def seated(self, name: str) -> str | None:
        """The account that holds a seat under that name, or one that looks like it."""
        seen = skeleton(name)
        # Most names are what they look like, and then those that are not are few.
        plain = seen == name
        for runner in self.runners():
            for place in runner.table.state.places:
                if place.name == name or (
                    not plain and place.name is not None and skeleton(place.name) == seen
                ):
                    return place.account
        return None

    def seated_accounts(self) -> Iterator[str]:
        """Everybody who has a seat somewhere."""
        for runner in self.runners():
            for place in runner.table.state.places:
                if place.account is not None:
                    yield place.account

    def runners(self) -> Iterator[TableRunner]:
        return (hosted.runner for hosted in self._tables.values())

    # --- what runners need of their owner ---------------------------------------------------

    def check_settings(self, settings: Settings) -> None:
        cheats = {one.name for one in game_named(settings.game).rules.options() if one.cheat}
        if not self._config.cheats and any(settings.options.get(name) for name in cheats):
            raise Refusal("no_cheats", "This server allows no cheats.")
        timings = self._config.timings
        least = min(timings.bot_pace, timings.bot_pace_least)
        if settings.pace is not None and settings.pace < least:
            raise Refusal(
                "too_quick",
                "Bots take at least {least} milliseconds for a move on this server.",
                least=least,
            )

    def reread(self, runner: TableRunner, done: Callable[[Sequence[Entry]], None]) -> None:
        async def read() -> None:
            try:
                done(await self._store.journal(runner.table.id, 0, 1 << 62))
            except Exception as error:
                runner.failed(error)

        task = asyncio.get_running_loop().create_task(read())
        self._rereading.add(task)
        task.add_done_callback(self._rereading.discard)

    def uninvite(self, runner: TableRunner, invite: str) -> None:
        self._invites.pop(invite, None)
        self._invites[runner.table.state.invite] = runner.table.id

    def finished(self, runner: TableRunner, match: Finished) -> None:
        self._archiver.take(runner.table.id, match)

    def is_deserted(self, runner: TableRunner) -> None:
        row = runner.table.row
        self._take_away(runner)
        self._leaving[row.game, row.number] = []
        self._archiver.drop(row.id, partial(self._free, row))

    def close_table(self, table: str, sentence: str) -> None:
        """Take a table away for good, whoever is at it: they are told why."""
        runner = self._tables[self.checked(table)].runner
        runner.say_closed(sentence)
        self.is_deserted(runner)

    def broken(self, runner: TableRunner, error: Exception, sentence: str) -> None:
        log.error("table %s stops", runner.table.id, exc_info=error)
        runner.say_closed(sentence)
        self._take_away(runner)

    def _take_away(self, runner: TableRunner) -> None:
        runner.close()
        hosted = self._tables.pop(runner.table.id)
        del self._numbers[hosted.row.game, hosted.row.number]
        self.hold(hosted.row)
        self._invites.pop(runner.table.state.invite, None)
        self._quota.gone(runner.table.id)
        self._bus.unhost(runner.table.id)

    def _free(self, row: TableRow) -> None:
        """The store knows nothing of the table any more."""
        key = (row.game, row.number)
        if self._held.get(key) == row.id:
            del self._held[key]
            for what in self._leaving.pop(key, []):
                what()

    def _refuse_those_who_wait(self) -> None:
        """Nothing can be written: what waits for a number is refused like everything else."""
        waiting = [what for one in self._leaving.values() for what in one]
        for key in self._leaving:
            self._leaving[key] = []
        for what in waiting:
            what()

    def _go_on(self) -> None:
        """Writing is possible again."""
        for runner in list(self.runners()):
            runner.go_on()

    def close(self) -> None:
        self._closed = True
        for runner in self.runners():
            runner.close()
