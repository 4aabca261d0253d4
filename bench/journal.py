"""How fast entries become durable while the event loop is busy with other work.

`python -m bench.journal`: tables in a closed loop, each appends one entry, waits for its callback,
spends some CPU time in the event loop as a move does, and appends the next. Who writes is the
writer process, as in the server, or (`--thread`) a thread of the same process.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stammtisch.records import Entry, TableRow
from stammtisch.store.changes import Append, CreateTable
from stammtisch.store.connections import Synchronous
from stammtisch.store.sqlite import SqliteStore


@dataclass(frozen=True)
class Load:
    tables: int
    seconds: float
    #: CPU time that the event loop spends on each entry, in microseconds.
    work: float
    #: The event loop is never idle: it does other work in pieces of so many microseconds (0: none).
    other: float = 0.0
    payload: bytes = b"x" * 218


@dataclass(frozen=True)
class Figures:
    events_per_s: float
    p50_ms: float
    p99_ms: float

    def __str__(self) -> str:
        return f"{self.events_per_s:9,.0f} {self.p50_ms:8.2f} {self.p99_ms:8.2f}"


def burn(microseconds: float) -> None:
    """Keep the CPU and the interpreter's lock, as rules and codecs do."""
    until = time.thread_time_ns() + microseconds * 1000
    while time.thread_time_ns() < until:
        pass


class Table:
    """Appends the next entry as soon as it hears of the last."""

    def __init__(self, name: str, store: SqliteStore, load: Load, took: list[float]) -> None:
        self.name = name
        self._store = store
        self._load = load
        self._took = took
        self._seq = 0
        self._asked = 0.0
        self.running = True
        self.stopped = asyncio.get_running_loop().create_future()

    def go_on(self) -> None:
        burn(self._load.work)
        self._seq += 1
        self._asked = time.perf_counter()
        entry = Entry(self._seq, self._load.payload, b"h" * 32)
        self._store.submit(Append(self.name, [entry]), self._stored)

    def _stored(self, error: Exception | None) -> None:
        self._took.append(time.perf_counter() - self._asked)
        if error is not None:
            self.stopped.set_exception(error)
        elif self.running:
            self.go_on()
        else:
            self.stopped.set_result(None)


class OtherWork:
    """What keeps the event loop from ever waiting, as other people's sockets do."""

    def __init__(self, piece: float) -> None:
        self._piece = piece
        self._loop = asyncio.get_running_loop()
        self.running = piece > 0

    def go_on(self) -> None:
        if self.running:
            burn(self._piece)
            self._loop.call_soon(self.go_on)


async def closed_loop(store: SqliteStore, load: Load) -> Figures:
    took: list[float] = []
    tables = [Table(f"table-{n}", store, load, took) for n in range(load.tables)]
    for n, table in enumerate(tables):
        row = TableRow(id=table.name, game="tiles", number=n, secret=b"s" * 32, created=0.0)
        store.submit(CreateTable(row, []), lambda error: None)
    await store.wait()
    other = OtherWork(load.other)
    other.go_on()
    began = time.perf_counter()
    for table in tables:
        table.go_on()
    await asyncio.sleep(load.seconds)
    for table in tables:
        table.running = False
    await asyncio.gather(*(table.stopped for table in tables))
    other.running = False
    return _figures(took, time.perf_counter() - began)


def _figures(took: list[float], seconds: float) -> Figures:
    took.sort()
    return Figures(
        events_per_s=len(took) / seconds,
        p50_ms=took[len(took) // 2] * 1000,
        p99_ms=took[len(took) * 99 // 100] * 1000,
    )


@contextmanager
def switch_interval(seconds: float) -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(seconds)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


async def measure(
    load: Load, synchronous: Synchronous, interval: float, folder: str, writer_process: bool
) -> Figures:
    with tempfile.TemporaryDirectory(dir=folder) as data, switch_interval(interval):
        store = SqliteStore(
            Path(data) / "bench.db", synchronous=synchronous, writer_process=writer_process
        )
        await store.open()
        try:
            return await closed_loop(store, load)
        finally:
            await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.journal", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--work", type=float, default=40.0, help="CPU µs for each entry")
    parser.add_argument("--other", type=float, default=0.0, help="other work, pieces of CPU µs")
    parser.add_argument("--interval", type=float, default=5.0, help="switch interval in ms")
    parser.add_argument("--thread", action="store_true", help="a thread writes, no process")
    parser.add_argument("--folder", default=".", help="a folder on the disk to be measured")
    asked = parser.parse_args()
    print("commit                        events/s   p50 ms   p99 ms")
    levels: tuple[Synchronous, ...] = ("FULL", "NORMAL")
    for synchronous in levels:
        rates: list[float] = []
        # One table alone waits for its own commit each time: one commit for each event.
        for name, tables in (
            ("for each event", 1),
            (f"grouped, {asked.tables} tables", asked.tables),
        ):
            load = Load(tables, asked.seconds, asked.work, asked.other)
            interval = asked.interval / 1000
            figures = asyncio.run(
                measure(load, synchronous, interval, asked.folder, not asked.thread)
            )
            rates.append(figures.events_per_s)
            print(f"{synchronous:6} {name:20} {figures}")
        print(f"{synchronous:6} grouped is {rates[1] / rates[0]:.1f} times as fast")


if __name__ == "__main__":
    main()
