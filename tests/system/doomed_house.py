"""A house with players who report, by a pipe, everything that they are told: it will be killed.

A report is one JSON line: the table's number, the sequence number, and what the player at a seat
believes about the match at that moment.
"""

from __future__ import annotations

import asyncio
import os
import traceback
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec

from stammtisch.app import App, build_app
from stammtisch.bus.local import LocalBus
from stammtisch.config import AppConfig
from stammtisch.games.tiles.records import (
    Cheat,
    Cheated,
    Dealt,
    Draw,
    Drawn,
    Put,
    PutDown,
    Status,
    View,
)
from stammtisch.games.tiles.table import SPARE_PLACE
from stammtisch.games.tiles.tile import Tile
from stammtisch.replies import NO_TABLE, Accepted, AtTable, Entered
from stammtisch.requests import Act, EnterFrom, JoinNumber, Ready
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.events import AnyEvent, Ended, EventBatch
from stammtisch.tables.settings import Settings
from stammtisch.vocabulary import Notice, Reply, Request
from tests.lobby.driver import opening
from tests.store.forked import use_forked

TABLES = 3
SEATS = 4
#: With a clock, so that its deadlines must survive; longer than all lives together. With cheats,
#: so that many matches come to their end.
SETTINGS = Settings(
    game="tiles",
    profile="classic",
    options={"turn_clock": 600, "cheats": True},
    seats=SEATS,
    leaver="wait",
)
CHEATS = 0.1


class Report(msgspec.Struct, frozen=True, kw_only=True):
    table: int
    seq: int
    seat: int
    #: What the seat holds; None while no match is on.
    tiles: list[Tile] | None
    turn: int | None
    deadline: int | None
    #: The player acted itself, and this is the acknowledgement.
    own: bool = False


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    trace: str


class Player:
    def __init__(self, app: App, table: int, name: str, tell: int, rng: Random) -> None:
        self._app = app
        self._table = table
        self._name = name
        self._tell = tell
        self._rng = rng
        self._peer = app.arrive("192.0.2.1", "tiles", self._notified)
        self._seat = 0
        self._tiles: list[Tile] | None = None
        self._turn: int | None = None
        self._tops: tuple[Tile | None, ...] = ()
        self._deadline: int | None = None
        #: What a cheat has made possible.
        self._winning: Put | None = None
        self._ready = False
        self._busy = False

    async def come(self) -> None:
        entered = await self._ask(EnterFrom(name=self._name, protocol="tiles"))
        assert isinstance(entered, Entered) and entered.name == self._name, entered
        missing = all(info.number != self._table for info in self._app.tables())
        new: Request = opening(SETTINGS)
        joined = await self._ask(new if missing else JoinNumber(game="tiles", number=self._table))
        assert isinstance(joined, AtTable), joined
        self._joined(joined)
        self._go_on()

    def _joined(self, at: AtTable) -> None:
        snapshot = at.joined.snapshot
        assert at.joined.seat is not None
        self._seat = at.joined.seat
        view = snapshot.view
        if snapshot.info.phase == "playing":
            assert isinstance(view, View) and view.rack is not None
            self._tiles = [tile for tile in view.rack if tile is not None]
            self._turn, self._deadline = view.turn, view.deadline
            self._tops = tuple(stack[-1] if stack else None for stack in view.exchange)
        self._report(snapshot.seq)

    # --- asking ----------------------------------------------------------------------------------

    async def _ask(self, request: Request) -> Reply:
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._app.ask(self._peer, request, answered.set_result)
        return await answered

    def _go_on(self) -> None:
        """Do what is due: be ready, or move."""
        if self._busy:
            return
        if self._tiles is None:
            if not self._ready:
                self._ready = True
                self._do(Ready())
        elif self._turn == self._seat:
            self._do(Act(action=self._move(self._tiles)))

    def _do(self, request: Request) -> None:
        self._busy = True
        self._app.ask(self._peer, request, self._answered)

    def _move(self, tiles: list[Tile]) -> Draw | Put | Cheat:
        if len(tiles) == 15:
            if self._winning is not None:
                return self._winning
            return Cheat() if self._rng.random() < CHEATS else Put(self._rng.choice(tiles))
        offered = self._tops[self._seat] is not None and self._rng.random() < 0.2
        return Draw("exchange" if offered else "main")

    # --- what is told ----------------------------------------------------------------------------

    def _answered(self, reply: Reply) -> None:
        assert isinstance(reply, Accepted), reply
        self._busy = False
        self._hear(reply.seq, reply.events, own=self._tiles is not None)

    def _notified(self, notice: Notice) -> None:
        assert isinstance(notice, EventBatch), notice
        self._hear(notice.seq, notice.events)

    def _hear(self, seq: int, events: list[AnyEvent], *, own: bool = False) -> None:
        for event in events:
            self._learn(event)
        self._report(seq, own=own)
        # Not at once: the others hear of this step before the next one is made.
        asyncio.get_running_loop().call_soon(self._go_on)

    def _learn(self, event: AnyEvent) -> None:
        match event:
            case Dealt():
                rack = event.racks[self._seat]
                assert rack is not None
                self._tiles = [tile for tile in rack if tile is not None]
            case Drawn(seat=self._seat, tile=tile):
                assert self._tiles is not None and tile is not None
                self._tiles.append(tile)
            case PutDown(seat=self._seat, tile=tile):
                assert self._tiles is not None
                self._tiles.remove(tile)
            case Status():
                self._turn, self._tops = event.turn, event.tops
                self._deadline = event.deadline
            case Cheated(seat=self._seat, rack=rack):
                assert rack is not None
                self._tiles = [tile for tile in rack if tile is not None]
                spare = rack[SPARE_PLACE]
                assert spare is not None
                self._winning = Put(spare, (*rack[:SPARE_PLACE], None, *rack[SPARE_PLACE + 1 :]))
            case Ended():
                self._tiles = self._turn = self._deadline = self._winning = None
                self._ready = False

    def _report(self, seq: int, *, own: bool = False) -> None:
        _send(
            self._tell,
            Report(
                table=self._table,
                seq=seq,
                seat=self._seat,
                tiles=None if self._tiles is None else sorted(self._tiles),
                turn=self._turn,
                deadline=self._deadline,
                own=own,
            ),
        )


async def live(path: Path, tell: int, rng: Random) -> None:
    rules = AppConfig(cheats=True)
    use_forked()
    store = SqliteStore(path, writer_process=True)
    app = build_app(store, LocalBus(NO_TABLE), LoopClock(), InlineExecutor(rng), rules)
    await app.open()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: _fail(tell, context))
    # The first to come opens the table; the tables get their numbers in this order.
    for seat in range(SEATS):
        for table in range(1, TABLES + 1):
            await Player(app, table, f"p{table}_{seat}", tell, rng).come()
    await asyncio.Event().wait()


def child(path: Path, tell: int, seed: int) -> NoReturn:
    """Play until killed."""
    try:
        asyncio.run(live(path, tell, Random(seed)))
    except BaseException:
        _send(tell, Failure(trace=traceback.format_exc()))
    finally:
        # Nothing of the test runner that was forked along may run on.
        os._exit(1)


def _fail(tell: int, context: dict[str, Any]) -> None:
    error = context.get("exception")
    trace = "".join(traceback.format_exception(error)) if error else ""
    _send(tell, Failure(trace=f"{context['message']}\n{trace}"))


def _send(tell: int, what: Report | Failure) -> None:
    # One system call, and nothing is kept back in this process.
    os.write(tell, msgspec.json.encode(what) + b"\n")
