from __future__ import annotations

import apsw
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.records import Doubtful, Entry, ReadOnly
from stammtisch.store.changes import AddMatch, Append, Barrier, Call, Change, DropTable, NoteTime
from stammtisch.store.errors import NameTaken, StoreUnavailable, WriteConflict
from stammtisch.store.writer_process import (
    HEAD,
    Failed,
    Frames,
    answers_of,
    change_of,
    framed_answers,
    framed_change,
)
from tests.store.engines import entries, match

CHANGES: list[Change] = [
    Append("t1", entries(1, 3)),
    DropTable("t2"),
    NoteTime(1500),
    Barrier(),
    AddMatch(match("m1")),
]


@given(st.lists(st.integers(1, 40)))
def test_changes_arrive_as_they_were_however_the_stream_is_cut(cuts: list[int]) -> None:
    stream = b"".join(map(framed_change, CHANGES))
    frames = Frames()
    heard: list[object] = []
    for cut in [*cuts, len(stream)]:
        heard += map(change_of, frames.feed(stream[:cut]))
        stream = stream[cut:]
    assert heard == CHANGES


def test_answers_arrive_with_what_went_wrong() -> None:
    errors = [
        WriteConflict("somebody else"),
        NameTaken("Anna"),
        StoreUnavailable("no file"),
        ReadOnly("The disk is full."),
        Doubtful("The disk fails."),
        apsw.CorruptError("database disk image is malformed"),
        ValueError("odd"),
    ]
    heard = answers_of(framed_answers([None, True, False, 2, b"x", *errors])[HEAD:])
    assert heard[:5] == [None, True, False, 2, b"x"]
    assert [type(error) for error in heard[5:]] == [*map(type, errors[:-1]), Failed]
    assert list(map(str, heard[5:])) == [*map(str, errors[:-1]), "ValueError: odd"]


def test_a_change_of_the_wrong_type_is_refused_in_its_turn() -> None:
    unfit = Append("t1", [Entry(1, "not bytes", b"")])  # type: ignore[arg-type]
    assert isinstance(change_of(framed_change(unfit)[HEAD:]), Call)
    assert isinstance(change_of(b"\xc1"), Call)
