"""Many changes, one commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from stammtisch.records import Doubtful, ReadOnly
from stammtisch.store.changes import Append, Barrier, Change, HowDurable, Journal, do
from stammtisch.store.checkpoints import Checkpoints
from stammtisch.store.store import NameTaken, WriteConflict

#: The answers a change may give without having to be undone.
_REFUSALS = (WriteConflict, NameTaken)

#: What writes nothing.
_READING = (HowDurable, Barrier)

#: What SQLite may have against one change. All else that it says concerns the whole group: the
#: disk is full, or cannot be read, or another process does not stop writing.
_OF_ONE = (apsw.ConstraintError, apsw.MismatchError, apsw.TooBigError, apsw.CorruptError)


class GroupCommit:
    """Owns the writing connection. Used by one thread."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._journal = Journal(connection)
        self.checkpoints = Checkpoints(connection)

    def commit(self, changes: Sequence[Change]) -> list[Any]:
        """Do the changes in order in one transaction.

        For each of them: what it returned, or the exception that tells why it was not done.
        """
        if not self.checkpoints.begun and any(type(one) not in _READING for one in changes):
            self.checkpoints.bring_home()
        try:
            if self._appended(changes):
                return [None] * len(changes)
            try:
                return self._together(changes)
            except Exception as error:
                if _concerns_all(error):
                    raise
                self._undo()
                return self._one_by_one(changes)
        except Exception as error:
            self._undo()
            if isinstance(error, apsw.CorruptError) and len(changes) > 1:
                # Whoever touches a damaged page spoils the whole commit: one commit for each.
                return [answer for change in changes for answer in self.commit([change])]
            return [_trouble(error)] * len(changes)

    def close(self) -> None:
        self.checkpoints.close()

    def _appended(self, changes: Sequence[Change]) -> bool:
        """The way almost every group goes: nothing but entries, and all of them in order.

        One statement, which SQLite commits by itself: each further step would have to wait for
        the interpreter's lock, where an event loop has it. False if nothing was done.
        """
        journal = self._journal
        appends = [change for change in changes if type(change) is Append]
        if not journal.alone or len(appends) != len(changes):
            return False
        try:
            for append in appends:
                journal.append(append.table, append.entries)
            if journal.flush_alone():
                return True
        except Exception as error:
            if _concerns_all(error):
                raise
            # Whoever is to be refused is refused inside a transaction, by what is in the file.
        journal.forget()
        return False

    def _together(self, changes: Sequence[Change]) -> list[Any]:
        """Every other group, as long as nothing unforeseen happens in it."""
        answers: list[Any] = []
        journal = self._journal
        self._begin()
        for change in changes:
            try:
                answers.append(do(journal, change))
            except _REFUSALS as refusal:
                answers.append(refusal)
        journal.flush()
        self._connection.execute("COMMIT")
        return answers

    def _one_by_one(self, changes: Sequence[Change]) -> list[Any]:
        """One change of the group cannot be done: find it, and do all the others."""
        answers: list[Any] = []
        execute = self._connection.execute
        self._begin()
        for change in changes:
            execute("SAVEPOINT change")
            try:
                answer = do(self._journal, change)
                self._journal.flush()
            except Exception as error:
                if _concerns_all(error):
                    raise
                self._journal.forget()
                execute("ROLLBACK TO change")
                answers.append(error)
            else:
                answers.append(answer)
            execute("RELEASE change")
        self._connection.execute("COMMIT")
        return answers

    def _begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._journal.notice_others()

    def _undo(self) -> None:
        self._journal.forget()
        # A full or broken disk may have made SQLite roll back by itself.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _trouble(error: Exception) -> Exception:
    """What the server is told if the whole group failed."""
    if isinstance(error, apsw.FullError):
        # SQLite writes the mark of a commit last: without room for it there was none.
        return ReadOnly("The disk is full: nothing can be saved until there is room again.")
    if isinstance(error, apsw.IOError):
        return Doubtful(f"The disk fails, and nothing can be saved: {error}.")
    if _concerns_all(error):
        return ReadOnly(f"Nothing can be saved just now: {error}.")
    return error


def _concerns_all(error: Exception) -> bool:
    return isinstance(error, apsw.Error) and not isinstance(error, _OF_ONE)
