from __future__ import annotations

import tracemalloc
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.protocols.cg.frames import LIMIT, Frames, Packet
from stammtisch.protocols.framing import BadFrame, TooBig
from tests.properties import tried
from tests.protocols.cg import recorded


def frame(body: bytes, id: int = 64, flags: int = 0) -> bytes:
    return (6 + len(body)).to_bytes(4, "big") + id.to_bytes(4, "big") + flags.to_bytes(2) + body


def packed(body: Any, id: int = 64) -> bytes:
    return frame(msgspec.msgpack.encode(body), id)


def squeezed(body: bytes, id: int = 64) -> bytes:
    return frame(zlib.compress(body), id, 1)


def outcome(data: bytes, limit: int = LIMIT) -> tuple[list[Packet], BadFrame | None]:
    try:
        return Frames(limit).feed(data), None
    except BadFrame as bad:
        return list(bad.messages), bad


def test_what_the_original_client_sent_is_read() -> None:
    packets = Frames().feed(
        recorded.SETTYPE
        + recorded.ACCEPT
        + recorded.VERSION_CHECK
        + recorded.INTENT
        + recorded.CLOSE
    )
    assert packets == [
        Packet(2, {"conntype": "classic"}),
        Packet(4, {"success": True}),
        Packet(64, {"protoversion": 1, "semver": "0.3.2-dev", "flavor": "vanilla"}),
        Packet(83, {"intent": "play", "card": recorded.CARD}),
        Packet(16, {"reason": "bye"}),
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1024])
def test_frames_are_put_together_however_they_were_split(size: int) -> None:
    data = recorded.SETTYPE + recorded.ACCEPT + recorded.VERSION_CHECK
    frames = Frames()
    packets: list[Packet] = []
    for at in range(0, len(data), size):
        packets += frames.feed(data[at : at + size])
    assert packets == Frames().feed(data)
    assert len(packets) == 3


# --- out -------------------------------------------------------------------------------------


def test_frames_leave_as_the_original_server_wrote_them() -> None:
    hello = Packet(1, {"version": "0.1.3a0", "protoversion": 2})
    assert Frames().encode(hello) == recorded.HELLO
    transfer = {
        "card_id": recorded.CARD,
        "card_value": "sa",
        "from_slot": "hand0",
        "to_slot": "table",
    }
    assert Frames().encode(Packet(84, transfer)) == recorded.TRANSFER


def test_the_last_words_are_a_closeconn() -> None:
    frames = Frames()
    assert frames.encode(frames.farewell("bye")) == recorded.CLOSE


def test_a_long_body_leaves_compressed() -> None:
    short, long = Packet(80, {"data": "x" * 8183}), Packet(80, {"data": "x" * 8184})
    assert Frames().encode(short)[8:10] == b"\0\0"
    sent = Frames().encode(long)
    assert sent[8:10] == b"\0\1"
    assert len(sent) < 200
    assert Frames().feed(sent) == [long]


def test_bytes_go_out_as_bytes_and_nothing_as_nil() -> None:
    assert Frames().encode(Packet(66, {"pwd": b"", "x": None}))[10:] == bytes.fromhex(
        "82 a3707764 c400 a178 c0"
    )


def test_a_text_that_cannot_be_utf8_is_sent_as_well_as_it_can_be() -> None:
    sent = Frames().encode(Packet(68, {"data": {"half \ud83c": ["\udc00", 1, b"x"]}}))
    assert Frames().feed(sent) == [Packet(68, {"data": {"half ?": ["?", 1, b"x"]}})]


def test_the_pause_before_a_packet_is_not_on_the_wire() -> None:
    frames = Frames()
    calm = Packet(84, {}, pause=1000)
    assert frames.encode(calm) == frames.encode(Packet(84, {}))
    assert (frames.pause(calm), frames.pause(Packet(84, {}))) == (1000, 0)


