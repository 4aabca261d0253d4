"""What a seat cannot know does not reach it: not in news, not in answers, not in snapshots."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Action
from stammtisch.games.tiles.records import Draw, Put
from stammtisch.requests import Act, AskActions, Caller, CheckAction, Join
from stammtisch.vocabulary import Request
from tests.tables.harness import PEOPLE, TableHarness, settings, who, written

VIEWERS = [*range(4), None]


def shared_move(
    here: TableHarness, there: TableHarness, rng: Random, viewer: int | None
) -> Action | None:
    """Something the mover may do in both worlds, and of which the viewer learns nothing new."""
    mover = here.match.mover
    assert there.match.mover == mover
    both = [one for one in here.match.actions(mover) if one in there.match.actions(mover)]
    if mover == viewer:
        # The next tile of the main stack is what the viewer does not know.
        both = [one for one in both if one != Draw("main")]
    return rng.choice(both) if both else None


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(6))
def test_a_seat_is_sent_the_same_bytes_whatever_it_cannot_know(
    viewer: int | None, seed: int
) -> None:
    rng = Random(seed)
    worlds = [
        TableHarness(settings(options={"cheats": True, "turn_clock": 30}), seed=seed) for _ in "ab"
    ]
    here, there = worlds
    watcher = "eve" if viewer is None else PEOPLE[viewer]
    for world in worlds:
        world.start()
        world.join("eve", watch=True)
    for _ in range(rng.randrange(12)):
        action = rng.choice(here.match.actions(here.match.mover))
        for world in worlds:
            world.play(action)
    if not here.table.state.running:
        return
    there.table.state.match = there.match.resample(viewer, rng)
    told: list[list[bytes]] = [[], []]
    for world in worlds:
        world.heard.clear()
    played = 0
    for turn in range(40):
        move = shared_move(here, there, rng, viewer)
        if move is None or not here.table.state.running:
            break
        played += 1
        for world, bytes_told in zip(worlds, told, strict=True):
            mover = world.mover()
            answer = world.play(move)
            if mover == who(watcher):
                bytes_told.append(written(answer))
            bytes_told += map(written, world.heard.pop(watcher, []))
            one = who(watcher)
            asks: list[tuple[Caller, Request]] = [
                (one, AskActions()),
                (one, CheckAction(action=Put(turn))),
            ]
            if turn % 5 == 0:
                back = who(watcher, f"{watcher} again {turn}")
                asks.append((back, Join(watch=viewer is None, since=world.table.state.seq - 3)))
            bytes_told += [written(world.ask(*ask)) for ask in asks]
            world.heard.pop(watcher, None)
    if played > 1 and viewer != here.match.mover:
        assert here.match.digest() != there.match.digest()
    assert told[0] == told[1]
    assert told[0] or not played


def test_the_test_above_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.tables.runner.TableRunner.seen", lambda self, told, seat: told)
    with pytest.raises(AssertionError):
        for seed in range(6):
            test_a_seat_is_sent_the_same_bytes_whatever_it_cannot_know(None, seed)


def test_other_connections_of_one_seat_see_what_the_seat_sees_and_no_more() -> None:
    harness = TableHarness()
    harness.start()
    mover = harness.match.mover
    if harness.match.must_put:
        harness.move()
        mover = harness.match.mover
    name = PEOPLE[mover]
    harness.join(name, "second screen")
    harness.join("eve", watch=True)
    harness.heard.clear()
    answer = harness.ask(who(name), Act(action=Draw("main")))
    (own,) = harness.heard["second screen"]
    assert own.events == answer.events  # type: ignore[attr-defined]
    assert own.events[0].tile is not None  # type: ignore[union-attr]
    for other in {*PEOPLE, "eve"} - {name}:
        assert harness.heard[other][0].events[0].tile is None  # type: ignore[union-attr]
