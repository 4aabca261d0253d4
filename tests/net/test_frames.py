from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.net.frames import BadFrame, Close, FrameReader, accepted, read_close, text_frames
from tests.net.client import BINARY, CLOSE, KEY, PING, TEXT, frame

MOST = 300


def read(reader: FrameReader, data: bytes) -> list[tuple[int, bool, bytes] | Close]:
    """All frames of the data, and the code of each that is refused."""
    reader.feed(data)
    found: list[tuple[int, bool, bytes] | Close] = []
    while True:
        try:
            one = reader.next()
        except BadFrame as bad:
            found.append(bad.code)
            continue
        if one is None:
            return found
        found.append(one)


@given(
    st.lists(
        st.tuples(st.sampled_from([TEXT, BINARY, 0]), st.booleans(), st.binary(max_size=MOST))
    ),
    st.lists(st.integers(1, 400)),
)
def test_frames_are_the_same_however_the_bytes_are_cut(
    frames: list[tuple[int, bool, bytes]], cuts: list[int]
) -> None:
    data = b"".join(frame(kind, payload, fin=fin) for kind, fin, payload in frames)
    reader, heard = FrameReader(MOST), []
    for size in [*cuts, len(data)]:
        heard += read(reader, data[:size])
        data = data[size:]
    assert heard == frames


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(TEXT, b"x" * (MOST + 1)), Close.TOO_BIG),
        (frame(TEXT, b"x" * 9, rsv=4), Close.BROKE_PROTOCOL),
        (frame(3, b"x" * 200), Close.BROKE_PROTOCOL),
        (frame(PING, b"x" * 126), Close.BROKE_PROTOCOL),
        (frame(PING, b"x", fin=False), Close.BROKE_PROTOCOL),
        (b"\x81\x03abc", Close.BROKE_PROTOCOL),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_frame_that_is_refused_is_passed_over(bad: bytes, code: Close, whole: bool) -> None:
    """The close that answers the refusal must be found behind it."""
    data = bad + frame(CLOSE, b"\x03\xea") + frame(TEXT, b"more")
    pieces = [data] if whole else [data[at : at + 1] for at in range(len(data))]
    reader = FrameReader(MOST)
    heard = [one for piece in pieces for one in read(reader, piece)]
    assert heard == [code, (CLOSE, True, b"\x03\xea"), (TEXT, True, b"more")]


def test_a_frame_that_is_too_large_is_refused_by_its_head() -> None:
    head = frame(TEXT, b"x" * 70_000)[:10]
    assert read(FrameReader(MOST), head) == [Close.TOO_BIG]


def test_a_close_has_a_code_that_may_be_on_the_wire() -> None:
    assert read_close(b"") == 1000
    assert read_close((4001).to_bytes(2) + "böse".encode()) == 4001
    for payload, code in ((b"\x03", 1002), ((1005).to_bytes(2), 1002), (b"\x03\xe8\xff", 1007)):
        with pytest.raises(BadFrame) as refused:
            read_close(payload)
        assert refused.value.code == code


def test_the_answer_to_a_key_is_that_of_the_standard() -> None:
    assert b"\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n" in accepted(KEY)


def test_each_message_is_a_frame_of_its_own() -> None:
    assert (
        text_frames(["ä", "", "x" * 200])
        == b"\x81\x02\xc3\xa4\x81\x00\x81\x7e\x00\xc8" + b"x" * 200
    )
