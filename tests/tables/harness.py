"""One table with its keeper, driven by hand: everything it says is kept to be looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from stammtisch.config import AppConfig, Timings
from stammtisch.games.game import Action, Observation
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Cheat, Draw, Put
from stammtisch.records import Entry, SideRecord, TableRow
from stammtisch.replies import Joined, Refused
from stammtisch.requests import Act, Caller, Disconnect, Join, Ready
from stammtisch.tables.bot_executor import InlineExecutor, Thought
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import AnyEvent, EventBatch
from stammtisch.tables.record import record_of
from stammtisch.tables.runner import Counters, TableRunner
from stammtisch.tables.saving import ServerKey
from stammtisch.tables.settings import Settings
from stammtisch.tables.state import Finished
from stammtisch.tables.table import Table
from stammtisch.tables.write_status import WriteStatus
from stammtisch.vocabulary import Reply, Request
from tests.tables.hand_clock import HandClock

PEOPLE = ("ada", "bo", "cy", "di")
PATIENCE = Timings(bot_pace=800, lobby=60_000, ending=30_000, restart=20_000, abandoned=1_800_000)


def settings(**changes: Any) -> Settings:
    return Settings(**{"game": "tiles", "profile": "classic", "bots": "random", **changes})


def who(name: str, connection: str | None = None) -> Caller:
    return Caller(connection or name, f"account-of-{name}", name)


class HandJournal:
    """A journal that is durable at once, or (`by_hand`) when the test says so."""

    def __init__(self, by_hand: bool) -> None:
        self.by_hand = by_hand
        #: What is durable.
        self.entries: list[Entry] = []
        self.beside: list[SideRecord] = []
        self._waiting: list[
            tuple[list[Entry], list[SideRecord], Callable[[Exception | None], None]]
        ] = []

    def append(
        self, table: str, entries: Sequence[Entry], done: Callable[[Exception | None], None]
    ) -> None:
        self._waiting.append((list(entries), [], done))
        if not self.by_hand:
            self.commit()

    def keep_beside(
        self, table: str, record: SideRecord, most: int, done: Callable[[Exception | None], None]
    ) -> None:
        self._waiting.append(([], [record], done))
        if not self.by_hand:
            self.commit()

    def commit(self) -> None:
        """The oldest step is on the disk."""
        entries, beside, done = self._waiting.pop(0)
        self.entries += entries
        self.beside += beside
        done(None)

    def fail(self, error: Exception) -> None:
        *_, done = self._waiting.pop(0)
        done(error)

    def __len__(self) -> int:
        return len(self._waiting)


class Pondering:
    """A thinker that keeps the questions; the test answers them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, Observation, Thought]] = []

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        self.asked.append((game, level, observation, done))


