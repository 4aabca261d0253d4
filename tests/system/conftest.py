"""One server for all tests that only visit it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.system.serving import HASTY, Server, serving


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    async with serving(
        tmp_path_factory.mktemp("house"), "--set", "cg.pace_ms=0", program=HASTY
    ) as server:
        yield server


@pytest_asyncio.fixture
async def server(_app: Server) -> AsyncIterator[Server]:
    """A hasty house that others visit before and after: for tests with names (see `fresh`) and
    tables of their own, which neither end it nor count what else is in it."""
    if not _app.alive:
        await _app.start()
    yield _app
    assert _app.alive, "whoever visits the house does not end it"
