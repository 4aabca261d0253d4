from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.net.connection import PATIENT, STALLED, Backpressure


def test_who_has_stopped_reading_is_too_slow_once_too_much_waits() -> None:
    reading = Backpressure(1000)
    reading.before(0)
    assert not reading.too_slow(1500)
    assert [reading.tick(1500) for _ in range(STALLED + 1)] == [False] * STALLED + [True]


def test_who_has_stopped_reading_but_has_little_to_read_may_stay() -> None:
    reading = Backpressure(1000)
    assert not any(reading.tick(1000) for _ in range(100))


def test_who_asks_and_does_not_read_the_answers_is_too_slow_however_little_waits() -> None:
    reading = Backpressure(1000)
    seconds = [reading.tick(10, held=True) for _ in range(STALLED + 1)]
    assert seconds == [False] * STALLED + [True]


def test_even_for_one_who_reads_there_is_a_bound() -> None:
    reading = Backpressure(1000)
    assert not reading.too_slow(PATIENT * 1000)
    assert reading.too_slow(PATIENT * 1000 + 1)


@given(st.lists(st.tuples(st.integers(1, 500), st.integers(0, 500)), max_size=60))
def test_who_takes_something_every_second_is_not_cut(seconds: list[tuple[int, int]]) -> None:
    reading, waiting = Backpressure(1000), 3000
    for taken, added in seconds:
        waiting = max(0, waiting - taken)
        reading.before(waiting)
        waiting = min(waiting + added, PATIENT * 1000)
        assert not reading.too_slow(waiting)
        assert not reading.tick(waiting)