# --- bad frames ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\0\0\0\0", "A frame has at least 6 bytes after its length, not 0."),
        (b"\0\0\0\5\0\0\0\1\0", "A frame has at least 6 bytes after its length, not 5."),
        (frame(b""), "A body must be a map."),
        (packed([1]), "A body must be a map."),
        (packed(None), "A body must be a map."),
        (frame(b"\x81"), "The body is no msgpack: Input data was truncated."),
        (frame(b"\x80\x80"), "no msgpack: MessagePack data is malformed: trailing characters"),
        (frame(b"\x81\xa1a\xc1"), "The body is no msgpack"),
        (frame(b"\x81\xa1a\xa1\xff"), "The body is no msgpack"),
        (frame(b"\x81\xa1\xff\xc0"), "The body is no msgpack"),
        (frame(b"\x81\xa1a\xdd\xff"), "The body is no msgpack"),
        (packed({1: 2}), "The keys of a map must be texts."),
        (packed({"moves": {None: "kontra"}}), "The keys of a map must be texts."),
        (packed({b"a": 2}), "The keys of a map must be texts."),
        (frame(b"\x81\xc0\xc0"), "The keys of a map must be texts."),
        (frame(b"\x81\xa1a\xd4\5\0"), "The extension types of msgpack are not understood here."),
        (frame(b"\x81\xa1a\x91\xd6\xff\0\0\0\1"), "The extension types"),
        (frame(b"\x80", flags=2), "Encrypted frames are not understood here."),
        (frame(b"\x80\x80\x80", flags=1), "The frame's body is not what zlib compresses to."),
        (frame(zlib.compress(b"\x80")[:-1], flags=1), "The frame's compressed body is cut off."),
        (frame(b"", flags=1), "The frame's compressed body is cut off."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    packets, bad = outcome(recorded.ACCEPT + data + recorded.ACCEPT)
    assert packets == [Packet(4, {"success": True})]
    assert bad is not None
    assert sentence in bad.sentence
    assert not isinstance(bad, TooBig)


def test_after_a_bad_frame_nothing_is_read() -> None:
    frames = Frames()
    for chunk in (b"\0\0\0\0", recorded.ACCEPT, b""):
        with pytest.raises(BadFrame, match="at least 6 bytes") as refused:
            frames.feed(chunk)
        assert list(refused.value.messages) == []


@pytest.mark.parametrize("length", [LIMIT + 1, 2**32 - 1])
def test_a_frame_over_the_limit_is_refused_as_soon_as_its_length_is_known(length: int) -> None:
    with pytest.raises(TooBig, match=r"^A frame must not be longer than 1048576 bytes\.$"):
        Frames().feed(length.to_bytes(4, "big"))


def test_a_frame_of_just_the_limit_is_read() -> None:
    body = b"\x81\xa1a\xc6" + (LIMIT - 14).to_bytes(4, "big") + bytes(LIMIT - 14)
    assert len(frame(body)) == 4 + LIMIT
    assert Frames().feed(frame(body)) == [Packet(64, {"a": bytes(LIMIT - 14)})]


def test_what_follows_a_compressed_body_is_padding() -> None:
    assert Frames().feed(frame(zlib.compress(b"\x80") + b"padding", flags=1)) == [Packet(64, {})]


def test_a_body_may_be_as_long_as_the_limit_when_inflated_and_no_longer() -> None:
    def body(size: int) -> bytes:
        return b"\x81\xa1a\xc6" + (size - 8).to_bytes(4, "big") + bytes(size - 8)

    assert len(Frames().feed(squeezed(body(LIMIT)))) == 1
    with pytest.raises(TooBig, match=r"^What was compressed must not be longer than 1048576"):
        Frames().feed(squeezed(body(LIMIT + 1)))


def test_a_body_has_only_so_many_values() -> None:
    assert Frames().feed(packed({"a": [0] * 9_999})) == [Packet(64, {"a": [0] * 9_999})]
    for body in ({"a": [0] * 10_000}, {"a": [[]] * 5_000, "b": [{}] * 5_000}):
        with pytest.raises(TooBig, match=r"^A body has at most 10000 values\.$"):
            Frames().feed(packed(body))


def test_values_are_nested_only_so_deep() -> None:
    def nested(depth: int) -> bytes:
        return frame(b"\x81\xa1a" * depth + b"\xc0")

    assert len(Frames().feed(nested(16))) == 1
    with pytest.raises(TooBig, match=r"nested at most 16 deep"):
        Frames().feed(nested(17))
    _, bad = outcome(frame(b"\x81\xa1a" + b"\x91" * 200_000))
    assert bad is not None


def peak(data: bytes) -> int:
    """How much memory it takes at most to read this."""
    frames = Frames()
    tracemalloc.start()
    try:
        frames.feed(data)
    except BadFrame:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return most


MANY_MAPS = b"\x81\xa1a\xdd" + (LIMIT - 100).to_bytes(4, "big") + b"\x80" * (LIMIT - 100)


@pytest.mark.parametrize(
    "bomb",
    [
        frame(MANY_MAPS),
        squeezed(MANY_MAPS),
        squeezed(bytes(50_000_000)),
        squeezed(b"\x81\xa1a\xc6" + (LIMIT - 100).to_bytes(4, "big") + bytes(LIMIT - 100)) * 60,
        frame(b"\x81\xa1a\xdd\xff\xff\xff\xff" + bytes(1000)),
        (LIMIT + 1).to_bytes(4, "big") + bytes(1000),
    ],
    ids=["maps", "squeezed maps", "zeros", "many in one chunk", "a count", "a length"],
)
def test_a_bomb_takes_no_more_memory_than_an_honest_frame(bomb: bytes) -> None:
    assert peak(bomb) < 6 * LIMIT + 2 * len(bomb)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False)
    | st.text(max_size=20) | st.binary(max_size=20),
    lambda inside: st.lists(inside, max_size=4)
    | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=6,
)  # fmt: skip
BODIES = st.dictionaries(st.text(max_size=8), VALUES, max_size=4)
IDS = st.integers(0, 2**32 - 1)


