"""When the write-ahead log is brought home into the file, and how its loss is noticed.

SQLite commits into the log beside the file (`-wal`), and copies it home into the file later. A file
without its log is a sound database: an older one. So if somebody forgets to copy the log, or
deletes it after a crash, they would be given an old server, or an empty one, without a word. This
module prevents that with nothing but SQLite: a number in the table `log_mark`.

**The mark.** Even: this is the newest state. Odd: a log follows. The database *with* its log has an
even number; the file *alone* has an odd one for as long as there is a log that it needs. A round of
`Checkpoints` makes it so:

1. Commit an odd number, into the log.
2. Copy the log home. Now the file alone is odd, and has all that came before.
3. Commit the next even number, into the log. All later commits lie behind it.

So if the file alone is odd, and the log is missing or empty, something is missing. Then
`refuse_lost_log` says so, and nothing is opened or changed.

**No crash looks like that.** Killed before, in or after step 2, there is a log that is not empty:
step 1 has written to it, SQLite has it on the disk (with its entry in the folder) before it touches
the file, and a log that begins anew is overwritten, not cut. Only closing takes it away, after an
even number was committed and copied home. As SQLite copies home whatever it finds when the last
connection closes, it may not do so (`NO_CKPT_ON_CLOSE`) until the number is even.
`tests/store/test_checkpoints.py` opens the files as they are after every single write.

**Nothing is copied home in any other way**, or the file alone would be even while a log goes on:
SQLite's own checkpoints are off for connections that write, and readers never do any. While
somebody reads an older state, SQLite cannot copy all of the log. It leaves out the pages that have
changed since, the mark too: so the file stays odd, and the next round does the rest. (`RESTART`
waits a moment for readers. `TRUNCATE` would leave an odd file with an empty log.)

**A new file** gets all its tables before it has a log. A file in WAL mode without any table was
made by an earlier version, and has lost its log.

**What others do.** If the shell of SQLite is the last to close a file after a crash, it copies all
of the log home and deletes it: then the file alone is even, and complete. A backup is made even. A
folder is moved with its log. Two cases are left:

- If a server is killed in the milliseconds between steps 1 and 3, and then *another* program copies
  the log home and deletes it, the file alone is odd though nothing is missing. It is refused, and
  `backup --without-log` makes a whole copy of it.
- If another program copies the log home while a server runs, the loss of the log is not noticed
  until the next round.
"""

from __future__ import annotations

import logging
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import apsw

from stammtisch.store.errors import StoreUnavailable

log = logging.getLogger(__name__)

#: New pages in the log after which it is brought home, however much there is to do: 4 MB.
MOST_PAGES = 1000
#: How long that waits for those who read an older state, in milliseconds. They read for a
#: millisecond or two, as a rule, and the log cannot begin anew before they have finished.
PATIENCE = 50
#: While there is little to do it is brought home so many seconds after the last time, as soon as
#: nothing has come for a moment.
INTERVAL = 10.0
MOMENT = 0.25

_FOLLOWS = "UPDATE log_mark SET number = (number + 1) / 2 * 2 + 1"
_WHOLE = "UPDATE log_mark SET number = number / 2 * 2 + 2"
_MARK = "SELECT number FROM log_mark"


class Checkpoints:
    """Of the connection that writes; used by its thread, and never inside a transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._busy_timeout = int(connection.execute("PRAGMA busy_timeout").get)
        self._in_memory = not connection.filename
        #: Pages in the log: now, and after the last round.
        self._pages = self._pages_then = 0
        #: Something was committed since the last round.
        self._news = False
        #: When the last round was, in monotonic seconds; None before the first.
        self._last: float | None = None
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        # It takes the place of SQLite's own, which would copy the log home.
        connection.set_wal_hook(self._committed)

    def _committed(self, connection: apsw.Connection, name: str, pages: int) -> int:
        self._pages = pages
        self._news = True
        return apsw.SQLITE_OK

    @property
    def begun(self) -> bool:
        """Has there been a round? Before the first commit there must be one: then the file tells of
        its log."""
        return self._in_memory or self._last is not None

    def after_commit(self) -> None:
        """The log may be long now."""
        if self._pages - self._pages_then >= MOST_PAGES:
            self.bring_home()

    def due_in(self) -> float | None:
        """For how many seconds nothing must come before `bring_home` is called; None: for ever."""
        if not self._news or self._last is None:
            return None
        return max(MOMENT, self._last + INTERVAL - time.monotonic())

    def bring_home(self) -> None:
        """A round. If the disk is full or fails, what was committed stays in the log."""
        connection = self._connection
        synchronous = connection.execute("PRAGMA synchronous").get
        self._last = time.monotonic()
        try:
            # The marks need not be on the disk one by one: before SQLite touches the file, all that
            # is in the log is.
            connection.execute("PRAGMA synchronous = NORMAL")
            try:
                connection.execute(_FOLLOWS)
                complete = self._copy_home()
                connection.execute(_WHOLE)
            finally:
                connection.execute(f"PRAGMA synchronous = {synchronous}")
        except apsw.Error as error:
            log.warning("The write-ahead log cannot be brought home now: %s.", error)
            return
        self._news = not complete
        self._pages_then = self._pages

    def _copy_home(self) -> bool:
        """Copy all of the log, so that it begins anew. False if somebody reads an older state for
        longer than that: then the rest comes next time."""
        connection = self._connection
        connection.set_busy_timeout(PATIENCE)
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
        except apsw.BusyError:
            return False
        finally:
            connection.set_busy_timeout(self._busy_timeout)
        return True

    def close(self) -> None:
        """Close the connection. The last to close leaves one file, without a log."""
        try:
            if self._news and not self._in_memory:
                self.bring_home()
            if not self._in_memory and _mark(self._connection) % 2 == 0:
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        except apsw.Error as error:
            log.warning("The write-ahead log stays beside the file: %s.", error)
        self._connection.close()


def _mark(connection: apsw.Connection) -> int:
    return int(connection.execute(_MARK).get)


def mark_whole(copy: apsw.Connection) -> None:
    """A copy has no log."""
    copy.execute(_WHOLE)


def refuse_lost_log(path: Path) -> None:
    """Refuse a file without the log that it needs. Looks at the files only, and changes nothing."""
    beside = path.with_name(path.name + "-wal")
    # Looked at twice: the log of a server that stops goes after the mark was made even, and that of
    # one that starts comes before it is made odd.
    if not _has_something(beside) and _is_odd(path) and not _has_something(beside):
        raise StoreUnavailable(
            f"The store {path} is not complete: its newest changes are in {beside.name}, which is "
            f"{'empty' if beside.exists() else 'missing'}. Put that file back; if you moved or "
            f"copied the store, it may still be in the old folder. If it is lost, restore a "
            f"backup, or go on without the newest changes: make a copy with `stammtisch backup "
            f"--without-log` and put it in the place of {path.name}."
        )


def _has_something(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _is_odd(path: Path) -> bool:
    """What the file alone says. A file without a mark, or none at all, says nothing."""
    try:
        with closing(_alone(path)) as file:
            return _mark(file) % 2 == 1
    except apsw.Error:
        return False


def _alone(path: Path) -> apsw.Connection:
    """The file as it is without its log: nothing is locked, recovered or written."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"file:{quote(str(path.absolute()))}?immutable=1", flags=flags)
