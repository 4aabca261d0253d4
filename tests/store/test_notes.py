"""What the house notes, for every engine."""

from __future__ import annotations

from stammtisch.store.changes import Note
from stammtisch.store.store import Store
from tests.store.engines import told


async def test_a_note_is_kept_replaced_and_taken_away(store: Store) -> None:
    await told(store.submit, Note("ban", "a1", b"one"))
    await told(store.submit, Note("ban", "a2", b"two"))
    await told(store.submit, Note("admin", "a1", b"three"))
    assert await store.notes("ban") == {"a1": b"one", "a2": b"two"}
    await told(store.submit, Note("ban", "a1", b"another"))
    await told(store.submit, Note("ban", "a2", None))
    await told(store.submit, Note("ban", "a3", None))
    assert await store.notes("ban") == {"a1": b"another"}
    assert await store.notes("admin") == {"a1": b"three"}
    assert await store.notes("nothing") == {}
