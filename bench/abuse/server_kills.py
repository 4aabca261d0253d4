"""Kills the whole server under all protocols, and compares what was acknowledged with its journal.

People play at tables of the line protocol of tiles, of `/table`, Mao, Tarock and cg. The server and
its writer are killed together, each alone, one of them stopped before, or while they start; then
the server is started again on the same data and everybody comes back. After each kill the journals
must have, in order and at the right seats, every action that was acknowledged, and nothing that
was not sent. What was under way when the connection broke may be there or not.

A server is forked from a process that has done the imports, which are four fifths of its start, and
its passwords cost nothing; with --cold it is started as people start it.

example: python -m bench.abuse.server_kills --kills 3000
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import json
import multiprocessing
import os
import re
import runpy
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from argon2 import PasswordHasher

from bench.abuse.kills import Lost
from bench.abuse.players import Json, Player, Ports, action_of, company
from stammtisch import app
from stammtisch.net import server as server_run

LONGEST_LIFE = 0.4
LONGEST_STOP = 0.2
LONGEST_START = 1.0
#: A server that was killed has ended, one that was started listens, and everybody is back, within
#: this time, also on a busy machine.
PATIENCE = 60.0
#: A data folder is used for so many kills: reading whole journals after each must stay cheap.
KILLS_OF_A_FOLDER = 40

OPTIONS = (
    *("--set", "tiles.pace_ms=0", "--set", "cg.pace_ms=0"),
    *("--set", "limits.messages_per_second=0"),
    *("--log-level", "error"),
)
_PORTS = re.compile(r"http://\S+:(\d+)/.*tiles tcp://\S+:(\d+), cg tcp://\S+:(\d+)")


# --- the server --------------------------------------------------------------------------------


class Server:
    """`stammtisch serve` on a data folder. It keeps its ports from one life to the next."""

    def __init__(self, data: Path, *, cold: bool) -> None:
        self._data = data
        self._cold = cold
        self.ports = Ports()
        self.pid = 0
        self._said: Any = None
        self._ended: Callable[[], bool]

    def start(self) -> None:
        ports = self.ports
        words = ["serve", "--port", str(ports.web or "auto")]
        words += ["--tiles-port", str(ports.tiles or "auto")]
        words += ["--cg-port", str(ports.cg or "auto"), "--data", str(self._data), *OPTIONS]
        if self._cold:
            process = subprocess.Popen(
                [sys.executable, "-m", "stammtisch.cli", *words],
                stdout=subprocess.PIPE,
                preexec_fn=_end_with_parent,
            )
            assert process.stdout is not None
            self.pid, self._said = process.pid, process.stdout
            self._ended = lambda: process.poll() is not None
            return
        reader, writer = _CONTEXT.Pipe(duplex=False)
        forked = _CONTEXT.Process(target=_serve, args=(words, dict(os.environ), writer))
        forked.start()
        writer.close()
        assert forked.pid is not None
        self.pid, self._said = forked.pid, os.fdopen(os.dup(reader.fileno()), "rb")
        reader.close()
        self._ended = lambda: forked.exitcode is not None

    async def listens(self) -> None:
        """Wait until it does."""
        async with asyncio.timeout(PATIENCE):
            said = (await asyncio.to_thread(self._said.readline)).decode()
        found = _PORTS.search(said)
        if found is None:
            raise Lost(f"the server did not start, and said {said!r}")
        self.ports = Ports(*map(int, found.groups()))

    @property
    def writer(self) -> int | None:
        """The process that writes, if it runs already."""
        with contextlib.suppress(OSError):
            for file in Path(f"/proc/{self.pid}/task").glob("*/children"):
                for pid in file.read_text().split():
                    with contextlib.suppress(OSError):
                        if (
                            b"stammtisch.store.writer_process"
                            in Path(f"/proc/{pid}/cmdline").read_bytes()
                        ):
                            return int(pid)
        return None

    def end(self) -> None:
        if self.pid and not self._ended():
            kill(self.writer)
            kill(self.pid)

    async def ended(self) -> None:
        """Wait until it has: a server that has lost its writer ends by itself."""
        until = time.monotonic() + PATIENCE
        while not self._ended():
            if time.monotonic() > until:
                kill(self.pid)
                raise Lost("the server did not end")
            await asyncio.sleep(0.005)
        self._said.close()


_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    ["stammtisch.cli.serve", "stammtisch.net.server", "stammtisch.net.sniffer", "uvloop"]
)


def _end_with_parent() -> None:
    """Whoever stops this program, or kills it, leaves no server behind."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_PR_SET_PDEATHSIG = 1


