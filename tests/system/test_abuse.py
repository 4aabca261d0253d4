"""The attacks of `bench.abuse`, all at once: the table that is beside them plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bench.abuse.attacks import ATTACKS
from bench.abuse.clients import Target
from bench.abuse.healthy import seat_four
from tests.system.serving import PATIENCE, serving, until

#: Guests, and connections of each attack: few, because all attacks are made at once.
COUNT = 30
#: Moves that the table makes meanwhile.
MOVES = 100


@pytest.mark.slow
async def test_a_table_plays_on_beside_every_attack(tmp_path: Path) -> None:
    options = ("--set", "limits.messages_per_second=200", "--set", "limits.spare_loopback=no")
    async with serving(tmp_path, *options) as server:
        games = await seat_four(server.tiles)
        target = Target(server.web, server.tiles)
        prepared = 0
        begun = asyncio.Event()

        async def begin() -> None:
            nonlocal prepared
            prepared += 1
            if prepared == len(ATTACKS):
                begun.set()
            await begun.wait()

        attacks = [asyncio.create_task(each(target, COUNT, begin)) for each in ATTACKS.values()]
        await until(begun.is_set, attacks)
        before = len(games.took)
        await until(lambda: len(games.took) >= before + MOVES, attacks)
        assert games.refused == 0
        for attack in attacks:
            assert not attack.done(), attack
            attack.cancel()
        await asyncio.gather(*attacks, return_exceptions=True)
        async with (
            asyncio.timeout(PATIENCE),
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{server.web}/readyz") as ready,
        ):
            assert ready.status == 200
        assert server.alive
        assert await server.stop() == 0


def processes_of(pid: int) -> set[int]:
    """The processes that it has started."""
    started = Path(f"/proc/{pid}/task").glob("*/children")
    return {int(child) for file in started for child in file.read_text().split()}


def is_bots(pid: int) -> bool:
    """Is it a process in which bots think?"""
    return b"multiprocessing" in Path(f"/proc/{pid}/cmdline").read_bytes()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
async def test_rules_are_read_by_another_process(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
        before = processes_of(server.pid)
        rule = f"http://127.0.0.1:{server.web}/api/mao/rule?text=Kings."
        async with asyncio.timeout(PATIENCE), session.get(rule) as read:
            assert read.status == 200
            assert (await read.json())["question"]
        started = processes_of(server.pid) - before
        assert any(map(is_bots, started))
        # And the next one by the same.
        async with asyncio.timeout(PATIENCE), session.get(rule) as read:
            assert read.status == 200
        assert processes_of(server.pid) - before == started
