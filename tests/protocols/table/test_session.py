from __future__ import annotations

from typing import Any

import pytest

from stammtisch import replies, vocabulary
from stammtisch import requests as app
from stammtisch.games.game import Observation
from stammtisch.games.tiles.records import Draw, Drawn, Put, Status
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.records import ChatLine, HighScore
from stammtisch.replies import Accepted, Actions, Refused, Verdict
from stammtisch.tables.events import EventBatch, Left, Said, Sat, SeatInfo
from tests.protocols.table.conversation import (
    ENTERED,
    Conversation,
    at_table,
    dealt_match,
    info,
    inside,
    outside,
    seated,
)

STATUS = Status(tops=(None, None, None, None), turn=1)


# --- coming in ---------------------------------------------------------------------------------


def test_the_welcome_lists_games_with_profiles_and_meanings() -> None:
    [welcome] = Conversation().heard()
    assert welcome["type"] == "welcome"
    assert welcome["protocol"] == 1
    tiles = next(game for game in welcome["games"] if game["name"] == "tiles")
    assert tiles["profiles"]["classic"]["cheats"] is False
    assert all(option["meaning"] for option in tiles["options"])
    assert tiles["fewest_seats"] == 4


@pytest.mark.parametrize(
    ("message", "request_"),
    [
        ({"type": "enter"}, app.Enter()),
        ({"type": "enter", "name": "Ada"}, app.Enter(name="Ada")),
        ({"type": "resume", "token": "s"}, app.Resume(token="s")),
        (
            {"type": "sign_in", "name": "Ada", "password": "p"},
            app.SignIn(name="Ada", password="p"),
        ),
        (
            {"type": "register", "name": "Ada", "password": "p"},
            app.Register(name="Ada", password="p"),
        ),
    ],
)
def test_four_ways_lead_inside(message: dict[str, Any], request_: vocabulary.Request) -> None:
    peer = outside()
    assert peer.send(**message, id=1) == request_
    assert peer.answer(ENTERED) == [
        {
            "type": "entered",
            "id": 1,
            "account": "a1",
            "name": "Ada",
            "kind": "guest",
            "token": "s3cret",
            "admin": False,
        }
    ]


def test_a_refused_entry_says_why() -> None:
    peer = outside()
    peer.send("resume", id=4, token="wrong")
    refused = Refused(code="unknown_token", message="Nobody has this token.")
    assert peer.answer(refused) == [
        {
            "type": "error",
            "id": 4,
            "code": "unknown_token",
            "message": "Nobody has this token.",
            "data": {},
        }
    ]


# --- looking around ----------------------------------------------------------------------------


def test_the_lobby_can_be_looked_at_from_outside() -> None:
    peer = outside()
    assert peer.send("players", id=1) == app.AskPlayers()
    assert peer.answer(replies.Players(names=["Ada"])) == [
        {"type": "players", "id": 1, "names": ["Ada"]}
    ]
    assert peer.send("tables", game="tiles") == app.AskTables(game="tiles")
    [tables] = peer.answer(replies.Tables(tables=[info()]))
    assert tables["id"] is None
    assert tables["tables"][0]["seats"][1]["bot"] == "easy"
    assert peer.send("scores", game="tiles") == app.AskScores(game="tiles")
    score = HighScore(game="tiles", name="Ada", at=1.0, score=5, match="m1")
    [scores] = peer.answer(replies.Scores(scores=[score]))
    assert scores["scores"][0]["score"] == 5
    assert peer.send("ratings", game="tiles") == app.AskRatings(game="tiles")
    rated = replies.RatedPlayer(name="Ada", mu=25.0, sigma=8.0, played=3)
    [ratings] = peer.answer(replies.Ratings(ratings=[rated]))
    assert ratings["ratings"] == [{"name": "Ada", "mu": 25.0, "sigma": 8.0, "played": 3}]


def test_ping_needs_no_house() -> None:
    peer = outside()
    assert peer.send("ping", id=9) is None
    assert peer.heard() == [{"type": "pong", "id": 9}]


# --- tables ------------------------------------------------------------------------------------


