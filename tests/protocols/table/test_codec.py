from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.games.game import Field, Form
from stammtisch.games.tiles.records import Drawn, Status
from stammtisch.lobby.admin_commands import ListTables
from stammtisch.protocols.table.codec import EventTexts, Unreadable, decode, observation_told
from stammtisch.protocols.table.messages import ASKS
from stammtisch.requests import Act
from stammtisch.tables.events import EventBatch
from tests.properties import tried
from tests.protocols.table.conversation import Conversation, dealt_match, inside, outside, seated


@pytest.mark.parametrize(
    ("text", "id", "code", "part"),
    [
        ("", None, "bad_json", "JSON"),
        ("{", None, "bad_json", "JSON"),
        ("[]", None, "bad_message", "object"),
        ("{}", None, "bad_message", "`type`"),
        ('{"type":"fly","id":3}', 3, "bad_message", "'fly'"),
        ('{"type":7,"id":"a"}', "a", "bad_message", "$.type"),
        ('{"id":4,"type":"sit","seat":"one"}', 4, "bad_message", "$.seat"),
        ('{"id":4,"type":"sit","seat":-1}', 4, "bad_message", "$.seat"),
        ('{"id":4,"type":"sit","chair":1}', 4, "bad_message", "`chair`"),
        ('{"id":[],"type":"ping"}', None, "bad_message", "$.id"),
        ('{"id":1,"type":"enter","name":"%s"}' % ("x" * 65), 1, "bad_message", "$.name"),
        ('{"id":1,"type":"enter","name":""}', 1, "bad_message", "$.name"),
        ('{"id":1,"type":"say","text":"%s"}' % ("x" * 2001), 1, "bad_message", "$.text"),
        ('{"type":"enter","name":"\ud800"}', None, "bad_json", "JSON"),
        ('{"id":1,"type":"act","action":' + "[" * 5000 + "}", None, "bad_message", "$.action"),
        ('{"type":"act","action":{"a":' + "[" * 5000 + "}", None, "bad_json", "JSON"),
        ('{"id":1,"type":"act","action":{"a":%s}}' % ("[" * 31 + "]" * 31), 1, "bad_message", "32"),
    ],
)
def test_what_cannot_be_read_says_what_is_wrong(
    text: str, id: int | str | None, code: str, part: str
) -> None:
    with pytest.raises(Unreadable) as error:
        decode(text)
    assert (error.value.id, error.value.code) == (id, code)
    assert part in error.value.message
    assert error.value.message.endswith(".")


def test_a_whole_number_may_be_written_with_a_point_or_an_exponent() -> None:
    text = (
        '{"type":"act","id":7.0,"seq":12.0,"action":{"type":"put","tile":4.3e1,"rack":[3.0,0.5]}}'
    )
    number, act = decode(text)
    assert isinstance(act, Act)
    assert (number, act.seq) == (7, 12)
    assert repr(act.action) == "{'type': 'put', 'tile': 43, 'rack': [3, 0.5]}"
    for wrong in ("7.5", "1e300", '"7"'):
        with pytest.raises(Unreadable):
            decode(f'{{"type":"sit","id":1,"seat":{wrong}}}')


def test_brackets_in_texts_and_side_by_side_are_not_nested() -> None:
    deep = "[" * 30 + "]" * 30
    strings = ", ".join(['"[{[{\\\\\\"[{"'] * 20)
    wide = ", ".join(["[[]]"] * 50)
    text = f'{{"type":"act","action":{{"a":{deep},"b":[{strings}],"c":[{wide}]}}}}'
    assert isinstance(decode(text)[1], Act)


# --- whatever is sent, an answer comes -----------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
types = st.sampled_from([ask.__struct_config__.tag for ask in ASKS])
fields = st.sampled_from(["id", *sorted({one for ask in ASKS for one in ask.__struct_fields__})])
actions = st.fixed_dictionaries(
    {"type": st.sampled_from(["draw", "put"])}, optional={"tile": values}
)
near_messages = st.builds(
    lambda kind, rest: {"type": kind, **rest},
    types | values,
    st.dictionaries(fields, values | actions | types, max_size=5),
)
states = st.sampled_from([outside, inside, seated])


