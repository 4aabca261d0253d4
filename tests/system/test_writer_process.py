"""The server and its writer process: two processes that live and end together."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import aiohttp

from stammtisch.app import SILENT
from stammtisch.protocols.tiles.lines import decode
from tests.system.cg_client import CgClient
from tests.system.serving import serving, stammtisch, until
from tests.system.test_graceful_stop import NAMES, begin, come_back, until_gone, wires
from tests.system.wires import WebWire


def writer_process_of(server: int) -> int:
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    (writer_process,) = [
        int(child)
        for child in children
        if "stammtisch.store.writer_process" in words_of(int(child))
    ]
    return writer_process


def words_of(process: int) -> list[str]:
    return Path(f"/proc/{process}/cmdline").read_text().split("\0")[:-1]


async def test_without_its_writer_process_the_server_ends_and_started_again_has_every_table(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        seats = await wires(server)
        dealt = await begin(seats, 7)
        os.kill(writer_process_of(server.pid), signal.SIGKILL)
        assert await server.ended() == 1
        for wire in seats:
            await wire.close()
        await server.start()
        again, _ = await come_back(server, 7)
        assert again == dealt


async def test_with_a_writer_process_that_stands_still_people_get_answers_and_the_server_ends(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        seats = await wires(server)
        await begin(seats, 7)
        first = await CgClient().connect(server.cg)
        await first.sign_in("berta")
        await first.close()
        second = await CgClient().connect(server.cg)
        os.kill(writer_process_of(server.pid), signal.SIGSTOP)
        second.send("auth", username="berta", pwd="password", create=False)
        wire = await WebWire.open(server.web, "/table")
        await wire.send(json.dumps({"type": "enter", "id": 1, "name": "emil"}))
        while (told := json.loads(await wire.hear())).get("id") != 1:
            pass
        assert (told["type"], told["code"]) == ("error", "cannot_write")
        assert await second.gone() == SILENT and second.last("auth") is None
        await second.close()
        async with aiohttp.ClientSession() as web:
            answer = await web.get(f"http://127.0.0.1:{server.web}/readyz")
            assert answer.status == 503
        assert await server.stop() == 0
        await wire.close()
        for seat in seats:
            await seat.close()
        # It does not keep the next one from starting.
        await server.start()
        await come_back(server, 7)


async def test_who_moved_when_the_writer_process_was_killed_is_not_told_that_nothing_happened(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        seats = await wires(server)
        dealt = await begin(seats, 7)
        starter = next(name for name, strt in dealt.items() if strt[1].count('"') == 18)
        rack = decode(dealt[starter][1])
        left = f'\\"%\\" {" ".join(rack[1:15])}'
        writer_process = writer_process_of(server.pid)
        os.kill(writer_process, signal.SIGSTOP)
        mover = seats[NAMES.index(starter)]
        await mover.send(f'PUTT {rack[0]} "{left}%"')
        await asyncio.sleep(0.2)
        os.kill(writer_process, signal.SIGKILL)
        said, _ = await until_gone(mover)
        assert await server.ended() == 1
        assert [line for line in said if line.startswith("+PUTT")] == []
        for seat in seats:
            await seat.close()


async def test_a_server_s_moves_survive_the_loss_of_power_unless_asked_otherwise(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        assert words_of(writer_process_of(server.pid))[-1] == "FULL"


async def test_a_killed_server_takes_its_writer_process_along(tmp_path: Path) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        writer_process = writer_process_of(server.pid)
        await server.kill()

        def gone() -> bool:
            return not Path(f"/proc/{writer_process}").exists()

        await until(gone)


async def test_a_second_server_on_the_same_folder_says_why_it_does_not_start(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        ports = ("--port", "auto", "--tiles-port", "auto", "--cg-port", "off")
        status, said = await stammtisch("serve", *ports, "--data", str(tmp_path))
        assert status == 1
        assert said == f"Another Stammtisch is open on {tmp_path / 'stammtisch.db'}.\n"
        assert server.alive
