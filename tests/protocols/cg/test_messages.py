from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Frames, Packet
from stammtisch.protocols.cg.messages import (
    FROM_CLIENT,
    FROM_SERVER,
    PHASES,
    Dropped,
    State,
    packet,
    taken,
)

DASHED = "91EB5E2C-b7e8-4d8a-b865-7e9eaf2e6469"
PLAIN = "91eb5e2cb7e84d8ab8657e9eaf2e6469"


def test_the_tables_have_every_packet_in_some_direction() -> None:
    assert FROM_CLIENT.keys() | FROM_SERVER.keys() == set(ids.REGISTRY.values())


#: (id, state, body): one honest packet of each kind.
HONEST: list[tuple[int, State, dict[str, Any]]] = [
    (ids.SETTYPE, State.HANDSHAKE, {"conntype": "classic"}),
    (ids.ACCEPT, State.HANDSHAKE, {"success": True}),
    (ids.CLOSECONN, State.GAME, {"reason": None}),
    (ids.CLOSECONN, State.PING, {"reason": "pingcomplete"}),
    (
        ids.VERSION_CHECK,
        State.VERSION_CHECK,
        {"protoversion": 1, "semver": "0.3.2-dev", "flavor": "vanilla"},
    ),
    (ids.PING, State.PING, {"user": "", "time": 1.5}),
    (ids.AUTH_PRECHECK, State.AUTH, {"username": "anna"}),
    (ids.AUTH, State.AUTH, {"username": "anna", "pwd": "secret", "create": False}),
    (ids.STATUS_USER, State.AUTH, {"uuid": PLAIN}),
    (ids.STATUS_USER, State.LOBBY, {"uuid": PLAIN, "pwd": ["old", "new"]}),
    (ids.LOBBY_CREATE, State.ACTIVE, {"game": "doppelkopf", "variant": "c"}),
    (
        ids.LOBBY_CHANGE,
        State.LOBBY,
        {"gamerules": {"dk.heart10": True}, "user_order": [PLAIN], "user_roles": {PLAIN: 50}},
    ),
    (ids.LOBBY_READY, State.LOBBY, {"ready": True}),
    (ids.LOBBY_INVITE, State.LOBBY, {"username": "bot_dk_dumb"}),
    (
        ids.LOBBY_INVITE_ACCEPT,
        State.ACTIVE,
        {"accepted": True, "lobby_id": PLAIN, "inviter": PLAIN},
    ),
    (ids.LOBBY_KICK, State.LOBBY, {"uuid": PLAIN, "reason": ""}),
    (ids.LOBBY_LEAVE, State.LOBBY, {"lobby": PLAIN}),
    (ids.GAME_START, State.GAME, {}),
    (ids.GAME_LOAD, State.LOBBY, {"game_id": PLAIN, "data": "a.b.c"}),
    (ids.DK_ANNOUNCE, State.GAME, {"type": "reservation_no"}),
    (ids.DK_ANNOUNCE, State.GAME, {"type": "solo_yes", "data": {"type": "solo_jack"}}),
    (ids.DK_CARD_INTENT, State.GAME, {"intent": "play", "card": PLAIN}),
    (ids.DK_CARD_INTENT, State.GAME, {"intent": "pass_card", "card": [PLAIN] * 3}),
    (ids.DK_COMPLAINT, State.GAME, {"accused": PLAIN, "type": "played_early"}),
    (
        ids.DK_COMPLAINT,
        State.GAME,
        {"accused": PLAIN, "type": "wrong_card", "move": {"5": {"type": "card", "data": "cq"}}},
    ),
]


@pytest.mark.parametrize(("id", "state", "body"), HONEST)
def test_honest_packets_are_taken(id: int, state: State, body: dict[str, Any]) -> None:
    assert taken(Packet(id, body), state) == body


def test_there_is_an_honest_example_of_every_packet_that_clients_send() -> None:
    assert {example[0] for example in HONEST} == FROM_CLIENT.keys()


@pytest.mark.parametrize(("id", "state", "body"), HONEST)
def test_a_key_too_many_is_dropped(id: int, state: State, body: dict[str, Any]) -> None:
    with pytest.raises(Dropped, match="has a key too many: 'colour'"):
        taken(Packet(id, {**body, "colour": "blue"}), state)


@pytest.mark.parametrize(("id", "state", "body"), HONEST)
def test_a_missing_key_is_dropped_if_it_is_required(
    id: int, state: State, body: dict[str, Any]
) -> None:
    required = set() if state is State.PING else set(FROM_CLIENT[id].required)
    for key in body:
        without = Packet(id, {name: value for name, value in body.items() if name != key})
        if key in required:
            with pytest.raises(Dropped, match=f"has no {key}"):
                taken(without, state)
        else:
            assert taken(without, state) == without.body


@pytest.mark.parametrize(("id", "state", "body"), HONEST)
def test_a_packet_is_dropped_in_states_that_are_not_its_own(
    id: int, state: State, body: dict[str, Any]
) -> None:
    states = {State.PING} if state is State.PING else FROM_CLIENT[id].states
    if id == ids.CLOSECONN:
        states = set(State)
    for other in set(State) - set(states):
        with pytest.raises(Dropped):
            taken(Packet(id, body), other)