def _serve(words: Sequence[str], environment: dict[str, str], printed: Connection) -> None:
    _end_with_parent()
    os.dup2(printed.fileno(), 1)
    printed.close()
    os.environ.clear()
    os.environ.update(environment)
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    vars(server_run)["build_app"] = partial(app.build_app, hasher=hasher)
    sys.argv = ["stammtisch", *words]
    runpy.run_module("stammtisch.cli", run_name="__main__", alter_sys=True)


def kill(pid: int | None, sign: signal.Signals = signal.SIGKILL) -> None:
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)


# --- ways to die -------------------------------------------------------------------------------


async def _both(server: Server, rng: Random) -> None:
    for pid in rng.sample([server.pid, server.writer], 2):
        kill(pid)


async def _server(server: Server, rng: Random) -> None:
    kill(server.pid)


async def _writer(server: Server, rng: Random) -> None:
    kill(server.writer)


async def _writer_stopped(server: Server, rng: Random) -> None:
    writer = server.writer
    kill(writer, signal.SIGSTOP)
    await asyncio.sleep(rng.uniform(0, LONGEST_STOP))
    for pid in rng.sample([server.pid, writer], 2):
        kill(pid)


async def _server_stopped(server: Server, rng: Random) -> None:
    writer = server.writer
    kill(server.pid, signal.SIGSTOP)
    await asyncio.sleep(rng.uniform(0, LONGEST_STOP))
    for pid in rng.sample([server.pid, writer], 2):
        kill(pid)


async def _starting(server: Server, rng: Random) -> None:
    """Of the next life, at any moment of its start."""
    kill(server.pid)
    await server.ended()
    server.start()
    await asyncio.sleep(rng.uniform(0, LONGEST_START))
    for pid in rng.choice(([server.pid], [server.pid, server.writer], [server.writer, server.pid])):
        kill(pid)


#: How often each comes.
KINDS: dict[str, tuple[int, Callable[[Server, Random], Any]]] = {
    "server and writer": (6, _both),
    "server alone": (4, _server),
    "writer alone": (3, _writer),
    "writer stopped, both killed": (2, _writer_stopped),
    "server stopped, both killed": (2, _server_stopped),
    "while it starts": (3, _starting),
}


# --- what the journals have --------------------------------------------------------------------


def journals(path: Path) -> dict[str, list[tuple[int, Json]]]:
    """The entries of each table, also those that its finished matches have taken along."""
    found: defaultdict[str, dict[int, Json]] = defaultdict(dict)
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as file:
        file.execute("BEGIN")
        for table, body in file.execute("SELECT table_id, body FROM matches"):
            for entry in json.loads(body)["entries"]:
                found[table][entry["seq"]] = json.loads(entry["payload"])
        rows = file.execute("SELECT id, seq, payload FROM journal JOIN tables ON no = table_no")
        for table, seq, payload in rows:
            found[table][seq] = json.loads(payload)
    for table, entries in found.items():
        if sorted(entries) != list(range(1, len(entries) + 1)):
            raise Lost(f"the journal of {table} has a gap")
    return {table: sorted(entries.items()) for table, entries in found.items()}


def done_by(entries: Sequence[tuple[int, Json]]) -> Iterator[tuple[str, str]]:
    """Who did what, in order; without what bots did for them."""
    names: dict[int, str | None] = {}
    for _, entry in entries:
        match entry["kind"]:
            case "open":
                names = {seat: chair["name"] for seat, chair in enumerate(entry["chairs"])}
            case "sit":
                names[entry["seat"]] = entry["name"]
            case "act" if not entry.get("bot"):
                name = names.get(entry["seat"])
                if name is not None:
                    yield name, action_of(entry["action"])


