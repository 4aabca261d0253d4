"""What is said over a WebSocket in one round of the loop, and how it leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from picows import WSFrame, WSMsgType

from stammtisch.net.registry import ConnectionRegistry
from stammtisch.net.websocket import MOST_UNSENT, SocketTransport
from tests.net.rooms import ENTRANCES, HoldingHouse, plain_settings


class Noted:
    """picows' transport, and the one below it: notes what is given to the system at once."""

    is_close_frame_sent = False

    def __init__(self, *, broken: bool = False) -> None:
        self.underlying_transport = self
        self.given: list[bytes | str] = []
        self.broken = broken

    def send(self, kind: WSMsgType, text: bytes) -> None:
        if self.broken:
            raise RuntimeError("no more")
        self.given.append(text)

    def write(self, frames: bytes) -> None:
        self.given.append(frames)

    def send_close(self, code: int, reason: bytes) -> None:
        self.given.append("close")

    def get_write_buffer_size(self) -> int:
        return 0


@pytest.fixture
async def registry() -> AsyncIterator[ConnectionRegistry]:
    app = HoldingHouse()
    await app.open()
    yield ConnectionRegistry(app, plain_settings())
    await app.close()


def opened(registry: ConnectionRegistry, *, broken: bool = False) -> tuple[SocketTransport, Noted]:
    wire, noted = SocketTransport(registry, ENTRANCES[0], "192.0.2.7", {}), Noted(broken=broken)
    wire.on_ws_connected(cast("Any", noted))
    return wire, noted


def says(wire: SocketTransport, noted: Noted, text: str) -> None:
    class Frame:
        msg_type, fin, rsv1, rsv2, rsv3 = WSMsgType.TEXT, True, False, False, False

        def get_payload_as_bytes(self) -> bytes:
            return text.encode()

    wire.on_ws_frame(cast("Any", noted), cast(WSFrame, Frame()))


async def test_what_is_said_in_one_round_leaves_together(registry: ConnectionRegistry) -> None:
    wire, noted = opened(registry)
    for text in ("one", "two", "three"):
        says(wire, noted, text)
    assert noted.given == []
    await asyncio.sleep(0)
    assert noted.given == [b"\x81\x03one\x81\x03two\x81\x05three"]
    says(wire, noted, "four")
    await asyncio.sleep(0)
    assert noted.given[1:] == [b"four"]


async def test_a_close_comes_after_what_was_said_in_its_round(registry: ConnectionRegistry) -> None:
    wire, noted = opened(registry)
    says(wire, noted, "one")
    says(wire, noted, "bye")
    await asyncio.sleep(0)
    assert noted.given == [b"\x81\x03one\x81\x07goodbye", "close"]


async def test_who_says_very_much_in_one_round_does_not_wait_for_its_end(
    registry: ConnectionRegistry,
) -> None:
    wire, noted = opened(registry)
    for _ in range(MOST_UNSENT + 1):
        says(wire, noted, "x")
    assert noted.given == [b"\x81\x01x" * (MOST_UNSENT + 1)]


async def test_whose_socket_fails_keeps_no_other_from_being_told(
    registry: ConnectionRegistry, caplog: pytest.LogCaptureFixture
) -> None:
    bad, bad_noted = opened(registry, broken=True)
    good, good_noted = opened(registry)
    says(bad, bad_noted, "lost")
    says(good, good_noted, "heard")
    await asyncio.sleep(0)
    assert good_noted.given == [b"heard"]
    assert "RuntimeError: no more" in caplog.text
