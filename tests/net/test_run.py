"""The server as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.net.client import Client
from tests.net.rooms import serving

SERVE = """
import sys
from stammtisch.net.server import run
from stammtisch.net.settings import Settings
ports = {"port": "auto", "tiles_port": "auto", "cg_port": "off"}
sys.exit(run(Settings(**ports, data=sys.argv[1], log_format="json")))
"""


#: The process chooses its loop itself, whatever that of the test is.
pytestmark = pytest.mark.asyncio(loop_factories=["asyncio"])


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_the_process_serves_until_a_signal_and_ends_well(
    tmp_path: Path, sign: signal.Signals
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SERVE,
        str(tmp_path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=dict(os.environ),
    )
    assert process.stdout is not None
    ready = (await process.stdout.readline()).decode()
    assert ready.startswith("Stammtisch is open: http://127.0.0.1:")
    port = int(ready.rsplit(":", 1)[1])
    lines = await Client.connect(port)
    assert await lines.line() == "PING"
    lines.send(b"LOGI anna\r\nJLOB 7\r\n")
    assert await lines.reply() == "+LOGI anna"
    process.send_signal(sign)
    rest = await lines.end()
    assert b"The house closes" in rest
    _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    for line in errors.decode().splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line
    assert (tmp_path / "stammtisch.db").exists()


async def test_a_port_that_is_taken_is_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    async with serving() as server:
        port = server.addresses.web
        code = SERVE.replace('"port": "auto"', f'"port": {port}')
        assert code != SERVE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, str(tmp_path), stderr=asyncio.subprocess.PIPE
        )
        _, errors = await process.communicate()
        assert process.returncode == 1
        assert errors.decode() == (
            f"Port {port} (the page) is in use. Is Stammtisch already running? "
            f"Otherwise choose another: --port {port + 100}.\n"
        )


async def test_a_data_folder_that_cannot_be_is_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    folder = tmp_path / "file" / "data"
    folder.parent.touch()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVE, str(folder), stderr=asyncio.subprocess.PIPE
    )
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert errors.decode() == (
        f"Cannot write to the data folder {folder} (not a directory). Choose another with --data.\n"
    )
