"""From the address to the table, at the table, and out again: what a plain client sees."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.game import Event
from stammtisch.games.mao import records as mao
from stammtisch.protocols.mao.roster import chairman_of
from stammtisch.replies import Accepted, ChatMessage, Goodbye, Refused
from stammtisch.requests import Act, Enter, JoinNumber, Leave, Say
from stammtisch.tables.events import (
    AnyEvent,
    Closed,
    Ended,
    EventBatch,
    Left,
    Opened,
    Readied,
    Renamed,
    Revealed,
    Said,
    Sat,
    SeatInfo,
    Started,
)
from stammtisch.vocabulary import Request
from tests.protocols.mao.scripted import (
    ENTERED,
    NOW,
    UUIDS,
    A,
    B,
    C,
    Scripted,
    at_table,
    playing,
    seat_infos,
)

NO = Refused(code="no", message="No.")
STARTED = Started(match="m", nonces=["", "", ""], commitment="c")
ENDED = Ended(match="m", outcome="won", winners=[0], ranks=[1, 2, 2], points=[1, 0, 0])


def card(value: int) -> dict[str, int]:
    return {"value": value, "rank": value % 13, "suit": value // 13}


def sat(seat: int, *seats: int) -> Sat:
    return Sat(seat=seat, name=f"p{seat}", seats=seat_infos(*seats))


def left(seat: int, *seats: int, away: bool = False) -> Left:
    infos = seat_infos(*seats, away=[seat] if away else [])
    return Left(seat=seat, name=f"p{seat}", seats=infos, away=away)


# --- coming in -----------------------------------------------------------------------------------


def test_the_first_request_is_to_enter_and_the_second_to_join() -> None:
    client = Scripted(name="Ada")
    assert client.asked() == Enter(name="Ada")
    assert client.answer(ENTERED) == JoinNumber(
        game="mao", number=20, seats=3, profile="free", late=False
    )
    client.answer(at_table(seat_infos(0), 0, sat(0, 0), phase="open"))
    assert client.taken() == [
        {"type": "event", "name": "joinedTable", "order": 0, "data": {"you": A, "others": []}}
    ]


def test_a_name_that_cannot_be_one_keeps_nobody_outside() -> None:
    client = Scripted(name="a b")
    client.asked()
    assert client.answer(NO) == Enter(name=None)
    assert isinstance(client.answer(ENTERED), JoinNumber)


def test_nobody_is_turned_away_twice() -> None:
    client = Scripted(name="a b")
    client.asked()
    client.answer(NO)
    assert client.answer(NO) is None
    assert client.closed() == (4001, "Could not join table.")


@pytest.mark.parametrize("table", ["", "x", "-1", "99999999999"])
def test_a_table_that_cannot_be_is_closed_to_everybody(table: str) -> None:
    client = Scripted(tableID=table)
    assert client.asked() is None
    assert client.closed() == (4001, "Could not join table.")


def test_a_table_beyond_the_numbered_ones_is_joined_but_not_opened() -> None:
    client = Scripted(tableID="140")
    client.asked()
    joining = client.answer(ENTERED)
    assert isinstance(joining, JoinNumber)
    assert (joining.number, joining.seats, joining.create) == (140, None, False)


def test_a_full_or_running_table_closes_with_4001() -> None:
    client = Scripted()
    client.asked()
    client.answer(ENTERED)
    assert client.answer(NO) is None
    assert client.closed() == (4001, "Could not join table.")
    assert client.taken() == []


def test_nothing_is_heard_before_one_sits() -> None:
    client = Scripted()
    assert client.asked() == Enter(name=None)
    assert client.sends("talk", "hi") is None
    assert client.hears(sat(1, 0, 1)) == []


def test_the_last_to_come_gets_the_round_after_the_table() -> None:
    hands = ((1,) * 7, None, None)
    dealt = mao.RoundStarted(1, (None, None, (0, 13, 26, 39, 51, 1, 2)), (7,))
    readied = Readied(seat=2, seats=seat_infos(0, 1, 2))
    client = Scripted().enter(
        at_table(seat_infos(0, 1, 2), 2, sat(2, 0, 1, 2), readied, STARTED, dealt)
    )
    hand = [card(value) for value in (0, 13, 26, 39, 51, 1, 2)]
    assert client.told() == [
        ("joinedTable", {"you": C, "others": [A, B]}),
        ("roundStarted", {"yourHand": hand, "discard": [card(7)]}),
    ]
    again = client.hears(Revealed(round=1, secret=""), mao.RoundStarted(2, hands, (8,)))
    assert [name for name, *_ in again] == ["roundStarted"]


# --- order ---------------------------------------------------------------------------------------


def test_order_counts_every_event_and_only_events() -> None:
    client = playing()
    client.hears(mao.Talked(1, "one"), mao.TurnChanged(1, 1), mao.Talked(1, "two"))
    client.sends("talk", "three")
    client.did(mao.Talked(0, "three"))
    client.sends("talk", "refused")
    client.answer(NO)
    client.hears(mao.RoundOver(1, (0, 1, 0), None))
    client.hears(mao.RoundStarted(2, ((1,), None, None), (1,)))
    orders = [text.split('"order":')[1].split(",")[0].rstrip("}") for text in client.texts]
    assert orders == ["0", "1", "2", "3", "4", "5"]


def test_two_clients_count_for_themselves() -> None:
    one, two = playing(0), playing(1)
    event = mao.Talked(2, "hi")
    one.hears(mao.Talked(2, "before"))
    one.hears(event)
    two.hears(event)
    assert '"order":2,' in one.texts[-1]
    assert '"order":1,' in two.texts[-1]
    assert one.texts[-1].replace('"order":2,', '"order":1,') == two.texts[-1]


# --- actions -------------------------------------------------------------------------------------


def do(action: Any) -> Request:
    return Act(action=action)


def test_actions_become_the_games_own() -> None:
    client = playing()
    deck, hand = {"source": "deck"}, {"source": "hand"}
    pile = {"source": "pile", "pileIndex": 0, "cardIndex": 3, "extra": "<script>"}
    cases: list[tuple[str, Any, Any]] = [
        ("talk", "hi", mao.Talk("hi")),
        ("moveCard", {"from": deck, "to": hand}, mao.Move(mao.Spot("deck"), mao.Spot("hand"))),
        (
            "moveCard",
            {"from": {**hand, "cardIndex": 2}, "to": pile},
            mao.Move(mao.Spot("hand", 2), mao.Spot("pile", 3)),
        ),
        (
            "moveCard",
            {"from": pile, "to": {"source": "pile", "pileIndex": 1, "cardIndex": -1}},
            mao.Move(mao.Spot("pile", 3), mao.Spot("pile", -1, 1)),
        ),
        ("accuse", B, mao.Accuse(1)),
        ("accuse", A, mao.Accuse(0)),
        ("acceptAccusation", None, mao.Accept()),
        ("cancelAccusation", None, mao.Cancel()),
        ("writeRule", "no talking", mao.WriteRule("no talking", 2)),
    ]
    for name, args, action in cases:
        assert client.sends(name, args) == do(action)
        client.answer(NO)
    assert client.taken() == []


@pytest.mark.parametrize("who", ["", "nobody", A.upper() + " ", chairman_of("table")])
def test_only_players_can_be_accused(who: str) -> None:
    assert playing().sends("accuse", who) is None
    assert playing(profile="chaired").sends("accuse", who) is None


def test_who_has_left_cannot_be_accused() -> None:
    client = playing()
    client.hears(left(1, 0, 2), mao.PlayerGone(1))
    assert client.sends("accuse", B) is None
    assert client.sends("accuse", C) == do(mao.Accuse(2))


def test_a_pile_without_a_place_is_an_extension() -> None:
    args = {"from": {"source": "deck"}, "to": {"source": "pile", "pileIndex": 0}}
    assert playing().sends("moveCard", args) is None
    move = mao.Move(mao.Spot("deck"), mao.Spot("pile"))
    assert playing(ext="1").sends("moveCard", args) == do(move)


def test_talk_before_the_match_is_the_tables() -> None:
    client = Scripted().enter(at_table(seat_infos(0, 1), 0, phase="open"))
    client.taken()
    assert client.sends("talk", "hi") == Say(text="hi", reach="table")
    assert client.did(Said(name="p0", text="hi", at=NOW, seat=0)) == [
        ("playerTalked", {"quote": "hi", "by": A, "timestamp": 1_800_000_000_000})
    ]
    client.hears(sat(2, 0, 1, 2), STARTED)
    assert client.sends("talk", "ho") == do(mao.Talk("ho"))


@pytest.mark.parametrize(("text", "heard"), [("😀" * 100, True), ("😀" * 101, False), ("", True)])
def test_talk_is_counted_as_browsers_count(text: str, heard: bool) -> None:
    client = Scripted().enter(at_table(seat_infos(0), 0, phase="open"))
    assert (client.sends("talk", text) is not None) is heard


# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            mao.Talked(1, 'say "x" \\ \u2028 ü'),
            (
                "playerTalked",
                {"quote": 'say "x" \\ \u2028 ü', "by": B, "timestamp": 1_800_000_000_000},
            ),
        ),
        (
            mao.LastChance(2, 10_500),
            ("lastChanceStarted", {"winningPlayer": C, "timeStarted": 1_800_000_000_000}),
        ),
        (
            mao.Accused(0, 2, "a reason", 60_000),
            ("playerAccused", {"accuser": A, "accused": C}),
        ),
        (mao.Accepted(0, 2), ("accusationAccepted",)),
        (mao.Cancelled("play"), ("accusationCancelled", "play")),
        (mao.Cancelled("lastChance", 9000), ("accusationCancelled", "lastChance")),
        (mao.WinnerLeft(), ("winningPlayerLeft",)),
        (mao.RoundOver(1, (0, 1, 0), None), ("roundOver", B)),
        (mao.RuleWritten(0, "my rule", True, None), ("ruleWritten", "my rule")),
        (
            mao.RulesRevealed(1, ("one", "two")),
            ("rulesRevealed", {"author": B, "rules": ["one", "two"]}),
        ),
        (mao.MatchOver((1, 0, 0)), ("gameEnded",)),
    ],
)
def test_event_is_told_as_the_document_says(event: Event, told: tuple[Any, ...]) -> None:
    assert playing().hears(event, at=500) == [told]


UNHEARD: list[AnyEvent] = [
    mao.TurnChanged(1, -1, 5000),
    mao.VoteCalled((1, 2), 5000),
    mao.PointOfOrder(1, True, 5000),
    mao.RuleWritten(1, None),
    mao.Finale((), ()),
    STARTED,
    Revealed(round=1, secret="s"),
    Renamed(seat=1, name="new", seats=[SeatInfo(name="new", player=UUIDS[s]) for s in range(3)]),
    left(1, 0, 1, 2, away=True),
    Said(name="onlooker", text="hi", at=NOW),
    Readied(seat=1, seats=seat_infos(0, 1, 2)),
]


@pytest.mark.parametrize("event", UNHEARD, ids=lambda event: type(event).__name__)
def test_a_plain_client_hears_nothing_beyond_the_document(event: AnyEvent) -> None:
    assert playing().hears(event) == []


def test_the_same_event_has_the_same_time_for_everybody() -> None:
    event = mao.Talked(1, "when?")
    one, two = playing(0), playing(2)
    one.hears(event)
    two.session._buffer.encoder.wall = lambda: NOW + 3  # type: ignore[union-attr]
    two.hears(event)
    assert one.texts[-1] == two.texts[-1]


def test_what_another_table_said_is_not_heard() -> None:
    client = playing()
    client.session.notified(EventBatch("elsewhere", 5, 0, [mao.Talked(1, "psst")]))
    client.session.notified(ChatMessage(reach="everyone", text="hello", sender="x"))
    assert client.taken() == []


# --- coming and going ----------------------------------------------------------------------------


def test_who_comes_and_goes_before_the_match() -> None:
    client = Scripted().enter(at_table(seat_infos(0), 0, sat(0, 0), phase="open"))
    client.taken()
    assert client.hears(sat(1, 0, 1)) == [("playerJoined", B)]
    assert client.hears(left(1, 0)) == [("playerLeft", B)]
    assert client.hears(sat(2, 0, 2)) == [("playerJoined", C)]


def test_who_is_away_before_a_match_has_left_and_comes_again() -> None:
    """The house tells no more when it gives the seat away."""
    client = Scripted().enter(at_table(seat_infos(0, 1), 0, phase="open"))
    client.taken()
    assert client.hears(left(1, 0, 1, away=True)) == [("playerLeft", B)]
    back = Sat(seat=1, name="p1", seats=seat_infos(0, 1), back=True)
    assert client.hears(back) == [("playerJoined", B)]
    client.hears(left(1, 0, 1, away=True))
    assert client.hears(Sat(seat=2, name="p2", seats=seat_infos(0, 1, 2, away=[1])), STARTED) == [
        ("playerJoined", C),
        ("playerJoined", B),
    ]


def test_a_seat_that_changes_hands_is_left_and_joined() -> None:
    client = playing()
    seats = [*seat_infos(0, 1, size=2), SeatInfo(name="new", player=UUIDS[7])]
    assert client.hears(Sat(seat=2, name="new", seats=seats)) == [
        ("playerLeft", C),
        ("playerJoined", UUIDS[7]),
    ]


@pytest.mark.parametrize(
    "news",
    [
        [left(1, 0, 2), mao.PlayerGone(1)],
        [mao.PlayerGone(1), left(1, 0, 2)],
        [left(1, 0, 1, 2, away=True), mao.PlayerGone(1)],
    ],
)
def test_a_leaver_is_told_exactly_once(news: list[AnyEvent]) -> None:
    client = playing()
    assert client.hears(*news) == [("playerLeft", B)]
    assert client.hears(left(2, 0)) == [("playerLeft", C)]


def test_the_rules_of_who_left_are_still_theirs() -> None:
    client = playing()
    gone: list[AnyEvent] = [left(1, 0, 2), mao.PlayerGone(1), mao.RulesRevealed(1, ("r",))]
    assert client.hears(*gone) == [
        ("playerLeft", B),
        ("rulesRevealed", {"author": B, "rules": ["r"]}),
    ]


# --- the end -------------------------------------------------------------------------------------

OVER: list[AnyEvent] = [
    mao.RoundOver(1, (0, 1, 0), None),
    mao.Finale((mao.RuleTold(1, "r", 1, None),), ()),
    mao.MatchOver((0, 1, 0)),
    ENDED,
    Opened(commitment="c", seats=seat_infos(0, 1, 2)),
    STARTED,
    mao.RoundStarted(1, ((1,), None, None), (1,)),
]


def test_after_the_end_one_leaves_at_once_and_hears_nothing() -> None:
    client = playing()
    assert client.hears(*OVER) == [("roundOver", B), ("gameEnded",)]
    assert client.asked() == Leave()
    assert client.sends("talk", "gg") is None
    assert client.hears(left(2, 0, 1)) == []
    assert client.closed() == (None, None)
    client.answer(Accepted(seq=9, at=0, events=[]))
    assert client.closed() == (1005, "The game has ended.")
    assert client.taken() == []


def test_the_end_waits_for_the_answer_under_way() -> None:
    client = playing()
    assert client.sends("acceptAccusation") is not None
    client.hears(*OVER)
    assert client.asked() is None
    assert client.answer(NO) == Leave()


def test_the_end_may_come_of_ones_own_action() -> None:
    client = playing()
    client.sends("talk", "x")
    assert client.did(*OVER)[-1] == ("gameEnded",)
    assert client.asked() == Leave()


def test_a_match_that_is_broken_off_has_ended() -> None:
    client = playing()
    assert client.hears(ENDED) == [("gameEnded",)]
    assert client.asked() == Leave()


def test_whose_seat_was_given_up_elsewhere_goes() -> None:
    client = playing()
    assert client.hears(left(0, 1, 2)) == []
    assert client.asked() == Leave()


def test_a_broken_table_and_a_closing_house_end_the_connection() -> None:
    client = playing()
    client.hears(Closed(reason="It broke."))
    client.answer(NO)
    assert client.closed() == (1005, "It broke.")
    other = playing()
    other.session.notified(Goodbye(reason="The house closes."))
    assert other.closed() == (None, "The house closes.")
    assert other.sends("talk", "x") is None
    assert other.hears(mao.Talked(1, "x")) == []


# --- the chairman --------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["chaired", "school"])
def test_the_chairman_is_one_more_player_who_never_plays(profile: str) -> None:
    client = Scripted().enter(at_table(seat_infos(0, 1, 2), 1, profile=profile))
    chairman = chairman_of("table")
    assert client.told() == [("joinedTable", {"you": B, "others": [chairman, A, C]})]
    assert client.hears(
        mao.Talked(None, "failure to thank"), mao.Accused(None, 0, "failure to thank", 9000)
    ) == [
        (
            "playerTalked",
            {"quote": "failure to thank", "by": chairman, "timestamp": 1_800_000_000_000},
        ),
        ("playerAccused", {"accuser": chairman, "accused": A}),
    ]


def test_every_table_has_its_own_chairman() -> None:
    assert chairman_of("table") == chairman_of("table") != chairman_of("other")
