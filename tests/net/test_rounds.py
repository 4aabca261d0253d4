"""What is said over a WebSocket in one round of the loop, and how it leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from stammtisch.net.registry import ConnectionRegistry
from stammtisch.net.websocket import MOST_UNSENT, SocketTransport
from tests.net.client import KEY, TEXT, frame
from tests.net.rooms import WEBSOCKET_ROUTES, HoldingHouse, plain_settings


class Noted:
    """An asyncio transport: notes what is given to the system at once."""

    def __init__(self, *, broken: bool = False) -> None:
        self.given: list[bytes] = []
        self.broken = broken

    def write(self, frames: bytes) -> None:
        if self.broken:
            raise RuntimeError("no more")
        self.given.append(frames)

    def set_protocol(self, protocol: object) -> None:
        pass

    def get_extra_info(self, name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


@pytest.fixture
async def registry() -> AsyncIterator[ConnectionRegistry]:
    app = HoldingHouse()
    await app.open()
    yield ConnectionRegistry(app, plain_settings())
    await app.close()


def opened(registry: ConnectionRegistry) -> tuple[SocketTransport, Noted]:
    wire, noted = SocketTransport(registry, WEBSOCKET_ROUTES[0], "192.0.2.7"), Noted()
    wire.open(cast("Any", noted), {}, KEY, b"")
    assert noted.given.pop(0).startswith(b"HTTP/1.1 101 ")
    return wire, noted


def says(wire: SocketTransport, text: str) -> None:
    wire.data_received(frame(TEXT, text.encode()))


async def test_what_is_said_in_one_round_leaves_together(registry: ConnectionRegistry) -> None:
    wire, noted = opened(registry)
    for text in ("one", "two", "three"):
        says(wire, text)
    assert noted.given == []
    await asyncio.sleep(0)
    assert noted.given == [b"\x81\x03one\x81\x03two\x81\x05three"]
    says(wire, "four")
    await asyncio.sleep(0)
    assert noted.given[1:] == [b"\x81\x04four"]


async def test_a_close_comes_after_what_was_said_in_its_round(registry: ConnectionRegistry) -> None:
    wire, noted = opened(registry)
    says(wire, "one")
    says(wire, "bye")
    await asyncio.sleep(0)
    assert noted.given == [b"\x81\x03one\x81\x07goodbye", b"\x88\x0e\x03\xe8You said so."]


async def test_who_says_very_much_in_one_round_does_not_wait_for_its_end(
    registry: ConnectionRegistry,
) -> None:
    wire, noted = opened(registry)
    for _ in range(MOST_UNSENT + 1):
        says(wire, "x")
    assert noted.given == [b"\x81\x01x" * (MOST_UNSENT + 1)]


async def test_whose_socket_fails_keeps_no_other_from_being_told(
    registry: ConnectionRegistry, caplog: pytest.LogCaptureFixture
) -> None:
    bad, bad_noted = opened(registry)
    bad_noted.broken = True
    good, good_noted = opened(registry)
    says(bad, "lost")
    says(good, "heard")
    await asyncio.sleep(0)
    assert good_noted.given == [b"\x81\x05heard"]
    assert "RuntimeError: no more" in caplog.text
