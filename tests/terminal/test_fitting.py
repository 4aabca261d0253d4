from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from stammtisch.terminal.text import Key, cut, key_line, laid_out, plain, too_small

KEYS = (Key("enter", "play", "Enter"), Key("d", "draw"), Key("a", "accuse"), Key("l", "log"))


@given(st.text(max_size=300), st.integers(2, 80))
def test_what_is_cut_finds_room_in_one_line_and_does_nothing_to_the_terminal(
    text: str, width: int
) -> None:
    shown = cut(text, width)
    assert cell_len(shown) <= width
    assert shown.isprintable()


def test_what_is_short_stays_and_what_is_long_shows_that_there_is_more() -> None:
    assert cut("have a nice day", 15) == "have a nice day"
    assert cut("have a nice day", 14) == "have a nice d…"
    assert plain("one\ntwo\x1b[2J") == "one two [2J"


@given(st.lists(st.integers(1, 12), max_size=10), st.integers(20, 80))
def test_entries_go_on_in_the_next_line_and_none_is_torn_or_lost(
    lengths: list[int], width: int
) -> None:
    entries = [Text(chr(ord("a") + at) * length) for at, length in enumerate(lengths)]
    lines = laid_out(Text("say: "), entries, width)
    assert all(line.cell_len <= width for line in lines)
    assert " ".join(line.plain for line in lines).split()[1:] == [one.plain for one in entries]


@pytest.mark.parametrize("width", [18, 30, 40, 60, 80])
def test_help_and_quit_are_in_the_line_of_keys_however_narrow_it_is(width: int) -> None:
    line = key_line(KEYS, width).plain
    assert line.endswith("? help  q quit")
    assert len(line) <= width
    assert ("Enter play" in line) == (width >= 30)
    assert ("l log" in line) == (width >= 60)


def test_a_small_terminal_is_told_what_is_needed_within_forty_columns() -> None:
    assert too_small(80, 24) is None
    assert too_small(40, 24) == "A table needs 80 × 24, not 40 × 24."
    assert too_small(80, 23) is not None
