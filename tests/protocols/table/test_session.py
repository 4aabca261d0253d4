from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.game import Sight
from stammtisch.games.tiles.records import Draw, Drawn, Put, Status
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.house import requests as house
from stammtisch.records import ChatLine, HighScore
from stammtisch.tables.answers import Accepted, Actions, Refused, Verdict
from stammtisch.tables.events import Batch, Left, Said, Sat, SeatInfo

from .conversation import (
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
        ({"type": "enter"}, house.Enter()),
        ({"type": "enter", "name": "Ada"}, house.Enter(name="Ada")),
        ({"type": "resume", "token": "s"}, house.Resume(token="s")),
        (
            {"type": "sign_in", "name": "Ada", "password": "p"},
            house.SignIn(name="Ada", password="p"),
        ),
        (
            {"type": "register", "name": "Ada", "password": "p"},
            house.Register(name="Ada", password="p"),
        ),
    ],
)
def test_four_ways_lead_inside(message: dict[str, Any], request_: house.Request) -> None:
    visitor = outside()
    assert visitor.send(**message, id=1) == request_
    assert visitor.answer(ENTERED) == [
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
    visitor = outside()
    visitor.send("resume", id=4, token="wrong")
    refused = Refused(code="unknown_token", message="Nobody has this token.")
    assert visitor.answer(refused) == [
        {"type": "error", "id": 4, "code": "unknown_token", "message": "Nobody has this token."}
    ]


# --- looking around ----------------------------------------------------------------------------


def test_the_lobby_can_be_looked_at_from_outside() -> None:
    visitor = outside()
    assert visitor.send("players", id=1) == house.AskPlayers()
    assert visitor.answer(house.Players(names=["Ada"])) == [
        {"type": "players", "id": 1, "names": ["Ada"]}
    ]
    assert visitor.send("tables", game="tiles") == house.AskTables(game="tiles")
    [tables] = visitor.answer(house.Tables(tables=[info()]))
    assert tables["id"] is None
    assert tables["tables"][0]["seats"][1]["bot"] == "easy"
    assert visitor.send("scores", game="tiles") == house.AskScores(game="tiles")
    score = HighScore(game="tiles", name="Ada", at=1.0, score=5, match="m1")
    [scores] = visitor.answer(house.Scores(scores=[score]))
    assert scores["scores"][0]["score"] == 5
    assert visitor.send("ratings", game="tiles") == house.AskRatings(game="tiles")
    rated = house.RatedPlayer(name="Ada", mu=25.0, sigma=8.0, played=3)
    [ratings] = visitor.answer(house.Ratings(ratings=[rated]))
    assert ratings["ratings"] == [{"name": "Ada", "mu": 25.0, "sigma": 8.0, "played": 3}]


def test_ping_needs_no_house() -> None:
    visitor = outside()
    assert visitor.send("ping", id=9) is None
    assert visitor.heard() == [{"type": "pong", "id": 9}]


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
    assert asked == house.Open(
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
    visitor = inside()
    assert visitor.send("join", id=2, table="t1", watch=True) == house.Join(table="t1", watch=True)
    sat = Sat(seat=0, name="Ada", seats=[SeatInfo(name="Ada")])
    [table] = visitor.answer(at_table(0, view=match.view(0), events=[sat]))
    assert table["type"] == "table"
    assert (table["id"], table["seat"], table["seq"], table["at"]) == (2, 0, 7, 1200)
    assert (table["invite"], table["commitment"], table["match"]) == ("code1", "c0", "m1")
    assert table["table"]["id"] == "t1"
    assert len(table["view"]["rack"]) == 24
    assert table["chat"] == []


def test_chat_of_the_table_is_in_the_snapshot() -> None:
    visitor = inside()
    visitor.send("join", table="t1")
    reply = at_table()
    reply.joined.snapshot.chat.append(ChatLine("Bo", "hi", 5.0))
    assert visitor.answer(reply)[0]["chat"] == [{"name": "Bo", "text": "hi", "at": 5.0}]


def test_a_return_is_answered_by_what_was_missed_then_by_the_return_itself() -> None:
    visitor = inside()
    assert visitor.send("join", id=3, table="t1", since=5) == house.Join(table="t1", since=5)
    missed = [Batch("t1", 6, 900, [Drawn(1, "main", None, 40), STATUS])]
    back = Sat(seat=0, name="Ada", seats=[SeatInfo(name="Ada")], back=True)
    first, then = visitor.answer(at_table(missed=missed, events=[back]))
    assert (first["type"], first["id"], first["seq"]) == ("missed", 3, 7)
    assert first["table"]["seats"][0]["name"] == "Ada"
    assert first["chat"] == []
    assert "view" not in first
    assert [event["type"] for event in first["batches"][0]["events"]] == ["drawn", "status"]
    assert first["batches"][0]["seq"] == 6
    assert (then["type"], then["seq"]) == ("events", 7)
    assert then["events"][0]["back"] is True


def test_nothing_missed_is_not_the_same_as_too_long_ago() -> None:
    visitor = inside()
    visitor.send("join", table="t1", since=7)
    assert [message["type"] for message in visitor.answer(at_table(missed=[]))] == ["missed"]
    visitor.send("join", table="t1", since=1)
    assert [message["type"] for message in visitor.answer(at_table(missed=None))] == ["table"]


def test_a_watcher_sits_down() -> None:
    visitor = seated(None)
    assert visitor.send("sit", seat=2) == house.Sit(seat=2)


def test_whoever_left_hears_it() -> None:
    visitor = seated()
    assert visitor.send("leave", id=1) == house.Leave()
    left = Left(seat=0, name="Ada", seats=[SeatInfo()])
    messages = visitor.answer(Accepted(seq=8, at=1300, events=[left]))
    assert [message["type"] for message in messages] == ["accepted", "events"]


def test_bots_come_and_go() -> None:
    visitor = seated()
    assert visitor.send("add_bot", level="hard", seat=2) == house.AddBot(level="hard", seat=2)
    visitor.answer(Accepted(seq=8, at=0, events=[]))
    assert visitor.send("remove_bot", seat=2) == house.RemoveBot(seat=2)


# --- playing -----------------------------------------------------------------------------------


def test_an_action_is_accepted_before_its_events() -> None:
    visitor = seated()
    action = {"type": "draw", "stack": "main"}
    assert visitor.send("act", id=5, action=action) == house.Act(action=action)
    drawn = Drawn(0, "main", 17, 40)
    assert visitor.answer(Accepted(seq=8, at=1500, events=[drawn])) == [
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
    visitor = seated()
    visitor.send("ready", id=1, nonce="00ff")
    visitor.session.notified(Batch("t1", 8, 1400, [STATUS]))
    visitor.session.answered(Accepted(seq=9, at=1500, events=[STATUS]))
    assert [(message["type"], message["seq"]) for message in visitor.heard()] == [
        ("events", 8),
        ("accepted", 9),
        ("events", 9),
    ]


def test_no_events_make_no_message() -> None:
    visitor = seated()
    visitor.send("ready")
    assert [m["type"] for m in visitor.answer(Accepted(seq=8, at=0, events=[]))] == ["accepted"]


def test_a_refused_action_says_why() -> None:
    visitor = seated()
    visitor.send("act", id=7, action={"type": "draw", "stack": "main"})
    [error] = visitor.answer(Refused(code="not_your_turn", message="It is not your turn yet."))
    assert error == {
        "type": "error",
        "id": 7,
        "code": "not_your_turn",
        "message": "It is not your turn yet.",
    }


def test_legal_actions_come_with_their_numbers() -> None:
    visitor = seated()
    assert visitor.send("actions", id=1) == house.AskActions()
    sight = Sight(
        rules=TilesRules.named("classic"),
        seat=0,
        view=None,
        turn=(0,),
        deadline=None,
        actions=(Draw("main"), Put(3)),
        numbers=(0, 5),
        forms=(),
    )
    [actions] = visitor.answer(Actions(seq=8, sight=sight))
    assert actions["turn"] == [0]
    assert actions["legal"] == [
        {"number": 0, "action": {"type": "draw", "stack": "main"}},
        {"number": 5, "action": {"type": "put", "tile": 3, "rack": None}},
    ]


def test_why_tells_the_reason_without_doing_it() -> None:
    visitor = seated()
    assert visitor.send("why", id=1, action={"type": "put", "tile": 3}) == house.Why(
        action={"type": "put", "tile": 3}
    )
    reply = Verdict(legal=False, code="draw_first", message="Draw a tile first, then put one.")
    assert visitor.answer(reply) == [
        {
            "type": "verdict",
            "id": 1,
            "legal": False,
            "code": "draw_first",
            "message": "Draw a tile first, then put one.",
        }
    ]


# --- talk --------------------------------------------------------------------------------------


def test_talk_at_the_table_comes_back_as_an_event() -> None:
    visitor = seated()
    assert visitor.send("say", id=1, text="hi") == house.Say(text="hi")
    said = Said(name="Ada", text="hi", at=5.0, seat=0)
    accepted, events = visitor.answer(Accepted(seq=7, at=0, events=[said]))
    assert accepted["type"] == "accepted"
    assert events["events"][0]["text"] == "hi"


def test_talk_to_a_person_tells_whether_it_was_heard() -> None:
    visitor = inside()
    assert visitor.send("say", id=1, text="hi", reach="person", to="Bo") == house.Say(
        text="hi", reach="person", to="Bo"
    )
    assert visitor.answer(house.Talked(heard=False)) == [
        {"type": "talked", "id": 1, "heard": False}
    ]


def test_what_others_say_is_heard() -> None:
    visitor = inside()
    visitor.session.notified(house.Heard(reach="everyone", text="hi", sender="Bo"))
    assert visitor.heard() == [{"type": "heard", "reach": "everyone", "sender": "Bo", "text": "hi"}]


def test_goodbye_closes_the_connection_with_its_reason() -> None:
    visitor = inside()
    visitor.session.notified(house.Goodbye(reason="The house closes."))
    assert visitor.heard() == [{"type": "goodbye", "reason": "The house closes."}]
    assert visitor.session.closing == "The house closes."
