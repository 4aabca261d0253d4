"""Which texts are actions, and that no other text is anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.protocols.mao import messages
from stammtisch.protocols.mao.messages import read
from tests.protocols.mao.scripted import B, playing

DECK = {"source": "deck"}
HAND = {"source": "hand"}
PILE = {"source": "pile", "pileIndex": 0, "cardIndex": 1}


def action(name: Any, *args: Any, **more: Any) -> str:
    return json.dumps(
        {"type": "action", "name": name, **({"args": args[0]} if args else {}), **more}
    )


def move(source: Any, target: Any) -> str:
    return action("moveCard", {"from": source, "to": target})


@pytest.mark.parametrize(
    ("message", "understood"),
    [
        (action("talk", "hi"), messages.Talk("action", "hi")),
        (action("talk", ""), messages.Talk("action", "")),
        (
            move({"source": "hand", "cardIndex": 2}, PILE),
            messages.MoveCard("action", messages.FromTo(messages.FromHand(2), messages.Pile(0, 1))),
        ),
        (
            move(DECK, {"source": "hand", "cardIndex": "whatever"}),
            messages.MoveCard("action", messages.FromTo(messages.Deck(), messages.ToHand())),
        ),
        (action("accuse", B), messages.Accuse("action", B)),
        (action("acceptAccusation"), messages.AcceptAccusation("action")),
        (action("cancelAccusation", {"no": "matter"}), messages.CancelAccusation("action")),
        (action("writeRule", "x"), messages.WriteRule("action", "x")),
        (
            '{"args":"late type","name":"talk","type":"action"}',
            messages.Talk("action", "late type"),
        ),
    ],
)
def test_action_is_read(message: str, understood: messages.ClientAction) -> None:
    assert read(message) == understood


IGNORED = [
    "",
    "{",
    "null",
    "true",
    "17",
    '"talk"',
    "[]",
    '[{"type":"action","name":"talk","args":"hi"}]',
    "{}",
    "[" * 50_000,
    '{"type":"action","name":"talk","args":"hi","x":' + "[" * 50_000,
    '{"type":"action","name":"talk","args":"\\ud800"}',
    action("talk"),
    action("talk", None),
    action("talk", 5),
    action("talk", ["hi"]),
    action("talk", {"quote": "hi"}),
    json.dumps({"type": "event", "name": "talk", "args": "hi"}),
    json.dumps({"name": "talk", "args": "hi"}),
    json.dumps({"type": None, "name": "talk", "args": "hi"}),
    action(None),
    action("dance"),
    action(["talk"], "hi"),
    action("TALK", "hi"),
    action("moveCard"),
    action("moveCard", None),
    action("moveCard", "deck"),
    action("moveCard", {}),
    action("moveCard", {"from": DECK}),
    action("moveCard", {"from": None, "to": None}),
    action("moveCard", {"from": DECK, "to": None}),
    action("moveCard", {"from": [], "to": HAND}),
    move(HAND, PILE),
    move({"source": "hand", "cardIndex": "0"}, PILE),
    move({"source": "hand", "cardIndex": True}, PILE),
    move({"source": "hand", "cardIndex": 0.5}, PILE),
    move({"source": "hand", "cardIndex": 1.0}, PILE),
    move({"source": "hand", "cardIndex": None}, PILE),
    move({"source": "hand", "cardIndex": [0]}, PILE),
    move({"source": "hand", "cardIndex": "length"}, PILE),
    move({"source": "pile", "cardIndex": 0}, HAND),
    move({"source": "pile", "pileIndex": "length", "cardIndex": 0}, HAND),
    move({"source": "pile", "pileIndex": "0", "cardIndex": 0}, HAND),
    move({"source": "pile", "pileIndex": False, "cardIndex": 0}, HAND),
    move(DECK, {"source": "pile", "pileIndex": 0, "cardIndex": 0.5}),
    move(DECK, {"source": "pile", "pileIndex": 0, "cardIndex": "1"}),
    move(DECK, {"source": "sleeve"}),
    move({"source": None}, HAND),
    move({}, HAND),
    action("accuse"),
    action("accuse", None),
    action("accuse", 1),
    action("accuse", [B]),
    action("writeRule"),
    action("writeRule", 5),
    action("writeRule", None),
    action("writeRule", ["rule"]),
]


@pytest.mark.parametrize("message", IGNORED)
def test_anything_else_is_silently_ignored(message: str) -> None:
    client = playing()
    client.session.receive(message)
    assert client.asked() is None
    assert client.taken() == []
    assert client.closed() == (None, None)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["source", "cardIndex", "pileIndex", "from", "to", "player", "reason"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
NAMES = (
    *("talk", "moveCard", "accuse", "acceptAccusation", "cancelAccusation", "writeRule"),
    "leaveTable",
)


@given(st.text(max_size=40) | json_values.map(json.dumps))
def test_fuzzed_texts_never_raise(message: str) -> None:
    assert read(message) is None


@given(st.sampled_from(NAMES), json_values, st.booleans())
def test_fuzzed_arguments_never_raise_and_are_never_answered(
    name: str, args: Any, ext: bool
) -> None:
    client = playing(ext="1" if ext else "0")
    client.session.receive(action(name, args))
    assert client.taken() == []
    assert client.closed() == (None, None)


@pytest.mark.parametrize("message", [b"\xff".decode("latin1"), "\udcff", "\x00"])
def test_texts_that_are_hardly_texts_are_ignored(message: str) -> None:
    assert read(message) is None
