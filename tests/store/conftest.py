from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stammtisch.store import writers
from stammtisch.store.store import Store
from tests.store.engines import ENGINES, LASTING, Factory
from tests.store.forked import fork_writer_process


@pytest.fixture(params=LASTING)
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> Factory:
    """Stores that share their data, one after the other or at the same time."""
    return LASTING[request.param](tmp_path)


@pytest.fixture(params=ENGINES)
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Store]:
    """An open, empty store."""
    monkeypatch.setattr(writers, "start_writer_process", fork_writer_process)
    store = ENGINES[request.param](tmp_path)()
    await store.open()
    yield store
    await store.close()
