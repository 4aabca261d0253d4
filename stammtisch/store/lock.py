"""One house at a time has a file: its scribe holds a lock beside it as long as it may write.

So a house that is started just after another was killed waits until the last of the other's
changes are written; and nobody opens the same tables twice.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stammtisch.store.store import Unusable

#: How long another house may take to end, in seconds.
PATIENCE = 5.0


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the store at `path`. The system gives it back if the process is killed."""
    beside = path.with_name(path.name + "-lock")
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
