"""Sessions of Mao over real WebSockets, recorded in `mao_sessions.txt`, go the same way each time.

The first is the protocol's own transcript, with its orders and texts.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.system.mao_room import Recording, read, room

SESSIONS = read(Path(__file__).with_name("mao_sessions.txt"))


@pytest.mark.parametrize("title", SESSIONS)
async def test_recorded_session(title: str) -> None:
    async with room() as one:
        recording = Recording(one)
        for act, *heard in SESSIONS[title]:
            told = await recording.do(act)
            assert list(map(str, told)) == list(map(str, heard)), f"after {act}"


@pytest.mark.parametrize(
    "event",
    (
        *("joinedTable", "playerJoined", "playerLeft", "playerTalked", "roundStarted"),
        *("cardMoved", "playerAccused", "accusationAccepted", "accusationCancelled"),
        *("lastChanceStarted", "winningPlayerLeft", "roundOver", "ruleWritten", "rulesRevealed"),
        "gameEnded",
    ),
)
def test_the_recordings_have_every_event(event: str) -> None:
    heard = [line.text for acts in SESSIONS.values() for act in acts for line in act[1:]]
    assert event in {text.split(" ")[1] for text in heard if text.startswith("#")}


async def test_all_tables_are_in_the_lobby() -> None:
    async with room() as one:
        listed = await one.lobbies()
        sizes = {number: 2 + number // 20 for number in range(140)}
        assert listed == {
            str(number): {"numPlayers": 0, "maxPlayers": size} for number, size in sizes.items()
        }
