"""Following by views: each step brings what the seat sees, and what it may do."""

from __future__ import annotations

import pytest

from stammtisch.games.tiles.records import Draw
from stammtisch.tables.replies import Accepted, Refused
from stammtisch.tables.requests import Act, Ready, Say
from tests.tables.sitting import PEOPLE, Sitting, who


def viewing() -> Sitting:
    sitting = Sitting()
    for name in PEOPLE:
        sitting.join(name, follow="views")
    sitting.join("eve", watch=True, follow="views")
    sitting.join("fay", watch=True)
    for name in PEOPLE:
        sitting.ask(who(name), Ready())
    return sitting


def test_each_batch_carries_what_its_seat_sees_and_may_do() -> None:
    sitting = viewing()
    for _ in range(12):
        mover = PEOPLE[sitting.match.mover]
        sitting.heard.clear()
        answer = sitting.move()
        assert isinstance(answer, Accepted)
        assert answer.sight == sitting.match.sight(PEOPLE.index(mover))
        for seat, name in enumerate(PEOPLE):
            if name != mover:
                (batch,) = sitting.heard[name]
                assert batch.sight == sitting.match.sight(seat)
        (watched,) = sitting.heard["eve"]
        assert watched.sight == sitting.match.sight(None)
        assert watched.sight is not None and watched.sight.actions == ()


def test_who_follows_by_events_pays_nothing() -> None:
    sitting = viewing()
    sitting.heard.clear()
    sitting.move()
    (batch,) = sitting.heard["fay"]
    assert batch.sight is None
    plain = Sitting()
    plain.start()
    looked = []
    match = plain.match
    match.sight = lambda seat: looked.append(seat)  # type: ignore[assignment,method-assign,return-value]
    plain.move()
    assert not looked


def test_two_connections_of_a_seat_share_one_sight() -> None:
    sitting = viewing()
    waiting = PEOPLE[(sitting.match.mover + 1) % 4]
    sitting.join(waiting, "second screen", follow="views")
    sitting.heard.clear()
    sitting.move()
    (one,), (other,) = sitting.heard[waiting], sitting.heard["second screen"]
    assert one.sight is other.sight is not None


def test_talk_brings_no_sight_because_nothing_has_changed() -> None:
    sitting = viewing()
    sitting.heard.clear()
    sitting.ask(who("ada"), Say(text="Hello."))
    assert sitting.heard["bo"][0].sight is None


def test_the_snapshot_has_the_sight_too() -> None:
    sitting = viewing()
    joined = sitting.join("ada", "again", follow="views")
    assert joined.snapshot.sight == sitting.match.sight(0)
    assert sitting.join("ada", "by events").snapshot.sight is None


@pytest.mark.parametrize("behind", [1, 3])
def test_an_action_for_a_moment_that_is_past_is_refused(behind: int) -> None:
    sitting = viewing()
    sitting.move()
    seq = sitting.table.seq
    stale = sitting.ask(sitting.mover(), Act(action=Draw("main"), seq=seq - behind))
    assert isinstance(stale, Refused) and stale.code == "stale"
    assert isinstance(sitting.ask(sitting.mover(), Act(action=Draw("main"), seq=seq)), Accepted)