class TableHarness:
    """A keeper and its host."""

    def __init__(
        self,
        of: Settings | None = None,
        *,
        by_hand: bool = False,
        seed: int = 1,
        executor: Any = None,
        timings: Timings = PATIENCE,
    ) -> None:
        self.random = Random(seed)
        self.row = TableRow(
            id=f"table{seed}", game="tiles", number=7, secret=self.random.randbytes(32), created=5.0
        )
        self.clock = HandClock()
        self.clock.advance(1000)
        table, step = Table.opened(
            self.row,
            of or settings(),
            self.random.randbytes,
            self.clock.now(),
            self.clock.wall(),
        )
        self._begin(table, list(step.entries), by_hand, executor, timings)

    def _begin(
        self,
        table: Table,
        entries: list[Entry],
        by_hand: bool,
        executor: Any,
        timings: Timings,
    ) -> None:
        self.journal = HandJournal(by_hand)
        self.journal.entries = entries
        self.heard: dict[str, list[EventBatch]] = defaultdict(list)
        self.finished_matches: list[Finished] = []
        self.is_abandoned = False
        self.letters: list[tuple[str, str]] = []
        self.uninvited: list[str] = []
        self.error: Exception | None = None
        self.writing = WriteStatus()
        self.writing.listen(recovery=lambda: self.runner.go_on())
        self.counters = Counters()
        self.runner = TableRunner(
            table,
            self.journal,
            self.clock,
            executor or InlineExecutor(self.random),
            self,
            AppConfig(timings=timings),
            self.writing,
            self.counters,
        )

    @classmethod
    def again(cls, before: TableHarness, *, executor: Any = None) -> TableHarness:
        """The same table after a restart of the house, from what was durable."""
        after = cls.__new__(cls)
        after.random = Random(99)
        after.row = before.row
        after.clock = HandClock()
        after.clock.begin_at(before.clock.now())
        table, steps = Table.restored(before.row, before.journal.entries, after.random.randbytes)
        after._begin(
            table, list(before.journal.entries), False, executor, before.runner.config.timings
        )
        after.runner.resume(steps, before.journal.beside)
        return after

    def record(self, finished: Finished) -> bytes:
        """The record of a match, from its entries in the journal."""
        first, until = finished.first_seq, finished.first_seq_to_keep
        entries = [entry for entry in self.journal.entries if first <= entry.seq < until]
        return record_of(finished.match, finished.game, finished.previous_hash, entries)

    # --- the landlord ----------------------------------------------------------------------------

    key = ServerKey(b"key of the house")

    def deliver(self, connection: str, batch: EventBatch) -> None:
        self.heard[connection].append(batch)

    def finished(self, runner: TableRunner, match: Finished) -> None:
        self.finished_matches.append(match)

    def tell_account(self, account: str, sentence: str) -> None:
        self.letters.append((account, sentence))

    def is_deserted(self, runner: TableRunner) -> None:
        self.is_abandoned = True
        runner.close()

    def check_settings(self, settings: Settings) -> None:
        pass

    def uninvite(self, runner: TableRunner, invite: str) -> None:
        self.uninvited.append(invite)

    def broken(self, runner: TableRunner, error: Exception, sentence: str) -> None:
        self.error = error
        runner.say_closed(sentence)

    def reread(self, runner: TableRunner, done: Callable[[Sequence[Entry]], None]) -> None:
        done(self.journal.entries)

    # --- asking ----------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.runner.table

    @property
    def match(self) -> TilesMatch:
        match = self.table.state.match
        assert isinstance(match, TilesMatch)
        return match

    def begin(self, one: Caller, ask: Request) -> list[Reply]:
        """Ask; the list holds the answer once it has come."""
        answers: list[Reply] = []
        self.runner.ask(one, ask, answers.append)
        return answers

    def ask(self, one: Caller, ask: Request) -> Reply:
        (answer,) = self.begin(one, ask)
        return answer

    def join(self, name: str, connection: str | None = None, **how: Any) -> Joined:
        joined = self.ask(who(name, connection), Join(**how))
        assert isinstance(joined, Joined), joined
        return joined

    def lose(self, name: str, connection: str | None = None) -> Reply:
        """The connection is lost."""
        return self.ask(who(name, connection), Disconnect())

    def start(self, *names: str) -> None:
        """Everybody sits down and is ready."""
        for name in names or PEOPLE:
            self.join(name)
        for name in names or PEOPLE:
            self.ask(who(name), Ready())

    # --- playing ---------------------------------------------------------------------------------

    def mover(self) -> Caller:
        name = self.table.state.places[self.match.mover].name
        assert name is not None
        return who(name)

    def play(self, action: Action) -> Reply:
        """The mover does it."""
        return self.ask(self.mover(), Act(action=action))

    def move(self) -> Reply:
        """The mover draws, or puts its first tile."""
        match = self.match
        return self.play(Put(match.held(match.mover)[0]) if match.must_put else Draw("main"))

    def win_by_cheating(self) -> None:
        match = self.match
        if not match.must_put:
            self.play(Draw("main"))
        self.play(Cheat())
        winning = match.actions(match.mover)
        self.play(next(one for one in winning if isinstance(one, Put) and one.rack))

    def play_out(self) -> None:
        """Draw and put until the main stack is empty: a draw."""
        while self.table.state.running:
            self.move()

    def told(self, connection: str) -> list[AnyEvent]:
        return [event for batch in self.heard[connection] for event in batch.events]


def code(answer: Reply) -> str:
    """Why it was refused."""
    assert isinstance(answer, Refused), answer
    return answer.code


def on_turn(harness: TableHarness) -> str:
    """Who is to move, where `PEOPLE` sit in their order."""
    return PEOPLE[harness.match.mover]


def names_of(events: list[AnyEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def written(record: Any) -> bytes:
    """What was said, byte for byte: with the type of each event."""
    plain = msgspec.to_builtins(record)
    events = [to_plain(event) for event in getattr(record, "events", None) or ()]
    return msgspec.json.encode([type(record).__name__, plain, events])
