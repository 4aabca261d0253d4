"""A session of four clients, recorded in `session.txt`, goes the same way every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.protocols.tiles.lines import decode
from tests.system.transcript import acts, read, room

SESSION = Path(__file__).with_name("session.txt")

#: All but PING, whose answers the recording is cut by.
COMMANDS = (
    *("LOGI", "NAME", "RNAM", "LLOB", "LPLA", "LLPL", "LGAM", "HIGH", "JLOB", "LOGO"),
    *("REDY", "RSTA", "DRAW", "PUTT", "CATC", "WINC"),
)
TOLD = ("STRT", "STAT", "PWIN", "CATS", "NAMS", "LEFT", "JOND")


async def test_the_recorded_session_is_replayed_line_by_line() -> None:
    async with room() as clients:
        for act, *heard in acts(read(SESSION)):
            assert [str(line) for line in await clients.do(act)] == [str(line) for line in heard], (
                f"after {act}"
            )


@pytest.mark.parametrize("command", COMMANDS)
def test_the_recording_has_every_command(command: str) -> None:
    said = [line.text for line in read(SESSION) if line.mark == ">"]
    assert any(decode(text)[0] == command for text in said)


@pytest.mark.parametrize("command", TOLD)
def test_the_recording_has_what_the_server_tells(command: str) -> None:
    heard = [line.text for line in read(SESSION) if line.mark == "<"]
    assert any(decode(text)[0] == command for text in heard)
