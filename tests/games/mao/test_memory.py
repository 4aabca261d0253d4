from __future__ import annotations

from random import Random

from stammtisch.games.mao.records import Accept, Accuse, Talk
from stammtisch.games.mao.rules import MEMORY
from tests.games.mao.playing import DRAW, fresh, play, wander


def test_everybody_remembers_what_was_done_said_and_admitted() -> None:
    runner = fresh(seats=3)
    runner.now = 1000
    runner.act(0, Talk("hello"))
    runner.now = 2000
    runner.act(1, play(2))
    runner.act(2, Accuse(1, "failure to smile"))
    runner.act(1, Accept())
    seen = runner.match.view(0).witnessed
    assert [one.what for one in seen] == ["round_started", "talked", "moved", "accused", "accepted"]
    talked, moved, accused = seen[1:4]
    assert (talked.at, talked.seat, talked.text) == (1000, 0, "hello")
    assert (moved.seat, moved.card, moved.length) == (1, runner.match.pile[-1], 6)
    assert (moved.source, moved.target, moved.index, moved.cause) == ("hand", "pile", 1, "player")
    assert (accused.seat, accused.accused, accused.text) == (2, 1, "failure to smile")


def test_nobody_remembers_more_than_is_public() -> None:
    runner = fresh(seats=3)
    runner.act(1, DRAW)
    views = [runner.match.view(seat) for seat in (0, 1, None)]
    assert len({view.witnessed for view in views}) == 1
    assert views[0].witnessed[-1].card is None
    runner.win(0, "a secret")
    assert "secret" not in repr(runner.match.view(0).witnessed)


def test_a_resampled_match_has_the_same_memories() -> None:
    runner = wander(fresh("chaired", seats=4), Random(4), 150)
    for seat in (0, 2, None):
        twin = runner.match.resample(seat, Random(1))
        assert twin.view(seat).witnessed == runner.match.view(seat).witnessed


def test_only_the_newest_are_kept_however_seldom_somebody_looks() -> None:
    often, never = fresh(seats=2), fresh(seats=2)
    for number in range(3 * MEMORY):
        for runner in (often, never):
            runner.act(number % 2, Talk(str(number)))
        often.match.view(0)
    seen = never.match.view(0).witnessed
    assert seen == often.match.view(0).witnessed
    assert [one.text for one in seen] == [str(n) for n in range(2 * MEMORY, 3 * MEMORY)]


def test_a_copy_goes_its_own_way() -> None:
    runner = fresh(seats=2)
    twin = runner.match.copy()
    runner.act(0, Talk("only here"))
    assert len(runner.match.view(0).witnessed) == len(twin.view(0).witnessed) + 1
