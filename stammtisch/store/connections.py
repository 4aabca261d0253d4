"""How the SQLite file is opened: by the one who writes, and by those who only read.

SQLite up to 3.51.2 can lose a commit that was acknowledged, if two connections checkpoint the
write-ahead log at the wrong moment (https://sqlite.org/wal.html, "The WAL-Reset Bug"). So a file
is opened by a library without that fault only; and readers never checkpoint.

One server at a time has a file: its writer process holds a lock beside it as long as it may write.

So a server that is started just after another was killed waits until the last of the other's
changes are written; and nobody opens the same tables twice. A lock that is not empty tells that a
server was in the file: if the file is gone then, it is missed, and no new server takes its place.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import apsw

from stammtisch.store.checkpoints import refuse_lost_log
from stammtisch.store.errors import RESTORE, StoreUnavailable
from stammtisch.store.schema import is_empty, migrate

#: How long another server may take to end, in seconds.
LOCK_WAIT = 5.0


#: What SQLite leaves beside a file that it has only begun.
_PASSING = ("-shm", "-journal")

_USED = b"There is a server in the file beside this one.\n"


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + "-lock")


def mark_used(path: Path) -> None:
    """Remember that there is a server in the file. Called while its lock is held."""
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
        raise StoreUnavailable(
            f"The store {path} {how}, but {used[0].name} beside it shows that there was one. "
            f"{RESTORE} To begin a new server, take {', '.join(file.name for file in used)} away."
        )


def _has_something(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _is_copy(name: str, path: Path) -> bool:
    """`server.db.bak`, `server.db-wal` or `server-2026.db`, beside `server.db`."""
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
        raise StoreUnavailable(f"The store {path} cannot be opened: {error}.") from error
    try:
        _take(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: Path) -> None:
    until = time.monotonic() + LOCK_WAIT
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise StoreUnavailable(f"Another Stammtisch is open on {path}.") from None
            time.sleep(0.01)


Synchronous = Literal["FULL", "NORMAL"]

#: The first SQLite that does not forget a commit when its log begins anew.
OLDEST = (3, 51, 3)

#: How long a commit waits for another process that is writing, in seconds.
PATIENCE = 10.0


def connect(path: Path | None, synchronous: Synchronous) -> apsw.Connection:
    """A connection that may write, usable from any one thread at a time; None is memory."""
    if path is None:
        connection = _opened(None, apsw.SQLITE_OPEN_READWRITE)
    else:
        _refuse_forgetful_library(path)
        refuse_to_begin_anew(path)
        refuse_lost_log(path)
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                # It holds the tables' secrets; SQLite gives its side files the same permissions.
                path.touch(mode=0o600)
        except OSError as error:
            raise StoreUnavailable(f"The store {path} cannot be opened: {error}.") from error
        connection = _opened(path, apsw.SQLITE_OPEN_READWRITE)
    try:
        if is_empty(connection) and path is not None:
            _refuse_emptied(connection, path)
            # Before it has a log: the file alone is a whole store from the first moment.
            migrate(connection)
        _use_wal(connection)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
    except StoreUnavailable:
        connection.close()
        raise
    except apsw.Error as error:
        connection.close()
        raise StoreUnavailable(f"The file {path} cannot be used as a store: {error}.") from error
    return connection


def connect_writer(path: Path | None, synchronous: Synchronous) -> apsw.Connection:
    """The same, with the schema brought up to date."""
    connection = connect(path, synchronous)
    try:
        migrate(connection)
    except apsw.CorruptError as error:
        connection.close()
        raise StoreUnavailable(f"The file {path} is damaged: {error}. {RESTORE}") from error
    except apsw.Error as error:
        connection.close()
        raise StoreUnavailable(f"The file {path} cannot be brought up to date: {error}.") from error
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(path: Path) -> apsw.Connection:
    """A connection to a file that somebody else has open to write.

    It changes nothing, and leaves the log to the one who writes, also when it is closed last.
    """
    _refuse_forgetful_library(path)
    connection = _opened(path, apsw.SQLITE_OPEN_READONLY)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    return connection


def _opened(path: Path | None, flags: int) -> apsw.Connection:
    try:
        connection = apsw.Connection(
            ":memory:" if path is None else str(path), flags=flags, statementcachesize=256
        )
    except apsw.Error as error:
        raise StoreUnavailable(f"The store {path} cannot be opened: {error}.") from error
    connection.set_busy_timeout(int(PATIENCE * 1000))
    return connection


def _refuse_forgetful_library(path: Path) -> None:
    version = apsw.sqlite_lib_version()
    if tuple(map(int, version.split("."))) < OLDEST:
        raise StoreUnavailable(
            f"The store {path} is not opened with SQLite {version}, which can lose what it has "
            f"acknowledged. Install a package apsw that brings SQLite "
            f"{'.'.join(map(str, OLDEST))} or a newer one."
        )


def _refuse_emptied(connection: apsw.Connection, path: Path) -> None:
    """A new file has its tables before it has a log: one that is empty with a log has lost it."""
    if connection.execute("PRAGMA journal_mode").get == "wal":
        raise StoreUnavailable(
            f"The store {path} is empty: all that was in it is in {path.name}-wal, which is empty "
            f"or missing. Put that file back; if you moved or copied the store, it may still be in "
            f"the old folder. If it is lost, restore a backup, or take {path.name} away to begin a "
            f"new server."
        )


def _use_wal(connection: apsw.Connection) -> None:
    """Switch the file to its write-ahead log.

    While two processes do this to a new file at once, SQLite tells one of them "locked" without
    waiting, because waiting could be a deadlock. Trying again is what it expects.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
