from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.protocols.tiles.lines import Lines, LineTooLong
from tests.properties import tried

Outcome = tuple[list[str], bool]


def outcome(limit: int, chunks: list[bytes]) -> Outcome:
    """The lines that came out, and whether one was too long."""
    lines = Lines(limit)
    out: list[str] = []
    too_long = False
    for chunk in chunks:
        try:
            out += lines.feed(chunk)
        except LineTooLong as overrun:
            out += overrun.messages
            too_long = True
    return out, too_long


def plainly(limit: int, data: bytes) -> Outcome:
    """The same, said in the plainest way for data that came at once."""
    *complete, rest = re.split(rb"\r\n|\r|\n", data)
    out: list[str] = []
    for line in complete:
        if len(line) > limit:
            return out, True
        out.append(line.decode("utf-8", "replace"))
    return out, len(rest) > limit


def cut(data: bytes, places: list[int]) -> list[bytes]:
    bounds = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(bounds)]


STREAMS = st.one_of(
    st.binary(max_size=60),
    st.lists(
        st.sampled_from([b"\r", b"\n", b"\r\n", b"PING", "ü€😀".encode(), b"\xff", b"\xe2\x82"])
    ).map(b"".join),
)


def test_a_line_ends_at_lf_cr_or_crlf() -> None:
    assert Lines().feed(b"PING\nPING\rPING\r\n") == ["PING", "PING", "PING"]


def test_crlf_cut_in_two_is_one_ending() -> None:
    lines = Lines()
    assert lines.feed(b"PING\r") == ["PING"]
    assert lines.feed(b"") == []
    assert lines.feed(b"\nRSTA\r\n") == ["RSTA"]
    assert lines.feed(b"\n") == [""]


def test_a_line_may_come_in_pieces() -> None:
    lines = Lines()
    assert lines.feed(b"PI") == []
    assert lines.feed(b"N") == []
    assert lines.feed(b"G\r\nRS") == ["PING"]
    assert lines.feed(b"TA\n") == ["RSTA"]


def test_a_character_cut_in_two_is_whole_again() -> None:
    zurich = "LOGI zürich\r\n".encode()
    lines = Lines()
    assert lines.feed(zurich[:7]) == []
    assert lines.feed(zurich[7:]) == ["LOGI zürich"]


def test_bad_bytes_are_replaced() -> None:
    assert Lines().feed(b"LOGI z\xfcrich\n\xc3\nPING\n") == ["LOGI z\ufffdrich", "\ufffd", "PING"]


def test_other_unicode_line_breaks_end_no_line() -> None:
    text = "a\u2028b\x0bc\x0cd\x85e\x1cf"
    assert Lines().feed(text.encode() + b"\n") == [text]


def test_a_line_of_just_the_limit_is_fine_and_its_ending_does_not_count() -> None:
    lines = Lines()
    assert lines.feed(b"x" * 8192) == []
    assert lines.feed(b"\r\n") == ["x" * 8192]
    assert lines.feed(b"y" * 8192 + b"\r\n") == ["y" * 8192]


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\nPING\r\n"])
def test_a_longer_line_is_refused_after_those_before_it(ending: bytes) -> None:
    lines = Lines()
    with pytest.raises(LineTooLong, match=r"longer than 8192 bytes\.") as refused:
        lines.feed(b"PING\nRSTA\n" + b"x" * 8193 + ending)
    assert refused.value.messages == ["PING", "RSTA"]


def test_after_a_line_too_long_nothing_is_read() -> None:
    lines = Lines(4)
    for chunk in (b"12345", b"PING\n", b""):
        with pytest.raises(LineTooLong) as refused:
            lines.feed(chunk)
        assert refused.value.messages == []


def test_many_short_lines_in_one_chunk_are_not_too_long() -> None:
    assert Lines(4).feed(b"PING\r\n" * 100) == ["PING"] * 100


@tried(200)
@given(STREAMS, st.lists(st.integers(0, 200), max_size=8), st.integers(0, 12))
def test_chunks_make_no_difference(data: bytes, places: list[int], limit: int) -> None:
    expected = plainly(limit, data)
    assert outcome(limit, [data]) == expected
    assert outcome(limit, cut(data, places)) == expected
    assert outcome(limit, [data[at : at + 1] for at in range(len(data))]) == expected


def test_lines_leave_with_crlf() -> None:
    assert Lines().encode("LOGI zürich") == "LOGI zürich\r\n".encode()
    assert Lines().encode("half \ud83c") == b"half ?\r\n"


def test_the_last_line_is_a_ping_with_the_reason() -> None:
    assert Lines().farewell("It is late.") == 'PING "It is late.%"'