def test_a_table_is_opened_with_all_its_settings() -> None:
    asked = inside().send(
        "open",
        game="tiles",
        profile="okey",
        options={"turn_clock": 30},
        seats=4,
        private=True,
        leaver="wait",
        bots="hard",
        fill_after=0,
        watch=False,
        sit=False,
    )
    assert asked == app.Open(
        game="tiles",
        profile="okey",
        options={"turn_clock": 30},
        private=True,
        leaver="wait",
        bots="hard",
        fill_after=0,
        watch=False,
        sit=False,
    )


def test_joining_brings_the_whole_table() -> None:
    match = dealt_match()
    peer = inside()
    assert peer.send("join", id=2, table="t1", watch=True) == app.Join(table="t1", watch=True)
    sat = Sat(seat=0, name="Ada", seats=[SeatInfo(name="Ada")])
    [table] = peer.answer(at_table(0, view=match.view(0), events=[sat]))
    assert table["type"] == "table"
    assert (table["id"], table["seat"], table["seq"], table["at"]) == (2, 0, 7, 1200)
    assert (table["invite"], table["commitment"], table["match"]) == ("code1", "c0", "m1")
    assert table["table"]["id"] == "t1"
    assert len(table["view"]["rack"]) == 24
    assert table["chat"] == []


def test_chat_of_the_table_is_in_the_snapshot() -> None:
    peer = inside()
    peer.send("join", table="t1")
    reply = at_table()
    reply.joined.snapshot.chat.append(ChatLine("Bo", "hi", 5.0))
    assert peer.answer(reply)[0]["chat"] == [{"name": "Bo", "text": "hi", "at": 5.0}]


def test_a_return_is_answered_by_what_was_missed_then_by_the_return_itself() -> None:
    peer = inside()
    assert peer.send("join", id=3, table="t1", since=5) == app.Join(table="t1", since=5)
    missed = [EventBatch("t1", 6, 900, [Drawn(1, "main", None, 40), STATUS])]
    back = Sat(seat=0, name="Ada", seats=[SeatInfo(name="Ada")], back=True)
    first, then = peer.answer(at_table(missed=missed, events=[back]))
    assert (first["type"], first["id"], first["seq"]) == ("missed", 3, 7)
    assert first["table"]["seats"][0]["name"] == "Ada"
    assert first["chat"] == []
    assert "view" not in first
    assert [event["type"] for event in first["batches"][0]["events"]] == ["drawn", "status"]
    assert first["batches"][0]["seq"] == 6
    assert (then["type"], then["seq"]) == ("events", 7)
    assert then["events"][0]["back"] is True


def test_nothing_missed_is_not_the_same_as_too_long_ago() -> None:
    peer = inside()
    peer.send("join", table="t1", since=7)
    assert [message["type"] for message in peer.answer(at_table(missed=[]))] == ["missed"]
    peer.send("join", table="t1", since=1)
    assert [message["type"] for message in peer.answer(at_table(missed=None))] == ["table"]


def test_a_watcher_sits_down() -> None:
    peer = seated(None)
    assert peer.send("sit", seat=2) == app.Sit(seat=2)


def test_whoever_left_hears_it() -> None:
    peer = seated()
    assert peer.send("leave", id=1) == app.Leave()
    left = Left(seat=0, name="Ada", seats=[SeatInfo()])
    messages = peer.answer(Accepted(seq=8, at=1300, events=[left]))
    assert [message["type"] for message in messages] == ["accepted", "events"]


def test_bots_come_and_go() -> None:
    peer = seated()
    assert peer.send("add_bot", level="hard", seat=2) == app.AddBot(level="hard", seat=2)
    peer.answer(Accepted(seq=8, at=0, events=[]))
    assert peer.send("remove_bot", seat=2) == app.RemoveBot(seat=2)


# --- playing -----------------------------------------------------------------------------------


