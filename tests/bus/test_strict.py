"""Everything a table is asked, answers and tells survives the way through bytes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.bus.strict import StrictBus
from stammtisch.replies import NO_TABLE
from stammtisch.requests import Act, AddBot, AskActions, CheckAction, Configure, Join, Ready, Say
from stammtisch.tables.encoding import pack, unpack
from stammtisch.tables.events import EventBatch
from tests.tables.harness import PEOPLE, TableHarness, settings, who


def test_nothing_that_goes_through_is_the_same_object_but_all_of_it_is_equal() -> None:
    bus = StrictBus(NO_TABLE, pack, unpack)
    asked: list[Any] = []
    answers: list[Any] = []

    def handler(one: Any, ask: Any, reply: Any) -> None:
        asked.append((one, ask))
        reply(NO_TABLE)

    bus.host("t1", handler)
    ada, ask = who("ada"), Say(text="Hello.")
    bus.ask("t1", ada, ask, answers.append)
    assert asked == [(ada, ask)] and asked[0][1] is not ask
    assert answers == [NO_TABLE] and answers[0] is not NO_TABLE
    heard: list[Any] = []
    bus.attach("c1", heard.append)
    bus.deliver("c1", batch := EventBatch("t1", 1, 2, []))
    assert heard == [batch] and heard[0] is not batch


@pytest.mark.parametrize(
    ("game", "profile"),
    [("tiles", "classic"), ("tiles", "okey"), ("mao", "free"), ("mao", "chaired")],
)
def test_a_whole_match_survives_it(game: str, profile: str) -> None:
    rng = Random(3)
    harness = TableHarness(settings(game=game, profile=profile), seed=3)
    answers: list[Any] = [
        harness.join(name, follow=rng.choice(("events", "views"))) for name in PEOPLE
    ]
    answers.append(harness.join("eve", watch=True, follow="views"))
    answers += [harness.ask(who(name), Ready(nonce="c0ffee")) for name in PEOPLE]
    for _ in range(60):
        match = harness.table.state.match
        assert match is not None
        if not harness.table.state.running:
            break
        seat = rng.choice(match.turn)
        one = who(PEOPLE[seat])
        action = rng.choice(match.actions(seat))
        harness.clock.advance(500)
        answers += [
            harness.ask(one, CheckAction(action=action)),
            harness.ask(one, AskActions()),
            harness.ask(one, unpack(pack(Act(action=action)))),
        ]
    answers.append(harness.join("ada", "again", since=harness.table.state.seq - 5, follow="views"))
    told = [batch for batches in harness.heard.values() for batch in batches]
    assert len(told) > 40
    for record in (*answers, *told):
        assert unpack(pack(record)) == record


@pytest.mark.parametrize(
    "ask",
    [
        Join(table="t", since=3, follow="views", password="x"),
        Configure(options={"a": 1, "b": True, "c": "x", "d": ("y", "z")}, password=None),
        AddBot(level="hard"),
        Act(action={"type": "draw", "stack": "main"}, seq=4),
    ],
)
def test_asks_survive_it(ask: Any) -> None:
    assert unpack(pack(ask)) == ask
