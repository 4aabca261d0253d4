from __future__ import annotations

import inspect
import json
from random import Random
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from stammtisch import replies, vocabulary
from stammtisch import requests as app
from stammtisch.games.games import GAMES
from stammtisch.protocols.table import messages
from stammtisch.protocols.table.messages import ANSWERS, ASKS, TELLS
from stammtisch.protocols.table.schema import asyncapi, json_schema, schemas
from stammtisch.replies import Accepted, Actions, Refused, Verdict
from stammtisch.tables.events import EventBatch, Said, Sat, SeatInfo, TableEvent
from tests.protocols.table.conversation import (
    Conversation,
    at_table,
    dealt_match,
    info,
    inside,
    seated,
)

BY_TYPE = {tell.__struct_config__.tag: tell for tell in TELLS}


def check(message: dict[str, Any]) -> None:
    schema = json_schema(BY_TYPE[message["type"]])
    jsonschema_rs.Draft202012Validator(schema).validate(message)


def test_every_message_is_in_the_document() -> None:
    structs = {
        name
        for name, found in vars(messages).items()
        if inspect.isclass(found)
        and issubclass(found, msgspec.Struct)
        and found.__module__ == messages.__name__
        and not name.startswith("_")
    }
    document = asyncapi()
    assert structs <= document["components"]["schemas"].keys()
    whole = {kind.__name__ for kind in (*ASKS, *TELLS)}
    assert document["components"]["messages"].keys() == whole
    assert document["channels"]["table"]["messages"].keys() == whole


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_word_of_a_game_is_in_the_document(game: Any) -> None:
    for kind in (*game.actions.values(), *game.events.values(), game.view):
        assert f"{game.name}.{kind.__name__}" in schemas()
    assert {kind.__name__ for kind in get_args(TableEvent)} <= schemas().keys()


def test_every_ask_has_answers() -> None:
    assert ANSWERS.keys() == set(ASKS)


def test_all_references_lead_somewhere() -> None:
    document = json.loads(json.dumps(asyncapi()))

    def follow(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                found = document
                for step in value["$ref"].removeprefix("#/").split("/"):
                    found = found[step]
            for inner in value.values():
                follow(inner)
        elif isinstance(value, list):
            for inner in value:
                follow(inner)

    follow(document)


@pytest.mark.parametrize("message", [*ASKS, *TELLS], ids=lambda message: message.__name__)
def test_every_schema_is_a_schema(message: type[Any]) -> None:
    jsonschema_rs.meta.validate(json_schema(message))


def test_real_asks_fit_their_schemas() -> None:
    act = jsonschema_rs.Draft202012Validator(json_schema(app.Act))
    act.validate({"type": "act", "id": 1, "action": {"type": "draw", "stack": "main"}})
    for wrong in ({"type": "fly"}, {"type": "draw"}, {"type": "draw", "stack": "main", "x": 1}):
        assert not act.is_valid({"type": "act", "action": wrong})


def test_a_view_with_a_wrong_rack_does_not_fit() -> None:
    [table] = _joined(dealt_match().view(0))
    check(table)
    table["view"]["rack"] = "all of them"
    with pytest.raises(jsonschema_rs.ValidationError):
        check(table)


def _joined(view: Any) -> list[dict[str, Any]]:
    peer = inside()
    peer.send("join", table="t1")
    return peer.answer(at_table(0, view=view))


def test_everything_in_a_whole_match_fits_the_schemas() -> None:
    match, rng = dealt_match(cheats=True), Random(5)
    peer = seated(0)
    for seq in range(60):
        if match.outcome:
            break
        seat = match.turn[0]
        legal = match.actions(seat)
        peer.send("actions", id=seq)
        peer.session.answered(Actions(seq=seq, observation=match.observation(seat)))
        events = match.apply(seat, rng.choice(legal))
        for listener in (0, 1, None):
            told = [event.seen_by(listener) for event in events]
            peer.session.notified(
                EventBatch("t1", seq, seq, list(told), match.observation(listener))
            )
    for message in peer.heard():
        check(message)
    check(_joined(match.view(0))[0])
    check(_joined(match.view(None))[0])


def test_every_answer_fits_its_schema_and_is_one_that_the_ask_may_have() -> None:
    sat = Sat(seat=0, name="Ada", seats=[SeatInfo(name="Ada"), SeatInfo()])
    said = Said(name="Ada", text="hi", at=5.0)
    action = {"type": "draw", "stack": "main"}
    script: list[tuple[dict[str, Any], vocabulary.Reply]] = [
        ({"type": "players"}, replies.Players(names=["Ada"])),
        ({"type": "tables"}, replies.Tables(tables=[info()])),
        ({"type": "ratings", "game": "tiles"}, replies.Ratings(ratings=[])),
        ({"type": "open", "game": "tiles", "profile": "classic"}, at_table()),
        (
            {"type": "join", "table": "t1", "since": 3},
            at_table(missed=[EventBatch("t1", 4, 9, [sat])]),
        ),
        ({"type": "check_action", "action": action}, Verdict(legal=True)),
        ({"type": "act", "action": action}, Refused(code="x", message="No.")),
        ({"type": "say", "text": "hi"}, Accepted(seq=4, at=9, events=[said])),
        ({"type": "say", "text": "hi", "reach": "everyone"}, replies.Talked()),
        ({"type": "leave"}, Accepted(seq=5, at=9, events=[])),
    ]
    asks = {ask.__struct_config__.tag: ask for ask in ASKS}
    peer = inside()
    for message, reply in script:
        jsonschema_rs.validate(json_schema(asks[message["type"]]), message)
        assert peer.send(**message) is not None
        answer, *following = peer.answer(reply)
        allowed = (*ANSWERS[asks[message["type"]]], Refused)
        assert BY_TYPE[answer["type"]] in allowed
        for tell in (answer, *following):
            check(tell)


def test_welcome_and_what_is_said_unasked_fits() -> None:
    peer = Conversation()
    peer.session.notified(replies.ChatMessage(reach="everyone", text="hi", sender="Bo"))
    peer.session.notified(replies.Goodbye(reason="The house closes."))
    told = peer.heard()
    assert [message["type"] for message in told] == ["welcome", "chat_message", "goodbye"]
    for message in told:
        check(message)