def test_an_action_is_accepted_before_its_events() -> None:
    peer = seated()
    action = {"type": "draw", "stack": "main"}
    assert peer.send("act", id=5, action=action) == app.Act(action=action)
    drawn = Drawn(0, "main", 17, 40)
    assert peer.answer(Accepted(seq=8, at=1500, events=[drawn])) == [
        {"type": "accepted", "id": 5, "seq": 8, "at": 1500},
        {
            "type": "events",
            "table": "t1",
            "seq": 8,
            "at": 1500,
            "events": [{"type": "drawn", "seat": 0, "stack": "main", "tile": 17, "left": 40}],
        },
    ]


def test_events_that_came_first_are_told_first() -> None:
    peer = seated()
    peer.send("ready", id=1, nonce="00ff")
    peer.session.notified(EventBatch("t1", 8, 1400, [STATUS]))
    peer.session.answered(Accepted(seq=9, at=1500, events=[STATUS]))
    assert [(message["type"], message["seq"]) for message in peer.heard()] == [
        ("events", 8),
        ("accepted", 9),
        ("events", 9),
    ]


def test_no_events_make_no_message() -> None:
    peer = seated()
    peer.send("ready")
    assert [m["type"] for m in peer.answer(Accepted(seq=8, at=0, events=[]))] == ["accepted"]


def test_a_refused_action_says_why() -> None:
    peer = seated()
    peer.send("act", id=7, action={"type": "draw", "stack": "main"})
    [error] = peer.answer(Refused(code="not_your_turn", message="It is not your turn yet."))
    assert error == {
        "type": "error",
        "id": 7,
        "code": "not_your_turn",
        "message": "It is not your turn yet.",
        "data": {},
    }


def test_legal_actions_come_with_their_numbers() -> None:
    peer = seated()
    assert peer.send("actions", id=1) == app.AskActions()
    observation = Observation(
        rules=TilesRules.named("classic"),
        seat=0,
        view=None,
        turn=(0,),
        deadline=None,
        actions=(Draw("main"), Put(3)),
        numbers=(0, 5),
        forms=(),
    )
    [actions] = peer.answer(Actions(seq=8, observation=observation))
    assert actions["turn"] == [0]
    assert actions["legal"] == [
        {"number": 0, "action": {"type": "draw", "stack": "main"}},
        {"number": 5, "action": {"type": "put", "tile": 3, "rack": None}},
    ]


def test_why_tells_the_reason_without_doing_it() -> None:
    peer = seated()
    assert peer.send("check_action", id=1, action={"type": "put", "tile": 3}) == app.CheckAction(
        action={"type": "put", "tile": 3}
    )
    reply = Verdict(legal=False, code="draw_first", message="Draw a tile first, then put one.")
    assert peer.answer(reply) == [
        {
            "type": "verdict",
            "id": 1,
            "legal": False,
            "code": "draw_first",
            "message": "Draw a tile first, then put one.",
            "data": {},
        }
    ]


# --- talk --------------------------------------------------------------------------------------


def test_talk_at_the_table_comes_back_as_an_event() -> None:
    peer = seated()
    assert peer.send("say", id=1, text="hi") == app.Say(text="hi")
    said = Said(name="Ada", text="hi", at=5.0, seat=0)
    accepted, events = peer.answer(Accepted(seq=7, at=0, events=[said]))
    assert accepted["type"] == "accepted"
    assert events["events"][0]["text"] == "hi"


def test_talk_to_a_person_tells_whether_it_was_heard() -> None:
    peer = inside()
    assert peer.send("say", id=1, text="hi", reach="person", to="Bo") == app.Say(
        text="hi", reach="person", to="Bo"
    )
    assert peer.answer(replies.Talked(heard=False)) == [{"type": "talked", "id": 1, "heard": False}]


def test_what_others_say_is_heard() -> None:
    peer = inside()
    peer.session.notified(replies.ChatMessage(reach="everyone", text="hi", sender="Bo"))
    assert peer.heard() == [
        {"type": "chat_message", "reach": "everyone", "sender": "Bo", "text": "hi"}
    ]


def test_goodbye_closes_the_connection_with_its_reason() -> None:
    peer = inside()
    peer.session.notified(replies.Goodbye(reason="The house closes."))
    assert peer.heard() == [{"type": "goodbye", "reason": "The house closes.", "alone": False}]
    assert peer.session.closing == "The house closes."
