from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from stammtisch.net.server import Server
from stammtisch.net.settings import Settings
from stammtisch.terminal.local import open_app


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A server with sockets, whose bots do not take their time."""
    app = await open_app(None, 0)
    server = Server(Settings(port="auto", tiles_port="off", cg_port="off", drain_seconds=0), app)
    await server.start()
    yield server.addresses.url
    await server.stop()
