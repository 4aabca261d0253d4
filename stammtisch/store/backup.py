"""A copy of the whole file, of one moment, while the server goes on: checked before it counts."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from stammtisch.store.checkpoints import mark_whole, refuse_lost_log
from stammtisch.store.connections import connect_reader
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.schema import version


def back_up(source: Path, target: Path, *, without_log: bool = False) -> int:
    """Copy the store at `source` to `target`, which only its owner may read; its size in bytes.

    The copy is of one moment, whatever is written meanwhile, and is a single file. What was at
    `target` before stays until the copy is complete, checked and on the disk. `StoreUnavailable` if
    the store has lost its log, unless the copy is to be made of what is there without it.
    """
    if not without_log:
        refuse_lost_log(source)
    if target.exists() and target.samefile(source):
        raise StoreUnavailable(f"{target} is the store itself; a backup goes to another file.")
    with _fresh(target) as copy:
        try:
            _copy(source, copy)
        except apsw.Error as error:
            raise StoreUnavailable(f"The store {source} cannot be copied: {error}.") from error
        _on_disk(copy)
        size = copy.stat().st_size
        copy.replace(target)
    _on_disk(target.absolute().parent)
    return size


@contextmanager
def _fresh(target: Path) -> Iterator[Path]:
    """A new file beside `target`; it is gone at the end unless it has taken another name."""
    copy = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield copy
    except OSError as error:
        raise StoreUnavailable(f"{target} cannot be written: {error.strerror or error}.") from None
    finally:
        for side in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                copy.with_name(copy.name + side).unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> None:
    with (
        closing(connect_reader(source)) as reading,
        closing(apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READWRITE)) as writing,
    ):
        # From here on it is this moment for us.
        reading.execute("BEGIN")
        have = version(reading)
        if have == 0:
            raise StoreUnavailable(f"{source} is no store of Stammtisch.")
        with writing.backup("main", reading, "main") as copying:
            copying.step(-1)
        reading.execute("ROLLBACK")
        # Without a log beside it the copy is one file.
        writing.execute("PRAGMA journal_mode = DELETE")
        mark_whole(writing)
        _check(writing, have)


def _check(copy: apsw.Connection, have: int) -> None:
    found = [row[0] for row in copy.execute("PRAGMA integrity_check(5)")]
    if found != ["ok"] or version(copy) != have:
        raise StoreUnavailable(
            f"The copy is not as it should be, so it is not kept: {'; '.join(found)}."
        )
    if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise StoreUnavailable("The copy has rows that belong to nothing, so it is not kept.")


def _on_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
