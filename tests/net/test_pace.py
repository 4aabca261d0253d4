from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.net.tcp import SLACK, Pace


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 0.03)), max_size=50))
def test_lines_leave_in_order_and_apart(steps: list[tuple[int, float]]) -> None:
    pace = Pace(0.01)
    now = 5.0
    added: list[bytes] = []
    left: list[tuple[float, bytes]] = []
    for lines, pause in steps:
        for _ in range(lines):
            line = b"%d\r\n" % len(added)
            added.append(line)
            pace.add(line)
        now += pause
        line_due = pace.due(now)
        if line_due is not None:
            left.append((now, line_due))
        assert pace.bytes == sum(map(len, added[len(left) :]))
    assert [line for _, line in left] == added[: len(left)]
    for (before, _), (after, _) in pairwise(left):
        assert after - before >= 0.01 - SLACK - 1e-9


def test_the_first_line_leaves_at_once_and_the_next_waits() -> None:
    pace = Pace(0.01)
    assert pace.wait(1.0) is None
    pace.add(b"a")
    pace.add(b"b")
    assert pace.due(1.0) == b"a"
    assert pace.due(1.005) is None
    wait = pace.wait(1.004)
    assert wait is not None
    assert abs(wait - 0.006) < 1e-9
    assert pace.due(1.01) == b"b"
    assert pace.wait(1.01) is None


def test_a_frame_may_have_a_longer_pause_before_it() -> None:
    pace = Pace(0.01)
    pace.add(b"a")
    pace.add(b"b", 0.5)
    pace.add(b"c", 0.001)
    assert pace.due(1.0) == b"a"
    assert pace.due(1.49) is None
    assert pace.due(1.5) == b"b"
    assert pace.due(1.505) is None
    assert pace.due(1.51) == b"c"


def test_in_a_hurry_there_are_only_gaps() -> None:
    pace = Pace(0.01)
    pace.add(b"a")
    pace.add(b"b", 0.5)
    assert pace.due(1.0) == b"a"
    pace.hurry()
    assert pace.due(1.005) is None
    assert pace.due(1.01) == b"b"


def test_the_rest_can_be_had_at_once() -> None:
    pace = Pace(0.01)
    for line in (b"a", b"b", b"c"):
        pace.add(line)
    assert pace.due(1.0) == b"a"
    assert pace.rest() == b"bc"
    assert (pace.bytes, pace.due(9.0), pace.rest()) == (0, None, b"")