def compare(players: Sequence[Player], found: dict[str, list[tuple[int, Json]]]) -> int:
    """How many actions were compared; `Lost` if one that was acknowledged is not there, not in its
    order, or if there is one that was not sent."""
    done: defaultdict[str, list[str]] = defaultdict(list)
    for entries in found.values():
        for name, action in done_by(entries):
            done[name].append(action)
    for player in players:
        there = done[player.name]
        #: How many of them the actions so far may be.
        fits = {0}
        for number, sent in enumerate(player.sent):
            if sent.state == "refused":
                continue
            next_fits = {n + 1 for n in fits if n < len(there) and there[n] == sent.action}
            if sent.state == "under way":
                next_fits |= fits
            if not next_fits:
                raise Lost(
                    f"action {number} of {player.name} ({player.protocol}), {sent.action}, was "
                    f"acknowledged and is not in the journal after {sorted(fits)}: "
                    f"{there[min(fits) : min(fits) + 3]}"
                )
            fits = next_fits
        if len(there) not in fits:
            raise Lost(f"{player.name} ({player.protocol}) did {len(there)}, and sent {fits}")
    return sum(len(done[player.name]) for player in players)


# --- all together ------------------------------------------------------------------------------


class Tables:
    """A data folder, a server and everybody who plays there; nothing runs on when it is left."""

    def __init__(self, data: Path, rng: Random, *, cold: bool) -> None:
        self._file = data / "stammtisch.db"
        self._rng = rng
        self._server = Server(data, cold=cold)
        self.players = company(rng)
        self.compared = 0

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *error: object) -> None:
        self._server.end()

    async def life(self, kind: str) -> None:
        """Start it, let everybody play for a moment, kill it so, and compare."""
        server = self._server
        server.start()
        await server.listens()
        if self._file.exists() and any(player.sent for player in self.players):
            self.compared = compare(self.players, journals(self._file))
        tasks = [asyncio.create_task(player.live(server.ports)) for player in self.players]
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(player.back.wait() for player in self.players))
                # In the first life they meet, which takes its time, and matches begin.
                await asyncio.gather(*(player.begun.wait() for player in self.players))
            await asyncio.sleep(self._rng.uniform(0, LONGEST_LIFE))
            await KINDS[kind][1](server, self._rng)
            await server.ended()
        except TimeoutError:
            missing = [
                player.name
                for player in self.players
                if not (player.back.is_set() and player.begun.is_set())
            ]
            raise Lost(f"not everybody came back: {missing}") from None
        finally:
            _, late = await asyncio.wait(tasks, timeout=5)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for player in self.players:
            if player.trouble is not None:
                raise Lost(player.trouble)
        for task in tasks:
            if not task.cancelled():
                task.result()

    async def last(self) -> None:
        """Compare once more, and end."""
        self._server.start()
        await self._server.listens()
        self.compared = compare(self.players, journals(self._file))
        kill(self._server.pid, signal.SIGTERM)
        await self._server.ended()


async def run(
    folder: Path, kills: int, seed: int, *, minutes: float = 1e9, cold: bool = False
) -> Counter[str]:
    """Kill so often; how often in which way, and how many actions were compared."""
    rng = Random(seed)
    counts: Counter[str] = Counter()
    began = time.monotonic()
    names = list(KINDS)
    weights = [KINDS[name][0] for name in names]
    done = 0
    while done < kills and time.monotonic() - began < 60 * minutes:
        with (
            tempfile.TemporaryDirectory(prefix="server-kills-", dir=folder) as data,
            Tables(Path(data), rng, cold=cold) as tables,
        ):
            for _ in range(min(KILLS_OF_A_FOLDER, kills - done)):
                if time.monotonic() - began > 60 * minutes:
                    break
                kind = rng.choices(names, weights)[0]
                try:
                    await tables.life(kind)
                except Lost as lost:
                    raise Lost(f"{lost} (kill {done + 1}, {kind})") from None
                done += 1
                counts[kind] += 1
            await tables.last()
            counts["actions compared"] += tables.compared
            for player in tables.players:
                states = Counter(sent.state for sent in player.sent)
                counts[f"acknowledged, {player.protocol}"] += states["acknowledged"]
                counts["refused"] += states["refused"]
                counts["under way"] += states["under way"]
        print(
            f"{done} kills, {counts['actions compared']} actions compared, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.abuse.server_kills",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kills", type=int, default=300, help="how many (300)")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after this time")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is random (1)")
    parser.add_argument("--cold", action="store_true", help="start each server with its imports")
    parser.add_argument("--folder", help="where the data lies, which decides the disk")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kills-", dir=asked.folder) as folder:
        try:
            counts = asyncio.run(
                run(Path(folder), asked.kills, asked.seed, minutes=asked.minutes, cold=asked.cold)
            )
        except Lost as lost:
            print(f"LOST: {lost}.")
            sys.exit(1)
    for name, count in counts.items():
        print(f"{name:28} {count}")


if __name__ == "__main__":
    main()