def one_error_or_one_request(peer: Conversation, text: str) -> None:
    asked = peer.send_text(text)
    messages = peer.heard()
    if asked is None:
        assert [message["type"] for message in messages] in (["error"], ["pong"])
    else:
        assert messages == []
    assert peer.session.closing is None


@given(states, values | near_messages)
@tried(200)
def test_any_json_is_answered_or_asked(state: Any, value: Any) -> None:
    one_error_or_one_request(state(), msgspec.json.encode(value).decode())


@given(states, st.text(st.characters()))
@settings(deadline=None)
def test_any_text_is_answered(state: Any, text: str) -> None:
    one_error_or_one_request(state(), text)


@given(st.sampled_from(ASKS), st.data())
@settings(deadline=None)
def test_every_ask_survives_its_own_encoding(ask: type[Any], data: st.DataObject) -> None:
    given_fields = {
        field.name: data.draw(_plausible(field.type))
        for field in msgspec.structs.fields(ask)
        if field.required or data.draw(st.booleans())
    }
    message = ask(**given_fields)
    assert decode(msgspec.json.encode(message).decode()) == (None, message)


def _plausible(kind: Any) -> st.SearchStrategy[Any]:
    """Values that a field may have, tried against the type itself."""
    candidates: list[Any] = [
        None,
        True,
        0,
        3,
        "x",
        "table",
        "easy",
        "bot",
        "events",
        [],
        {},
        {"type": "draw"},
        ListTables(),
    ]
    fitting = [value for value in candidates if _fits(value, kind)]
    assert fitting
    return st.sampled_from(fitting)


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


# --- events are encoded once ---------------------------------------------------------------------

STATUS = Status(tops=(None, 3, None, None), turn=1)


def test_listeners_of_the_same_events_get_the_same_text() -> None:
    texts = EventTexts()
    first = texts.text(EventBatch("t1", 4, 100, [STATUS]))
    assert texts.text(EventBatch("t1", 4, 100, [STATUS])) is first


def test_what_only_one_may_see_goes_to_nobody_else() -> None:
    texts = EventTexts()
    drawn = Drawn(seat=0, stack="main", tile=17, left=40)
    for seat, tile in ((0, 17), (1, None), (None, None)):
        batch = EventBatch("t1", 4, 100, [drawn.seen_by(seat), STATUS])
        assert msgspec.json.decode(texts.text(batch))["events"][0]["tile"] == tile


def test_nobody_is_sent_what_a_neighbour_sees() -> None:
    """The events of a step are the same for all, what they see after it is not."""
    texts, match = EventTexts(), dealt_match()
    for seat in (0, 1, 2, 3, None, 0):
        observation = match.observation(seat)
        message = msgspec.json.decode(texts.text(EventBatch("t1", 4, 100, [STATUS], observation)))
        seen = msgspec.json.decode(msgspec.json.encode(match.view(seat)))
        assert message["observation"]["view"] == seen
        assert len(message["observation"]["legal"]) == len(observation.actions)
    assert "observation" not in msgspec.json.decode(texts.text(EventBatch("t1", 4, 100, [STATUS])))


def test_a_form_is_told_as_it_is_to_be_filled_in() -> None:
    field = Field("cards", 3, 3, (1, 5, 9))
    words = Field("text", 1, 80, None)
    observation = replace(dealt_match().observation(0), forms=(Form("pass", 7, (field, words)),))
    (form,) = observation_told(observation).forms
    assert (form.action, form.number) == ("pass", 7)
    told = [(one.name, one.least, one.most, one.of) for one in form.fields]
    assert told == [("cards", 3, 3, [1, 5, 9]), ("text", 1, 80, None)]


def test_the_same_event_in_another_step_is_another_text() -> None:
    texts = EventTexts()
    batches = [
        EventBatch("t1", 4, 100, [STATUS]),
        EventBatch("t1", 5, 100, [STATUS]),
        EventBatch("t2", 4, 100, [STATUS]),
    ]
    assert len({texts.text(batch) for batch in batches}) == 3


def test_forgotten_texts_are_made_again() -> None:
    texts = EventTexts()
    for seq in range(3 * EventTexts.KEPT):
        event = Drawn(seat=0, stack="main", tile=seq % 52, left=seq)
        decoded = msgspec.json.decode(texts.text(EventBatch("t1", 0, 0, [event])))
        assert decoded["events"][0]["left"] == seq
