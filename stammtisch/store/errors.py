"""What the store may answer instead of doing something, beside `ReadOnly` and `OutcomeUnknown` of
`records`; and when two names are the same."""

from __future__ import annotations

import unicodedata

import apsw

#: What helps if a file cannot be read.
RESTORE = "Put a backup of it in its place."


class WriteConflict(Exception):
    """Somebody else has written this table's journal: this writer no longer owns it."""


class NameTaken(Exception):
    """A registered account has that name already."""


class StoreUnavailable(Exception):
    """The store cannot be opened; the sentence says why and what would help."""


class Closed(Exception):
    """The store is not open: not yet, or no longer."""


def violates_unique(error: apsw.ConstraintError) -> bool:
    # Known to apsw, though not to its type stubs.
    code: int = error.extendedresult  # type: ignore[attr-defined]
    return code == apsw.SQLITE_CONSTRAINT_UNIQUE


def without_capitals(name: str) -> str:
    """Two registered names are the same if this is the same of both."""
    return unicodedata.normalize("NFKC", name).casefold()
