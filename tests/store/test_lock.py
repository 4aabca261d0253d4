"""What is refused before a store is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.store import connections
from stammtisch.store.errors import StoreUnavailable


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """An empty file, beside which lies what was left of a full one."""
    path = tmp_path / "house.db"
    path.touch()
    path.with_name("house.db-wal").write_bytes(b"log")
    return path


def test_an_empty_file_beside_its_log_is_not_begun_anew(empty: Path) -> None:
    with pytest.raises(StoreUnavailable, match="is empty"):
        connections.refuse_to_begin_anew(empty)


def test_a_file_that_a_neighbour_makes_meanwhile_is_not_refused(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_copy = connections._is_copy

    def made_meanwhile(name: str, path: Path) -> bool:
        empty.write_bytes(b"made")
        return is_copy(name, path)

    monkeypatch.setattr(connections, "_is_copy", made_meanwhile)
    connections.refuse_to_begin_anew(empty)
