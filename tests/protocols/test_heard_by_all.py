"""What is said to everybody is put into words once, however many hear it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from stammtisch.protocols.session import Session
from stammtisch.protocols.table.session import TableSession
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.protocols.tiles.session import TilesSession
from stammtisch.replies import ChatMessage

SESSIONS: dict[str, Callable[[], Session[str]]] = {
    "table": lambda: TableSession("192.0.2.1"),
    "tiles": lambda: TilesSession("192.0.2.1"),
    "tarock": lambda: TarockSession("192.0.2.1", {}, time.time_ns, os.urandom, lambda: 0),
}


@pytest.mark.parametrize("protocol", SESSIONS)
def test_all_are_sent_the_same_text(protocol: str) -> None:
    sessions = [SESSIONS[protocol]() for _ in range(3)]
    for session in sessions:
        session.notified(ChatMessage(reach="everyone", text="good\nevening", sender="ada"))
    first, *others = (session.outbox[-1] for session in sessions)
    assert "good" in first and "ada" in first
    assert all(other is first for other in others)
    sessions[0].notified(ChatMessage(reach="everyone", text="good night", sender="bo"))
    assert "night" in sessions[0].outbox[-1]
