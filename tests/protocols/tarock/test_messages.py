"""What is no command is answered by an error object, and the session lives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.protocols.tarock.messages import COMMANDS
from tests.properties import tried
from tests.protocols.tarock.conversation import Guest

NO_OBJECT: list[str] = ["", "{", "[", "null", "5", '"x"', "[]", "NaN", "\x00", "{'a':1}"]
NO_OBJECT += ["[" * 100_000, '{"command":' * 5000, '"\\ud800"', "9" * 5000]

#: What each command needs, rightly typed.
GOOD: dict[str, dict[str, Any]] = {
    "lobby.room.create": {"name": "Miza"},
    "lobby.room.list": {},
    "lobby.room.join": {"room_id": "r1"},
    "lobby.room.leave": {},
    "lobby.room.info": {"room_id": "r1"},
    "lobby.game.start": {},
    "lobby.player.ready": {"state": "9f"},
    "game.tarock.bid": {"contract": "two"},
    "game.tarock.callking": {"suit": "H"},
    "game.tarock.exchange": {"picked": 1, "cards": ["S7", "D4"]},
    "game.tarock.announce": {"bonuses": ["trula"]},
    "game.tarock.play": {"card": "T9"},
    "game.tarock.throw_in": {},
    "game.tarock.continue": {},
    "game.tarock.leave": {},
    "game.tarock.state": {},
    "game.tarock.chat": {"text": "Živjo"},
}


def answer(text: str) -> Any:
    """What comes back if nothing is asked of the house."""
    guest = Guest()
    guest.session.receive(text)
    assert guest.session.asking is None and guest.session.closing is None
    (said,) = guest.said()
    return said


def test_every_command_is_known() -> None:
    assert set(GOOD) == set(COMMANDS)


@pytest.mark.parametrize("text", NO_OBJECT, ids=lambda text: repr(text[:12]))
def test_what_is_no_object_is_an_invalid_request(text: str) -> None:
    said = answer(text)
    assert (said["response"], said["error"]) == (None, "invalid_request")
    assert said["error_description"].endswith(".")


@pytest.mark.parametrize("text", ['{"command":5}', "{}", '{"event":"x"}', '{"command":null}'])
def test_what_has_no_command_is_an_invalid_request(text: str) -> None:
    assert answer(text)["error"] == "invalid_request"


def test_an_unknown_command_is_called_so() -> None:
    said = answer('{"command":"game.tarock.cheat","request_id":7}')
    assert (said["response"], said["request_id"], said["error"]) == (
        "game.tarock.cheat",
        7,
        "unknown_command",
    )


@pytest.mark.parametrize("command", [name for name, keys in GOOD.items() if keys])
@pytest.mark.parametrize("wrong", [None, True, 1.5, [1], {"a": 1}, "missing"])
def test_a_parameter_that_is_missing_or_of_another_type(command: str, wrong: Any) -> None:
    for name in GOOD[command]:
        keys = {**GOOD[command], name: wrong}
        if wrong == "missing":
            del keys[name]
        said = answer(json.dumps({"command": command, "request_id": "a", **keys}))
        assert (said["response"], said["request_id"], said["error"]) == (
            command,
            "a",
            "invalid_request",
        )


@pytest.mark.parametrize("mark", [0, -3, 1.5, "x", "", True, False, None, 10**30])
def test_a_request_id_comes_back_in_an_error_and_in_a_response(mark: Any) -> None:
    said = answer(json.dumps({"command": "game.tarock.play", "card": "T1", "request_id": mark}))
    assert said["error"] == "not_in_game"
    assert said["request_id"] == mark and type(said["request_id"]) is type(mark)


def test_a_request_id_that_is_no_scalar_is_refused_and_not_sent_back() -> None:
    said = answer('{"command":"lobby.room.list","request_id":[1]}')
    assert said["error"] == "invalid_request" and "request_id" not in said


def test_extra_keys_are_passed_over() -> None:
    guest = Guest()
    guest.session.receive('{"command":"lobby.room.list","colour":"red"}')
    assert guest.session.asking is not None and not guest.texts()


@pytest.mark.parametrize("command", sorted(GOOD))
def test_outside_any_room_there_is_no_game(command: str) -> None:
    guest = Guest()
    guest.session.receive(json.dumps({"command": command, **GOOD[command]}))
    if guest.session.asking is not None:
        assert command in (
            "lobby.room.create",
            "lobby.room.list",
            "lobby.room.join",
            "lobby.room.info",
        )
        return
    (said,) = guest.said()
    assert said["response"] == command
    wanted = "not_in_game" if command.startswith("game.") else "not_in_room"
    assert said["error"] == wanted


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
PARAMETERS = sorted({name for keys in GOOD.values() for name in keys})
keys = st.sampled_from([*PARAMETERS, "kontra", "choice", "request_id", "password", "options"])
objects = st.dictionaries(keys, values, max_size=5).flatmap(
    lambda said: st.sampled_from(sorted(COMMANDS)).map(lambda name: {**said, "command": name})
)


@given(st.text() | values.map(json.dumps) | objects.map(json.dumps))
@tried(200)
def test_whatever_comes_the_session_lives(text: str) -> None:
    guest = Guest().sits(0)
    guest.session.receive(text)
    assert guest.session.closing is None
    if guest.session.asking is None:
        (said,) = guest.said()
        assert said["error"] and said["error_description"]
    else:
        assert not guest.texts(), "the answer comes when the house has answered"
