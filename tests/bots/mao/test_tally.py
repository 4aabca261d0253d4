from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.bots.mao.conditions import counted, joined

BITS = 6
masks = st.lists(st.integers(0, (1 << BITS) - 1), max_size=30)
patiences = st.sampled_from((0, 1, 2))


@given(masks, patiences)
def test_a_tally_says_what_was_contradicted_more_often_than_so_many_times(
    found: list[int], timings: int
) -> None:
    tally = counted(Counter(found), timings)
    assert len(tally) == timings + 2
    for more_than, mask in enumerate(tally):
        for bit in range(BITS):
            times = sum(one >> bit & 1 for one in found)
            assert mask >> bit & 1 == (times > more_than)


@given(st.lists(masks, max_size=5), patiences)
def test_tallies_that_are_joined_count_what_all_of_them_counted(
    parts: list[list[int]], timings: int
) -> None:
    together = Counter(mask for part in parts for mask in part)
    tallies = [counted(Counter(part), timings) for part in parts]
    assert joined(tallies, timings) == counted(together, timings)
