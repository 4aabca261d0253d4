"""A server in a process of its own, on free ports, with a data folder that is gone afterwards."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]

#: No pace, no rate: a benchmark asks for all there is.
UNHURT = (
    *("--set", "tiles.pace_ms=0", "--set", "cg.pace_ms=0"),
    *("--set", "limits.messages_per_second=0"),
    *("--log-level", "warning"),
)

_PORT = re.compile(r"tcp://[^:]+:(\d+)(?:, cg tcp://[^:]+:(\d+))?")
_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 20


@dataclass(frozen=True)
class Served:
    """A server that listens."""

    pid: int
    #: Of the tiles line protocol.
    port: int
    #: Of cg; 0 if it is not spoken.
    cg: int = 0

    def cpu_seconds(self) -> float:
        """Of all its threads and of the processes it started, in user and kernel mode."""
        return sum(map(_cpu_seconds, self.processes()))

    def own_cpu_seconds(self) -> float:
        """Of the server's process alone, in which all tables are."""
        return _cpu_seconds(self.pid)

    def memory(self) -> dict[str, float]:
        """Megabytes of all its processes: resident now (`VmRSS`), each at most so far (`VmHWM`)."""
        fields = [_status(pid) for pid in self.processes()]
        return {name: sum(one[name] for one in fields) for name in ("VmRSS", "VmHWM")}

    def processes(self) -> list[int]:
        started = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [self.pid, *(int(pid) for file in started for pid in file.read_text().split())]


def _cpu_seconds(pid: int) -> float:
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / _TICKS


def _status(pid: int) -> dict[str, float]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    sizes = (line.split(":", 1) for line in lines if line.startswith("Vm"))
    return {name: int(size.split()[0]) / 1024 for name, size in sizes}


@contextmanager
def stammtisch(*options: str, folder: str | None = None) -> Iterator[Served]:
    """`stammtisch serve` with a new data folder (made inside `folder`, which decides the disk)."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=folder) as data:
        ports = ("--port", "auto", "--tiles-port", "auto", "--cg-port", "auto")
        words = ["-m", "stammtisch.cli", "serve", *ports, "--data", data, *UNHURT, *options]
        with process(words) as served:
            yield served


@contextmanager
def bare() -> Iterator[Served]:
    """The same lines over the same sockets, with no server behind them (`bare.py`)."""
    with process(["-m", "bench.load.bare"]) as served:
        yield served


@contextmanager
def process(words: Sequence[str]) -> Iterator[Served]:
    """Start it, wait until it says where it listens, and end it by its own id."""
    started = subprocess.Popen(
        [sys.executable, *words], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    try:
        said = started.stdout.readline()
        found = _PORT.search(said)
        if found is None:
            raise SystemExit(f"The server did not start; it said {said!r}.")
        yield Served(started.pid, int(found[1]), int(found[2] or 0))
    finally:
        started.send_signal(signal.SIGTERM)
        try:
            started.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
        started.stdout.close()


def allow_files(count: int) -> None:
    """Let this process hold that many sockets, as far as the system does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