@given(st.lists(st.tuples(IDS, BODIES), max_size=5), st.lists(st.integers(0, 400), max_size=8))
def test_what_is_written_is_read_again_however_it_was_split(
    sent: list[tuple[int, dict[str, Any]]], places: list[int]
) -> None:
    packets = [Packet(*each) for each in sent]
    data = b"".join(map(Frames().encode, packets))
    frames, got, at = Frames(), [], 0
    for place in [*sorted(place for place in places if place < len(data)), len(data)]:
        got += frames.feed(data[at:place])
        at = place
    assert got == packets


@st.composite
def almost_frames(draw: st.DrawFn) -> bytes:
    """Frames of honest shape with nonsense in them, and nonsense between them."""
    pieces = []
    for _ in range(draw(st.integers(0, 4))):
        body = draw(st.binary(max_size=40) | BODIES.map(msgspec.msgpack.encode))
        flags = draw(st.sampled_from([0, 0, 1, 2, 0xFFFF]))
        if draw(st.booleans()):
            body = zlib.compress(body)
        data = bytearray(frame(body, draw(IDS), flags))
        if draw(st.integers(0, 3)) == 0:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
        pieces.append(bytes(data))
    return b"".join(pieces) + draw(st.binary(max_size=12))


@tried(125)
@given(st.binary(max_size=200) | almost_frames(), st.integers(1, 50))
def test_any_bytes_are_packets_or_one_refusal(data: bytes, size: int) -> None:
    expected, bad = outcome(data)
    frames, got, refused = Frames(), [], False
    for at in range(0, len(data), size):
        try:
            got += frames.feed(data[at : at + size])
        except BadFrame as error:
            got += error.messages
            refused = True
    # Not a number is not even itself.
    assert repr(got) == repr(expected)
    assert refused == (bad is not None)
    for packet in got:
        assert isinstance(packet.body, dict)
        Frames().encode(packet)


@pytest.mark.parametrize(
    "odd",
    [{"text": "x" * 20_000}, {"text": "\ud800"}, {"text": "short"}],
    ids=["long", "half", "-"],
)
def test_packets_that_go_together_are_the_same_bytes_as_one_by_one(odd: dict[str, str]) -> None:
    frames, packets = Frames(), [Packet(68, {"a": 1}), Packet(70, odd), Packet(72, {})]
    assert frames.encode_all(packets) == b"".join(map(frames.encode, packets))


def test_packets_that_nobody_asks_for_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    decode = Frames._read

    def counted(frames: Frames, one: bytes) -> Packet:
        read.append(one)
        return decode(frames, one)

    monkeypatch.setattr(Frames, "_read", counted)
    packets = Frames().read(packed({}) * 1000)
    assert next(packets) == Packet(64, {})
    assert len(read) == 1
