"""Kills the store's processes under load, and compares what was acknowledged with what is there.

The server, its writer process, both in either order, one of them stopped before it is killed, or
the server while it is still opening: the next server is started at once, while the writer process
of the last one may still be ending. What it finds must have every entry that was acknowledged
before, as it was.

example: python -m bench.abuse.kills --kills 5000
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from bench.abuse.doomed import Appended, Archived, Ended, Started, Told, child

LONGEST_START = 0.5
LONGEST_LIFE = 0.25
LONGEST_STOP = 0.1
#: A server that has lost its writer process, or waits for the lock, ends or opens within this time.
PATIENCE = 30.0

_told = msgspec.json.Decoder(Told)


class Lost(Exception):
    """Something that was acknowledged is not there."""


class Life:
    """One child: what it tells, and the processes that can be killed."""

    def __init__(self, path: Path, number: int, seed: int) -> None:
        self._listen, tell = os.pipe()
        self.app = os.fork()
        if self.app == 0:
            os.close(self._listen)
            child(path, tell, number, seed)
        os.close(tell)
        self.number = number
        self._heard = b""
        self.writer_process: int | None = None

    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not until():
            if select.select([self._listen], [], [], left)[0]:
                part = os.read(self._listen, 1 << 16)
                self._heard += part
                if not part:
                    return

    def started(self) -> bool:
        if self.writer_process is None and b"\n" in self._heard:
            first = _told.decode(self._heard.partition(b"\n")[0])
            if isinstance(first, Ended):
                raise Lost(f"life {self.number} could not begin: {first.why}")
            assert isinstance(first, Started)
            self.writer_process = first.writer_process
        return self.writer_process is not None

    def ended(self) -> list[Told]:
        """Wait until it has; all that it told. A line that was cut off cannot be read."""
        end = time.monotonic() + PATIENCE
        while os.waitpid(self.app, os.WNOHANG)[0] == 0:
            if time.monotonic() > end:
                os.kill(self.app, signal.SIGKILL)
                os.waitpid(self.app, 0)
                raise Lost(f"life {self.number} did not end without its writer process")
            self.listen(0.005)
        while part := os.read(self._listen, 1 << 16):
            self._heard += part
        os.close(self._listen)
        return [_told.decode(line) for line in self._heard.split(b"\n")[:-1]]


def _kill(process: int | None, sign: signal.Signals = signal.SIGKILL) -> None:
    if process is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, sign)


def _app(life: Life, rng: Random) -> None:
    _kill(life.app)


def _writer_process(life: Life, rng: Random) -> None:
    _kill(life.writer_process)


def _house_then_writer_process(life: Life, rng: Random) -> None:
    _kill(life.app)
    _kill(life.writer_process)


def _writer_process_then_house(life: Life, rng: Random) -> None:
    _kill(life.writer_process)
    time.sleep(rng.choice((0.0, rng.uniform(0, 0.01))))
    _kill(life.app)


def _stopped_writer_process(life: Life, rng: Random) -> None:
    _kill(life.writer_process, signal.SIGSTOP)
    life.listen(rng.uniform(0, LONGEST_STOP))
    for process in rng.sample([life.app, life.writer_process], 2):
        _kill(process)


def _stopped_house(life: Life, rng: Random) -> None:
    _kill(life.app, signal.SIGSTOP)
    time.sleep(rng.uniform(0, LONGEST_STOP))
    for process in rng.sample([life.app, life.writer_process], 2):
        _kill(process)


#: How often each kind comes, and whether it waits until the server is at work.
KINDS: dict[str, tuple[int, bool, Callable[[Life, Random], None]]] = {
    "house": (4, True, _app),
    "writer process": (4, True, _writer_process),
    "house, then writer process": (3, True, _house_then_writer_process),
    "writer process, then house": (3, True, _writer_process_then_house),
    "writer process stopped, both killed": (2, True, _stopped_writer_process),
    "house stopped, both killed": (2, True, _stopped_house),
    "house while it opens": (5, False, _app),
}


class Books:
    """What was acknowledged: of each table, its entries by number, as the life that wrote them."""

    def __init__(self) -> None:
        self._entries: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._cuts: defaultdict[str, int] = defaultdict(int)
        self.acknowledged = 0
        self.compared = 0

    def hear(self, told: list[Told], life: int) -> None:
        for one in told:
            if isinstance(one, Started):
                self._compare(one)
            elif isinstance(one, Appended):
                self._entries[one.table].update(dict.fromkeys(range(one.first, one.until), life))
                self.acknowledged += 1
            elif isinstance(one, Archived):
                self._cuts[one.table] = max(self._cuts[one.table], one.first_kept)
                self.acknowledged += 1

    def _compare(self, found: Started) -> None:
        cuts: defaultdict[str, int] = defaultdict(int)
        for table, first_kept in found.cuts:
            cuts[table] = max(cuts[table], first_kept)
        for table, entries in self._entries.items():
            journal = dict(found.journals.get(table, []))
            if cuts[table] < self._cuts[table]:
                raise Lost(f"the archive of {table} ends before {self._cuts[table]}")
            for seq, life in entries.items():
                self.compared += 1
                if seq >= cuts[table] and journal.get(seq) != life:
                    there = "nothing" if seq not in journal else f"that of life {journal[seq]}"
                    raise Lost(f"entry {seq} of {table} was acknowledged in life {life}: {there}")
            numbers = sorted(journal)
            if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
                raise Lost(f"the journal of {table} has a gap")
            self._entries[table] = {seq: life for seq, life in journal.items() if seq in entries}
            self._cuts[table] = cuts[table]


def run(path: Path, kills: int, seed: int, minutes: float) -> Counter[str]:
    rng = Random(seed)
    books = Books()
    counts: Counter[str] = Counter()
    began = time.monotonic()
    names = list(KINDS)
    weights = [KINDS[name][0] for name in names]
    for number in range(1, kills + 1):
        if time.monotonic() - began > 60 * minutes:
            break
        name = rng.choices(names, weights)[0]
        _, at_work, kill = KINDS[name]
        life = Life(path, number, rng.getrandbits(32))
        if at_work:
            life.listen(PATIENCE, life.started)
            life.listen(rng.uniform(0, LONGEST_LIFE))
        else:
            life.listen(rng.uniform(0, LONGEST_START))
        kill(life, rng)
        books.hear(life.ended(), number)
        counts[name] += 1
        if number % 100 == 0:
            seconds = time.monotonic() - began
            print(
                f"{number} kills, {books.acknowledged} acknowledgements, {books.compared} entries "
                f"compared, {seconds:.0f} s",
                flush=True,
            )
    last = Life(path, kills + 1, 0)
    last.listen(PATIENCE, last.started)
    _kill(last.app)
    books.hear(last.ended(), kills + 1)
    counts["acknowledgements"] = books.acknowledged
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.abuse.kills",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kills", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after this time")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is random (1)")
    parser.add_argument("--folder", help="where the file lies, which decides the disk")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kills-", dir=asked.folder) as folder:
        path = Path(folder) / "house.db"
        try:
            counts = run(path, asked.kills, asked.seed, asked.minutes)
        except Lost as lost:
            kept = Path(tempfile.mkdtemp(prefix="lost-", dir=asked.folder))
            for file in Path(folder).iterdir():
                (kept / file.name).write_bytes(file.read_bytes())
            print(f"LOST: {lost}. The files are in {kept}.")
            sys.exit(1)
    for name, count in counts.items():
        print(f"{name:28} {count}")


if __name__ == "__main__":
    main()
