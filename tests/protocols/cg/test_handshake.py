from __future__ import annotations

import pytest

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Frames, Packet
from stammtisch.protocols.cg.handshake import ClientVersion, Handshake, Standing
from stammtisch.protocols.cg.messages import Dropped, State
from tests.protocols.cg import recorded

STANDING = Standing(
    name="stammtisch",
    visible_name="Stammtisch",
    slogan="Sit down.",
    most_players=10_000,
    players=3,
    can_log_on=True,
    time=1.7e9,
)


def said(handshake: Handshake, data: bytes) -> bytes:
    """What the handshake answers to these bytes."""
    frames = Frames()
    answers = [answer for packet in frames.feed(data) for answer in handshake.receive(packet)]
    return b"".join(map(frames.encode, answers))


def test_the_recorded_handshake_byte_by_byte() -> None:
    handshake = Handshake()
    assert Frames().encode(handshake.hello()) == recorded.HELLO
    answer = said(handshake, recorded.SETTYPE)
    assert answer[: len(recorded.HANDSHAKE)] == recorded.HANDSHAKE
    assert len(answer) == 657
    assert said(handshake, recorded.ACCEPT) == b""
    assert said(handshake, recorded.VERSION_CHECK) == recorded.VERSION_ANSWER
    assert handshake.state is State.AUTH
    assert handshake.version == ClientVersion(1, "0.3.2-dev", "vanilla")
    assert handshake.closing is None


def test_the_client_gets_the_whole_registry() -> None:
    [answer] = Handshake().receive(Packet(ids.SETTYPE, {"conntype": "classic"}))
    assert answer.body["registry"] == ids.REGISTRY


def test_a_connection_without_a_type_is_classic() -> None:
    [answer] = Handshake().receive(Packet(ids.SETTYPE, {}))
    assert answer.id == ids.HANDSHAKE


def test_a_connection_of_another_type_is_closed_with_a_sentence() -> None:
    handshake = Handshake()
    [answer] = handshake.receive(Packet(ids.SETTYPE, {"conntype": "bridge"}))
    assert answer == Packet(
        ids.CLOSECONN, {"reason": "A connection is of the type classic or ping."}
    )
    assert handshake.closing == answer.body["reason"]


def test_any_version_of_the_client_will_do() -> None:
    handshake = Handshake()
    said(handshake, recorded.SETTYPE + recorded.ACCEPT)
    version = {"protoversion": 99, "semver": "9.9.9", "flavor": "chocolate"}
    [answer] = handshake.receive(Packet(ids.VERSION_CHECK, version))
    assert answer.body["compatible"] is True
    assert handshake.version == ClientVersion(99, "9.9.9", "chocolate")


def test_a_client_that_does_not_accept_is_let_go() -> None:
    handshake = Handshake()
    said(handshake, recorded.SETTYPE)
    assert handshake.receive(Packet(ids.ACCEPT, {"success": False})) == []
    assert handshake.closing == "The client does not accept the handshake."
    assert handshake.state is State.HANDSHAKE


@pytest.mark.parametrize("before", [b"", recorded.SETTYPE, recorded.SETTYPE + recorded.ACCEPT])
def test_a_client_may_go_at_any_time(before: bytes) -> None:
    handshake = Handshake()
    said(handshake, before)
    assert said(handshake, recorded.CLOSE) == b""
    assert handshake.closing == "The client went: bye"


@pytest.mark.parametrize(
    ("before", "data"),
    [
        (b"", recorded.ACCEPT),
        (b"", recorded.VERSION_CHECK),
        (recorded.SETTYPE, recorded.SETTYPE),
        (recorded.SETTYPE, recorded.VERSION_CHECK),
        (recorded.SETTYPE, recorded.INTENT),
        (recorded.SETTYPE + recorded.ACCEPT, recorded.ACCEPT),
        (recorded.SETTYPE + recorded.ACCEPT + recorded.VERSION_CHECK, recorded.VERSION_CHECK),
    ],
)
def test_what_comes_out_of_turn_is_dropped(before: bytes, data: bytes) -> None:
    handshake = Handshake()
    said(handshake, before)
    state = handshake.state
    with pytest.raises(Dropped):
        said(handshake, data)
    assert (handshake.state, handshake.closing) == (state, None)


def pinging() -> Handshake:
    handshake = Handshake()
    assert handshake.receive(Packet(ids.SETTYPE, {"conntype": "ping"})) == []
    assert handshake.state is State.PING
    return handshake


def test_a_ping_is_answered_with_how_the_server_is() -> None:
    handshake = pinging()
    query = {"user": "", "time": 12.5}
    assert handshake.receive(Packet(64, query)) == []
    assert handshake.ping == query
    assert handshake.pong(STANDING) == Packet(
        65,
        {
            "oldmsg": query,
            "name": "stammtisch",
            "visiblename": "Stammtisch",
            "slogan": "Sit down.",
            "maxplayers": 10_000,
            "playercount": 3,
            "playerlist": [],
            "canlogon": True,
            "version": 1,
            "flavor": "vanilla",
            "timestamp": 1.7e9,
            "peng3dnet": {"version": "0.1.3a0", "release": "0.1.3a0", "protoversion": 2},
        },
    )
    assert handshake.ping is None


def test_a_ping_ends_with_two_closeconns() -> None:
    handshake = pinging()
    for reason in (None, "pingcomplete"):
        assert handshake.receive(Packet(ids.CLOSECONN, {"reason": reason})) == []
        assert handshake.closing is not None


def test_who_only_pings_never_gets_in() -> None:
    handshake = pinging()
    said_of_itself = {"protoversion": 1, "semver": "0.3.2-dev", "flavor": "vanilla"}
    for packet in (
        Packet(ids.SETTYPE, {"conntype": "classic"}),
        Packet(ids.ACCEPT, {"success": True}),
        Packet(ids.VERSION_CHECK, said_of_itself),
        Packet(ids.AUTH_PRECHECK, {"username": "anna"}),
    ):
        with pytest.raises(Dropped):
            handshake.receive(packet)
    assert handshake.state is State.PING
