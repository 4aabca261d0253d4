"""One house at a time has a file: its scribe holds a lock beside it as long as it may write.

So a house that is started just after another was killed waits until the last of the other's
changes are written; and nobody opens the same tables twice. A lock that is not empty tells that a
house was in the file: if the file is gone then, it is missed, and no new house takes its place.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stammtisch.store.store import RESTORE, Unusable

#: How long another house may take to end, in seconds.
PATIENCE = 5.0


#: What SQLite leaves beside a file that it has only begun.
_PASSING = ("-shm", "-journal")

_USED = b"There is a house in the file beside this one.\n"


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + "-lock")


def mark_used(path: Path) -> None:
    """Remember that there is a house in the file. Called by whoever has its lock."""
    beside = lock_of(path)
    if beside.stat().st_size == 0:
        beside.write_bytes(_USED)


def refuse_to_begin_anew(path: Path) -> None:
    """Refuse to make a new file where there was one, or where a copy of it lies."""
    if _has_something(path):
        return
    beside = lock_of(path)
    used = [beside] if _has_something(beside) else []
    if path.parent.is_dir():
        used += sorted(
            file
            for file in path.parent.iterdir()
            if _is_copy(file.name, path)
            and file not in (beside, *(path.with_name(path.name + side) for side in _PASSING))
            and file.is_file()
            and _has_something(file)
        )
    # Looked at once more: what lies beside it may be of somebody who opened it just now.
    if used and not _has_something(path):
        how = "is empty" if path.exists() else "is missing"
        raise Unusable(
            f"The store {path} {how}, but {used[0].name} beside it shows that there was one. "
            f"{RESTORE} To begin a new house, take {', '.join(file.name for file in used)} away."
        )


def _has_something(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _is_copy(name: str, path: Path) -> bool:
    """`house.db.bak`, `house.db-wal` or `house-2026.db`, beside `house.db`."""
    if name == path.name:
        return False
    between = name.removeprefix(path.stem)[:1]
    return name.startswith(path.name) or (between in tuple("-._") and name.endswith(path.suffix))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the store at `path`. The system gives it back if the process is killed."""
    beside = lock_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Unusable(f"The store {path} cannot be opened: {error}.") from error
    try:
        _take(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise Unusable(f"Another Stammtisch is open on {path}.") from None
            time.sleep(0.01)
