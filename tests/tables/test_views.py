"""Following by views: each step brings what the seat sees, and what it may do."""

from __future__ import annotations

import pytest

from stammtisch.games.tiles.records import Draw
from stammtisch.replies import Accepted, Refused
from stammtisch.requests import Act, Ready, Say
from tests.tables.harness import PEOPLE, TableHarness, who


def viewing() -> TableHarness:
    harness = TableHarness()
    for name in PEOPLE:
        harness.join(name, follow="views")
    harness.join("eve", watch=True, follow="views")
    harness.join("fay", watch=True)
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    return harness


def test_each_batch_carries_what_its_seat_sees_and_may_do() -> None:
    harness = viewing()
    for _ in range(12):
        mover = PEOPLE[harness.match.mover]
        harness.heard.clear()
        answer = harness.move()
        assert isinstance(answer, Accepted)
        assert answer.observation == harness.match.observation(PEOPLE.index(mover))
        for seat, name in enumerate(PEOPLE):
            if name != mover:
                (batch,) = harness.heard[name]
                assert batch.observation == harness.match.observation(seat)
        (watched,) = harness.heard["eve"]
        assert watched.observation == harness.match.observation(None)
        assert watched.observation is not None and watched.observation.actions == ()


def test_who_follows_by_events_pays_nothing() -> None:
    harness = viewing()
    harness.heard.clear()
    harness.move()
    (batch,) = harness.heard["fay"]
    assert batch.observation is None
    plain = TableHarness()
    plain.start()
    looked = []
    match = plain.match
    match.observation = lambda seat: looked.append(seat)  # type: ignore[assignment,method-assign,return-value]
    plain.move()
    assert not looked


def test_two_connections_of_a_seat_share_one_observation() -> None:
    harness = viewing()
    waiting = PEOPLE[(harness.match.mover + 1) % 4]
    harness.join(waiting, "second screen", follow="views")
    harness.heard.clear()
    harness.move()
    (one,), (other,) = harness.heard[waiting], harness.heard["second screen"]
    assert one.observation is other.observation is not None


def test_talk_brings_no_observation_because_nothing_has_changed() -> None:
    harness = viewing()
    harness.heard.clear()
    harness.ask(who("ada"), Say(text="Hello."))
    assert harness.heard["bo"][0].observation is None


def test_the_snapshot_has_the_observation_too() -> None:
    harness = viewing()
    joined = harness.join("ada", "again", follow="views")
    assert joined.snapshot.observation == harness.match.observation(0)
    assert harness.join("ada", "by events").snapshot.observation is None


@pytest.mark.parametrize("behind", [1, 3])
def test_an_action_for_a_moment_that_is_past_is_refused(behind: int) -> None:
    harness = viewing()
    harness.move()
    seq = harness.table.state.seq
    stale = harness.ask(harness.mover(), Act(action=Draw("main"), seq=seq - behind))
    assert isinstance(stale, Refused) and stale.code == "stale"
    assert isinstance(harness.ask(harness.mover(), Act(action=Draw("main"), seq=seq)), Accepted)
