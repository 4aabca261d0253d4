"""Observations: each part stands in its place, and in no other."""

from __future__ import annotations

import pytest

from stammtisch.env.layout import MOST, Layout, Page, Part

LAYOUT = Layout([Part("one", 2, "two numbers"), Part("two", 3, "three numbers")])


def test_a_part_is_filled_from_its_begin_and_the_rest_stays_0() -> None:
    page = Page(LAYOUT)
    page.fill("two", iter([7, True]))
    assert page.numbers.tolist() == [0, 0, 7, 1, 0]
    page.fill("one", [])
    assert page.numbers.tolist() == [0, 0, 7, 1, 0]


def test_what_is_too_large_is_written_as_the_most() -> None:
    page = Page(LAYOUT)
    page.fill("one", [10**9, -(10**9)])
    page.put("two", 0, 10**9)
    assert page.numbers.tolist() == [MOST, -MOST, MOST, 0, 0]


def test_no_part_is_written_over_the_next() -> None:
    page = Page(LAYOUT)
    with pytest.raises(IndexError):
        page.fill("one", [1, 2, 3])
    with pytest.raises(IndexError):
        page.put("one", 2)
    assert not page.numbers.any()
