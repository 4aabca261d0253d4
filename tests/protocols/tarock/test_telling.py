"""Every event of the document, and every addition to it, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.game import Event
from stammtisch.games.tarock import records as tarock
from stammtisch.tables import events as news
from tests.protocols.tarock.conversation import NOW, PEOPLE, Guest, seats, told

HAND = ("CK", "H1", "T21", "TS", "S10", "D4", "T1", "T5", "T9", "HN", "CQ", "S7")
RESULT = tarock.Result(
    deal=3,
    dealer=1,
    contract="two",
    declarer=2,
    partner=0,
    called="H",
    points=40,
    piles=(10, 15, 30, 15),
    tricks=(2, 3, 5, 2),
    won=True,
    items=(
        tarock.Item("game", 20),
        tarock.Item("difference", 5),
        tarock.Item("trula", 20, announced=True, factor=2),
        tarock.Item("mond", -20, seat=2),
    ),
    mond=2,
    radli=(1, 1, 0, 1),
    doubled=False,
    scores=(45, 0, 25, 0),
    totals=(45, 10, 25, -70),
    hands=(HAND, (), (), ()),
    talon=("T2", "T3", "C9", "C8", "H4", "D1"),
    picked=1,
    discarded=("S7", "D4"),
)

#: What happens, what seat 3 hears of it, and what only the seat whose turn it is hears beside.
EVENTS: list[tuple[Event, dict[str, Any], dict[str, Any]]] = [
    (
        tarock.BiddingBegan(3, ("pass", "two")),
        {"event": "game.tarock.bid.start", "next_player": 3},
        {"valid_bids": ["pass", "two"]},
    ),
    (
        tarock.BidMade(2, "two", 3, ("pass", "one", "solo_three")),
        {"event": "game.tarock.bid.next", "player_id": 2, "contract": "two", "next_player": 3},
        {"valid_bids": ["pass", "one", "solo_three"]},
    ),
    (
        tarock.BidMade(1, "pass", None, None),
        {"event": "game.tarock.bid.next", "player_id": 1, "contract": "pass", "next_player": None},
        {},
    ),
    (
        tarock.BidWon(2, "two"),
        {"event": "game.tarock.bid.winner", "player_id": 2, "contract": "two"},
        {},
    ),
    (
        tarock.ThrownIn(2, ("CK", "H1")),
        {"event": "game.tarock.throw_in", "player_id": 2, "hand": ["CK", "H1"]},
        {},
    ),
    (tarock.CallingBegan(2), {"event": "game.tarock.callking.start", "player_id": 2}, {}),
    (
        tarock.KingCalled(2, "H"),
        {"event": "game.tarock.callking.finished", "player_id": 2, "suit": "H"},
        {},
    ),
    (
        tarock.TalonShown((("T2", "T3"), ("C9", "C8"), ("H4", "D1"))),
        {"event": "game.tarock.talon", "piles": [["T2", "T3"], ["C9", "C8"], ["H4", "D1"]]},
        {},
    ),
    (
        tarock.ExchangeBegan(3, ("CK", "T21", "TS", "T1")),
        {"event": "game.tarock.exchange.start", "player_id": 3},
        {"invalid_cards": ["CK", "T21", "TS", "T1"]},
    ),
    (
        tarock.Exchanged(2, 1, ("C9", "C8"), (), ("S7", "D4")),
        {
            "event": "game.tarock.exchange.finished",
            "player_id": 2,
            "picked": 1,
            "discarded": [],
        },
        {},
    ),
    (
        tarock.Exchanged(2, 0, ("T2", "T3"), ("T2",), ("T2", "D4")),
        {
            "event": "game.tarock.exchange.finished",
            "player_id": 2,
            "picked": 0,
            "discarded": ["T2"],
        },
        {},
    ),
    (
        tarock.AnnouncingBegan(3, ("trula", "kings", "valat"), ()),
        {"event": "game.tarock.announce.start", "next_player": 3},
        {"valid_bonuses": ["trula", "kings", "valat"], "valid_kontra": []},
    ),
    (
        tarock.AnnouncementMade(
            2,
            ("trula",),
            (tarock.Kontra("game", 2), tarock.Kontra("kings", 4, 1)),
            3,
            ("kings", "valat"),
            ("trula",),
        ),
        {
            "event": "game.tarock.announce.next",
            "player_id": 2,
            "bonuses": ["trula"],
            "kontra": [
                {"target": "game", "factor": 2},
                {"target": "kings", "factor": 4, "player_id": 1},
            ],
            "next_player": 3,
        },
        {"valid_bonuses": ["kings", "valat"], "valid_kontra": ["trula"]},
    ),
    (tarock.AnnouncingOver(), {"event": "game.tarock.announce.finished"}, {}),
    (
        tarock.PlayBegan(3, ("S8", "T4")),
        {"event": "game.tarock.play.start", "next_player": 3},
        {"valid_cards": ["S8", "T4"]},
    ),
    (
        tarock.CardPlayed(2, "S8", 1, 3, None, None, ("S7",)),
        {
            "event": "game.tarock.play.next",
            "player_id": 2,
            "card": "S8",
            "trick_finished": False,
            "next_player": 3,
        },
        {"valid_cards": ["S7"]},
    ),
    (
        tarock.CardPlayed(2, "S8", 1, 3, 3, "T17", ("S7",)),
        {
            "event": "game.tarock.play.next",
            "player_id": 2,
            "card": "S8",
            "trick_finished": True,
            "next_player": 3,
            "winner": 3,
            "talon_card": "T17",
        },
        {"valid_cards": ["S7"]},
    ),
    (
        tarock.CardPlayed(2, "S8", 12, None, 1, None, None),
        {
            "event": "game.tarock.play.next",
            "player_id": 2,
            "card": "S8",
            "trick_finished": True,
            "next_player": None,
            "winner": 1,
        },
        {},
    ),
    (
        tarock.HandOpened(2, ("S8", "T4")),
        {"event": "game.tarock.hand", "player_id": 2, "hand": ["S8", "T4"]},
        {},
    ),
    (
        tarock.Voted(2, "adjourn"),
        {"event": "game.tarock.continue", "player_id": 2, "choice": "adjourn"},
        {},
    ),
    (
        tarock.MatchOver("won", (5, 20, -30, 20), (3, 1, 4, 1), (0, 0, 0, 0)),
        {
            "event": "game.tarock.finished",
            "totals": [5, 20, -30, 20],
            "ranking": [1, 3, 0, 2],
            "outcome": "won",
        },
        {},
    ),
]


@pytest.mark.parametrize(("event", "public", "private"), EVENTS)
def test_each_event_in_its_words(
    event: Event, public: dict[str, Any], private: dict[str, Any]
) -> None:
    for seat in range(4):
        guest = Guest().sits(seat).hears(event.seen_by(seat))
        assert guest.said() == [{**public, **private} if seat == 3 else public]


def test_the_deal_shows_each_their_own_hand() -> None:
    dealt = tarock.Dealt(2, 1, (("C7",), ("C8",), HAND, ("C9",)), (5, 0, -5, 0), (1, 1, 1, 1))
    (said,) = Guest().sits(2).hears(dealt.seen_by(2)).said()
    assert said.pop("rules")["profile"] == "common"
    assert said == {
        "event": "game.tarock.deal",
        "id": 2,
        "hand": list(HAND),
        "round": 2,
        "dealer": 1,
        "players": [{"user_id": f"u{at}", "nickname": name} for at, name in enumerate(PEOPLE)],
        "totals": [5, 0, -5, 0],
        "radli": [1, 1, 1, 1],
    }


def test_the_result_tells_everything() -> None:
    result, timer = Guest().sits(0).hears(tarock.Scored(RESULT)).said()
    assert timer == {
        "event": "game.tarock.timer",
        "player_id": None,
        "deadline_ms": (NOW + 5) * 1000,
    }
    wanted = {
        "event": "game.tarock.result",
        "contract": "two",
        "declarer": 2,
        "partner": 0,
        "called": "H",
        "points": 40,
        "won": True,
        "items": [
            {"name": "game", "value": 20, "announced": False, "factor": 1},
            {"name": "difference", "value": 5, "announced": False, "factor": 1},
            {"name": "trula", "value": 20, "announced": True, "factor": 2},
            {"name": "mond", "value": -20, "announced": False, "factor": 1, "player_id": 2},
        ],
        "mond": 2,
        "radli": [1, 1, 0, 1],
        "scores": [45, 0, 25, 0],
        "totals": [45, 10, 25, -70],
        "talon": ["T2", "T3", "C9", "C8", "H4", "D1"],
        "discarded": ["S7", "D4"],
        "replay": "r1-1",
        "round": 3,
    }
    assert {key: result[key] for key in wanted} == wanted


def test_who_wants_the_slip_of_the_document_gets_it() -> None:
    (text,) = told(0, [tarock.AnnouncingOver()], spelling="document")
    assert text == '{"event":"game.tarock.accounce.finished"}'


def test_a_clock_is_told_with_the_turn() -> None:
    guest = Guest().sits(0, turn_clock=30)
    played = tarock.CardPlayed(2, "S8", 1, 3, None, None, None)
    assert guest.hears(played).said()[-1] == {
        "event": "game.tarock.timer",
        "player_id": 3,
        "deadline_ms": (NOW + 30) * 1000,
    }


def test_who_loses_touch_in_a_game_and_who_plays_instead() -> None:
    away = seats()
    away[2] = news.SeatInfo(name="Cvet", person="u2", since=3, away=True)
    guest = Guest().sits(0)
    guest.hears(news.Left(seat=2, name="Cvet", seats=away, away=True))
    (said,) = guest.said()
    assert said == {
        "event": "game.tarock.player",
        "player_id": 2,
        "connected": False,
        "bot": True,
    }
    guest.hears(news.Sat(seat=2, name="Cvet", seats=seats(), back=True))
    (said,) = guest.said()
    assert said == {
        "event": "game.tarock.player",
        "player_id": 2,
        "connected": True,
        "bot": False,
    }


def test_a_match_that_is_broken_off_is_finished_without_a_winner() -> None:
    ended = news.Ended(
        match="r1-1", outcome="aborted", winners=[], ranks=[1] * 4, points=[0] * 4, reason="Fire."
    )
    (said,) = Guest().sits(0).hears(ended).said()
    assert (said["event"], said["outcome"], said["reason"]) == (
        "game.tarock.finished",
        "aborted",
        "Fire.",
    )


def test_talk_and_the_end_of_a_room() -> None:
    guest = Guest().sits(1)
    guest.hears(news.Said(name="Bor", text="Živjo", at=1.0, seat=1))
    assert guest.said() == [
        {"event": "game.tarock.chat", "player_id": 1, "nickname": "Bor", "text": "Živjo"}
    ]
    guest.hears(news.Closed(reason="No more."))
    assert guest.said() == [{"event": "lobby.room.closed", "room_id": "r1", "reason": "No more."}]
    guest.session.receive('{"command":"game.tarock.play","card":"T1"}')
    assert guest.said()[0]["error"] == "not_in_game"