@pytest.mark.parametrize(
    ("id", "state", "body", "sentence"),
    [
        (ids.LOBBY_READY, State.LOBBY, {"ready": 1}, "ready of cg:lobby.ready must be true or"),
        (
            ids.VERSION_CHECK,
            State.VERSION_CHECK,
            {"protoversion": True, "semver": "", "flavor": ""},
            "must be a whole number",
        ),
        (ids.AUTH, State.AUTH, {"username": b"anna"}, "must be a text"),
        (ids.STATUS_USER, State.AUTH, {"uuid": "anna"}, "must be a UUID"),
        (ids.STATUS_USER, State.AUTH, {"pwd": ["old", 1]}, "must be a list of texts"),
        (ids.LOBBY_CHANGE, State.LOBBY, {"user_roles": {"anna": 50}}, "numbers by UUIDs"),
        (ids.LOBBY_CHANGE, State.LOBBY, {"users": {PLAIN: None}}, "must be maps by UUIDs"),
        (ids.DK_CARD_INTENT, State.GAME, {"intent": "eat", "card": PLAIN}, "one of play, pass"),
        (
            ids.DK_CARD_INTENT,
            State.GAME,
            {"intent": "play", "card": [PLAIN, 3]},
            "must be a UUID or a list of UUIDs",
        ),
        (ids.DK_TURN, State.GAME, {}, "cg:game.dk.turn is nothing that clients send."),
        (4711, State.GAME, {}, "packet 4711 is nothing that clients send."),
        (ids.AUTH_PRECHECK, State.PING, {"username": "x"}, "not taken in the state ping."),
    ],
)
def test_why_a_packet_is_dropped_is_said_for_the_log(
    id: int, state: State, body: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Dropped) as dropped:
        taken(Packet(id, body), state)
    assert sentence in str(dropped.value)


def test_uuids_come_in_either_form() -> None:
    def kicked(uuid: str) -> object:
        return taken(Packet(ids.LOBBY_KICK, {"uuid": uuid, "reason": ""}), State.LOBBY)["uuid"]

    assert kicked(DASHED) == kicked(PLAIN) == kicked(PLAIN.upper()) == PLAIN
    change = Packet(
        ids.LOBBY_CHANGE,
        {"user_order": [DASHED], "user_roles": {DASHED: 10}, "users": {DASHED: {"role": -1}}},
    )
    assert taken(change, State.LOBBY) == {
        "user_order": [PLAIN],
        "user_roles": {PLAIN: 10},
        "users": {PLAIN: {"role": -1}},
    }


@pytest.mark.parametrize(
    "uuid", ["", PLAIN[:-1], PLAIN + "0", DASHED.replace("-", "", 1), PLAIN + "\n", "g" * 32]
)
def test_what_is_nearly_a_uuid_is_none(uuid: str) -> None:
    with pytest.raises(Dropped, match="must be a UUID"):
        taken(Packet(ids.LOBBY_LEAVE, {"lobby": uuid}), State.LOBBY)


# --- out -------------------------------------------------------------------------------------


def test_uuids_leave_without_dashes() -> None:
    sent = packet(
        ids.GAME_START,
        game_type="doppelkopf",
        game_id=DASHED,
        player_list=[DASHED] * 4,
        game_summaries=[],
        gamerules={},
    )
    assert sent.body["game_id"] == PLAIN
    assert sent.body["player_list"] == [PLAIN] * 4


def test_a_card_that_the_receiver_may_not_know() -> None:
    made = packet(
        ids.DK_CARD_TRANSFER, card_id=DASHED, card_value="", from_slot=None, to_slot="stack"
    )
    assert made == Packet(
        84, {"card_id": PLAIN, "card_value": "", "from_slot": None, "to_slot": "stack"}
    )


def test_a_pause_before_a_packet() -> None:
    assert packet(ids.LOBBY_JOIN, lobby=PLAIN, pause=1000).pause == 1000


@pytest.mark.parametrize(
    ("id", "fields", "sentence"),
    [
        (ids.LOBBY_JOIN, {}, "cg:lobby.join has no lobby"),
        (ids.LOBBY_JOIN, {"lobby": PLAIN, "colour": "blue"}, "a key too many: 'colour'"),
        (ids.LOBBY_JOIN, {"lobby": 5}, "lobby of cg:lobby.join must be a UUID"),
        (ids.DK_ROUND_CHANGE, {"phase": "playing"}, "must be one of loading, dealing"),
        (ids.DK_TURN, {"current_trick": "1"}, "has no total_tricks"),
    ],
)
def test_what_a_client_would_not_take_is_not_sent(
    id: int, fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        packet(id, **fields)


def test_every_phase_can_be_said() -> None:
    for phase in PHASES:
        assert packet(ids.DK_ROUND_CHANGE, phase=phase).body == {"phase": phase}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=5,
)
KEYS = sorted({key for form in FROM_CLIENT.values() for key in (*form.required, *form.optional)})


@given(
    st.sampled_from([*FROM_CLIENT, 0, 88, 4711]),
    st.sampled_from(State),
    st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), VALUES, max_size=5),
)
def test_any_packet_is_taken_or_dropped(id: int, state: State, body: dict[str, Any]) -> None:
    try:
        fields = taken(Packet(id, body), state)
    except Dropped as dropped:
        assert str(dropped).endswith(".")
    else:
        assert fields.keys() == body.keys()


def test_what_is_made_can_be_written() -> None:
    made = packet(ids.AUTH, status="logged_in", username="a", uuid=DASHED, pwd=b"", serverid=PLAIN)
    frames = Frames()
    assert frames.feed(frames.encode(made)) == [made]
