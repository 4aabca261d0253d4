"""What a client gets that asks for the extensions."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.mao import records as mao
from stammtisch.protocols.mao.roster import chairman_of
from stammtisch.protocols.mao.session import ELSEWHERE, EVENTS_KEPT, Memory
from stammtisch.replies import Accepted, Refused
from stammtisch.requests import Act, Enter, JoinNumber, Leave, Resume, Say
from stammtisch.tables.events import (
    AnyEvent,
    EventBatch,
    Left,
    Renamed,
    Revealed,
    Said,
    Sat,
    SeatInfo,
    Started,
)
from tests.protocols.mao.harness import DECK, HAND, Client, Harness, hand, open_harness, pile
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
from tests.protocols.mao.test_transcript import each, goes_out, wins

NO = Refused(code="no", message="No.")
T = 1_800_000_000_000


def test_joining_tells_names_token_and_table() -> None:
    client = Scripted(ext="1").enter(at_table(seat_infos(0, 1, 2), 1, profile="chaired"))
    chairman = chairman_of("table")
    assert client.told() == [
        (
            "joinedTable",
            {
                "you": B,
                "others": [chairman, A, C],
                "names": {A: "p0", B: "p1", C: "p2"},
                "chairman": chairman,
                "profile": "chaired",
                "commitment": "c0ffee",
            },
        ),
        ("token", {"token": "secret"}),
    ]


def test_the_table_is_opened_as_the_address_says() -> None:
    client = Scripted(ext="1", table="school")
    client.asked()
    assert client.answer(ENTERED) == JoinNumber(
        game="mao", number=20, seats=3, profile="school", keep=True
    )


def test_an_onlooker_opens_nothing_and_has_no_hand() -> None:
    client = Scripted(ext="1", watch="1")
    client.asked()
    joining = client.answer(ENTERED)
    assert isinstance(joining, JoinNumber) and joining.watch and not joining.create
    client.answer(at_table(seat_infos(0, 1, 2), None))
    name, data = client.told()[0]
    assert (name, data["you"], data["others"]) == ("joinedTable", None, [A, B, C])
    dealt = mao.RoundStarted(1, (None, None, None), (3,))
    assert client.hears(dealt)[0][1]["yourHand"] == []
    assert client.sends("talk", "look!") == Say(text="look!", reach="table")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            mao.Accused(0, 2, "too slow", 60_500),
            [
                (
                    "playerAccused",
                    {"accuser": A, "accused": C, "deadline": T + 60_000, "reason": "too slow"},
                )
            ],
        ),
        (
            mao.Accused(0, 2, None, 60_500, 38),
            [
                (
                    "playerAccused",
                    {
                        "accuser": A,
                        "accused": C,
                        "deadline": T + 60_000,
                        "card": {"value": 38, "rank": 12, "suit": 2},
                    },
                )
            ],
        ),
        (
            mao.TurnChanged(1, -1, 20_500),
            [("turnChanged", {"player": B, "direction": -1, "deadline": T + 20_000})],
        ),
        (
            mao.Cancelled("lastChance", 6500),
            [("accusationCancelled", "lastChance"), ("lastChanceResumed", {"timeLeft": 6000})],
        ),
        (mao.Cancelled("play"), [("accusationCancelled", "play")]),
        (
            mao.VoteCalled((1,), 1500),
            [("voteCalled", {"voters": [B], "deadline": T + 1000})],
        ),
        (
            mao.PointOfOrder(None, False),
            [("pointOfOrder", {"open": False, "by": None, "deadline": None})],
        ),
        (
            mao.RoundOver(1, (0, 1, 0), 60_500),
            [
                ("roundOver", B),
                ("score", {"points": {A: 0, B: 1, C: 0}, "deadline": T + 60_000}),
            ],
        ),
        (
            mao.RuleWritten(0, "WHEN", False, "WHEN what?"),
            [
                ("ruleWritten", "WHEN"),
                ("ruleUnderstood", {"understood": False, "complaint": "WHEN what?"}),
            ],
        ),
        (mao.RuleWritten(0, "free"), [("ruleWritten", "free")]),
        (mao.RuleWritten(1, None), []),
        (
            mao.Moved(1, None, mao.Spot("deck"), mao.Spot("hand"), 8, "penalty"),
            [
                (
                    "cardMoved",
                    {
                        "from": {"source": "deck"},
                        "to": {"source": "hand", "length": 8},
                        "by": B,
                        "cause": "penalty",
                    },
                )
            ],
        ),
        (
            Said(name="Zoe", text="psst", at=NOW),
            [("onlookerTalked", {"quote": "psst", "name": "Zoe", "timestamp": T})],
        ),
        (
            Started(match="m", nonces=["0", "1", "2"], commitment="c"),
            [("matchStarted", {"match": "m", "nonces": ["0", "1", "2"], "commitment": "c"})],
        ),
        (Revealed(round=1, secret="s"), [("dealRevealed", {"round": 1, "secret": "s"})]),
        (
            Left(seat=1, name="p1", seats=seat_infos(0, 1, 2, away=[1]), away=True),
            [("playerAway", B)],
        ),
        (
            Renamed(
                seat=1,
                name="Bo",
                seats=[
                    SeatInfo(name="Bo" if s == 1 else f"p{s}", player=UUIDS[s]) for s in range(3)
                ],
            ),
            [("playerNamed", {"player": B, "name": "Bo"})],
        ),
    ],
)
def test_extended_event(event: AnyEvent, told: list[tuple[Any, ...]]) -> None:
    assert playing(ext="1").hears(event, at=500) == told


def test_who_comes_has_a_name_and_who_comes_back_is_told() -> None:
    client = Scripted(ext="1").enter(at_table(seat_infos(0), 0, phase="open"))
    client.taken()
    assert client.hears(Sat(seat=1, name="p1", seats=seat_infos(0, 1))) == [
        ("playerJoined", B),
        ("playerNamed", {"player": B, "name": "p1"}),
    ]
    other = playing(ext="1")
    other.hears(Left(seat=1, name="p1", seats=seat_infos(0, 1, 2, away=[1]), away=True))
    back = Sat(seat=1, name="p1", seats=seat_infos(0, 1, 2), back=True)
    assert other.hears(back) == [("playerBack", B)]


def test_the_finale_tells_all_rules_before_the_game_ends() -> None:
    rules = (
        mao.RuleTold(1, "hail kings", 1, True, (mao.Breach(0, 2, 400),), found=2),
        mao.RuleTold(1, "be nice", 2, None),
    )
    verdict = mao.Verdict(None, 0, "no hail", True, 2, 450)
    client = playing(ext="1", profile="chaired")
    told = client.hears(mao.Finale(rules, (verdict,)), mao.MatchOver((0, 2, 0)), at=500)
    assert told == [
        ("rulesRevealed", {"author": B, "rules": ["hail kings", "be nice"]}),
        (
            "finale",
            {
                "rules": [
                    {
                        "author": B,
                        "text": "hail kings",
                        "round": 1,
                        "understood": True,
                        "broken": [{"player": A, "round": 2, "timestamp": T - 100}],
                        "found": C,
                    },
                    {
                        "author": B,
                        "text": "be nice",
                        "round": 2,
                        "understood": None,
                        "broken": [],
                        "found": None,
                    },
                ],
                "verdicts": [
                    {
                        "accuser": chairman_of("table"),
                        "accused": A,
                        "reason": "no hail",
                        "guilty": True,
                        "round": 2,
                        "timestamp": T - 50,
                    }
                ],
            },
        ),
        ("gameEnded",),
    ]


def test_an_accusation_may_have_a_reason() -> None:
    args = {"player": B, "reason": "too slow"}
    assert playing(ext="1").sends("accuse", args) == Act(action=mao.Accuse(1, "too slow"))
    assert playing(ext="1").sends("accuse", {"player": B}) == Act(action=mao.Accuse(1))
    assert playing().sends("accuse", args) is None


def test_who_could_come_back_says_when_it_will_not() -> None:
    assert playing().sends("leaveTable") is None
    client = playing(ext="1")
    assert client.sends("leaveTable") == Leave()
    client.answer(Accepted(seq=3, at=0, events=[]))
    assert client.closed() == (1005, "You have left the table.")


# --- coming back ---------------------------------------------------------------------------------


def resuming(memory: Memory, since: int) -> Scripted:
    client = Scripted(memory, ext="1", token="secret", since=str(since))
    assert client.asked() == Resume(token="secret")
    return client


def test_the_thread_is_taken_up_where_it_was() -> None:
    memory = Memory()
    first = Scripted(memory, ext="1").enter(at_table(seat_infos(0, 1, 2), 0, seq=7))
    first.hears(mao.Talked(1, "two"), seq=8)
    first.hears(mao.Talked(1, "three"), mao.Talked(2, "four"), seq=9)
    again = resuming(memory, since=2)
    joining = again.answer(ENTERED)
    assert isinstance(joining, JoinNumber) and joining.since == 9
    gone: list[AnyEvent] = [Left(seat=2, name="p2", seats=seat_infos(0, 1)), mao.PlayerGone(2)]
    missed = [EventBatch("table", 10, 100, [*gone, mao.RulesRevealed(2, ("r",))])]
    again.answer(at_table(seat_infos(0, 1), 0, missed=missed, seq=10, at=1100))
    events = again.taken()
    assert [(event["order"], event["name"]) for event in events] == [
        (3, "playerTalked"),
        (4, "playerTalked"),
        (5, "playerLeft"),
        (6, "rulesRevealed"),
    ]
    assert events[3]["data"]["author"] == C
    assert again.hears(mao.Talked(1, "now"), seq=11)[0][1]["quote"] == "now"
    assert first.hears(mao.Talked(1, "now"), seq=11) == []
    assert first.closed() == (None, "You have come back through another connection.")


def test_what_was_missed_has_its_own_time() -> None:
    memory = Memory()
    Scripted(memory, ext="1").enter(at_table(seat_infos(0, 1, 2), 0, seq=7))
    again = resuming(memory, since=1)
    again.answer(ENTERED)
    missed = [EventBatch("table", 8, 400, [mao.Talked(1, "then")])]
    again.answer(at_table(seat_infos(0, 1, 2), 0, missed=missed, seq=8, at=1000))
    assert again.told() == [("playerTalked", {"quote": "then", "by": B, "timestamp": T - 600})]


@pytest.mark.parametrize(
    ("since", "missed", "player"),
    [
        (-1 - EVENTS_KEPT, [], A),
        (99, [], A),
        (1, None, A),
        (1, [], UUIDS[7]),
    ],
    ids=["too long ago", "in the future", "the table forgot", "another sitting"],
)
def test_a_torn_thread_begins_anew(
    since: int, missed: list[EventBatch] | None, player: str
) -> None:
    memory = Memory()
    Scripted(memory, ext="1").enter(at_table(seat_infos(0, 1, 2), 0, seq=7))
    again = resuming(memory, since)
    again.answer(ENTERED)
    seats = [SeatInfo(name="p0", player=player), *seat_infos(0, 1, 2)[1:]]
    again.answer(at_table(seats, 0, missed=missed, seq=7))
    first = again.taken()[0]
    assert (first["order"], first["name"], first["data"]["you"]) == (0, "joinedTable", player)


def test_a_token_that_nobody_has_is_a_new_guest() -> None:
    client = resuming(Memory(), 3)
    assert client.answer(NO) == Enter(name=None)


def test_only_so_many_events_and_players_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.protocols.mao.session.PLAYERS_KEPT", 2)
    memory = Memory()
    client = Scripted(memory, ext="1").enter(at_table(seat_infos(0, 1, 2), 0))
    for _ in range(200):
        client.hears(mao.Talked(1, "x"))
    harness = memory.find("account", 20)
    assert harness is not None and harness.kept is not None and len(harness.kept) == EVENTS_KEPT
    memory.keep("b", 1, harness)
    memory.keep("c", 1, harness)
    assert memory.find("account", 20) is None


# --- in a real house -----------------------------------------------------------------------------


async def lost_and_back(harness: Harness, client: Client) -> Client:
    token = next(event for event in client.events if event["name"] == "token")["data"]["token"]
    since = str(client.events[-1]["order"])
    return await harness.come(tableID="20", ext="1", token=token, since=since)


async def test_a_lost_connection_comes_back_to_its_cards() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(20, 2)
        c = await harness.come(tableID="20", ext="1", name="Cy")
        await each(harness, a, b, c)
        c.hang_up()
        a.move(DECK, HAND)
        a.send("talk", "where is she?")
        assert [len(told) for told in await each(harness, a, b)] == [2, 2]
        back = await lost_and_back(harness, c)
        orders = [event["order"] for event in (*c.events, *back.events)]
        assert orders == list(range(len(orders)))
        assert [event["name"] for event in back.events] == ["cardMoved", "playerTalked"]
        await each(harness, a, b, back)
        back.move(hand(0), pile(1))
        to_a, to_c = await each(harness, a, back)
        assert to_a[0][1]["from"] == {"source": "hand", "length": 6}
        assert to_c[0][1]["from"] == hand(0)


async def test_who_does_not_come_back_has_left() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(20, 2)
        c = await harness.come(tableID="20", ext="1")
        you = c.uuid
        await each(harness, a, b)
        c.hang_up()
        assert await each(harness, a, b) == [[], []]
        await harness.pass_time(60_000)
        assert await each(harness, a, b) == [[("playerLeft", you)]] * 2


async def test_after_a_forgotten_thread_the_round_is_told_again() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(20, 2)
        c = await harness.come(tableID="20", ext="1")
        await goes_out(harness, a, b, c)
        await harness.pass_time(4000)
        b.send("accuse", a.uuid)
        await each(harness, a, b, c)
        harness.memory = Memory()
        c.hang_up()
        await harness.quiet()
        back = await lost_and_back(harness, c)
        told = dict(event for event in back.told() if event[0] != "token")
        assert list(told) == [
            *("joinedTable", "roundStarted", "lastChanceStarted", "playerAccused", "hands"),
        ]
        assert told["joinedTable"]["you"] == c.uuid
        assert len(told["roundStarted"]["yourHand"]) == 7
        assert len(told["roundStarted"]["discard"]) == 8
        assert told["lastChanceStarted"] == {"winningPlayer": a.uuid, "timeStarted": T}
        assert told["hands"] == {a.uuid: 0, b.uuid: 7, c.uuid: 7}


async def test_an_onlooker_sees_what_all_see() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        looker = await harness.come(tableID="0", ext="1", watch="1")
        names = [name for name, *_ in looker.told()]
        assert names == ["joinedTable", "token", "roundStarted", "hands"]
        a.move(DECK, HAND)
        looker.move(DECK, HAND)
        to_b, to_looker = await each(harness, b, looker)
        assert to_b[-1:] == to_looker
        await wins(harness, b, a)
        assert [event[0] for event in (await each(harness, looker))[0]][-2:] == [
            "roundOver",
            "score",
        ]
        nobody = await harness.come(tableID="1", ext="1", watch="1")
        assert nobody.closed == (4001, "Could not join table.")


async def test_strict_and_extended_clients_sit_together() -> None:
    async with open_harness() as harness:
        a = await harness.come(tableID="0", ext="1", table="chaired", name="Ada")
        b = await harness.come(tableID="0")
        assert b.events[0]["data"]["others"] == [a.events[0]["data"]["chairman"], a.uuid]
        assert set(b.events[0]["data"]) == {"you", "others"}
        names = {event["name"] for event in a.events}
        assert {"token", "matchStarted", "turnChanged"} <= names
        assert {event["name"] for event in b.events} == {"joinedTable", "roundStarted"}
        assert set(b.events[-1]["data"]) == {"yourHand", "discard"}


async def test_an_older_connection_of_the_same_seat_is_closed() -> None:
    async with open_harness() as harness:
        a = await harness.come(tableID="0", ext="1")
        token = a.events[1]["data"]["token"]
        b = await harness.come(tableID="0")
        again = await harness.come(tableID="0", ext="1", token=token)
        assert again.uuid == a.uuid
        before = len(b.events)
        a.move(DECK, HAND)
        await harness.quiet()
        assert a.closed == (None, ELSEWHERE)
        assert len(b.events) == before
        # One that says nothing notices it with the next tick.
        third = await harness.come(tableID="0", ext="1", token=token)
        again.session.tick(0)
        again._settle()
        assert again.closed == (None, ELSEWHERE)
        third.move(DECK, HAND)
        assert (await each(harness, b))[0][-1][0] == "cardMoved"
